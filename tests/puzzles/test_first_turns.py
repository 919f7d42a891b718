"""The native list of winning first turns against the slow search of the audit, and by hand."""

from __future__ import annotations

from random import Random

import pytest

from kikashi.games import room
from kikashi.law import GameError
from kikashi.law.winning_sets import StonePosition, cells_of
from kikashi.search import Limits, solve
from kikashi.search.first_turns import first_turns
from kikashi.stones import slow
from tests.puzzles.made import all_puzzles

pytestmark = pytest.mark.native


def random_position(game: str, size: str, seed: int, stones: int) -> StonePosition:
    """Stones strewn over the middle of a small board; the side to move has a whole turn."""
    random = Random(seed)
    first = room(game).start({"size": size})
    assert isinstance(first, StonePosition)
    cells = random.sample(range(len(first.rules.cells)), stones)
    boards = (sum(1 << c for c in cells[::2]), sum(1 << c for c in cells[1::2]))
    return StonePosition(game, first.rules, first.chosen, boards, 0, first.rules.stones)


@pytest.mark.parametrize(
    ("game", "size", "stones"),
    [("connect6", "9x9", 26), ("gomoku", "9x9", 26), ("goclub", "9x9", 18)],
)
def test_native_first_turns_are_those_of_the_slow_search(game: str, size: str, stones: int) -> None:
    compared = 0
    for seed in range(400):
        position = random_position(game, size, seed, stones)
        if any(m & ~b == 0 for m in position.rules.masks for b in position.boards):
            continue
        verdict = solve(position, limits=Limits(nodes=5000), most_turns=3)
        if verdict.verdict != "win" or verdict.turns not in (2, 3):
            continue
        found = first_turns(position, verdict.turns, most=10_000)
        keys = [{position.rules.index[m] for m in turn.stones} for turn in found.in_time]
        native = {
            turn for turn in slow.class_turns(position) if any(key <= set(turn) for key in keys)
        }
        slowly = {
            turn
            for turn in slow.class_turns(position)
            if slow.turn_wins(position, turn, verdict.turns)
        }
        assert native == slowly, f"{game}, seed {seed}: {position.to_text()}"
        assert not slow.wins_within(position, verdict.turns - 1), seed
        compared += 1
        if compared == 12:
            return
    assert compared >= 5, "too few of the random positions were won: the test compares nothing"


def test_a_stone_that_wins_alone_is_one_answer_and_not_hundreds() -> None:
    # c10 d10 e10 and the column g: one stone at f10 makes a live four and a four at once.
    position = room("connect6").from_text(
        "setup black=h10,i10,j10,k7,k8,k9 white=a1,a3,c1,c5,e1 move=black left=2"
    )
    found = first_turns(position, 2, most=1000)
    assert ("k10",) in [turn.stones for turn in found.in_time]
    assert not [t for t in found.in_time if len(t.stones) == 2 and "k10" in t.stones]
    assert found.candidates > 100, "every turn with k10 is a candidate"


def test_the_order_of_the_two_stones_does_not_make_a_second_answer() -> None:
    position = room("connect6").from_text(
        "setup black=h10,i10,k7,k8 white=a1,a3,c1 move=black left=2"
    )
    verdict = solve(position, most_turns=4)
    if verdict.verdict != "win" or verdict.turns is None or verdict.turns < 2:
        pytest.fail("this position was chosen because it is won")
    turns = [frozenset(t.stones) for t in first_turns(position, verdict.turns, most=999).in_time]
    assert len(turns) == len(set(turns))


@pytest.mark.thorough
def test_a_budget_that_is_too_small_leaves_the_answer_open() -> None:
    puzzle = max(all_puzzles(), key=lambda puzzle: puzzle.length)
    found = first_turns(puzzle.start(), puzzle.turns, candidate_nodes=1)
    assert (found.reached, found.in_time) == ("none", ())
    assert found.unknown > 0


def test_later_reaches_find_at_least_as_much() -> None:
    position = room("connect6").from_text(
        "setup black=h10,i10,k7,k8 white=a1,a3,c1 move=black left=2"
    )
    turns = solve(position, most_turns=4).turns
    assert turns is not None
    short = first_turns(position, turns, most=50)
    wide = first_turns(position, turns, reach="any", most=50, most_later=50)
    assert set(short.in_time) <= set(wide.found)


def test_questions_out_of_range_are_refused_in_words() -> None:
    position = room("connect6").from_text("j10 k10 k11")
    with pytest.raises(GameError, match="one turn only"):
        first_turns(position, 1)
    with pytest.raises(GameError, match="followed in-time"):
        first_turns(position, 3, reach="far")
    won = room("connect6").from_text("setup black=a1,b1,c1,d1 white=a9,b9,c9 move=black left=2")
    with pytest.raises(GameError, match="at once"):
        first_turns(won, 2)


def test_cells_of_slow_stops_meet_every_threat() -> None:
    threats = [0b0111, 0b1100]
    found = list(slow.stops(threats, 1))
    assert found == [(2,)]
    assert all(set(cells_of(0b1111)) >= set(turn) for turn in slow.stops(threats, 2))


def test_a_stone_that_wins_whatever_the_other_does_is_one_answer() -> None:
    start = "setup black=h10,i10,j10,k7,k8,k9,l9,m8 white=a1,a3,c1,c5,e1,s1,s3 move=black left=2"
    position = room("connect6").from_text(start)
    found = first_turns(position, 2, most=10_000)
    assert ("k10",) in [turn.stones for turn in found.in_time]
    assert not any("k10" in turn.stones for turn in found.in_time if len(turn.stones) == 2)
