"""Opening the studio's database, and the base of its tables."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

from sqlalchemy import event
from sqlalchemy.engine import make_url
from sqlalchemy.orm import DeclarativeBase

from kikashi.puzzles import Store as PuzzleStore

BUSY = 10_000
"""Milliseconds that a writer waits for another one."""
CONNECTIONS = 16
"""To a database server, kept open."""
THREADS = 40
"""In which requests are answered (what anyio allows): as many connections to a file stay open, so
that a crowd does not open and close one for each request beyond the usual."""


class Base(DeclarativeBase):
    """All tables of the studio."""


def now() -> float:
    """Seconds since 1970, as the tables keep times."""
    return time.time()


class Store(PuzzleStore):
    """The studio's tables beside those of the puzzles, in one database."""

    migrations = Path(__file__).with_name("migrations")
    version_table = "studio_version"
    noun = "studio database"

    def __init__(self, where: str | Path, *, create: bool = True) -> None:
        # The puzzles first: their tables need nothing of ours.
        self.puzzles = PuzzleStore(where, create=create)
        super().__init__(where, create=create)
        if self.engine.dialect.name == "sqlite":
            event.listen(self.engine, "connect", _patient)
            self.engine.dispose()  # the connections of the upgrade did not hear it

    def engine_settings(self) -> dict[str, Any]:
        if make_url(self.url).get_backend_name() == "sqlite":
            return {"pool_size": THREADS, "max_overflow": THREADS}
        return {"pool_size": CONNECTIONS, "pool_pre_ping": True}

    def close(self) -> None:
        self.puzzles.close()
        super().close()


def _patient(connection: Any, _: object) -> None:
    connection.execute(f"PRAGMA busy_timeout={BUSY}")
