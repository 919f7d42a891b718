"""The verbs `review` and `analyse`, and the hints and levels of `play`."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from kikashi.cli.review import lines
from kikashi.play.reviewing import review, sentences
from kikashi.records import Record, read_collection
from kikashi.search import Limits
from tests.cli.command_line import answer, kikashi, refusal, validate

# Black gets an open three on the h file, ignores it, gives White one, and White wins.
SLIP = "h8 a1 h9 c14 h10 e5 n1 e6 n3 e7 n5 e8 o8 e9"
PROVED = ("--nodes", "2000")


def reviewed(moves: str, game: str = "gomoku", by: str | None = None) -> dict[int, tuple[str, ...]]:
    turns = review(Record.from_moves(game, moves), Limits(nodes=2000), by)
    return {turn.number: turn.findings for turn in turns if turn.findings}


def test_a_missed_win_and_an_allowed_one_are_found_where_they_happened() -> None:
    found = reviewed(SLIP, by="vcf")
    assert found[6] == ("allowed",)  # e5: it does not stop the three on the h file
    assert found[7] == ("delayed",)  # n1: the three stood open, and still does
    assert found[11] == ("missed", "allowed")  # n5: and now White's three on the e file
    assert found[12] == ("kept",)
    assert found[14] == ("completed",)
    assert set(found) == {6, 7, 9, 11, 12, 14}


def test_a_win_that_is_played_out_is_kept_and_completed() -> None:
    found = reviewed("h8 a1 h9 c1 h10 e1 h11 h12 h7", by="vcf")
    assert found == {6: ("allowed",), 7: ("kept",), 9: ("completed",)}


def test_what_the_budget_leaves_open_is_not_called_no() -> None:
    turns = review(Record.from_moves("connect6", "j10 k11 i11 l10 k9"), Limits(nodes=1), "vcst")
    assert any(turn.undecided for turn in turns)
    assert not any(sentences(turn) for turn in turns)


def test_how_much_is_undecided_is_said_at_the_end(tmp_path: Path) -> None:
    file = tmp_path / "moves.txt"
    file.write_text("j10 k11 i11 l10 k9\n")
    text = kikashi("review", str(file), "--game", "connect6", "--by", "vcst", "--nodes", "1").stdout
    assert "There may be more: in 3 of 3 turns the budget did not suffice" in text


def test_a_win_of_the_narrow_class_is_missed_even_if_the_wide_search_is_undecided() -> None:
    """White's stones in the corners let Black win, and Black plays in a corner too."""
    moves = "j10 a1 a2 k10 l10 b3 d17 r1 r2 m10 i10 q18 q19"
    turns = review(Record.from_moves("connect6", moves), Limits(nodes=3000))
    assert turns[3].findings == ("allowed",)
    assert turns[4].findings == ("missed",)
    assert turns[6].undecided


def test_a_turn_of_two_stones_is_one_turn() -> None:
    turns = review(Record.from_moves("connect6", "j10 k11 i11 l10 k9"), Limits(nodes=200), "vcdt")
    assert [(turn.player, turn.moves, turn.first) for turn in turns] == [
        ("black", ("j10",), 1),
        ("white", ("k11", "i11"), 2),
        ("black", ("l10", "k9"), 4),
    ]


@pytest.fixture
def slip(tmp_path: Path) -> Path:
    file = tmp_path / "slip.sgf"
    moves = "\n".join(SLIP.split())
    run = kikashi("play", "gomoku", "--white", "human", "--save", str(file), stdin=f"{moves}\n")
    assert run.returncode == 0, run.stderr
    return file


@pytest.mark.thorough
def test_review_answers_in_words_json_and_comments(slip: Path, tmp_path: Path) -> None:
    out = tmp_path / "reviewed.sgf"
    found = answer("review", str(slip), "--by", "vcf", *PROVED, "--sgf", str(out))
    assert found["summary"]["black"] == {
        "missed": 1,
        "delayed": 2,
        "allowed": 1,
        "undecided": 0,
    }
    assert found["summary"]["white"]["allowed"] == 1
    text = kikashi("review", str(slip), "--by", "vcf", *PROVED).stdout
    assert "7. Black n1: Black had a proved win in 2 turns (fours, vcf) and did not play it" in text
    assert "11. Black n5: Black missed a proved win in 2 turns (fours, vcf): h" in text
    assert "Black: 1 missed, 2 delayed, 1 allowed." in text
    (record,) = read_collection(out)
    assert isinstance(record, Record)
    assert list(record.moves) == SLIP.split()
    node = next(node for node in record.main_line if node.move == "n5")
    assert "missed a proved win" in node.comment
    before = record.main_line[record.main_line.index(node) - 1]
    assert len(before.children) == 2  # the win stands beside what was played
    chinese = kikashi("review", str(slip), "--by", "vcf", *PROVED, "--language", "zh-Hant").stdout
    assert "錯過" in chinese


@pytest.mark.thorough
def test_review_takes_one_game_of_many_and_refuses_what_is_not_there(slip: Path) -> None:
    slip.write_bytes(slip.read_bytes() * 2)
    assert len(answer("review", f"{slip}#2", "--by", "vcf", "--nodes", "50")["turns"]) == 14
    assert "has no game 3" in refusal("review", f"{slip}#3", "--nodes", "50")
    assert "can be reviewed by vcf or vct" in refusal("review", str(slip), "--by", "vcdt")
    assert "nowhere.sgf" in refusal("review", "nowhere.sgf")


