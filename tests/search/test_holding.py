"""Turns that hold against a forcing win: against trying every turn, and by certificates."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from kikashi.games import room
from kikashi.law import GameError
from kikashi.law.winning_sets import StonePosition, cells_of
from kikashi.search import Limits, solve
from kikashi.stones.holding import after_defence, holding

pytestmark = pytest.mark.native

GAMES = [("connect6", "8x8", 20), ("gomoku", "9x9", 26), ("goclub", "8x8", 16)]


def strewn(game: str, size: str, seed: int, stones: int) -> StonePosition | None:
    """Stones on random cells, Black to move with a whole turn; None where a set is filled."""
    random = Random(seed)
    first = room(game).start({"size": size})
    assert isinstance(first, StonePosition)
    cells = random.sample(range(len(first.rules.cells)), stones)
    boards = (sum(1 << c for c in cells[::2]), sum(1 << c for c in cells[1::2]))
    if any(mask & ~board == 0 for mask in first.rules.masks for board in boards):
        return None
    position = StonePosition(game, first.rules, first.chosen, boards, 0, first.rules.stones)
    return None if position.fillable(0) else position


@pytest.mark.parametrize(("game", "size", "stones"), GAMES)
def test_a_turn_holds_if_and_only_if_it_holds_one_that_is_listed(
    game: str, size: str, stones: int
) -> None:
    threatened = 0
    for seed in range(300):
        position = strewn(game, size, seed, stones)
        if position is None:
            continue
        found = holding(position, most=10_000, search_nodes=0, certified_nodes=100_000)
        if found.ending == "nothing-threatens":
            continue
        assert found.ending == "all-found"
        names = position.rules.cells
        listed = [set(held.stones) for held in found.turns]
        for cells in combinations(cells_of(position.empty), position.left):
            turn = [names[cell] for cell in cells]
            no_win = solve(after_defence(position, turn)).verdict == "no"
            assert no_win == any(held <= set(turn) for held in listed), (seed, turn)
        threatened += 1
        if threatened == 4:
            return
    pytest.fail("too few positions with something to defend: the test compares nothing")


@pytest.mark.parametrize(("game", "size", "stones"), GAMES)
def test_what_is_listed_carries_certificates_that_the_checker_accepts(
    game: str, size: str, stones: int
) -> None:
    checked = 0
    for seed in range(300):
        position = strewn(game, size, seed, stones)
        if position is None:
            continue
        found = holding(position, most=6, certified_nodes=100_000)
        if found.ending != "all-found" or not found.turns:
            continue
        assert found.others_lose is not None
        found.others_lose.check()
        for held in found.turns:
            assert held.certificate is not None
            held.certificate.check()
        checked += 1
        if checked == 6:
            return
    pytest.fail("too few positions with few defences: the test checks nothing")


def test_a_question_out_of_place_is_refused_in_words() -> None:
    at_once = room("connect6").from_text(
        "setup black=h10,i10,j10,k10 white=a1,a3 move=black left=2"
    )
    with pytest.raises(GameError, match="at once"):
        holding(at_once)


def test_a_budget_that_is_too_small_leaves_it_open() -> None:
    for seed in range(300):
        position = strewn("connect6", "8x8", seed, 20)
        if position is not None and holding(position).ending == "too-many":
            assert holding(position, Limits(nodes=1)).ending == "open"
            return
    pytest.fail("no position with several defences was met")


def test_a_first_turn_with_more_stones_than_those_to_come_has_its_certificates() -> None:
    """Connect(7,7,4,1,3): the only defence has two stones, of a turn that has three."""
    options = {"size": "7x7", "k": "4", "p": "1", "q": "3"}
    text = "setup black=- white=c3,d3,e3 move=black left=3"
    found = holding(room("connect").from_text(text, options), most=3, certified_nodes=10_000)
    assert [turn.stones for turn in found.turns] == [("b3", "f3")]
    assert found.others_lose is not None
    assert found.others_lose.check().claim.fields["except"] == [["b3", "f3"]]
