"""A plain client for the studio's application, without a network."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx
from fastapi import FastAPI


class Client:
    """Synchronous requests to an application in this process."""

    def __init__(self, app: FastAPI, base_url: str = "http://127.0.0.1:8000") -> None:
        self._app = app
        self._base_url = base_url

    def get(self, path: str, **more: Any) -> httpx.Response:
        return self.request("GET", path, **more)

    def post(self, path: str, json: Any, **more: Any) -> httpx.Response:
        return self.request("POST", path, json=json, **more)

    def request(self, method: str, path: str, **more: Any) -> httpx.Response:
        async def ask() -> httpx.Response:
            transport = httpx.ASGITransport(self._app, raise_app_exceptions=False)
            async with httpx.AsyncClient(transport=transport, base_url=self._base_url) as client:
                return await client.request(method, path, **more)

        return asyncio.run(ask())
