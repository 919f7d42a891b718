"""Opening a puzzle database: SQLite by file name, PostgreSQL or another by URL."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import create_engine, event
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from kikashi.law import GameError

MIGRATIONS = Path(__file__).with_name("migrations")


class StoreError(GameError):
    """A database that cannot be opened, or that this program does not understand."""


class Store:
    """A puzzle database. A subclass may keep further tables, with migrations of its own."""

    migrations = MIGRATIONS
    version_table = "alembic_version"
    noun = "puzzle database"

    def __init__(self, where: str | Path, *, create: bool = False) -> None:
        self.url = self._url(str(where), create=create)
        try:
            self.engine = create_engine(self.url, **self.engine_settings())
            if self.engine.dialect.name == "sqlite":
                event.listen(self.engine, "connect", _careful)
            self._upgrade(create=create)
        except SQLAlchemyError as problem:
            reason = str(problem).splitlines()[0]
            raise StoreError(f"the {self.noun} {where} cannot be opened: {reason}") from None
        except ImportError as problem:
            raise StoreError(f"{where} needs a driver that is not installed: {problem}") from None

    def engine_settings(self) -> dict[str, Any]:
        """What `create_engine` is told beside the address."""
        return {}

    def _upgrade(self, *, create: bool) -> None:
        # Every worker of a grid reads this module and opens no database.
        from alembic import command  # noqa: PLC0415
        from alembic.config import Config  # noqa: PLC0415
        from alembic.runtime.migration import MigrationContext  # noqa: PLC0415
        from alembic.script import ScriptDirectory  # noqa: PLC0415

        config = Config()
        config.set_main_option("script_location", str(self.migrations))
        newest = ScriptDirectory.from_config(config).get_current_head()
        with self.engine.connect() as connection:
            known = MigrationContext.configure(
                connection, opts={"version_table": self.version_table}
            )
            found = known.get_current_revision()
        if found == newest:
            return
        if found is None and not create:
            raise StoreError(f"{self.engine.url} is no {self.noun}")
        with self.engine.begin() as connection:
            config.attributes["connection"] = connection
            try:
                command.upgrade(config, "head")
            except Exception as problem:
                raise StoreError(
                    f"{self.engine.url} was made by another version: {problem}"
                ) from None

    @contextmanager
    def session(self) -> Iterator[Session]:
        """A session that commits at the end, or not at all."""
        with Session(self.engine, expire_on_commit=False) as session, session.begin():
            yield session

    def close(self) -> None:
        self.engine.dispose()

    def _url(self, where: str, *, create: bool) -> str:
        if "://" in where:
            return where.replace("postgresql://", "postgresql+psycopg://", 1)
        path = Path(where)
        if not create and not path.exists():
            raise StoreError(f"there is no {self.noun} {where}")
        if not path.parent.is_dir():
            raise StoreError(f"there is no folder {path.parent} to put {path.name} in")
        return f"sqlite:///{path}"


def _careful(connection: object, _: object) -> None:
    """A kill at any moment leaves the last commit whole; readers do not wait for the writer."""
    cursor = connection.cursor()  # type: ignore[attr-defined]
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=NORMAL")
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.close()
