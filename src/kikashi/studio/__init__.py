"""The studio: the web server behind the page in `web/`. It knows no rules; it asks the laws."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fastapi import FastAPI

    from kikashi.studio.settings import Settings


def create_app(settings: Settings | None = None) -> FastAPI:
    """The studio as an ASGI application; see `kikashi.studio.app`."""
    # Imported now: worker processes import this package and need no web server.
    from kikashi.studio import app  # noqa: PLC0415

    return app.create_app(settings)


__all__ = ["create_app"]
