"""Importing this module makes `Base.metadata` whole: every file of tables here is imported."""

from __future__ import annotations

import importlib
import pkgutil

from kikashi.studio import store

for _module in pkgutil.iter_modules(store.__path__):
    if not _module.ispkg and _module.name != "tables":
        importlib.import_module(f"{store.__name__}.{_module.name}")
