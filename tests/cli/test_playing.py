"""`kikashi play` with typed moves from a pipe, and with computers alone."""

from __future__ import annotations

import importlib
import io
import os
import pty
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from kikashi import games
from kikashi.cli._terminal import TerminalGame
from kikashi.play.levels import make_player
from kikashi.records import Record, read_collection
from tests.cli.command_line import ENVIRONMENT, MAIN, answer, kikashi, kikashi_process, refusal

PEOPLE = ("--white", "human")


def test_two_people_play_to_a_win() -> None:
    moves = "a1\nb1\na2\nb2\na3\n"
    found = answer("play", "gomoku", "-o", "size=5x5", "-o", "k=3", *PEOPLE, stdin=moves)
    assert found["moves"] == ["a1", "b1", "a2", "b2", "a3"]
    assert found["result"]["winner"] == "black"
    assert found["seats"] == ["human", "human"]


def test_a_whole_turn_can_be_typed_on_one_line_and_j10_may_be_written_large() -> None:
    found = answer("play", "connect6", *PEOPLE, stdin="J10\nk11 i11\nl11\n")
    assert found["turns"] == [
        {"player": "black", "moves": ["j10"], "complete": True},
        {"player": "white", "moves": ["k11", "i11"], "complete": True},
        {"player": "black", "moves": ["l11"], "complete": False},
    ]


def test_a_refused_move_changes_nothing_and_the_game_goes_on() -> None:
    run = kikashi("play", "gomoku", *PEOPLE, stdin="h8\nh8\nnonsense\ni9\nmoves\n")
    assert run.returncode == 0
    assert "h8 already holds a stone" in run.stdout
    assert "there is no cell 'nonsense'" in run.stdout
    assert run.stdout.splitlines()[-1] == "h8 i9"


def test_moves_typed_beyond_the_end_of_a_turn_are_refused() -> None:
    run = kikashi("play", "gomoku", *PEOPLE, stdin="h8 i9\nmoves\n")
    assert "i9 is not played: the turn was complete before it" in run.stdout
    assert run.stdout.splitlines()[-1] == "h8"


def test_taking_back_against_a_computer_undoes_its_turn_too() -> None:
    found = answer("play", "connect6", "--seed", "3", stdin="j10\nback\nk10\n")
    assert found["moves"][0] == "k10"
    assert len(found["moves"]) == 3


def test_taking_back_nothing_is_refused_with_a_sentence() -> None:
    run = kikashi("play", "gomoku", *PEOPLE, stdin="back\n")
    assert "there is no move of yours to take back" in run.stdout


def test_help_names_every_word_in_both_languages() -> None:
    for language in ("en", "zh-Hant"):
        run = kikashi("play", "gomoku", "--language", language, stdin="help\n")
        for word in ("help", "back", "board", "moves", "text", "save", "resign", "quit"):
            assert any(line.startswith(word) for line in run.stdout.splitlines()), word


def test_resigning_gives_the_game_to_the_opponent() -> None:
    found = answer("play", "gomoku", stdin="h8\nresign\n")
    assert found["result"] == {"reason": "resigned", "payoffs": [-1, 1], "winner": "white"}


def test_quit_leaves_the_rest_of_the_input_alone() -> None:
    found = answer("play", "gomoku", *PEOPLE, stdin="h8\nquit\ni9\n")
    assert found["moves"] == ["h8"]
    assert found["result"] is None


def test_a_saved_game_is_read_back_with_its_result(tmp_path: Path) -> None:
    run = kikashi("play", "gomoku", stdin="h8\nresign\nsave my game.sgf\n", cwd=tmp_path)
    assert "Saved as my game.sgf." in run.stdout
    (record,) = read_collection(tmp_path / "my game.sgf", "gomoku")
    assert isinstance(record, Record)
    assert record.moves[0] == "h8"
    assert (record.result, record.how) == ("white", "resign")
    assert record.players == ("human", "simple")


