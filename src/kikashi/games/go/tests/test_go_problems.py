"""Reading problems: their themes, what is shipped, and that each is proved."""

from __future__ import annotations

import pytest

from kikashi.games.go import questions
from kikashi.games.go.board import grid
from kikashi.games.go.line_themes import EYE_SHAPES, KINDS, TAGS, WORDS, ReadingLine, tags_of
from kikashi.games.go.problems import PER_KIND, certificates, found_in, game, shipped
from kikashi.law import GameError
from kikashi.puzzles.choices import explained
from tests.go_boards import board

pytestmark = pytest.mark.native


def line(
    rows: str, target: str, kind: str, moves: str, solver: int = 0, *, seki: bool = False
) -> ReadingLine:
    law = board(rows, ("black", "white")[solver])
    cell = law.on.index[target]
    return ReadingLine(law.on, law.board, solver, cell, kind, tuple(moves.split()), seki)


CRAWL = """
. . . . . .
. . . . . .
. . . . . .
. . . . . .
O X . . . .
. . . . . .
"""
SNAPBACK = """
. . . . . . .
. . . . . . .
. . X X X . .
. X O O O X .
. X O . . X .
. X O O X . .
. . X X . . .
"""
STONES = """
. . . .
. . . .
X X . .
. O . .
"""
NET = """
. . . . . .
. . X X . .
. X O O . .
. X O . . .
. . X . . .
. . . . . .
"""
TWO = """
. . . . . .
. . . . . .
. . . . . .
X X X X X X
O O O O O X
. O . . O X
"""
RACE = """
. . . . . .
. . . . . .
X X X X X X
O O O O O X
X X X X O X
X . . . O X
"""
DOUBLE = """
. . . . .
. X O X .
. O . O .
. X X X .
. . . . .
"""


def shape(*points: str) -> ReadingLine:
    """A group of White's around an empty area, Black to play at its first point."""
    on = grid(9)
    text = "".join("." if name in points else "O" for name in on.names)
    return ReadingLine(on, text, 0, 0, "kill", (points[0],))


EXAMPLES: dict[str, tuple[ReadingLine, ReadingLine]] = {
    # a line with the theme, and one without that looks like it
    "ladder": (
        line(CRAWL, "a2", "capture", "a1 a3 b3 a4 b4"),
        line(NET, "c4", "capture", "e3"),
    ),
    "net": (line(NET, "c4", "capture", "e3"), line(NET, "c4", "capture", "d3")),
    "snapback": (
        line(SNAPBACK, "c4", "capture", "d3 e3 d3"),
        line(SNAPBACK, "c4", "capture", "e3 pass d3"),
    ),
    "throw-in": (line(SNAPBACK, "c4", "capture", "d3"), line(SNAPBACK, "c4", "capture", "e3")),
    "under-the-stones": (
        line(STONES, "a2", "kill", "a1 c1 b1", 1),
        line(SNAPBACK, "c4", "capture", "d3 e3 d3"),
    ),
    "sacrifice": (
        line(SNAPBACK, "c4", "capture", "d3 e3 d3"),
        line(SNAPBACK, "c4", "capture", "e3 pass d3"),
    ),
    "nakade": (shape("d4", "d3", "d5"), shape("d4", "d3")),
    "three": (shape("d4", "d3", "d5"), shape("d4", "d3")),
    "pyramid-four": (shape("d4", "d3", "d5", "e4"), shape("d4", "d3", "d5", "d6")),
    "square-four": (shape("d4", "d3", "e3", "e4"), shape("d4", "d3", "d5", "e4")),
    "straight-four": (shape("d4", "d3", "d5", "d6"), shape("d4", "d3", "e3", "e4")),
    "bulky-five": (
        shape("d4", "d3", "e3", "e4", "d5"),
        shape("d4", "d3", "d5", "c4", "e4"),
    ),
    "cross-five": (
        shape("d4", "d3", "d5", "c4", "e4"),
        shape("d4", "d3", "e3", "e4", "d5"),
    ),
    "rabbity-six": (
        shape("d4", "d3", "d5", "c4", "e4", "e3"),
        shape("d4", "d3", "e3", "e4", "d5", "d6"),
    ),
    "two-eyes": (
        line(TWO, "b2", "live", "c1", 1),
        line(TWO, "b2", "live", "pass", 1),
    ),
    "seki": (
        line(TWO, "b2", "live", "c1", 1, seki=True),
        line(TWO, "b2", "live", "c1", 1),
    ),
    "ko": (
        line(". X O .\nX . X O\n. X O .\n. . . .", "c3", "capture", "b3", 1),
        line(NET, "c4", "capture", "e3"),
    ),
    "liberty-race": (
        line(RACE, "a2", "kill", "e1", 1),
        line(NET, "c4", "capture", "e3"),
    ),
    "double-atari": (line(DOUBLE, "c4", "capture", "c3"), line(NET, "c4", "capture", "e3")),
    "captures-first": (
        line(". . .\n. X .\nO X .", "a1", "capture", "a2"),
        line(NET, "c4", "capture", "e3"),
    ),
    "first-line": (line(CRAWL, "a2", "capture", "a1"), line(NET, "c4", "capture", "e3")),
}


