"""Chance, payoffs, views, capabilities and claims, on a game small enough to see whole.

The room is found only where KIKASHI_ROOMS names its folder, so pytest does not collect this file by
itself: test_toy_rooms.py runs it.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import pytest

from kikashi.games import room as find_room
from kikashi.games import room_ids
from kikashi.law import CHANCE, GameError, Position, Room


@pytest.fixture(name="room")
def _room() -> Room:
    assert "toydice" in room_ids()
    return find_room("toydice")


def histories(
    position: Position, before: tuple[tuple[int, str], ...] = ()
) -> Iterator[tuple[tuple[tuple[int, str], ...], Position]]:
    """Every way the game can go, as (who moved, what), with where it leads."""
    yield before, position
    for move in position.legal_moves():
        yield from histories(position.play(move), (*before, (position.to_move, move)))


def seen_by(player: int, history: tuple[tuple[int, str], ...]) -> tuple[str, ...]:
    """What a player has seen, told from the rules alone: own die, all words, dice after a call."""
    words = [move for who, move in history if who != CHANCE]
    dice = [move for who, move in history if who == CHANCE]
    open_ = words == ["raise", "call"]
    return (*(d if n == player or open_ else "?" for n, d in enumerate(dice)), *words)


def test_two_states_have_equal_views_exactly_when_the_player_has_seen_the_same(room: Room) -> None:
    everything = list(histories(room.start()))
    assert len(everything) > 40
    for player in range(2):
        views: dict[tuple[str, ...], object] = {}
        for history, position in everything:
            seen, view = seen_by(player, history), position.view(player)
            assert views.setdefault(seen, view) == view, history
        assert len(set(views.values())) == len(views), "a view forgets what the player has seen"


def test_a_view_does_not_hold_the_hidden_die(room: Room) -> None:
    one, other = room.from_text("2 1 raise"), room.from_text("2 3 raise")
    assert one != other
    assert one.view(0) == other.view(0)
    assert one.view(1) != other.view(1)


def test_chance_has_exact_weights_and_the_moves_that_are_legal(room: Room) -> None:
    start = room.start()
    assert start.to_move == CHANCE
    assert [(o.move, o.weight) for o in start.outcomes()] == [("1", 1), ("2", 2), ("3", 3)]
    assert start.legal_moves() == ("1", "2", "3")
    assert start.play("1").play("2").outcomes() == ()


def test_the_value_of_always_raising_and_calling_is_exact(room: Room) -> None:
    """By symmetry nothing is gained; the chance of a tie is (1 + 4 + 9) / 36."""

    def expected(position: Position) -> tuple[Fraction, Fraction]:
        result = position.result()
        if result is not None:
            return Fraction(result.payoffs[0]), Fraction(result.payoffs == (0, 0))
        if position.to_move == CHANCE:
            total = sum(o.weight for o in position.outcomes())
            parts = [(o.weight, expected(position.play(o.move))) for o in position.outcomes()]
            return (
                sum((w * v for w, (v, _) in parts), Fraction(0)) / total,
                sum((w * t for w, (_, t) in parts), Fraction(0)) / total,
            )
        return expected(position.play(position.legal_moves()[-1]))

    assert expected(room.start()) == (Fraction(0), Fraction(14, 36))


def test_payoffs_are_a_vector_with_a_reason(room: Room) -> None:
    called = room.from_text("3 1 raise call").result()
    folded = room.from_text("3 1 fold").result()
    assert called is not None
    assert folded is not None
    assert (called.payoffs, called.reason, called.winner) == ((2, -2), "called", 0)
    assert (folded.payoffs, folded.reason, folded.winner) == ((-1, 1), "folded", 1)
    tie = room.from_text("2 2 raise call").result()
    assert tie is not None
    assert tie.winner is None


def test_the_record_says_what_the_game_is_and_what_can_be_claimed(room: Room) -> None:
    record = room.capabilities({})
    assert (record.chance, record.hidden, record.twin, record.provers) == (True, True, False, ())
    assert record.claims == ("value",) == tuple(kind.name for kind in room.claims)


def test_a_room_without_a_twin_says_so(room: Room) -> None:
    with pytest.raises(GameError, match="toydice has no twin yet"):
        room.twin(room.start())
