"""GoClub: clubs in the plane, the census of the smallest board, and when it ends."""

from itertools import combinations

import pytest

from kikashi.games.goclub import ROOM
from kikashi.law import BadOptionError, Result


@pytest.mark.parametrize(
    ("side", "count"),
    [(3, 2), (5, 22), (6, 48), (7, 92), (8, 160), (9, 260), (15, 2072), (19, 5370)],
)
def test_the_number_of_clubs_on_a_square_board(side: int, count: int) -> None:
    assert len(ROOM.start({"size": f"{side}x{side}"}).rules.sets) == count


def test_a_club_is_a_centre_and_a_square_around_it() -> None:
    """Recounted from the words of the rule alone: any square of whole corners, centre whole."""
    rules = ROOM.start({"size": "6x5"}).rules
    places = set(rules.coordinates)
    found = set()
    for x, y in places:
        for a, b in places:
            p, q = a - x, b - y
            petals = {(x + p, y + q), (x - q, y + p), (x - p, y - q), (x + q, y - p)}
            if (p, q) != (0, 0) and petals <= places:
                found.add(frozenset({(x, y), *petals}))
    assert {frozenset(rules.coordinates[c] for c in cells) for cells in rules.sets} == found


def test_the_census_of_3x3_boards_in_the_paper() -> None:
    """Paper 002: 126 boards with five stones of A and four of B; A has won on 2, B on none."""
    rules = ROOM.start({"size": "3x3"}).rules
    boards = [sum(1 << cell for cell in five) for five in combinations(range(9), 5)]
    won_by_a = [a for a in boards if any(club & ~a == 0 for club in rules.masks)]
    won_by_b = [a for a in boards if any(club & a == 0 for club in rules.masks)]
    assert (len(boards), len(won_by_a), len(won_by_b)) == (126, 2, 0)


def test_an_upright_and_a_tilted_club_win() -> None:
    upright = ROOM.from_text("e5 a1 f5 a2 d5 a3 e6 b1 e4")
    tilted = ROOM.from_text("e5 a1 f7 a2 c6 a3 d3 b1 g4")
    assert upright.result() == tilted.result() == Result((1, -1), "set-filled")


@pytest.mark.parametrize(
    "shape",
    [
        "c5,d5,e5,f5,g5",  # a line: the paper's average test takes it for a club
        "e5,f7,d7,c6,c4",  # petals (+-1,2), (-2,+-1): its Pythagorean test does
        "f7,c6,d3,g4,e6",  # a square with another stone than its centre
    ],
)
def test_shapes_that_look_like_clubs_to_the_papers_first_tests_do_not_win(shape: str) -> None:
    text = f"setup black={shape} white=- move=white left=1"
    assert ROOM.from_text(text, {"size": "9x9"}).result() is None


def test_a_full_board_without_a_club_is_a_draw() -> None:
    drawn = ROOM.from_text("a1 a2 b1 b2 c1 c2 a3 b3 c3", {"size": "3x3"})
    assert drawn.result() == Result((0, 0), "board-full")


@pytest.mark.parametrize(
    "options",
    [
        {"size": "2x9"},
        {"size": "26"},
        {"size": "5x5x5"},
        {"clubs": "cube"},
        {"size": "10x5x5", "clubs": "axis"},
        {"size": "5x5x5x5", "clubs": "axis"},
        {"players": "4"},
        {"clubs": "rose"},
    ],
)
def test_options_that_make_no_game_are_refused(options: dict[str, str]) -> None:
    with pytest.raises(BadOptionError, match="goclub"):
        ROOM.start(options)