@pytest.mark.parametrize("name", TAGS)
def test_a_theme_applies_to_its_example_and_not_to_what_looks_like_it(name: str) -> None:
    positive, negative = EXAMPLES[name]
    assert TAGS[name](positive) == 1
    assert TAGS[name](negative) == 0


def test_every_theme_has_words_and_an_example() -> None:
    assert set(EXAMPLES) == set(TAGS)
    assert set(WORDS) == {*TAGS, *KINDS}
    assert set(EYE_SHAPES) < set(TAGS)


def test_three_hundred_problems_are_shipped_with_one_answer_each() -> None:
    found = shipped()
    assert len(found) >= 300
    assert len({one.text for one in found}) == len(found)
    for kind in KINDS:
        assert 20 <= sum(one.kind == kind for one in found) <= PER_KIND
    assert [one.difficulty for one in found] == sorted(one.difficulty for one in found)
    assert len({tag for one in found for tag in one.tags}) >= 12
    for one in found[::25]:
        assert one.answer in one.start.legal_moves()


@pytest.mark.thorough
def test_shipped_problems_are_proved_and_every_other_first_move_is_refuted() -> None:
    for one in shipped()[5::40]:
        proofs = certificates(one.start, one.target, one.kind, one.answer)
        assert proofs is not None, one
        works, nothing_else = proofs
        assert works.check().claim.fields["other"] is None
        assert nothing_else.check().claim.fields["but"] == [one.answer]


def test_a_problem_is_known_however_it_is_turned() -> None:
    one = shipped()[7]
    for symmetry in one.start.symmetries():
        turned = one.start.transform(symmetry)
        again = questions.problem_of(turned)
        assert again.answer == one.start.transform_move(symmetry, one.answer)
        assert again.target in questions.ask(turned)["en"]
    with pytest.raises(GameError, match="own reading problems"):
        questions.problem_of(board(NET))


def test_every_first_move_is_valued_and_the_answer_alone_works() -> None:
    one = shipped()[-3]
    found = questions.choices(one.start.view_of_mover())
    assert found[0].move == one.answer
    assert [choice.move for choice in found if choice.value == (2,)] == [one.answer]
    assert {choice.move for choice in found} == set(one.start.legal_moves())
    assert any(choice.line for choice in found[1:])  # a wrong move is refuted on the board
    tags = tags_of(
        ReadingLine(
            one.start.on,
            one.start.board,
            one.start.to_move,
            one.start.on.index[one.target],
            one.kind,
            (one.answer, *found[0].line),
        )
    )
    assert one.kind in tags


@pytest.mark.slow
def test_games_of_our_own_give_problems_again() -> None:
    moves = game(25, 0)
    assert moves == game(25, 0)
    assert any(found_in(moves[:60], "test"))


# --- ko threats that a person sets ----------------------------------------------------------------


def test_threats_that_are_set_decide_a_ko() -> None:
    """A first move that makes a ko works with any number of threats against none, and not with none
    against any number; with the counts that the question means all is as it was."""
    for problem in shipped():
        position = problem.start
        valued = questions.choices(position.view_of_mover())
        kos = {one.move for one in valued if one.value == (1,)} - {"pass"}
        if kos:
            break
    told = explained(position)
    working = {
        one["word"]
        for one in explained(position, {"own": "any", "other": "0"})["choices"]
        if one["value"] == [2]
    }
    assert kos | {problem.answer} <= working
    alone = explained(position, {"own": "0", "other": "any"})
    assert alone == told
    few = explained(position, {"own": "0", "other": "3"})
    assert "0 ko threats" in few["grounds"]["en"]
    one = explained(position, {"own": "1", "other": "any"})
    assert "1 ko threat of the side to play against any number of" in one["grounds"]["en"]
    assert "劫材 3" in few["grounds"]["zh-Hant"]
    assert few["proved"] is False


def test_wrong_counts_of_threats_are_refused() -> None:
    position = shipped()[0].start
    with pytest.raises(GameError, match="threats are one of"):
        explained(position, {"own": "17"})
    with pytest.raises(GameError, match="have no 'theirs'"):
        explained(position, {"theirs": "1"})
