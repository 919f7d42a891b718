"""The ledger: tasks, attempts, results and verdicts. It owns the truth; JetStream carries.

One thread writes, a batch at a time in one transaction. Nothing is told to anyone and no message
is acknowledged before the batch that holds it is on disk.
"""

from __future__ import annotations

import asyncio
import importlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, TypeVar

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from kikashi.grid.contract import TaskError

VERSION = 1
OPEN, DONE, FAILED, CANCELLED = "open", "done", "failed", "cancelled"
CHUNK = 400
"""Ids asked for in one query."""
PATIENCE = {
    "connect_timeout": 3,
    "tcp_user_timeout": 3000,
    "keepalives_idle": 2,
    "keepalives_interval": 1,
    "keepalives_count": 2,
}
"""A PostgreSQL server behind a cut cable is given up within seconds, not within a quarter hour."""
LOCK = 6_147_016
"""Any number: PostgreSQL's lock while tables are made."""

meta = sa.MetaData()
jobs = sa.Table(
    "jobs",
    meta,
    sa.Column("app", sa.Text, primary_key=True),
    sa.Column("job", sa.Text, primary_key=True),
    sa.Column("named", sa.Boolean, nullable=False),
)
tasks = sa.Table(
    "tasks",
    meta,
    sa.Column("id", sa.LargeBinary(16), primary_key=True),
    sa.Column("number", sa.BigInteger, nullable=False),
    sa.Column("app", sa.Text, nullable=False),
    sa.Column("job", sa.Text, nullable=False),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("payload", sa.LargeBinary, nullable=False),
    sa.Column("priority", sa.Integer, nullable=False),
    sa.Column("needs", sa.Text, nullable=False),
    sa.Column("seconds", sa.Float),
    sa.Column("memory", sa.BigInteger),
    sa.Column("care", sa.Text, nullable=False),
    sa.Column("submitted", sa.Float, nullable=False),
    sa.Column("status", sa.Text, nullable=False, index=True),
    sa.Column("ended", sa.Float),
    sa.Column("value", sa.LargeBinary),
    sa.Column("error", sa.Text, nullable=False, server_default=""),
    sa.Column("basis", sa.Text, nullable=False, server_default=""),
    sa.Column("by", sa.Text, nullable=False, server_default=""),
    sa.Column("took", sa.Float, nullable=False, server_default="0"),
    sa.Column("corrects", sa.LargeBinary),
    sqlite_with_rowid=False,
)
attempts = sa.Table(
    "attempts",
    meta,
    sa.Column("id", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("task", sa.LargeBinary(16), nullable=False, index=True),
    sa.Column("pc", sa.Text, nullable=False),
    sa.Column("owner", sa.Text, nullable=False),
    sa.Column("begun", sa.Float, nullable=False),
    sa.Column("probe", sa.Boolean, nullable=False),
    sa.Column("ended", sa.Float),
    sa.Column("how", sa.Text, nullable=False, server_default=""),
    sa.Column("verdict", sa.Text, nullable=False, server_default=""),
    sa.Column("seconds", sa.Float, nullable=False, server_default="0"),
    sa.Column("value", sa.LargeBinary),
    sa.Column("error", sa.Text, nullable=False, server_default=""),
)
volunteers = sa.Table(
    "volunteers",
    meta,
    sa.Column("owner", sa.Text, primary_key=True),
    sa.Column("tasks", sa.BigInteger, nullable=False),
    sa.Column("seconds", sa.Float, nullable=False),
    sa.Column("accepted", sa.BigInteger, nullable=False),
    sa.Column("confirmed", sa.BigInteger, nullable=False),
    sa.Column("refused", sa.BigInteger, nullable=False),
    sa.Column("wasted", sa.BigInteger, nullable=False),
    sa.Column("lost", sa.BigInteger, nullable=False),
    sa.Column("died", sa.BigInteger, nullable=False),
    sa.Column("distrusted", sa.Text, nullable=False),
)

standings = sa.Table(
    "standings",
    meta,
    sa.Column("owner", sa.Text, primary_key=True),
    sa.Column("standing", sa.Float, nullable=False),
    sa.Column("why", sa.Text, nullable=False),
    sa.Column("changed", sa.Float, nullable=False),
)

Row = Mapping[str, Any]
Found = TypeVar("Found")


@dataclass
class Batch:
    """Changes that belong to one transaction, and what follows once they are on disk."""

    jobs: list[Row] = field(default_factory=list)
    tasks: list[Row] = field(default_factory=list)
    task_ends: list[Row] = field(default_factory=list)
    attempts: list[Row] = field(default_factory=list)
    attempt_ends: list[Row] = field(default_factory=list)
    volunteers: dict[str, Row] = field(default_factory=dict)
    standings: dict[str, Row] = field(default_factory=dict)
    forgotten: list[Row] = field(default_factory=list)

    def __bool__(self) -> bool:
        return any(getattr(self, name) for name in self.__dataclass_fields__)


class Ledger:
    """A database of one broker: SQLite by default, PostgreSQL by URL."""

    def __init__(self, url: str) -> None:
        self.url = url.replace("postgresql://", "postgresql+psycopg://", 1)
        try:
            shared = self.url.startswith("postgresql")
            self._engine = sa.create_engine(self.url, connect_args=PATIENCE if shared else {})
            if self._engine.dialect.name == "sqlite":
                sa.event.listen(self._engine, "connect", _careful)
            self.create(meta)
            self._check_version()
        except SQLAlchemyError as problem:
            raise TaskError(f"the ledger {url} cannot be opened: {_line(problem)}") from None
        except ImportError as problem:
            raise TaskError(f"{url} needs a driver that is not installed: {problem}") from None
        # Only the dialect in use: those of the other database are slow to load.
        dialect = importlib.import_module(f"sqlalchemy.dialects.{self._engine.dialect.name}")
        self._statements = _statements(dialect.insert)
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="kikashi-ledger")
        self.fence: Callable[[sa.Connection], None] = lambda _connection: None
        """Asked at the beginning of every transaction that writes; raises if this is not ours."""

    def create(self, tables: sa.MetaData) -> None:
        """Makes tables that are not there; several brokers may try at once."""
        with self._alone() as connection:
            tables.create_all(connection)

    @contextmanager
    def _alone(self) -> Iterator[sa.Connection]:
        with self._engine.begin() as connection:
            if self._engine.dialect.name == "postgresql":
                connection.execute(sa.select(sa.func.pg_advisory_xact_lock(LOCK)))
            yield connection

    def _check_version(self) -> None:
        note = sa.Table(
            "grid_ledger", sa.MetaData(), sa.Column("version", sa.Integer, primary_key=True)
        )
        with self._alone() as connection:
            note.create(connection, checkfirst=True)
            found = connection.execute(sa.select(note.c.version)).scalar()
            if found is None:
                connection.execute(note.insert().values(version=VERSION))
            elif found != VERSION:
                raise TaskError(
                    f"the ledger {self.url} has version {found}; this program reads {VERSION}"
                )

    async def write(self, batch: Batch) -> None:
        """Writes a batch, all or nothing; OSError if it cannot be written now (a full disk)."""
        await self.call(self.write_now, batch)

    async def call(self, work: Callable[..., Found], *arguments: Any) -> Found:
        """Runs in the ledger's own thread."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thread, work, *arguments)

    def write_now(self, batch: Batch) -> None:
        """The same, here and now."""
        with self.transaction() as connection:
            self.fence(connection)
            for name, statement in self._statements.items():
                rows = getattr(batch, name)
                if isinstance(rows, dict):
                    rows = list(rows.values())
                if rows:
                    connection.execute(statement, rows)

    @contextmanager
    def transaction(self) -> Iterator[sa.Connection]:
        """All or nothing; OSError if the database is away or full."""
        try:
            with self._engine.begin() as connection:
                yield connection
        except SQLAlchemyError as problem:
            raise OSError(f"the ledger cannot be written or read: {_line(problem)}") from None

    # --- reading -------------------------------------------------------------------------------

    def open_tasks(self) -> list[Row]:
        """Every task without an accepted result, in the order of submission."""
        wanted = sa.select(tasks).where(tasks.c.status == OPEN).order_by(tasks.c.number)
        return self._read(wanted)

    def open_attempts(self) -> list[Row]:
        """Every attempt of those tasks, ended or not."""
        joined = attempts.join(tasks, tasks.c.id == attempts.c.task)
        wanted = sa.select(attempts).select_from(joined).where(tasks.c.status == OPEN)
        return self._read(wanted.order_by(attempts.c.id))

    def named_jobs(self) -> list[Row]:
        """The jobs, and whether they outlive their client."""
        return self._read(sa.select(jobs))

    def everyone(self) -> list[Row]:
        """What each owner has done so far."""
        return self._read(sa.select(volunteers))

    def standing_of_all(self) -> list[Row]:
        """The standing of each owner who ever lost some, and when it was so."""
        return self._read(sa.select(standings))

    def last_numbers(self) -> tuple[int, int]:
        """The highest numbers given to a task and to an attempt."""
        with self.transaction() as connection:
            task = connection.execute(sa.select(sa.func.max(tasks.c.number))).scalar()
            attempt = connection.execute(sa.select(sa.func.max(attempts.c.id))).scalar()
        return int(task or 0), int(attempt or 0)

    def counts(self) -> dict[str, int]:
        """How many tasks have which status."""
        wanted = sa.select(tasks.c.status, sa.func.count()).group_by(tasks.c.status)
        with self.transaction() as connection:
            return {str(status): int(count) for status, count in connection.execute(wanted)}

    def find(self, ids: Sequence[bytes]) -> list[Row]:
        """These tasks, as far as they are here."""
        found: list[Row] = []
        for piece in _pieces(ids):
            found += self._read(sa.select(tasks).where(tasks.c.id.in_(piece)))
        return found

    def believed(self, owner: str) -> list[Row]:
        """Tasks whose value rests on the word of this owner alone."""
        joined = tasks.join(attempts, tasks.c.id == attempts.c.task)
        wanted = sa.select(tasks).select_from(joined)
        wanted = wanted.where(attempts.c.owner == owner, attempts.c.verdict == "accepted")
        wanted = wanted.where(tasks.c.basis == "reputation", tasks.c.status != OPEN)
        return self._read(wanted.distinct())

    def attempt(self, number: int) -> Row | None:
        """One attempt with its task's status."""
        joined = attempts.join(tasks, tasks.c.id == attempts.c.task)
        wanted = sa.select(attempts, tasks.c.status.label("status")).select_from(joined)
        found = self._read(wanted.where(attempts.c.id == number))
        return found[0] if found else None

    def _read(self, wanted: sa.Select[Any]) -> list[Row]:
        with self.transaction() as connection:
            return [dict(row) for row in connection.execute(wanted).mappings()]

    def close(self) -> None:
        """Ends the thread and the connections."""
        self._thread.shutdown(wait=True)
        self._engine.dispose()


