"""Who leads: a lease in PostgreSQL that one coordinator of a cluster holds and renews.

The database's clock decides, so those of the machines may differ. Every transaction of the ledger
asks for the lease's term first (a fencing token): a coordinator that was cut off, slept and woke
up finds that it writes nothing any more.
"""

from __future__ import annotations

import asyncio
import logging
import time

import sqlalchemy as sa

from kikashi.grid.contract import TaskError
from kikashi.grid.ledger import Ledger

LOG = logging.getLogger(__name__)

LEASE = 3.0
"""Seconds after which a silent leader is replaced."""
RENEW = 0.7
LOOK = 0.3
"""Seconds between two tries of those who stand by."""

meta = sa.MetaData()
leader = sa.Table(
    "grid_leader",
    meta,
    sa.Column("what", sa.Text, primary_key=True),
    sa.Column("holder", sa.Text, nullable=False),
    sa.Column("member", sa.Integer, nullable=False),
    sa.Column("term", sa.BigInteger, nullable=False),
    sa.Column("until", sa.DateTime(timezone=True), nullable=False),
)
END = "clock_timestamp() + make_interval(secs => :lease)"
TAKE = sa.text(
    "INSERT INTO grid_leader (what, holder, member, term, until) "
    f"VALUES ('coordinator', :holder, :member, 1, {END}) ON CONFLICT (what) DO UPDATE "
    f"SET holder = :holder, member = :member, term = grid_leader.term + 1, until = {END} "
    "WHERE grid_leader.until < clock_timestamp() RETURNING term"
)
KEEP = sa.text(f"UPDATE grid_leader SET until = {END} WHERE holder = :holder AND term = :term")
MINE = sa.text("SELECT 1 FROM grid_leader WHERE holder = :holder AND term = :term FOR SHARE")
END_IT = sa.text(
    "UPDATE grid_leader SET until = clock_timestamp() WHERE holder = :holder AND term = :term"
)


class DeposedError(TaskError):
    """Another coordinator leads now."""


class LeaderLease:
    """The lease as one coordinator sees it."""

    def __init__(self, ledger: Ledger, member: int, holder: str) -> None:
        ledger.create(meta)
        self._ledger = ledger
        self._who = {"holder": holder, "member": member, "lease": LEASE, "term": 0}
        ledger.fence = self._fence

    async def win(self) -> None:
        """Stands by until nobody else holds it."""
        while True:
            try:
                term = await self._ledger.call(self._take)
            except OSError as problem:
                LOG.warning("%s; trying again", problem)
                term = None
            if term is not None:
                self._who["term"] = term
                return
            await asyncio.sleep(LOOK)

    async def hold(self) -> str:
        """Renews it as long as that goes well; gives why it does not any more."""
        good = time.monotonic()
        while True:
            await asyncio.sleep(RENEW)
            began = time.monotonic()
            try:
                async with asyncio.timeout(max(0.1, good + LEASE - began)):
                    kept = await self._ledger.call(self._run, KEEP)
            except OSError:  # a time-out is one
                if time.monotonic() - good >= LEASE:
                    return "the ledger cannot be reached"
                continue
            if not kept:
                return "another coordinator has taken over"
            good = began

    async def give_up(self) -> None:
        """Lets the next one lead at once."""
        try:
            await self._ledger.call(self._run, END_IT)
        except OSError:
            LOG.info("the lease runs out by itself")

    def _take(self) -> int | None:
        with self._ledger.transaction() as connection:
            found = connection.execute(TAKE, self._who).scalar()
            return None if found is None else int(found)

    def _run(self, statement: sa.TextClause) -> bool:
        with self._ledger.transaction() as connection:
            return connection.execute(statement, self._who).rowcount == 1

    def _fence(self, connection: sa.Connection) -> None:
        if connection.execute(MINE, self._who).scalar() is None:
            raise DeposedError("another coordinator leads; this one writes nothing any more")
