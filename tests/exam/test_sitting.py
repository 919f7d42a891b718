"""Sittings: drawn at random but repeatable, ruled by the paper's rule, resumable."""

from __future__ import annotations

import json
from random import Random

import pytest

from kikashi.exam import (
    ExamError,
    Level,
    Ruling,
    Sitting,
    answer,
    begin,
    disguised,
    pool_of,
    result,
    rule,
)
from kikashi.exam.ruling import OPEN
from kikashi.exam.sitting import ruled
from kikashi.games import room
from kikashi.law.winning_set_room import stones_of
from kikashi.law.winning_sets import StonePosition
from kikashi.search import Limits, solve
from tests.exam.turns import right_turn
from tests.puzzles.made import all_puzzles

pytestmark = pytest.mark.native

LADDER = (Level(10, 1, 1, 1), Level(9, 3, 1, 1))


def board(black: str, white: str) -> StonePosition:
    text = f"setup black={black} white={white} move=black left=2"
    return stones_of(room("connect6").from_text(text))


def test_a_perfect_player_reaches_the_top_of_the_ladder() -> None:
    pool = pool_of(all_puzzles())
    sitting = begin("lin", 7, pool, ladder=LADDER)
    turns = 0
    while not sitting.score.over:
        assert sitting.question is not None
        sitting, ruling = answer(
            sitting, right_turn(stones_of(sitting.question.board())), pool, ladder=LADDER
        )
        assert ruling.verdict in ("solved", "goes-on"), ruling
        turns += 1
    assert result(sitting, LADDER) == 9
    assert turns == 1 + 3, "the longest resistance lasts as long as the puzzle"
    with pytest.raises(ExamError, match="over"):
        answer(sitting, ["a1", "a2"], pool, ladder=LADDER)


def test_a_single_threat_is_wrong_even_if_it_wins() -> None:
    # A dead four makes one threat; the live three beside it would still win.
    position = board("a10,b10,k7,k8,k9", "p1,q3,r1,s5,s7")
    assert rule(position, ["c10", "d10"]).reason in ("few-threats", "missed-win")
    quiet = board("h10,i10", "a1,a3,c1")
    assert rule(quiet, ["s1", "s2"]).reason == "few-threats"


def test_passing_over_an_unstoppable_turn_is_wrong() -> None:
    position = board("h10,i10,j10,k7,k8,k9", "a1,a3,c1,c5,e1")
    assert rule(position, ["k10", "s19"]).verdict == "solved"
    assert rule(position, ["k10", "l10"]).verdict == "solved"
    assert rule(position, ["l10", "m10"]).reason == "missed-win"


def test_leaving_a_threat_of_the_other_side_is_wrong() -> None:
    position = board("h10,i10,j10", "a1,b1,c1,d1")
    assert rule(position, ["k10", "l10"]).reason == "left-open"


def test_a_defence_that_holds_is_shown() -> None:
    position = board("h10,i10", "a1,a3,c1")
    ruling = rule(position, ["j10", "k10"])
    assert (ruling.verdict, ruling.reason) == ("wrong", "stopped")
    assert len(ruling.defence) == 2


def test_a_budget_too_small_says_nothing() -> None:
    puzzle = max((p for p in all_puzzles() if p.unique), key=lambda p: p.length)
    position = stones_of(puzzle.start())
    assert rule(position, right_turn(position), nodes=3).verdict == "open"


def test_an_undecided_puzzle_is_replaced_and_counts_neither_way(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from kikashi.exam import ruling
    from kikashi.exam import sitting as module

    pool = pool_of(all_puzzles())
    ladder = (Level(10, 3, 1, 1),)
    first = begin("lin", 1, pool, ladder=ladder)
    monkeypatch.setattr(module, "rule", lambda *_, **__: ruling.Ruling(ruling.OPEN))
    after, _ = answer(first, ["a1", "a2"], pool, ladder=ladder)
    assert after.score == first.score
    assert after.replaced == first.asked
    assert after.question is not None
    assert after.question.puzzle not in first.asked


def test_a_pool_used_up_by_replacements_begins_again() -> None:
    ladder = (Level(10, 3, 1, 1),)
    pool = pool_of(all_puzzles())
    sitting = begin("lin", 1, pool, ladder=ladder)
    size = len(pool[3])
    for _ in range(2 * size):
        sitting = ruled(sitting, Ruling(OPEN), pool, ladder=ladder)
    assert sitting.asked[size : 2 * size] == sitting.asked[:size]
    assert len(set(sitting.asked)) == size


def test_a_stored_sitting_goes_on_as_if_nothing_had_happened() -> None:
    pool = pool_of(all_puzzles())
    sitting = begin("lin", 5, pool, ladder=LADDER)
    back = Sitting.from_json(json.loads(json.dumps(sitting.to_json())))
    assert back == sitting
    assert back.question is not None
    turn = right_turn(stones_of(back.question.board()))
    assert answer(back, turn, pool, ladder=LADDER) == answer(sitting, turn, pool, ladder=LADDER)
    with pytest.raises(ExamError, match="no stored sitting"):
        Sitting.from_json({"player": "lin"})


def test_unseen_puzzles_come_first_then_the_one_met_longest_ago() -> None:
    pool = pool_of(all_puzzles())
    ladder = (Level(10, 3, 1, 1),)
    ids = sorted(p.id for p in pool[3])
    for seed in range(5):
        sitting = begin("lin", seed, pool, seen=ids[1:], ladder=ladder)
        assert sitting.asked == (ids[0],)
    oldest_first = [*ids[2:], ids[0], ids[1]]
    assert begin("lin", 3, pool, seen=oldest_first, ladder=ladder).asked == (oldest_first[0],)


def test_a_pool_that_is_too_small_is_refused_in_words() -> None:
    with pytest.raises(ExamError, match="asks 4 puzzles"):
        begin("lin", 1, {})


def test_disguises_keep_the_problem_and_change_its_looks() -> None:
    puzzle = next(p for p in all_puzzles() if p.length == 2)
    looks = set()
    for seed in range(30):
        seen = disguised(puzzle.start(), Random(seed))
        looks.add(seen.to_text())
        verdict = solve(seen, limits=Limits(nodes=50_000))
        assert verdict.turns == puzzle.turns
    assert len(looks) > 8, "symmetries and colours both change"