def _line(problem: SQLAlchemyError) -> str:
    return str(problem).splitlines()[0]


def reopened(task: bytes, corrects: bytes | None = None) -> Row:
    """The row that makes a task open again; `corrects`: the digest of what was told before."""
    row = {"_id": task, "status": OPEN, "ended": None, "value": None, "error": "", "basis": ""}
    return row | {"by": "", "took": 0.0, "corrects": corrects}


def needs_text(needs: Iterable[str]) -> str:
    """Needs as a row keeps them."""
    return json.dumps(sorted(needs))


def _pieces(ids: Sequence[bytes]) -> Iterator[Sequence[bytes]]:
    for begin in range(0, len(ids), CHUNK):
        yield ids[begin : begin + CHUNK]


def _statements(insert: Any) -> dict[str, Any]:
    """One statement for each list of a batch, in the order in which they are written."""
    bound = sa.bindparam
    ended = ("status", "ended", "value", "error", "basis", "by", "took", "corrects")
    closed = ("ended", "how", "verdict", "seconds", "value", "error")

    def replaced(table: sa.Table) -> Any:
        rows = insert(table)
        new = {c.name: rows.excluded[c.name] for c in table.c if c.name != "owner"}
        return rows.on_conflict_do_update(index_elements=["owner"], set_=new)

    return {
        "jobs": insert(jobs).on_conflict_do_nothing(),
        "tasks": insert(tasks).on_conflict_do_nothing(),
        "task_ends": tasks.update()
        .where(tasks.c.id == bound("_id"))
        .values({name: bound(name) for name in ended}),
        "attempts": insert(attempts).on_conflict_do_nothing(),
        "attempt_ends": attempts.update()
        .where(attempts.c.id == bound("_id"))
        .values({name: bound(name) for name in closed}),
        "volunteers": replaced(volunteers),
        "standings": replaced(standings),
        "forgotten": tasks.delete().where(
            tasks.c.app == bound("_app"), tasks.c.job == bound("_job")
        ),
    }


def _careful(connection: Any, _: object) -> None:
    """A kill at any moment leaves the last commit whole, and so does a power cut."""
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.execute("PRAGMA wal_autocheckpoint=1000")
    cursor.close()
