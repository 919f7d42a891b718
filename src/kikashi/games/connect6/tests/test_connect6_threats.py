"""The papers' threat searches: 001's by double threats, 003's by single ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from kikashi import _native
from kikashi.games import room
from kikashi.games.connect6 import ROOM, paper003_single_threats
from kikashi.games.connect6.paper001_threats import Switches, search
from kikashi.games.connect6.single_threats import LEANINGS, claimed, trusting
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


def test_single_threats_are_claimed_where_a_turn_wins_and_not_where_none_threatens() -> None:
    four = stones_of(ROOM.from_text("j10 a1 a2 k10 l10 a4 a5 m10 s1 b9 c9"))
    for leaning in LEANINGS:
        turn = claimed(four, leaning)
        assert turn is not None
        assert four.play_all(" ".join(trusting(four, leaning))).is_over
        assert claimed(stones_of(ROOM.from_text(QUIET)), leaning) is None


def test_the_two_defenders_of_single_threats_differ_and_their_claims_are_told(
    tmp_path: Path,
) -> None:
    moves = "j10 l8 j11 l12 g10 i10 k11 l11 g11 l13 k12 m14 g8 k14 k13 k10 k15 n13 m13 o13 j13 a1"
    records = tmp_path / paper003_single_threats.RECORDS
    records.parent.mkdir(parents=True)
    games = ",".join(moves.split())
    records.write_text(f'game_id,moves\n1,"{games}"\n', "utf-8")
    found = dict(paper003_single_threats.positions(records, 5, lambda *_: None))
    assert list(found) == ["1"]
    position = found["1"]
    assert position.moves_left == 2
    assert position.occupied.bit_count() == 22 - 1 - 4 * paper003_single_threats.TURNS_BEFORE


def test_what_was_played_is_kept_and_a_torn_line_is_played_again(tmp_path: Path) -> None:
    file = tmp_path / "kept.jsonl"
    assert paper003_single_threats.Kept(file).get("a", lambda: "W") == "W"
    with file.open("a", encoding="utf-8") as more:
        more.write('["b", "L')
    kept = paper003_single_threats.Kept(file)
    assert kept.get("a", lambda: "L") == "W"
    assert kept.get("b", lambda: "D") == "D"
    assert paper003_single_threats.Kept(file).get("b", lambda: "L") == "D"


def test_a_single_threat_search_refuses_other_games() -> None:
    rules = stones_of(room("gomoku").start()).rules
    with pytest.raises(ValueError, match="six in a row"):
        _native.connect6_single_threats(native_geometry(rules), [[], []], 0, [], True, 5, 10, 1.0)