def test_saving_never_replaces_a_file_of_somebody_else(tmp_path: Path) -> None:
    file = tmp_path / "precious.sgf"
    file.write_text("precious")
    run = kikashi("play", "gomoku", *PEOPLE, stdin=f"h8\nsave {file}\n")
    assert "exists already" in run.stdout
    assert file.read_text() == "precious"


@pytest.mark.slow
@pytest.mark.parametrize("game", games.room_ids())
def test_two_simple_players_finish_every_game(game: str) -> None:
    small = {"goclub": ("-o", "size=7x7"), "connect6": ("-o", "size=9x9")}.get(game, ())
    sides = [f"--{name}" for name in games.room(game).player_names({})]
    players = [word for side in sides for word in (side, "simple")]
    found = answer("play", game, *small, *players, "--seed", "5")
    assert found["result"] is not None


def test_the_same_seed_plays_the_same_game() -> None:
    game = ("play", "gomoku", "-o", "size=9x9", "--black", "simple", "--seed", "11")
    assert answer(*game)["moves"] == answer(*game)["moves"]


def test_three_players_take_turns() -> None:
    people = ("--white", "human", "--red", "human")
    found = answer(
        "play", "goclub", "-o", "players=3", "-o", "size=7x7", *people, stdin="a1\nb1\nc1\nd1\n"
    )
    assert [turn["player"] for turn in found["turns"]] == ["black", "white", "red", "black"]


def test_a_game_can_start_from_a_position() -> None:
    found = answer("play", "gomoku", *PEOPLE, "--from", "h8 i9", stdin="j10\n")
    assert found["start"] == "setup black=h8 white=i9 move=black left=1"
    assert found["moves"] == ["j10"]


def test_a_finished_game_takes_no_more_moves() -> None:
    moves = "a1\nb1\na2\nb2\na3\nb3\n"
    run = kikashi("play", "gomoku", "-o", "size=5x5", "-o", "k=3", *PEOPLE, stdin=moves)
    assert "the game is over" in run.stdout


class SlowHand(io.StringIO):
    """Types a line only after more than a second."""

    def readline(self, *limit: int) -> str:  # type: ignore[override]
        time.sleep(1.1)
        return super().readline(*limit)


def test_a_clock_that_ran_out_loses_the_game() -> None:
    found = answer("play", "gomoku", "--clock", "1", stdin=SlowHand("h8\n"))
    assert found["result"] == {"reason": "time", "payoffs": [-1, 1], "winner": "white"}
    assert found["moves"] == []


def test_a_clock_that_has_time_left_takes_nothing() -> None:
    found = answer("play", "gomoku", "--clock", "60+5", "--seed", "1", stdin="h8\n")
    assert found["result"] is None
    assert len(found["moves"]) == 2


