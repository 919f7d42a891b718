"""The text of the contests, in and out, and the 655 games of a university course."""

from __future__ import annotations

import pytest

from kikashi.games import room
from kikashi.games.banqi.contest_records import read, write
from kikashi.games.banqi.position import banqi_of
from kikashi.law import GameError
from kikashi.records.line_formats import Maker, moves_text
from tests.data import data

COURSE = {"preset": "course"}
SHORT = """# game 1 group=tried by hand
4:15pm
first vs second
X X X X
first 0
1. a1(K) b1(g)
2. a1-b1
NoMove first wins 1,0
"""


@pytest.mark.slow
def test_all_655_games_of_the_course_replay_with_their_results() -> None:
    games = list(read(data("banqi/ntu2021_azul_games.txt").read_text("utf-8")))
    assert len(games) == 655
    differences = {game.name: why for game in games if (why := game.difference(COURSE))}
    assert not differences


@pytest.mark.slow
def test_some_games_end_otherwise_under_the_rules_of_contests() -> None:
    games = list(read(data("banqi/ntu2021_azul_games.txt").read_text("utf-8")))[:60]
    differences = [why for game in games if (why := game.difference({"preset": "contest"}))]
    assert differences
    assert all("no end" in why or "game is over" in why for why in differences)


def test_a_game_is_written_as_it_was_read() -> None:
    [game] = read(SHORT)
    assert game.moves == ("a1", "K", "b1", "g", "a1-b1")
    assert game.points == (1.0, 0.0)
    position = banqi_of(room("banqi").start(COURSE).play_all(game.moves))
    text = write(position, game.moves, ("first", "second"))
    assert "1. a1(K) b1(g)" in text
    [again] = read(f"# game 1\n{text}")
    assert again.moves == game.moves


def test_a_difference_is_told_in_words() -> None:
    [game] = read(SHORT)
    assert "no end" in game.difference(COURSE), "pieces are still face down: nobody has lost"
    [wrong] = read(SHORT.replace("2. a1-b1", "2. a1-a3"))
    assert "cannot go" in wrong.difference(COURSE)
    with pytest.raises(GameError, match="not a result"):
        list(read("# game 1 x\n1. a1(K)\nhello"))


def test_lists_of_moves_hold_flips_with_what_they_showed() -> None:
    record = Maker("banqi", None).checked("1. a1(K) b1(g) 2. a1-b1")
    assert record.moves == ("a1", "K", "b1", "g", "a1-b1")
    assert moves_text(record) == "a1(K) b1(g) a1-b1\n"
