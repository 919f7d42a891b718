"""A cluster of three brokers: no machine that must not fail."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from typing import cast

import nats.errors
import pytest
from nats.js import JetStreamContext

from kikashi.grid import wire
from kikashi.grid.cluster import Cluster, SharedRegister, shared_keys
from kikashi.grid.connection import pauses
from kikashi.grid.contract import TaskError
from kikashi.grid.leader import DeposedError, LeaderLease
from kikashi.grid.ledger import Batch, Ledger
from kikashi.grid.manners import Manners
from kikashi.grid.pc import Volunteer
from kikashi.grid.people import Credential
from tests.grid.cluster import broken
from tests.postgres import postgres_server

LIMIT = 60.0
"""Seconds without an outcome after which a grid has stopped; what a fault costs is measured by
bench_grid_faults."""


def test_members_are_read_with_their_usual_ports() -> None:
    found = Cluster.read("10.0.0.1, b.example.org:5000,[::1]:5001:5002", 2)
    assert [(m.host, m.port, m.routes) for m in found.members] == [
        ("10.0.0.1", 4222, 6222),
        ("b.example.org", 5000, 6222),
        ("[::1]", 5001, 5002),
    ]
    assert found.urls[0] == "tls://b.example.org:5000"
    assert len(found.urls) == 3


@pytest.mark.parametrize(
    ("text", "number", "says"),
    [
        ("a,b", 1, "3 different members"),
        ("a,a,b", 1, "3 different members"),
        ("a,b,c", 4, "--member"),
        ("a,b,c:70000", 1, "a port"),
        ("a,b,tls://c", 1, "HOST:PORT:ROUTES"),
    ],
)
def test_what_is_no_cluster_is_refused_in_a_sentence(text: str, number: int, says: str) -> None:
    with pytest.raises(TaskError, match=says):
        Cluster.read(text, number)


def test_a_cluster_needs_a_ledger_that_all_can_reach(tmp_path: Path) -> None:
    ledger = Ledger(f"sqlite:///{tmp_path / 'ledger.db'}")
    with pytest.raises(TaskError, match="PostgreSQL"):
        shared_keys(ledger, Cluster.read("a,b,c", 1), tmp_path)
    ledger.close()


def test_in_a_cluster_nobody_sleeps_long_while_another_keeper_of_a_stream_is_elected() -> None:
    """The servers take at most 9 s; alone there is one server, and many PCs wait for its return."""

    def longest(cluster: bool, until: float) -> float:
        gone, waits = 0.0, pauses(cluster)
        found = []
        while gone < until:
            found.append(next(waits))
            gone += found[-1]
        return max(found)

    assert longest(cluster=True, until=9.0) <= 1.0
    assert longest(cluster=False, until=60.0) == longest(cluster=True, until=60.0) == 5.0


class Deaf:
    """A server behind a cut cable: it takes what it is given and says nothing, twice."""

    def __init__(self) -> None:
        self.tries = 0

    async def publish(self, _subject: str, _data: bytes, timeout: float) -> None:
        assert timeout > 0
        self.tries += 1
        if self.tries <= 2:
            raise nats.errors.TimeoutError


@pytest.mark.parametrize("more", [(), ("tls://b:1", "tls://c:1")])
def test_a_pc_whose_answer_nobody_stores_asks_at_once_whether_its_server_is_cut_off(
    more: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []
    server = Deaf()
    monkeypatch.setattr(Manners, "jitter", staticmethod(lambda: 0.001))
    pc = Volunteer.__new__(Volunteer)
    pc._credential = Credential(1, "anna", "pc", "tls://a:1", "", "", more=more)
    pc.name, pc._manners = "anna", Manners()

    async def beat() -> None:
        asked.append(server.tries)

    monkeypatch.setattr(pc, "_send_beat", beat)
    told = wire.Answers("", [])
    asyncio.run(pc._publish(cast("JetStreamContext", server), "result", told))
    assert server.tries == 3
    assert asked == ([1, 2] if more else [])


@pytest.mark.slow
def test_who_was_deposed_writes_nothing_and_all_share_keys_and_people(tmp_path: Path) -> None:
    with postgres_server() as url:
        one, two = Ledger(url), Ledger(url)
        first, second = LeaderLease(one, 1, "first"), LeaderLease(two, 2, "second")
        row = {"app": "app", "job": "j", "named": True}
        asyncio.run(first.win())
        one.write_now(Batch(jobs=[row]))
        with pytest.raises(DeposedError):
            two.write_now(Batch(jobs=[row]))
        assert second._take() is None  # while the first one holds it
        asyncio.run(first.give_up())
        asyncio.run(second.win())
        with pytest.raises(DeposedError):
            one.write_now(Batch(jobs=[row]))
        assert asyncio.run(first.hold()) == "another coordinator has taken over"
        cluster = Cluster.read("127.0.0.1,b.example.org,c", 1)
        keys = shared_keys(one, cluster, tmp_path / "a" / "tls")
        assert shared_keys(two, cluster, tmp_path / "b" / "tls") == keys
        before = SharedRegister(tmp_path / "b", two).stamp()
        here = SharedRegister(tmp_path / "a", one).invite("anna", "pc", cluster.urls)
        assert here.more == tuple(cluster.urls[1:])
        there = SharedRegister(tmp_path / "b", two)
        assert [person.name for person in there.everyone()] == ["anna"]
        assert there.stamp() != before
        assert there.revoke("anna").revoked
        for ledger in (one, two):
            ledger.close()


@pytest.mark.slow
def test_a_grid_outlives_its_leading_broker(tmp_path: Path) -> None:
    """kill -9 of coordinator and server in mid-work; the long ones are in bench_grid_faults."""
    found = broken(tmp_path, "the leading broker killed with -9", count=100)
    print(found)
    assert re.fullmatch(r"member (\d) leads instead of (?!\1)\d", found.note)
    assert found.seconds < LIMIT
