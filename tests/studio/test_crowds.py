"""One guest who asks for much at once keeps nobody else waiting."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import pytest

from kikashi.studio import state
from kikashi.studio.services import analysis
from kikashi.studio.settings import Settings
from tests.studio.served import served, visitor

MANY = 8


@pytest.mark.slow
def test_a_crowd_of_heat_maps_is_made_by_few_threads(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    meeting = threading.Barrier(state.MAPS + 1)
    met: list[int] = []

    def slow(_query: object) -> dict[str, float]:
        with suppress(threading.BrokenBarrierError):  # one more than may be at work at once
            met.append(meeting.wait(5))
        return {}

    monkeypatch.setattr(analysis, "heat", slow)
    with (
        served(Settings(database=str(tmp_path / "studio.db"))) as address,
        visitor(address) as guest,
        ThreadPoolExecutor(MANY) as crowd,
    ):
        asked = [
            crowd.submit(guest.post, "/api/analysis/heat", json={"game": "go"}) for _ in range(MANY)
        ]
        assert {one.result().status_code for one in asked} == {200}
    assert met == []
