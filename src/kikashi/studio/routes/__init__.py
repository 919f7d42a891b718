"""The API, one router an area. Every module here with a `router` is included; no list names them.

A route is thin: it takes bounded models, `CurrentStudio`, `CurrentPerson`, and asks a service.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator

from fastapi import APIRouter


def routers() -> Iterator[APIRouter]:
    """The routers of all areas, in the order of their names."""
    for module in sorted(found.name for found in pkgutil.iter_modules(__path__)):
        router = getattr(importlib.import_module(f"{__name__}.{module}"), "router", None)
        if isinstance(router, APIRouter):
            yield router
