"""The table of `kikashi grid status`: whole on a terminal of 80 columns; figures that are true."""

from __future__ import annotations

import io

import msgspec
import pytest
from rich.cells import cell_len
from rich.console import Console

from kikashi.cli._grid_status import table
from kikashi.grid import load_kinds
from kikashi.grid.status import Figures, OwnerFigures, PcFigures
from tests.grid.desk import Desk, make_pc, order

load_kinds()


def _figures() -> Figures:
    name = "a-very-long-name-of-forty-characters-xyz"
    why = "two others contradict its answer to a solve task"
    pc = PcFigures(name, name[::-1], "h", 64, 63, 9, 1234567, 1e7, 2e6, "its owner uses it", 1.0)
    good = OwnerFigures(name, 1234567, 1e7, 1234567, 1234567, 0, 99, 99, 99, "", 0.7, why)
    bad = OwnerFigures("eve", 1, 1.0, 0, 0, 1, 0, 0, 0, why, 1.0, "")
    plain = dict.fromkeys(Figures.__struct_fields__, 0) | {
        "pcs": [pc, PcFigures("b", "b", "h", 1, 0, 0, 0, 0.0, 9.5, "waiting for tasks", 0.0)],
        "owners": [good, bad],
        "refused": {"message": 7, "certificate": 1},
        "quarantined": [],
        "incidents": ["eve has deleted the stream RESULTS, which was made again"],
        "trouble": "no PC is connected; tasks wait",
        "waiting": 1234567,
        "done": 7654321,
    }
    return msgspec.convert(plain, Figures)


@pytest.mark.parametrize("language", ["en", "zh-Hant"])
def test_nothing_is_broken_or_cut_at_80_columns(language: str) -> None:
    out = io.StringIO()
    Console(file=out, width=80).print(table(_figures(), language))
    lines = out.getvalue().splitlines()
    assert max(cell_len(line) for line in lines) <= 80
    text = out.getvalue()
    assert "…" not in text
    for figure in ("1234567", "7654321", "63/64", "115.7 d", "23.1 d", "297"):
        assert figure in text, figure
    assert len(lines) < 40


def test_speed_up_counts_accepted_work_once_and_only_while_tasks_are_open() -> None:
    """Two owners do each task, an hour passes without one, and a liar claims a day."""
    desk = Desk(make_pc("anna"), make_pc("bert"))
    desk.now = 1000.0
    desk.submit(order(1))
    desk.book.assign(desk.now)
    desk.settle()
    desk.now += 10.0
    for name in ("anna", "bert"):
        (given,) = desk.given.pop(name)
        desk.answer(name, given, {"value": 2}, seconds=86400.0)
    assert desk.told[1].basis == "quorum"
    assert desk.book.useful_seconds == pytest.approx(10.0)
    assert desk.book.open_seconds(desk.now + 3600.0) == pytest.approx(10.0)
