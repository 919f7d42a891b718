"""The leaves alone: pairings, the Erdos-Selfridge sum and its roots, and dead cells."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kikashi.law.winning_sets import StonePosition
from kikashi.proofs import CertificateWriter, RefusedError, check, check_stated
from kikashi.stones.proofs.leaves import ROOT_BITS, joined, potential_holds, power_up
from tests.proofs.brute import Solver
from tests.proofs.scenarios import position, set_game


def held(start: StonePosition, side: str = "white") -> CertificateWriter:
    return CertificateWriter(start.game, start.options, start, {"kind": "hold", "side": side})


def pairing(start: StonePosition, pairs: list[tuple[int, int]]) -> bytes:
    writer = held(start)
    writer.pairing(0, pairs)
    return writer.to_bytes()


def potential(start: StonePosition) -> bytes:
    writer = held(start)
    writer.potential(0)
    return writer.to_bytes()


@settings(deadline=None, derandomize=True)
@given(st.integers(2, 8), st.integers(0, 30), st.integers(1, 7))
def test_powers_are_rounded_up_and_by_less_than_one(base: int, top: int, under: int) -> None:
    scaled = power_up(base, top, under)
    exact = base**top << ROOT_BITS * under
    assert scaled**under >= exact
    assert (scaled - 1) ** under < exact


def test_the_sum_of_one_stone_games_is_exact_at_its_edge() -> None:
    # Four sets of two: T = 4 * 1/4 = 1, which is not under 1; three sets are.
    assert not potential_holds([(2, 4)], 1, prover_moves=True, left=1)
    assert potential_holds([(2, 3)], 1, prover_moves=True, left=1)
    # The other side first: T must be under 1/2.
    assert not potential_holds([(2, 2)], 1, prover_moves=False, left=1)
    assert potential_holds([(2, 1)], 1, prover_moves=False, left=1)


def test_a_turn_begun_counts_only_the_stones_left_in_it() -> None:
    # One set of two missing, two stones a turn: filled by two stones, not by one.
    assert not potential_holds([(2, 1)], 2, prover_moves=False, left=2)
    assert potential_holds([(2, 1)], 2, prover_moves=False, left=1)
    # Two sets of two: two stones block both, one leaves the other open.
    assert potential_holds([(2, 2)], 2, prover_moves=True, left=2)
    assert not potential_holds([(2, 2)], 2, prover_moves=True, left=1)


@settings(deadline=None, derandomize=True)
@given(st.integers(1, 3), st.integers(1, 3), st.booleans(), st.data())
def test_whenever_the_sum_says_safe_brute_force_agrees(
    stones: int, left: int, prover_moves: bool, data: st.DataObject
) -> None:
    cells = "abcdefg"
    letters = st.lists(st.sampled_from(cells), min_size=2, max_size=4, unique=True)
    sets = data.draw(st.lists(letters.map(lambda s: "".join(sorted(s))), min_size=1, max_size=5))
    mover = "white" if prover_moves else "black"
    left = min(left, stones)
    start = position(
        "sets",
        f"setup black=- white=- move={mover} left={left}",
        **set_game(cells, sorted(set(sets)), stones),
    )
    missing = [(len(s), 1) for s in set(sets)]
    if potential_holds(missing, stones, prover_moves=prover_moves, left=left):
        check_stated(potential(start))
        assert Solver().holds(start, 1)


def test_a_pairing_holds_only_if_every_open_set_has_a_pair() -> None:
    start = position("sets", "", **set_game("abcdef", ["abc", "cde", "def"]))
    assert check_stated(pairing(start, [(0, 1), (3, 4)])).sentence == "white does not lose"
    with pytest.raises(RefusedError, match="no pair stops the set that misses a,b,c"):
        check_stated(pairing(start, [(3, 4)]))


@pytest.mark.parametrize(
    ("pairs", "why"),
    [
        ([(0, 1), (1, 2)], "share a cell"),
        ([(0, 0)], "named twice"),
        ([(0, 9)], "under 6"),
    ],
)
def test_pairs_are_two_cells_of_their_own(pairs: list[tuple[int, int]], why: str) -> None:
    start = position("sets", "", **set_game("abcdef", ["abc", "cde"]))
    with pytest.raises(RefusedError, match=why):
        check_stated(pairing(start, pairs))


def test_a_pairing_needs_empty_cells_and_one_stone_a_turn() -> None:
    sets = ["abc", "cde"]
    taken = position("sets", "setup black=a white=- move=black left=1", **set_game("abcdef", sets))
    with pytest.raises(RefusedError, match="uses a, which is not empty"):
        check_stated(pairing(taken, [(0, 1), (3, 4)]))
    two = position("sets", "", **set_game("abcdef", sets, stones=2))
    with pytest.raises(RefusedError, match="one stone at a time"):
        check_stated(pairing(two, [(0, 1), (3, 4)]))


def test_a_pairing_is_refused_while_the_opponent_has_two_stones_to_place() -> None:
    # One stone a turn, but two in the first: both cells of a pair fall at once.
    start = position("connect", "", size="4x1", k="2", p="1", q="2")
    with pytest.raises(RefusedError, match="one stone at a time"):
        check_stated(pairing(start, [(0, 1), (2, 3)]))


def test_a_reply_on_a_dead_cell_needs_no_answer_but_a_live_one_does() -> None:
    # d is in no set; black must take a or b, and white the other.
    start = position("sets", "", **set_game("abd", ["ab"]))
    writer = held(start)
    writer.reply(1, [([0], writer.turn(0, [1], writer.reply(0)))])
    with pytest.raises(RefusedError, match="the reply b has no answer"):
        check_stated(writer.to_bytes())
    writer.reply(1, [([0], 1), ([1], writer.turn(0, [0], 0))])
    check_stated(writer.to_bytes())


def test_a_reply_on_the_cell_of_the_provers_own_threat_needs_an_answer() -> None:
    # White threatens c, so a and b are answered by c; a reply on c itself has no such answer.
    start = position(
        "sets", "setup black=- white=d move=black left=1", **set_game("abcde", ["ab", "cd"])
    )
    writer = held(start)
    writer.reply(1)
    with pytest.raises(RefusedError, match="the reply c has no answer"):
        check_stated(writer.to_bytes())


@settings(deadline=None, derandomize=True)
@given(st.lists(st.integers(1, 511), max_size=14), st.integers(1, 7))
def test_two_sets_at_once_are_those_of_the_definition(holes: list[int], most: int) -> None:
    wanted = {
        one | other
        for one, other in combinations(holes, 2)
        if one & ~other and other & ~one and (one | other).bit_count() <= most
    }
    assert set(joined(holes, most, lambda _steps: None)) == wanted


def test_no_two_sets_at_once_needs_a_count_of_turns_and_time_for_no_more() -> None:
    start = position("connect", "", size="3x3", k="3", p="1", q="1")
    claim = {"kind": "no-forcing-win", "side": "black", "by": "any", "turns": 3}
    for turns, passes in ((2, True), (3, True), (4, False)):
        writer = CertificateWriter(start.game, start.options, start, {**claim, "turns": turns})
        writer.no_double(turns)
        if passes:
            check_stated(writer.to_bytes())
        else:
            with pytest.raises(RefusedError, match="two sets at once"):
                check_stated(writer.to_bytes())
    uncounted = CertificateWriter(start.game, start.options, start, {**claim, "turns": None})
    uncounted.no_double(3)
    with pytest.raises(RefusedError, match="no kind 'd' here"):
        check_stated(uncounted.to_bytes())


def test_no_win_within_some_turns_is_not_taken_for_no_win_at_all() -> None:
    start = position("connect", "", size="3x3", k="3", p="1", q="1")
    claim = {"kind": "no-forcing-win", "side": "black", "by": "any", "turns": 2}
    writer = CertificateWriter(start.game, start.options, start, claim)
    writer.no_double(2)
    data = writer.to_bytes()
    sentence = "black has no win by turns of any kind (any)"
    assert check(data, start=start, claim=f"{sentence} within 2 turns").turns == 2
    with pytest.raises(RefusedError):
        check(data, start=start, claim=sentence)