def test_analyse_says_who_wins_and_how() -> None:
    found = answer("analyse", "connect6", "j10 a1 a2 k10 l10 b3 d17", "--nodes", "5000")
    assert found["wins"][0]["verdict"] == "win"
    assert found["candidates"][0]["move"] == found["wins"][0]["line"][0][0]
    assert found["candidates"][0]["share"] == 1
    text = kikashi("analyse", "connect6", "j10 a1 a2 k10 l10 b3 d17", "--nodes", "5000").stdout
    assert "Black wins in" in text


def test_analyse_warns_of_what_the_opponent_would_do() -> None:
    found = answer("analyse", "gomoku", "h8 a1 h9 c1 h10", "--nodes", "2000")
    assert [v["verdict"] for v in found["wins"]].count("win") == 0
    assert found["danger"][0]["verdict"] == "win"
    assert found["danger"][0]["side"] == "black"
    text = kikashi("analyse", "gomoku", "h8 a1 h9 c1 h10", "--nodes", "2000").stdout
    assert "If White did nothing: Black wins in 2 turns" in text


def test_analyse_says_where_chance_moves() -> None:
    assert "Chance moves here" in kikashi("analyse", "honeymoon", "").stdout
    assert "機遇" in kikashi("analyse", "banqi", "a1", "--language", "zh-Hant").stdout


@pytest.mark.thorough
@pytest.mark.parametrize("game", ["xiangqi", "banqi"])
def test_analyse_shows_lines_of_every_game_that_has_players(game: str) -> None:
    found = answer("analyse", game, "", "--seconds", "0.5", "--lines", "2")
    validate("analyse", found)
    assert 1 <= len(found["lines"]) <= 2
    text = kikashi("analyse", game, "", "--seconds", "0.5", "--language", "zh-Hant").stdout
    assert "%  " in text
    assert "Lines" not in text


def test_analyse_streams_an_object_after_each_search() -> None:
    run = kikashi("analyse", "gomoku", "h8 a1 h9", "--nodes", "500", "--json", "--stream")
    lines = [json.loads(line) for line in run.stdout.splitlines()]
    assert len(lines) > 2
    for line in lines:
        validate("analyse", line)
    assert lines[0]["nodes"] <= lines[-1]["nodes"]


@pytest.mark.parametrize("position", ["", "a1 b1 a2 b2 a3 b3 a4 b4 a5"])
def test_analyse_takes_the_first_and_the_last_position(position: str) -> None:
    found = answer("analyse", "gomoku", position, "--nodes", "500")
    assert found["wins"] == []


def test_a_level_can_be_played_against_with_a_clock() -> None:
    found = answer("play", "gomoku", "--white", "level:1", "--clock", "60", stdin="h8\n")
    assert found["seats"] == ["human", "level:1"]
    assert len(found["moves"]) == 2


@pytest.mark.thorough
def test_a_hint_is_a_proof_where_there_is_one() -> None:
    game = ("play", "gomoku", "--white", "human", "--from", "h8 a1 h9 c1 h10 e1")
    assert "Proved: Black wins in 2 turns (fours, vcf)" in kikashi(*game, stdin="hint\n").stdout
    game = ("play", "gomoku", "--white", "human", "--from", "h8 a1 h9 c1 h10")
    text = kikashi(*game, stdin="hint\n").stdout
    assert "Careful: if White did nothing, Black would win in 2 turns" in text
    assert "An opinion, not a proof" in text


def test_the_clock_can_be_read_and_absent() -> None:
    game = ("play", "gomoku", "--white", "human")
    assert "White: 60 s." in kikashi(*game, "--clock", "60", stdin="clock\n").stdout
    assert "no clock" in kikashi(*game, stdin="clock\n").stdout


def test_a_review_of_go_tells_the_points_lost_in_the_language_asked_for(tmp_path: Path) -> None:
    file = tmp_path / "game.sgf"
    file.write_text("(;GM[1]FF[4]SZ[5]KM[0.5];B[cc];W[aa])")  # White plays in the corner
    words = ("go", "review", str(file), "--simulations", "200")
    assert re.search(r"White a5 .*lost [\d.]+ \(better: \w\d\)", kikashi(*words).stdout)
    chinese = kikashi("--language", "zh-Hant", *words).stdout
    assert re.search(r"白方 +a5 .*虧 [\d.]+ 目", chinese)


def test_moves_are_written_as_people_of_a_language_write_them() -> None:
    record = Record("xiangqi", {}, setup="4k4/9/9/9/9/9/9/R8/1R7/3K5 w - - 0 1")
    record.root.add("d0d1").add("e9e8")
    turns = review(record, Limits(nodes=2000), "checks")
    english, chinese = ("\n".join(lines(record, turns, name)) for name in ("en", "zh-Hant"))
    assert "1. Red K6+1: Red had a proved win in 2 turns" in english
    assert "R8=5 K5=6 R9=4." in english
    assert "帥六進一" in chinese
    assert "車八平五 將5平6 車九平四" in chinese
    assert sentences(turns[0], "en", "words")[0].endswith("b1e1 e9f9 a2f2.")
