"""Our hosts speak with our engines in processes of their own, and say what the protocol says."""

from __future__ import annotations

import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from kikashi.play import Game
from kikashi.protocols import host
from tests.cli.command_line import ENVIRONMENT, MAIN
from tests.protocols.talking import start

KIKASHI = f"{shlex.quote(sys.executable)} -c {shlex.quote(MAIN)}"

LONG = 120.0
"""Seconds that no program here takes, however busy the machine."""

# Writes down all it hears, and answers from a list.
SCRIBE = """
import sys
note, answers = open(sys.argv[1], 'w'), list(sys.argv[2:])
for line in sys.stdin:
    note.write(line); note.flush()
    word = line.split()[0]
    if word == 'name': print('name scribe', flush=True)
    elif word in ('START', 'RECTSTART'): print('OK', flush=True)
    elif word in ('move', 'next', 'BEGIN', 'TURN', 'DONE') or line == 'new black\\n':
        print(answers.pop(0), flush=True)
    elif word == 'genmove': print('= ' + answers.pop(0) + '\\n', flush=True)
    elif word in ('boardsize', 'rectangular_boardsize', 'clear_board', 'play', 'time_settings'):
        print('=\\n', flush=True)
"""


@pytest.fixture(autouse=True)
def a_busy_machine_is_no_broken_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kikashi.protocols.hosts.Host.start_seconds", LONG)


def scribe(note: Path, *answers: str) -> str:
    return shlex.join([sys.executable, "-c", SCRIBE, str(note), *answers])


@pytest.mark.parametrize(
    "protocol, game", [("cloudict", "connect6"), ("gomocup", "gomoku"), ("gtp", "connect6")]
)
def test_our_engine_plays_a_whole_game_under_our_host(protocol: str, game: str) -> None:
    """Both sides by the same program; the hosts play every answer by the law."""
    options = {"connect6": {"size": "7x7"}, "gomoku": {"size": "7x7"}}[game]
    first = start(game, **options)
    words = " ".join(f"-o {key}={value}" for key, value in options.items())
    line = f"{KIKASHI} engine {game} --protocol {protocol} --level simple --seed 1 {words}"
    seats = [host(protocol, line, first, 5.0, margin=LONG) for _ in range(2)]
    played = Game(first)
    try:
        while played.result is None:
            for move in seats[played.to_move].turn(played):
                played.play(move)
    finally:
        for seat in seats:
            seat.close()
    assert played.result is not None


def test_cloudict_hosts_name_the_side_and_then_only_moves(tmp_path: Path) -> None:
    note = tmp_path / "note"
    seat = host(
        "cloudict", scribe(note, "move JJ", "move ABAC"), start("connect6"), 5.0, margin=LONG
    )
    game = Game(start("connect6"))
    for move in seat.turn(game):
        game.play(move)
    for move in ("k11", "k12"):
        game.play(move)
    assert seat.turn(game) == ("a2", "a3")
    seat.close()
    assert note.read_text().splitlines() == ["name", "new black", "move KKKL", "quit"]


def test_cloudict_hosts_place_an_opening_stone_by_stone(tmp_path: Path) -> None:
    note = tmp_path / "note"
    seat = host("cloudict", scribe(note, "move ABAC"), start("connect6"), 5.0, margin=LONG)
    seat.turn(Game(start("connect6"), ["j10", "k11", "i11", "a1", "b1"]))
    seat.close()
    heard = ["name", "new white", "black JJ", "white KKIK", "black AABA", "next", "quit"]
    assert note.read_text().splitlines() == heard


def test_gomocup_managers_send_turns_and_boards(tmp_path: Path) -> None:
    note = tmp_path / "note"
    seat = host("gomocup", scribe(note, "0,0", "0,1"), start("gomoku"), 0.25, margin=LONG)
    game = Game(start("gomoku"), ["h8", "i9"])
    for move in seat.turn(game):
        game.play(move)
    game.play("j10")
    assert seat.turn(game) == ("a14",)
    seat.close()
    heard = note.read_text().splitlines()
    assert heard[0] == "START 15"
    assert "INFO timeout_turn 250" in heard
    tail = ["BOARD", "7,7,1", "8,6,2", "DONE", "TURN 9,5", "END"]
    assert [line for line in heard if not line.startswith(("START", "INFO"))] == tail


def test_gtp_controllers_ask_once_for_each_stone(tmp_path: Path) -> None:
    note = tmp_path / "note"
    seat = host("gtp", scribe(note, "A1", "A2"), start("connect6"), 2.0, margin=LONG)
    assert seat.turn(Game(start("connect6"), ["i9"])) == ("a1", "a2")
    seat.close()
    heard = ["boardsize 19", "clear_board", "time_settings 0 2 2", "play black J9"]
    assert note.read_text().splitlines() == [*heard, "genmove white", "genmove white", "quit"]


def test_an_engine_process_leaves_at_once_when_told_to() -> None:
    """It has ten minutes for its turn, and would take them."""
    words = ("engine", "gomoku", "--protocol", "gomocup", "--level", "10")
    run = subprocess.Popen(
        [sys.executable, "-c", MAIN, *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=ENVIRONMENT,
    )
    assert run.stdin is not None
    assert run.stdout is not None
    run.stdin.write("START 15\n")
    run.stdin.flush()
    assert run.stdout.readline() == "OK\n"
    board = "BOARD\n7,7,1\n8,6,2\n7,6,1\n7,5,2\nDONE\n"
    run.stdin.write(f"INFO timeout_turn 600000\n{board}END\n")
    run.stdin.flush()
    out, errors = run.communicate(timeout=LONG)
    assert (run.returncode, errors) == (0, "")
    assert out.count(",") == 1
