"""The books of openings: turns that can be played, alike under the symmetries of the board."""

from __future__ import annotations

import pytest

from kikashi.games import room
from kikashi.law import GameError
from kikashi.play.openings import Row, openings, read_book, written
from kikashi.play.position_keys import key_of

BOOKS = ("connect6", "goclub", "gomoku", "minishogi", "xiangqi")


@pytest.mark.parametrize("game", BOOKS)
def test_the_first_turns_and_their_answers_are_legal_and_the_most_played_come_first(
    game: str,
) -> None:
    start = room(game).start()
    found = openings(start)
    assert found
    assert [one.games for one in found] == sorted((one.games for one in found), reverse=True)
    after = start.play_all(found[0].moves)
    answers = openings(after)
    assert answers
    assert sum(one.games for one in answers) <= found[0].games
    for one in answers:
        assert after.play_all(one.moves).to_move != after.to_move


def test_mirrored_positions_have_the_same_turns_mirrored() -> None:
    start = room("gomoku").start()
    move = openings(start)[0].moves[0]
    one, other = (start.play(start.transform_move(s, move)) for s in start.symmetries()[:2])
    assert one.to_text() != other.to_text()
    assert key_of(one).text == key_of(other).text
    here, there = openings(one), openings(other)
    assert sorted((row.wins, row.drawn) for row in here) == sorted(
        (row.wins, row.drawn) for row in there
    )
    assert here
    assert {key_of(one.play_all(row.moves)).text for row in here} == {
        key_of(other.play_all(row.moves)).text for row in there
    }


def test_other_rules_and_games_without_a_book_have_none() -> None:
    assert openings(room("gomoku").start({"size": "9x9"})) == ()
    assert openings(room("go").start()) == ()


def test_a_game_that_is_over_has_none() -> None:
    won = room("gomoku").from_text("h8 a1 h9 a2 h10 a3 h11 a4 h12")
    assert openings(won) == ()


def test_a_book_is_read_by_lines_and_written_as_it_was() -> None:
    lines = ["abc h8+h9 3 1 2", "abc i9 0 2 0 doubted", "abd j9 0 0 0 certified:vct:17"]
    book = read_book(["# games", *lines])
    assert book == {
        "abc": [Row("h8 h9", (3, 1), 2), Row("i9", (0, 2), 0, "doubted")],
        "abd": [Row("j9", (0, 0), 0, "certified", "vct", 17)],
    }
    assert [written(key, row) for key, rows in book.items() for row in rows] == lines


@pytest.mark.parametrize(
    "line",
    ["", "abc", "abc h8 3", "abc h8 3 -1 2", "abc h8 3 x 2", "a b ² 1 2", "abc h8 3 1 2 believed"],
)
def test_a_damaged_line_of_a_book_is_refused_by_its_number(line: str) -> None:
    with pytest.raises(GameError, match="line 2 of the book of openings"):
        read_book(["abc i9 0 2 0", line])


def test_a_symmetric_position_has_every_picture_of_a_turn() -> None:
    start = room("gomoku").start()
    found = {openings(start.play("h8"), picture)[0].moves for picture in range(8)}
    assert len(found) > 1
    assert len({key_of(start.play("h8").play_all(moves)).text for moves in found}) == 1
