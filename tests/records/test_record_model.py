"""Records by the law: replay, positions, winners, and the position argument of the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from kikashi.games import room
from kikashi.law import BadTextError, GameError
from kikashi.records import Record, RecordError, position_argument, write

ROW = "h8 a1 h9 a2 h10 a3 h11 a4 h12"


def test_replay_gives_the_position_after_every_stone() -> None:
    game = Record.from_moves("connect6", "j10 k11 i11 l12")
    positions = game.replay()
    assert len(positions) == 5
    assert [p.to_move for p in positions] == [0, 1, 1, 0, 0]
    assert positions[2] == room("connect6").from_text("j10 k11")
    assert game.position_after(2) == positions[2]


def test_the_winner_is_the_law_s_else_the_stated_one() -> None:
    assert Record.from_moves("gomoku", ROW).winner() == "black"
    game = Record.from_moves("gomoku", "h8 a1")
    assert game.winner() == ""
    game.result = "white"
    assert game.winner() == "white"
    draw = Record.from_moves("gomoku", "a1 b2 c3 b1 b3 a3 c1 c2 a2", {"size": "3", "k": "3"})
    assert draw.winner() == "draw"


def test_an_illegal_move_is_named_by_its_number() -> None:
    with pytest.raises(RecordError, match=r"^move 3: j10 already holds a stone$") as refusal:
        Record.from_moves("connect6", "j10 k11 j10")
    assert refusal.value.move == 3


def test_variations_are_checked_too() -> None:
    game = Record.from_moves("gomoku", ROW)
    game.root.children[0].add("h8")
    with pytest.raises(RecordError, match=r"^move 2 of a variation: h8 already holds"):
        game.check()


def test_a_position_that_the_record_does_not_reach_is_refused() -> None:
    game = Record.from_moves("connect6", "j10 k11")
    for stones in (-1, 3):
        with pytest.raises(RecordError, match="has 2 moves"):
            game.position_after(stones)


def test_a_setup_text_is_kept_in_its_normal_form() -> None:
    game = Record("connect6", {"size": "19x19"}, setup="setup white=k11,i11 black=j10 move=black")
    assert game.setup == "setup black=j10 white=i11,k11 move=black left=2"
    with pytest.raises(BadTextError):
        Record("connect6", {"size": "19x19"}, setup="setup black=z99 move=black")


def test_a_result_that_no_player_has_is_refused() -> None:
    game = Record.from_moves("gomoku", "h8")
    game.result = "red"
    with pytest.raises(RecordError, match="'red' is none of black, white, draw"):
        game.check()


@pytest.fixture
def two_games(tmp_path: Path) -> Path:
    games = [
        Record.from_moves("gomoku", ROW),
        Record.from_moves("gomoku", "c3 d4", {"size": "9x9"}),
    ]
    path = tmp_path / "two#games.sgf"
    path.write_bytes(write(games))
    return path


@pytest.mark.parametrize(
    ("place", "moves", "size"),
    [
        ("#0", "", "15x15"),
        ("#2", "h8 a1", "15x15"),
        ("", ROW, "15x15"),
        ("#2:1", "c3", "9x9"),
        ("#1:9", ROW, "15x15"),
    ],
)
def test_a_position_argument_may_be_a_place_in_a_record(
    two_games: Path, place: str, moves: str, size: str
) -> None:
    gomoku = room("gomoku")
    found = position_argument(f"@{two_games}{place}", gomoku, gomoku.normal_options(None))
    assert found == gomoku.from_text(moves, {"size": size})


def test_a_position_argument_may_be_moves_or_a_setup_text() -> None:
    gomoku = room("gomoku")
    options = {"size": "9x9"}
    expected = gomoku.from_text("c3 d4", options)
    assert position_argument("c3 d4", gomoku, options) == expected
    assert position_argument(expected.to_text(), gomoku, options) == expected
    assert position_argument("", gomoku) == gomoku.start()


@pytest.mark.parametrize(
    ("place", "why"),
    [("#99", "has 9 moves"), ("#3:1", "has no game 3"), ("#0:1", "has no game 0")],
)
def test_a_place_that_is_not_there_is_refused(two_games: Path, place: str, why: str) -> None:
    with pytest.raises(RecordError, match=why):
        position_argument(f"@{two_games}{place}", room("gomoku"))


def test_a_place_in_a_broken_or_missing_record_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "broken.sgf"
    path.write_text("(;GM[4];B[hh];W[hh])(;GM[4];B[hh])")
    with pytest.raises(RecordError, match="game 1, move 2: h8 already holds a stone"):
        position_argument(f"@{path}", room("gomoku"))
    assert position_argument(f"@{path}#2:1", room("gomoku")) == room("gomoku").from_text("h8")
    with pytest.raises(OSError, match="nowhere"):
        position_argument("@nowhere.sgf#3", room("gomoku"))
    with pytest.raises(GameError):
        position_argument("@", room("gomoku"))
