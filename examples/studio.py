"""Ask the studio's API from Python, without a browser and without a running server."""

import asyncio

import httpx

from kikashi.studio import create_app


async def main() -> None:
    transport = httpx.ASGITransport(create_app())
    async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as studio:
        for game in (await studio.get("/api/games")).json()["games"]:
            print(game["id"])
        question = {"game": "gomoku", "moves": ["h8"], "player": "simple", "seed": 1}
        token = (await studio.get("/api/me")).json()["token"]  # shows that we are not another page
        studio.headers["X-Kikashi-Token"] = token
        answer = (await studio.post("/api/replies", json=question)).json()
        print(answer["kind"], *answer["moves"], answer["reason"])
        refused = await studio.post("/api/positions", json={"game": "gomoku", "moves": ["z9"]})
        print(refused.status_code, refused.json()["detail"])


asyncio.run(main())
