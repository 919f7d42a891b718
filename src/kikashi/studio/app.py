"""The web application: the API under /api, the built page under /."""

from __future__ import annotations

from importlib import resources
from pathlib import Path
from typing import Any

from fastapi import FastAPI
from fastapi.responses import PlainTextResponse, Response
from starlette.staticfiles import StaticFiles

import kikashi
from kikashi.studio import models, problems, service
from kikashi.studio.guard import AllowedHosts, Guard

STATIC = Path(str(resources.files(__package__))) / "static"

_REFUSALS: dict[int | str, dict[str, Any]] = {
    status: {
        "description": problems.TITLES[status],
        "content": {problems.MEDIA_TYPE: {"schema": problems.Problem.model_json_schema()}},
    }
    for status in (400, 403, 413, 422)
}


def create_app(hosts: AllowedHosts | None = None, static: Path = STATIC) -> FastAPI:
    """The studio. Without `hosts` it answers for loopback names only."""
    # No /docs page: FastAPI's would be loaded from another host.
    app = FastAPI(
        title="Kikashi studio",
        version=kikashi.__version__,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
    )
    problems.install(app)
    _add_api(app)
    _add_page(app, static)
    app.add_middleware(Guard, hosts=hosts or AllowedHosts())
    return app


def _add_api(app: FastAPI) -> None:
    @app.get("/api/games", responses=_REFUSALS)
    def list_games() -> models.GamesAnswer:
        """The games that can be played here."""
        return models.GamesAnswer(games=[service.describe(r) for r in service.playable_rooms()])

    @app.get("/api/games/{game}/rules", responses=_REFUSALS)
    def read_rules(game: models.GameId, language: models.Language = "en") -> models.RulesAnswer:
        """The rules of a game for people, as Markdown text."""
        text = service.playable_room(game).rules_text(language)
        return models.RulesAnswer(game=game, language=language, text=text)

    @app.post("/api/positions", responses=_REFUSALS)
    def read_position(query: models.PositionQuery) -> models.PositionAnswer:
        """The position after some moves; an illegal one is refused with its number."""
        return service.position(query)

    @app.post("/api/replies", responses=_REFUSALS)
    def ask_for_reply(query: models.ReplyQuery) -> models.ReplyAnswer:
        """What a computer player does with the rest of this turn."""
        return service.reply(query)

    @app.get("/api/{path:path}", include_in_schema=False)
    def nothing_here(path: str) -> Response:
        return problems.response(404, "not-found", f"there is nothing at /api/{path[:80]}")


def _add_page(app: FastAPI, static: Path) -> None:
    if (static / "index.html").is_file():
        app.mount("/", StaticFiles(directory=static, html=True), name="page")
        return

    @app.get("/", include_in_schema=False)
    def no_page() -> Response:
        return PlainTextResponse(
            "The page has not been built yet; `make setup` builds it.\n", status_code=503
        )
