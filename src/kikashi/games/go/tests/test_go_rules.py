"""The law of Go: counts that are known, ko in its kinds, the end of a game, bad input."""

from __future__ import annotations

from itertools import product

import pytest

from kikashi.games.go import ROOM
from kikashi.games.go.board import grid, strings
from kikashi.games.go.position import most_moves
from kikashi.law import BadOptionError, BadTextError, GameError, IllegalMoveError

SENDING = "a2 b1 b2 c2 b3 d1 a3 a1 c1"
"""After this b1 makes a board that stood before, with the other side to move."""


@pytest.mark.parametrize(("size", "count"), [(2, 57), (3, 12_675)])
def test_as_many_boards_are_legal_as_is_known(size: int, count: int) -> None:
    on = grid(size)
    boards = map("".join, product(".XO", repeat=size * size))
    assert sum(all(s.liberties for s in strings(board, on)) for board in boards) == count


@pytest.mark.parametrize(
    ("ko", "legal"), [("simple", True), ("positional", False), ("situational", True)]
)
def test_a_board_that_stood_before_is_forbidden_by_positional_superko_alone(
    ko: str, legal: bool
) -> None:
    position = ROOM.from_text(SENDING, {"size": "4x4", "ko": ko})
    assert ("b1" in position.legal_moves()) is legal
    if not legal:
        with pytest.raises(IllegalMoveError, match="before"):
            position.play("b1")


def test_a_simple_ko_may_not_be_taken_back_at_once() -> None:
    options = {"size": "5x5", "ko": "simple"}
    position = ROOM.from_text("b1 c1 a2 d2 b3 c3 c2 b2", options)
    assert position.board[position.on.index["c2"]] == "."
    with pytest.raises(IllegalMoveError, match="ko"):
        position.play("c2")
    assert "c2" in position.play_all("e5 e4").legal_moves()


def test_suicide_takes_the_own_string_off_where_it_is_allowed() -> None:
    text = "setup black=a1,b1 white=a3,b2,c1 move=black"
    with pytest.raises(IllegalMoveError, match="liberty"):
        ROOM.from_text(text, {"size": "5x5"}).play("a2")
    after = ROOM.from_text(text, {"size": "5x5", "suicide": "yes"}).play("a2")
    assert "X" not in after.board
    assert after.now.prisoners == (0, 3)


def test_area_and_territory_differ_by_the_stones_played() -> None:
    moves = "c1 d1 c2 d2 c3 d3 c4 d4 c5 d5 pass pass agree agree"
    for rules, counted in (("chinese", "B+4.5"), ("japanese", "B+4.5")):
        position = ROOM.from_text(moves, {"size": "5x5", "komi": "0.5", "rules": rules})
        assert position.result() is not None
        assert position.score().text == counted, rules
    position = ROOM.from_text(
        moves.replace("pass pass", "a1 pass pass"),
        {"size": "5x5", "komi": "0.5", "rules": "japanese"},
    )
    assert position.score().text == "B+3.5"


def test_area_counts_an_eye_in_a_seki() -> None:
    # White's a5 is an eye beside the shared points a7 and c5; gnugo 3.8 counts it for nobody.
    moves = (
        "f3 d4 e5 d5 d2 e6 c3 b4 b3 c4 f5 a3 f6 d7 a2 a4 f7 b2 d3 e4 f4 e7 e3 c2 c1 a1 d1 a2 b1 b5 "
        "c6 d6 b6 a6 b7 c7 e1 pass f2 pass g1 pass g2 pass pass"
    )
    position = ROOM.from_text(moves, {"size": "7", "dead": "none"})
    assert position.score().text == "B+1.5"


def test_dead_stones_come_off_when_both_agree() -> None:
    options = {"size": "5x5", "komi": "0.5"}
    played = "c1 d1 c2 d2 c3 d3 c4 d4 c5 d5 pass a1 pass pass"
    position = ROOM.from_text(played, options)
    assert "dead-a1" in position.legal_moves()
    marked = position.play_all("dead-a1 agree")
    assert marked.result() is None
    assert marked.to_move != position.to_move
    done = marked.play("agree")
    assert done.result() is not None
    assert done.score().text == "B+4.5"
    resumed = marked.play("resume")
    assert resumed.to_move == position.to_move
    assert "a2" in resumed.legal_moves()


def test_a_handicap_lies_on_its_points_or_is_placed_by_black() -> None:
    fixed = ROOM.start({"handicap": "4"})
    assert fixed.to_move == 1
    assert fixed.to_text() == "setup black=d4,q4,d16,q16 white=- move=white"
    assert ROOM.start({"size": "9", "handicap": "9"}).board.count("X") == 9
    free = ROOM.start({"size": "9", "handicap": "3", "placement": "free"})
    assert (free.to_move, free.moves_left) == (0, 3)
    with pytest.raises(IllegalMoveError, match="handicap"):
        free.play("pass")
    placed = free.play_all("c3 g7 e5")
    assert (placed.to_move, placed.board.count("X")) == (1, 3)


def test_white_gets_a_bonus_for_a_handicap_where_the_rules_say_so() -> None:
    def counted(rules: str) -> int:
        options = {"size": "9", "handicap": "4", "komi": "0.5", "rules": rules, "dead": "none"}
        return ROOM.from_text("pass pass", options).score().margin

    assert counted("tromp-taylor") - counted("chinese") == 2 * 4
    assert counted("tromp-taylor") - counted("aga") == 2 * 3


def test_a_cycle_under_a_simple_ko_and_a_game_too_long_have_no_result() -> None:
    options = {"size": "2x2", "ko": "simple", "suicide": "no", "dead": "agreed"}
    position = ROOM.start(options)
    while position.result() is None:
        position = position.play_all("pass pass resume")
    assert position.result() is not None
    assert len(position.moves) <= most_moves(2) + 2
    result = position.result()
    assert result is not None
    assert result.winner is None


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("i5", "no point"),
        ("k10", "no point"),
        ("e5 e5", "already holds"),
        ("setup black=a1 white=a1 move=black", "two stones"),
        ("setup black=a1 white=a2,b1 move=black", "no liberty"),
        ("setup black=a1 white=-", "who moves"),
        ("setup black=a1 move=black ko=a1", "stone lies there"),
        ("setup black=a1 move=white left=2", "Black places"),
        ("setup black=a1 move=black captured=x", "two numbers"),
        ("agree", "no point"),
    ],
)
def test_bad_texts_are_refused_with_a_sentence(text: str, said: str) -> None:
    with pytest.raises(BadTextError, match=said):
        ROOM.from_text(text, {"size": "9x9"})


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"komi": "7.3"}, "half"),
        ({"komi": "many"}, "half"),
        ({"size": "9x10"}, "square"),
        ({"size": "26x26"}, "from 2 to 25"),
        ({"size": "8x8", "handicap": "5"}, "at most 4"),
        ({"size": "5x5", "handicap": "25", "placement": "free"}, "no free point"),
        ({"handicap": "1"}, "2 stones"),
    ],
)
def test_options_that_do_not_fit_are_refused(options: dict[str, str], said: str) -> None:
    with pytest.raises(BadOptionError, match=said):
        ROOM.start(options)


def test_negative_komi_is_a_komi() -> None:
    assert ROOM.start({"komi": "-5.5"}).options["komi"] == "-5.5"
    with pytest.raises(GameError):
        ROOM.start({"komi": "-1000"})
