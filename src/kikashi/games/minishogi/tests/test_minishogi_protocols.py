"""USI, UCI and XBoard: our engine under our hosts, and the two peers of the Debian archive."""

from __future__ import annotations

import shlex
import shutil
import sys

import pytest

from kikashi.games.minishogi import ROOM
from kikashi.play import Game
from kikashi.protocols.registry import host, protocols_of
from tests.cli.command_line import MAIN
from tests.needs import cannot_run
from tests.protocols.talking import talk_from

pytestmark = pytest.mark.native

MATE = "2s1k/2G1p/1br1g/5/1+b1RK[ps] w"


def program(name: str) -> str:
    found = shutil.which(name) or shutil.which(name, path="/usr/games")
    return found or cannot_run(f"the program {name} is not installed")


def test_the_room_speaks_three_protocols() -> None:
    assert protocols_of(ROOM.start()) == ("usi", "uci", "xboard")


@pytest.mark.slow
@pytest.mark.parametrize("protocol", ["usi", "uci", "xboard"])
def test_our_engine_plays_under_our_host(protocol: str) -> None:
    line = f"{shlex.quote(sys.executable)} -c {shlex.quote(MAIN)} engine minishogi"
    start = ROOM.from_text("2e3d 4a3b")
    seat = host(protocol, f"{line} --protocol {protocol} --level 2 --seed 1", start, 10.0)
    game = Game(start)
    try:
        for _ in range(2):
            for move in seat.turn(game):
                game.play(move)
            game.play(game.position.legal_moves()[0])
    finally:
        seat.close()
    assert len(game.moves) == 4


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("name", "command", "protocol", "text"),
    [
        ("fairy-stockfish", "{}", "uci", "2e3d 4a3b"),
        ("fairy-stockfish", "{}", "usi", "2e3d 4a3b"),
        ("gnuminishogi", "{} -X", "xboard", ""),
    ],
)
def test_a_peer_plays_under_our_host(name: str, command: str, protocol: str, text: str) -> None:
    start = ROOM.from_text(text)
    game = Game(start)
    seat = host(protocol, command.format(shlex.quote(program(name))), start, 0.5, margin=20.0)
    try:
        for _ in range(2):
            for move in seat.turn(game):
                game.play(move)
            game.play(game.position.legal_moves()[-1])
    finally:
        seat.close()
    assert len(game.moves) == 4


def test_usi_names_a_mate_and_answers_with_its_words() -> None:
    sfen = ROOM.from_text(MATE).to_text()
    said = talk_from(
        "usi",
        ROOM.start(),
        "usi",
        "isready",
        "usinewgame",
        f"position sfen {sfen}",
        "go btime 0 wtime 0 byoyomi 5000",
        "gameover win",
        "quit",
    )
    assert "usiok" in said
    assert "readyok" in said
    assert any(" score mate +" in line for line in said)
    assert said[-1].startswith("bestmove ")
    assert ROOM.from_text(MATE).play(said[-1].split()[1]).result() is not None


def test_uci_writes_colours_and_moves_as_uci_programs_do() -> None:
    said = talk_from("uci", ROOM.start(), "uci", f"position fen {MATE}", "go movetime 5000", "quit")
    assert any("var minishogi" in line for line in said)
    assert said[-1].split()[1][0] in "abcdeRBGSP"


def test_usi_resigns_where_nothing_can_be_moved() -> None:
    said = talk_from("usi", ROOM.start(), "position sfen k4/G4/K4/5/5 w - 1", "go byoyomi 100")
    assert said == ["bestmove resign"]


def test_xboard_plays_takes_back_and_says_the_result() -> None:
    said = talk_from(
        "xboard",
        ROOM.start(),
        "xboard",
        "protover 2",
        "ping 7",
        "new",
        "st 5",
        "usermove d1c2",
        "force",
        "undo",
        "usermove zz",
        "usermove a1a5",
        "fly",
        "setboard nonsense/",
        f"setboard {MATE}",
        "go",
        "quit",
        level="5",
    )
    assert any("5x5+5_shogi" in line for line in said)
    assert "pong 7" in said
    assert sum(line.startswith("move ") for line in said) == 2
    assert sum(line.startswith("Illegal move") for line in said) == 2
    assert "Error (unknown command): fly" in said
    assert any(line.startswith("tellusererror") for line in said)
    assert said[-1] == "1-0 {checkmate}"


@pytest.mark.parametrize(
    "line", ["st x", "level", "level 0 5 1", "time 100", "undo", "remove", "."]
)
def test_xboard_survives_any_line(line: str) -> None:
    said = talk_from("xboard", ROOM.start(), line, "ping 1", "quit")
    assert said[-1] == "pong 1"
