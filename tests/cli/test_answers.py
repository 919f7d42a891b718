"""What `games`, `show` and `perft` answer, in words and as JSON that keeps to its schema."""

from __future__ import annotations

import copy
from pathlib import Path

import jsonschema
import pytest

from kikashi import games
from tests.cli.command_line import answer, kikashi, validate

FOUR = "h8 i9 h9 h10 g8 i8 i10 f7 j11"


def test_games_lists_every_room_with_its_capabilities() -> None:
    found = answer("games")["games"]
    assert [game["id"] for game in found] == list(games.room_ids())
    connect6 = next(game for game in found if game["id"] == "connect6")
    assert connect6["names"]["zh-Hant"] == "六子棋"
    assert connect6["capabilities"]["players"] == 2
    assert connect6["players"] == ["simple", *map(str, range(1, 11))]


@pytest.mark.parametrize("language, word", [("en", "provers"), ("zh-Hant", "證明法")])
def test_games_prints_a_table_in_both_languages(language: str, word: str) -> None:
    run = kikashi("games", "--language", language)
    assert run.returncode == 0
    assert word in run.stdout
    assert all(game in run.stdout for game in games.room_ids())


def test_show_says_who_moves_and_what_threatens() -> None:
    found = answer("show", "gomoku", FOUR)
    assert found["to_move"] == "white"
    assert found["moves_left"] == 1
    assert found["result"] is None
    assert found["threats"] == [
        {
            "player": "black",
            "t": 1,
            "sets": [["g8", "h9", "i10", "j11", "k12"]],
            "cells": ["k12"],
            "stops": [["k12"]],
        }
    ]


def test_show_prints_board_side_threats_and_setup_text() -> None:
    text = kikashi("show", "gomoku", FOUR).stdout
    assert "●" in text
    assert "○" in text
    assert "White to move" in text
    assert "Black: t = 1, at k12." in text
    assert text.splitlines()[-1].startswith("setup black=")


def test_the_setup_text_that_show_prints_is_a_position_again() -> None:
    setup = kikashi("show", "connect6", "j10 k11 i11 l11").stdout.splitlines()[-1]
    again = answer("show", "connect6", setup)
    assert again["position"] == setup
    assert again["moves_left"] == 1


def test_show_reads_rule_options_and_names_the_winner() -> None:
    found = answer("show", "gomoku", "a1 b1 a2 b2 a3", "-o", "size=5x5", "-o", "k=3")
    assert found["options"]["size"] == "5x5"
    assert found["result"] == {"reason": "set-filled", "payoffs": [1, -1], "winner": "black"}
    assert found["moves_left"] == 0
    assert found["legal_moves"] == []


def test_show_reads_a_place_in_a_record(tmp_path: Path) -> None:
    file = tmp_path / "game.sgf"
    made = kikashi("play", "gomoku", "--white", "human", "--save", str(file), stdin="h8\ni9\nj10\n")
    assert made.returncode == 0, made.stderr
    found = answer("show", "gomoku", f"@{file}#2")
    assert found["position"] == "setup black=h8 white=i9 move=black left=1"


def test_show_draws_an_svg_in_both_themes(tmp_path: Path) -> None:
    for theme in ("light", "dark"):
        file = tmp_path / f"{theme}.svg"
        run = kikashi("show", "gomoku", FOUR, "--svg", str(file), "--theme", theme)
        assert run.returncode == 0, run.stderr
        assert file.read_text("utf-8").startswith("<svg")


def test_show_speaks_chinese_when_the_environment_does() -> None:
    run = kikashi("show", "gomoku", FOUR, KIKASHI_LANGUAGE="zh_TW.UTF-8")
    assert "輪到白方" in run.stdout


def test_perft_counts_moves_and_turns_with_law_and_twin_alike() -> None:
    small = ("connect6", "", "2", "-o", "size=6x6")
    for extra, unit, count in ((), "moves", 36 * 35), (("--turns",), "turns", 36 * 595):
        by_twin = answer("perft", *small, *extra)
        by_law = answer("perft", *small, *extra, "--law")
        assert by_twin["count"] == by_law["count"] == count
        assert by_twin["unit"] == by_law["unit"] == unit
        assert (by_twin["by"], by_law["by"]) == ("twin", "law")


def test_perft_counts_a_turn_that_a_win_cuts_short() -> None:
    """Five black stones in a row: one stone may end the turn, or come second after another."""
    position = "setup black=a1,b1,c1,d1,e1 white=a6,b6,c6,d6,e6 move=black left=2"
    game = ("connect6", position, "1", "-o", "size=6x6", "--turns")
    # f1 alone; f1 after one of the 25 others; or two of the 25 others.
    assert answer("perft", *game, "--law")["count"] == 1 + 25 + 25 * 24 // 2
    assert answer("perft", *game)["count"] == 1 + 25 + 25 * 24 // 2


def test_perft_of_depth_nothing_is_one_and_of_a_finished_game_nothing() -> None:
    assert answer("perft", "gomoku", "", "0")["count"] == 1
    over = ("gomoku", "a1 b1 a2 b2 a3", "-o", "size=5x5", "-o", "k=3")
    assert answer("perft", over[0], over[1], "1", *over[2:])["count"] == 0


def test_perft_prints_the_bare_number_and_shows_progress_on_standard_error_only() -> None:
    run = kikashi("perft", "gomoku", "", "3", "-o", "size=9x9", "-o", "k=5", "--law")
    assert run.stdout == f"{81 * 80 * 79}\n"


def test_the_schemas_refuse_what_is_not_an_answer() -> None:
    good = answer("show", "gomoku", FOUR)
    for spoil in ("game", "threats", "to_move"):
        bad = copy.deepcopy(good)
        del bad[spoil]
        with pytest.raises(jsonschema.ValidationError):
            validate("show", bad)
    with pytest.raises(jsonschema.ValidationError):
        validate("show", good | {"surprise": 1})