def test_ctrl_c_exits_with_130_and_keeps_what_was_played(tmp_path: Path) -> None:
    file = tmp_path / "kept.sgf"
    run = subprocess.Popen(
        [sys.executable, "-u", "-c", MAIN, "play", "gomoku", *PEOPLE, "--save", str(file)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=ENVIRONMENT,
    )
    assert run.stdin is not None
    assert run.stdout is not None
    run.stdin.write("h8\n")
    run.stdin.flush()
    while "White to move" not in run.stdout.readline():
        pass
    run.send_signal(signal.SIGINT)
    _, errors = run.communicate(timeout=60)
    assert run.returncode == 130
    assert "Traceback" not in errors
    (record,) = read_collection(file, "gomoku")
    assert isinstance(record, Record)
    assert record.moves == ("h8",)


@pytest.mark.native
@pytest.mark.thorough
def test_ctrl_c_exits_with_130_while_a_computer_thinks() -> None:
    players = ("--black", "level:10", "--white", "level:10")
    run = subprocess.Popen(
        [sys.executable, "-u", "-c", MAIN, "play", "connect6", *players],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=ENVIRONMENT,
    )
    assert run.stdout is not None
    while "Black to move" not in run.stdout.readline():
        assert run.poll() is None
    time.sleep(1.0)  # now one of them thinks
    run.send_signal(signal.SIGINT)
    _, errors = run.communicate(timeout=60)
    assert (run.returncode, errors) == (130, "")


def test_at_a_terminal_the_player_is_asked_by_name() -> None:
    ours, theirs = pty.openpty()
    run = subprocess.Popen(
        [sys.executable, "-c", "from kikashi.cli import main; main()", "play", "gomoku", *PEOPLE],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env=ENVIRONMENT,
    )
    os.close(theirs)
    os.write(ours, b"h8\nquit\n")
    seen = b""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        try:
            piece = os.read(ours, 4096)
        except OSError:  # the other end has closed
            break
        if not piece:
            break
        seen += piece
    assert run.wait(timeout=60) == 0
    os.close(ours)
    assert "Black> " in seen.decode()
    assert "White> " in seen.decode()


def test_a_bad_file_name_for_the_end_is_refused_before_the_game(tmp_path: Path) -> None:
    target = str(tmp_path / "no/such/folder.sgf")
    said = refusal("play", "gomoku", *PEOPLE, "--save", target, stdin="h8\n")
    assert f"there is no folder {tmp_path / 'no/such'}" in said


def test_hidden_information_is_not_shown_to_both() -> None:
    rooms = str(Path(__file__).resolve().parents[1] / "rooms")
    run = kikashi_process("play", "toydice", "--second", "human", KIKASHI_ROOMS=rooms)
    assert run.returncode == 1
    assert "hidden information" in run.stderr
    assert refusal("play", "nosuchgame")


def test_no_board_more_tells_that_somebody_was_asked_in_secret() -> None:
    """One board for each question to the person, whatever the computers were asked meanwhile."""
    boards = questions = 0

    class Told(TerminalGame):
        def _board(self) -> None:
            nonlocal boards
            boards += 1
            self._stale = False

        def _read(self) -> str | None:
            offered = self._referee.view(0).legal_moves
            nonlocal questions
            questions += 1
            assert boards == questions, "one board a question"
            return offered[-1] if offered and questions < 25 else None

    room = games.room("mahjong")
    start = room.start()
    computers = {player: make_player(start, "fastest", player) for player in (1, 2, 3)}
    session = Told(
        room=room,
        start=start,
        seats=("human", "fastest", "fastest", "fastest"),
        computers=computers,
        clock=None,
        language="en",
        out=io.StringIO(),
        seed=3,
    )
    session._board()
    session._talk()
    secret = sum(turn.moves == ("pass",) and turn.player != 0 for turn in session.game.turns)
    assert secret > 0, "nobody was asked in secret; another seed must be chosen"


def test_a_file_that_is_there_is_refused_before_the_game_and_not_after_it(tmp_path: Path) -> None:
    file = tmp_path / "game.sgf"
    file.write_text("another game")
    run = kikashi("play", "gomoku", *PEOPLE, "--save", str(file), stdin="h8\n")
    assert run.returncode == 1
    assert "exists already; choose another name" in run.stderr
    assert "15x15" not in run.stdout, "no board was shown that would be played on in vain"
    assert file.read_text() == "another game"


def test_a_record_of_another_game_is_not_reviewed_as_one_of_go(tmp_path: Path) -> None:
    file = tmp_path / "game.sgf"
    file.write_text("(;GM[4]FF[4]SZ[15];B[hh];W[aa])")
    said = refusal("go", "review", str(file), "--simulations", "100")
    assert said.endswith("is one of gomoku, not of go")
    assert "不是圍棋" in refusal("go", "review", str(file), "--language", "zh-Hant")
    moves = tmp_path / "moves.txt"
    moves.write_text("d4 q16\n")
    assert kikashi("go", "review", str(moves), "--simulations", "100").returncode == 0


@pytest.mark.parametrize("verb", [("honeymoon", "puzzle"), ("mahjong", "puzzle")])
def test_the_example_of_a_puzzle_is_a_right_use_of_it(verb: tuple[str, str]) -> None:
    module = importlib.import_module(f"kikashi.games.{verb[0]}.verbs")
    example = re.search(r"Example: kikashi (.*)", getattr(module, verb[1]).__doc__ or "")
    assert example
    run = kikashi(*example[1].split())
    assert run.returncode == 0, run.stderr
    assert run.stdout
