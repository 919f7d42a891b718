"""Paper 001's double-threat search: its defences against the exact search."""

from __future__ import annotations

import pytest

from kikashi import _native
from kikashi.games.connect6 import ROOM
from kikashi.games.connect6.paper001_threats import Switches, search
from kikashi.law.winning_set_room import stones_of
from kikashi.search import solve
from kikashi.stones.twin import native_geometry

pytestmark = pytest.mark.native
WON = "j10 l8 j11 l12 g10 i10 k11 l11 g11 l13 k12 m14 g8 k14 k13 k10 k15 n13 m13 o13 j13"
"""n11 and m12 win."""
QUIET = "j10 a1 s19"


def test_the_exact_defence_agrees_with_the_exact_search() -> None:
    for text, wins in ((WON, True), (QUIET, False)):
        position = stones_of(ROOM.from_text(text))
        assert (solve(position, "vcdt").verdict == "win") is wins
        assert (search(position, Switches(defence="exact"))["answer"] == "win") is wins


def test_a_win_against_all_stoppers_at_once_is_a_win() -> None:
    position = stones_of(ROOM.from_text("j10 a1 s19 k11 l12 a10 s10"))
    found = search(position, Switches())
    exact = solve(position, "vcdt").verdict
    assert found["answer"] != "win" or exact == "win"


def test_switches_change_how_much_is_searched() -> None:
    position = stones_of(ROOM.from_text(WON))
    cached, plain = search(position, Switches()), search(position, Switches(cache=False))
    assert cached["asked"] >= cached["hits"]
    assert plain["asked"] == 0
    narrow = search(position, Switches(candidates=1))
    assert narrow["nodes"] <= cached["nodes"] or narrow["answer"] != "win"
    near = search(position, Switches(distance=1, defence="exact"))
    assert near["answer"] in ("win", "no")


def test_what_makes_no_sense_is_refused() -> None:
    position = stones_of(ROOM.from_text(QUIET))
    with pytest.raises(ValueError, match="a defence is"):
        search(position, Switches(defence="brave"))
    with pytest.raises(ValueError, match="candidates are set from 0 to 9"):
        search(position, Switches(candidates=10))
    with pytest.raises(ValueError, match="each cell has a place"):
        _native.connect6_threats(
            native_geometry(position.rules), [[], []], 0, [], "exact", True, 1, 0, 0, 5, 10, 1.0
        )
