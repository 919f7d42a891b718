"""Clubs in space: how many there are, and that they may be tilted."""

from itertools import combinations, product

import pytest

from kikashi.games.goclub import ROOM
from kikashi.games.goclub.clubs import petal_offsets
from kikashi.law import Result

AXIS = {"size": "5x5x5", "clubs": "axis"}
CUBE = {"size": "5x5x5", "clubs": "cube"}


def upright(side: int) -> int:
    return sum((side - 2 * arm) ** 3 for arm in range(1, (side + 1) // 2))


@pytest.mark.parametrize("side", [3, 4, 5, 6, 7, 8, 9])
def test_cube_clubs_are_the_upright_ones_alone(side: int) -> None:
    sets = ROOM.start({"size": f"{side}x{side}x{side}", "clubs": "cube"}).rules.sets
    assert len(sets) == upright(side)
    assert {len(cells) for cells in sets} == {9}


@pytest.mark.parametrize("side", [3, 4, 5, 6, 7, 8, 9])
def test_axis_clubs_are_the_upright_ones_and_four_tilted_ways_of_arms_3_and_6(side: int) -> None:
    sets = ROOM.start({"size": f"{side}x{side}x{side}", "clubs": "axis"}).rules.sets
    tilted = 4 * sum(max(side - span, 0) ** 3 for span in (4, 8))
    assert len(sets) == upright(side) + tilted
    assert {len(cells) for cells in sets} == {7}


def test_axis_clubs_on_5x5x5_recounted_from_the_words_of_the_rule() -> None:
    """Three pairs of opposite petals, equally far, on lines at right angles."""
    arms = [a for a in product(range(-2, 3), repeat=3) if a > (0, 0, 0)]

    def dot(u: tuple[int, ...], v: tuple[int, ...]) -> int:
        return sum(a * b for a, b in zip(u, v, strict=True))

    triples = [
        three
        for three in combinations(arms, 3)
        if len({dot(a, a) for a in three}) == 1
        and all(dot(u, v) == 0 for u, v in combinations(three, 2))
    ]
    count = 0
    for centre in product(range(5), repeat=3):
        for three in triples:
            count += all(
                0 <= c + s * d < 5
                for arm in three
                for s in (1, -1)
                for c, d in zip(centre, arm, strict=True)
            )
    assert count == len(ROOM.start(AXIS).rules.sets) == 32


def test_no_tilted_cube_fits_below_eleven_a_side() -> None:
    assert len(petal_offsets("cube", 4)) == 4
    assert len(petal_offsets("cube", 5)) > 5, "11 a side has the first tilted cubes"


def test_a_tilted_axis_club_wins() -> None:
    """Arms (1,2,2), (2,1,-2), (2,-2,1) around the middle."""
    mine = ["c3c", "d5e", "b1a", "e4a", "a2e", "e1d"]
    theirs = ["a1b", "b1b", "c1b", "d1b", "e2b", "a1c"]
    text = " ".join(f"{m} {t}" for m, t in zip(mine, theirs, strict=True))
    position = ROOM.from_text(text, AXIS)
    assert position.result() is None
    assert position.play("a5b").result() == Result((1, -1), "set-filled")


def test_a_cube_club_wins_and_needs_its_centre() -> None:
    corners = ",".join(x + y + z for z in "bd" for y in "24" for x in "bd")
    position = ROOM.from_text(f"setup black={corners} white=a1a move=black left=1", CUBE)
    assert position.result() is None
    assert position.play("c3c").result() == Result((1, -1), "set-filled")


def test_a_box_in_space_need_not_be_a_cube() -> None:
    rules = ROOM.start({"size": "3x4x5", "clubs": "axis"}).rules
    assert len(rules.cells) == 60
    assert len(rules.sets) == 1 * 2 * 3
