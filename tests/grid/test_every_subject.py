"""Every subject that the running server knows, as publish, subscribe and reply, by every role.

Permissions do not cover the reply that a client names, and a server obeys its own answers: a pull
with a management subject as its reply once deleted the stream of tasks. The list of subjects is the
server's own, so that one that is new cannot be forgotten.
"""

from __future__ import annotations

import asyncio
import json
import re
import urllib.request
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

from kikashi.grid import Task, load_kinds, wire
from kikashi.grid.client import NatsExecutor
from kikashi.grid.endpoint import grid_figures
from kikashi.grid.people import read_credential
from kikashi.grid.server import find_server
from kikashi.grid.server import subjects as own_subjects
from tests.grid.raw_client import raw
from tests.grid.running import Grid, free_port, people
from tests.grid.work import Work, doubles

pytestmark = pytest.mark.slow
load_kinds()
NAMES = ("SUBMIT", "RESULTS", "TASKS", "coordinator", "anna", "app")
MOST_WILD = 2
"""Wildcards of one subject that are filled with every name; further ones get the first."""


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Grid, int, dict[str, Path]]]:
    port = free_port()
    options = ("--lease", "3", "--give-up", "3", "--server-port", str(port))
    with Grid(tmp_path_factory.mktemp("grid"), *options) as grid:
        files = dict(zip(("anna", "app"), people(grid, "anna", trusted=True), strict=True))
        files |= {"pc": grid.invite("eve"), "mallory": grid.invite("mallory", "app")}
        grid.join(files["anna"])
        yield grid, port, files


def told(port: int, page: str) -> dict[str, object]:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/{page}", timeout=10) as answer:
        found: dict[str, object] = json.load(answer)
    return found


def known_subjects(port: int) -> list[str]:
    """What anybody, the server itself included, listens to, with names for wildcards."""
    pages = [
        told(port, f"subsz?subs=1&limit=10000&acc={account}")
        for account in ("GRID", "PEOPLE", "%24SYS")
    ]
    listed = [
        entry["subject"]
        for page in pages
        for entry in page.get("subscriptions_list", [])  # type: ignore[attr-defined]
    ]
    # JetStream hears its whole interface by one wildcard: the words are in the server's program.
    program = Path(find_server()).read_bytes()
    interface = re.findall(rb"\$JS\.API(?:\.(?:[A-Z]{2,}|\*|>))+", program)
    listed += [subject.decode() for subject in interface]
    named = set()
    for subject in listed:
        words = subject.split(".")
        wild = [at for at, word in enumerate(words) if word in ("*", ">")]
        for names in product(NAMES, repeat=min(len(wild), MOST_WILD)):
            filled = list(words)
            for at, name in zip(wild, (*names, *[NAMES[0]] * len(wild)), strict=False):
                filled[at] = name
            named.add(".".join(filled))
    return sorted(named)


def streams(port: int) -> dict[str, int]:
    """The streams and how many readers each has."""
    page = told(port, "jsz?streams=1&consumers=1&accounts=1")
    found = {}
    for account in page.get("account_details", []):  # type: ignore[attr-defined]
        for stream in account.get("stream_detail", []):
            found[stream["name"]] = len(stream.get("consumer_detail") or [])
    return found


async def attack(file: Path, role: str, subjects: list[str]) -> int:
    """Says, hears and wants its answers everywhere; how many messages of others it was sent."""
    credential = read_credential(file, role)
    heard = 0

    async def listen(_: object) -> None:
        nonlocal heard
        heard += 1

    async with raw(file, role) as (client, _errors):
        own, _ = own_subjects(_Person(credential.name, role))  # type: ignore[arg-type]
        for subject in subjects:
            await client.subscribe(subject, cb=listen)
            await client.publish(subject, b"{}")
        await client.flush()
        hello = wire.packed(wire.Hello("s1", 1, 0, ["odd.double/1"]))
        ask = wire.packed(wire.Ask("beat", "s1", "job"))
        bodies = {"hello": hello, "ask": ask}
        for subject, reply in product(own, subjects):
            body = bodies.get(subject.split(".")[1], b"{}")
            await client.publish(subject, body, reply=reply)
        await client.flush(timeout=30)
        await asyncio.sleep(1.0)
    return heard


class _Person:
    def __init__(self, name: str, role: str) -> None:
        self.name, self.role = name, role


@pytest.mark.parametrize("role", ["pc", "app"])
def test_no_subject_as_publish_subscribe_or_reply_harms_anybody(
    world: tuple[Grid, int, dict[str, Path]], role: str
) -> None:
    grid, port, files = world
    subjects = known_subjects(port)
    assert "$JS.API.STREAM.DELETE.RESULTS" in subjects
    assert any(subject.startswith("grid.hello.") for subject in subjects)
    before = streams(port)
    assert before == {"SUBMIT": 1, "RESULTS": 1}
    with NatsExecutor(files["app"]) as executor:
        tasks = [Task("grid.pause", {"seconds": 0.2, "number": n}) for n in range(6)]
        work = Work([*tasks, *doubles(50)], executor)
        heard = asyncio.run(attack(files["pc" if role == "pc" else "mallory"], role, subjects))
        work.finish()
    assert heard == 0
    assert streams(port) == before
    figures = grid_figures(grid.dir)
    anna = next(who for who in figures.owners if who.owner == "anna")
    assert (anna.refused, anna.died, anna.distrusted) == (0, 0, "")
    assert any(pc.name == "anna" for pc in figures.pcs)
