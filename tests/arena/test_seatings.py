"""More seats than two: every deal is played in all seatings, and what a seat gets is told."""

from __future__ import annotations

from itertools import combinations

import pytest

from kikashi.arena import Contestant, Plan, run_match
from kikashi.arena.match import layouts
from kikashi.games import room, rooms

FOUR = [home.id for home in rooms() if home.start().players == 4]


def plan(game: str, games: int) -> Plan:
    start = room(game).start()
    names = tuple(Contestant.read(name, start) for name in ("level:4", "level:1"))
    return Plan(start, names, games, seconds=60.0, openings=((),), seed=3)


def seats_of(made: Plan, number: int, player: int) -> tuple[int, ...]:
    """The seats that a player has in a game."""
    first, _, _ = made.seats(number)
    side = int(first != player)
    return tuple(seat for seat, of in enumerate(made.layout(number)) if of == side)


def test_two_seats_are_swapped_and_four_are_shared_in_six_ways() -> None:
    assert layouts(2) == ((0, 1),)
    assert set(layouts(4)) == {(0, 0, 1, 1), (0, 1, 0, 1), (0, 1, 1, 0)}
    assert all(row[0] == 0 for row in layouts(3))
    assert {sum(row) for row in layouts(3)} == {1, 2}


@pytest.mark.parametrize("game", FOUR)
def test_a_deal_is_played_in_every_seating_before_the_next_one(game: str) -> None:
    made = plan(game, 12)
    assert made.seatings == 6
    for deal in range(2):
        numbers = [n for n in range(12) if made.deal(n) == deal]
        assert numbers == list(range(6 * deal, 6 * deal + 6))
        assert {seats_of(made, n, 0) for n in numbers} == set(combinations(range(4), 2))


@pytest.mark.native
@pytest.mark.parametrize("game", FOUR)
def test_points_count_whole_deals_and_cancel_between_the_two(game: str) -> None:
    made = plan(game, 13)
    standing = run_match(made)
    assert not standing.broken
    points = standing.points()
    assert points is not None
    assert points.deals == 2, "the thirteenth game is of a deal that is not whole"
    assert points.error > 0
    assert all(sum(game.points) == pytest.approx(0) for game in standing.games)
