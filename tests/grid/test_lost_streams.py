"""Streams that are deleted while the grid runs: made again, nothing lost, the culprit cut off."""

from __future__ import annotations

import asyncio
import json
import os
import signal
from pathlib import Path

import pytest

from kikashi.grid.client import NatsExecutor
from kikashi.grid.connection import close, connect
from kikashi.grid.endpoint import grid_figures
from kikashi.grid.people import Register, read_credential
from kikashi.grid.server import GUESTS, HOME
from tests.grid.running import Grid
from tests.grid.work import Work, children, counted_once, doubles, pauses, two_pcs, until


def _let_in(grid: Grid, name: str) -> None:
    """A server that was set up wrongly: this person has the coordinator's account."""
    file = grid.dir / "nats.conf"
    settings = json.loads(file.read_text())
    key = json.loads((grid.dir / "people" / f"{name}.json").read_text())["key"]
    users = settings["accounts"][GUESTS]["users"]
    settings["accounts"][GUESTS]["users"] = [user for user in users if user["nkey"] != key]
    settings["accounts"][HOME]["users"].append({"nkey": key})
    file.write_text(json.dumps(settings))
    os.kill(children(grid.broker.pid)[0], signal.SIGHUP)


async def _delete(file: Path, *streams: str) -> None:
    client = await connect(read_credential(file, "pc"))
    try:
        for stream in streams:
            await client.jetstream().delete_stream(stream)
    finally:
        await close(client)


@pytest.mark.slow
def test_lost_streams_are_made_again_and_the_culprit_is_cut_off(tmp_path: Path) -> None:
    with two_pcs(tmp_path) as (grid, _, app), NatsExecutor(app) as executor:
        file = grid.invite("eve")
        key = json.loads((grid.dir / "people" / "eve.json").read_text())["key"]
        until(lambda: key in (grid.dir / "nats.conf").read_text())
        work = Work([*pauses(16, 0.3), *doubles(100)], executor)
        work.wait_for(10)
        _let_in(grid, "eve")
        asyncio.run(_delete(file, "SUBMIT", "RESULTS"))
        work.finish()
        counted_once(grid, 116)
        until(lambda: len(grid_figures(grid.dir).incidents) == 2)
        found = grid_figures(grid.dir)
        assert "eve has deleted the stream RESULTS, which was made again" in found.incidents
        assert next(who for who in found.owners if who.owner == "eve").distrusted
        eve = Register(grid.dir).find("eve")
        assert eve is not None
        assert eve.revoked
        until(lambda: key not in (grid.dir / "nats.conf").read_text())
