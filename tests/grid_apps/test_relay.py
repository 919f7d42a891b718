"""The relay: a server that cannot be changed sees an engine; the engine thinks somewhere else."""

from __future__ import annotations

import hashlib
import io
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from kikashi.grid import LocalExecutor
from kikashi.grid.engines import Declared, Rack
from kikashi.grid.relay import relay
from kikashi.law import GameError
from tests.grid_apps.by_hand import ByHand

ENGINE = Path(__file__).with_name("counting_engine.py")


def declared(protocol: str) -> Declared:
    program = Path(sys.executable).resolve()
    digest = hashlib.sha256(program.read_bytes()).hexdigest()
    folder = (str(ENGINE.parent),)
    return Declared("counting", f"{program} {ENGINE}", protocol, digest, read=folder)


@contextmanager
def engine_here(protocol: str) -> Iterator[LocalExecutor]:
    # Where there is no bubblewrap: the engine is ours.
    with LocalExecutor(1, Rack((declared(protocol),), unsafe=True)) as executor:
        yield executor


def talk(protocol: str, executor: LocalExecutor | ByHand, *lines: str, engine: str) -> list[str]:
    out = io.StringIO()
    relay(protocol, executor, engine, out, 1.0).run(io.StringIO("\n".join(lines) + "\n"))
    return [line for line in out.getvalue().splitlines() if line.strip()]


def test_a_server_plays_a_game_by_gtp() -> None:
    game = ("boardsize 9", "genmove b", "play w c3", "7 genmove b", "undo", "genmove b", "quit")
    with engine_here("gtp") as executor:
        said = talk("gtp", executor, *game, engine="counting")
    # Each answer counts the stones before it: the engine saw the whole game each time.
    assert said == ["=", "= A9", "=", "=7 C9", "=", "= C9", "="]


def test_a_server_plays_a_game_by_uci() -> None:
    game = ("uci", "isready", "setoption name UCI_Variant value xiangqi")
    moves = ("position startpos moves h2e2 h9g7", "go movetime 100", "quit")
    with engine_here("uci") as executor:
        said = talk("uci", executor, *game, *moves, engine="counting")
    assert said[-2:] == ["info depth 3 score cp 20", "bestmove a2b2"]
    assert "uciok" in said
    assert "readyok" in said


def test_a_side_may_move_twice_in_a_row() -> None:
    with engine_here("gtp") as executor:
        said = talk("gtp", executor, "play b c3", "genmove b", "genmove w", engine="counting")
    # A pass of the other side stands between the two, for this one question only.
    assert said == ["=", "= C19", "= C19"]


def test_an_engine_that_nobody_has_is_said_in_the_protocols_own_words() -> None:
    with LocalExecutor(1) as executor:
        said = talk("gtp", executor, "genmove b", engine="gone")
        assert said == ["? no PC can do this: engine:gone is not here"]
        said = talk("uci", executor, "position startpos", "go depth 3", engine="gone")
        assert said[-1] == "bestmove 0000"


@pytest.mark.parametrize(
    "line, answer",
    [
        ("fly", "? unknown command"),
        ("play green c3", "? syntax error"),
        ("play b i3", "? syntax error"),
        ("play b", "? syntax error"),
        ("boardsize 99", "? unacceptable size"),
        ("undo", "? cannot undo"),
        ("known_command play", "= true"),
        ("# only a remark", None),
    ],
)
def test_rude_gtp_is_answered_politely(line: str, answer: str | None) -> None:
    said = talk("gtp", ByHand(), line, engine="counting")
    assert said == ([] if answer is None else [answer])


def test_a_protocol_that_is_not_relayed_is_refused() -> None:
    with pytest.raises(GameError, match="speaks gtp or uci"):
        relay("telnet", ByHand(), "counting", io.StringIO())
    with pytest.raises(GameError, match="more than 0 seconds"):
        relay("gtp", ByHand(), "counting", io.StringIO(), 0)
