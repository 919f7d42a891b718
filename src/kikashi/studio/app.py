"""The web application: the API under /api, the built page under every other path."""

from __future__ import annotations

import importlib
import logging
import pkgutil
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from fastapi import FastAPI
from fastapi.responses import PlainTextResponse, Response
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

import kikashi
from kikashi.studio import problems, routes, scenes, service, services
from kikashi.studio.guard import AllowedHosts, Guard
from kikashi.studio.settings import Settings
from kikashi.studio.state import Studio

LOG = logging.getLogger(__name__)


def create_app(settings: Settings | None = None) -> FastAPI:
    """The studio. Its parts are in `app.state.studio`; whoever made it closes them."""
    studio = Studio(settings or Settings())

    @asynccontextmanager
    async def running(_app: FastAPI) -> AsyncIterator[None]:
        studio.workers.start()
        # Now and once; the first visitors would all do it, at the same time.
        service.described_games()
        _start_services(studio)
        yield
        studio.close()

    # No /docs page: FastAPI's would be loaded from another host.
    app = FastAPI(
        title="Kikashi studio",
        version=kikashi.__version__,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=running,
    )
    app.state.studio = studio
    problems.install(app)
    for router in routes.routers():
        # Not `include_router`: it would keep each router as a layer of its own, and every request
        # would be matched in all of them, twice. Their routes have their whole paths already.
        app.router.routes.extend(router.routes)
    if studio.settings.report is not None:
        app.mount("/report", StaticFiles(directory=studio.settings.report, html=True))
    _add_rest(app, studio.settings.static)
    scenes.describe(app)
    # Streams stay as they are; what is short, such as the answer with the token, does too.
    app.add_middleware(GZipMiddleware, minimum_size=2_000, compresslevel=4)
    hosts = AllowedHosts(studio.settings.host, studio.settings.names)
    app.add_middleware(Guard, hosts=hosts, studio=studio)
    return app


def _start_services(studio: Studio) -> None:
    for module in sorted(found.name for found in pkgutil.iter_modules(services.__path__)):
        start = getattr(importlib.import_module(f"{services.__name__}.{module}"), "on_start", None)
        if start is not None:
            threading.Thread(target=_logged, args=(start, studio), daemon=True).start()


def _logged(start: Any, studio: Studio) -> None:
    try:
        start(studio)
    except Exception:
        LOG.exception("%s failed at the start", start.__module__)


def _add_rest(app: FastAPI, static: Path) -> None:
    @app.get("/api/{path:path}", include_in_schema=False)
    def nothing_here(path: str) -> Response:
        return problems.response(404, "not-found", f"there is nothing at /api/{path[:80]}")

    if (static / "index.html").is_file():
        app.mount("/", _Page(directory=static, html=True), name="page")
        return

    @app.get("/", include_in_schema=False)
    def no_page() -> Response:
        return PlainTextResponse(
            "The page has not been built yet; `make setup` builds it.\n", status_code=503
        )


class _Page(StaticFiles):
    """The built files; a path that names no file (/play, /game/ID) is the page itself."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        try:
            return await super().get_response(path, scope)
        except HTTPException as refusal:
            if refusal.status_code != 404 or "." in path.rsplit("/", 1)[-1]:
                raise
            return await super().get_response("index.html", scope)
