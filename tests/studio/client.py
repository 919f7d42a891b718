"""A plain client for the studio's application, without a network: one person with their cookies."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx
from fastapi import FastAPI

UNSAFE = ("POST", "PUT", "PATCH", "DELETE")


class Client:
    """Synchronous requests to an application in this process. It keeps cookies, like a browser,
    and sends the page's token with every unsafe request, like the page."""

    def __init__(self, app: FastAPI, base_url: str = "http://127.0.0.1:8000") -> None:
        self._app = app
        self._base_url = base_url
        self.cookies = httpx.Cookies()
        self._token: str | None = None

    def move_to(self, app: FastAPI) -> None:
        """The same browser, after the studio was started again."""
        self._app = app

    def get(self, path: str, **more: Any) -> httpx.Response:
        return self.request("GET", path, **more)

    def post(self, path: str, json: Any = None, **more: Any) -> httpx.Response:
        return self.request("POST", path, json=json, **more)

    def delete(self, path: str, **more: Any) -> httpx.Response:
        return self.request("DELETE", path, **more)

    @property
    def token(self) -> str:
        """The token of GET /api/me; it is asked for once."""
        if self._token is None:
            self._token = self.get("/api/me").json()["token"]
        return self._token

    def forget_token(self) -> None:
        """After logging in or out the person, and so the token, is another."""
        self._token = None

    def request(self, method: str, path: str, **more: Any) -> httpx.Response:
        headers = dict(more.pop("headers", {}))
        if method in UNSAFE and "X-Kikashi-Token" not in headers:
            headers["X-Kikashi-Token"] = self.token

        async def ask() -> httpx.Response:
            transport = httpx.ASGITransport(self._app, raise_app_exceptions=False)
            async with httpx.AsyncClient(
                transport=transport, base_url=self._base_url, cookies=self.cookies
            ) as client:
                answer = await client.request(method, path, headers=headers, **more)
                self.cookies = client.cookies
                return answer

        return asyncio.run(ask())


def problem(answer: httpx.Response, status: int, code: str) -> str:
    """The sentence of a refusal, which must be a problem document with this status and code."""
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    body = answer.json()
    assert body["status"] == status
    assert body["code"] == code
    return str(body["detail"])
