"""Outside engines and the relay on a real grid: broker, volunteer and cage are all there."""

from __future__ import annotations

import re
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path

import pytest

from kikashi.games import room
from kikashi.grid import load_kinds
from kikashi.grid.client import NatsExecutor
from kikashi.grid.endpoint import grid_figures
from kikashi.grid.engines import Declared
from kikashi.grid.tasks import engine_task
from tests.cli.command_line import kikashi
from tests.grid.engine_files import declared, from_debian, sandboxed, toml
from tests.grid.running import HOUSE, Grid, people

pytestmark = pytest.mark.slow
load_kinds()
OURS = HOUSE / "tests/grid/our_engine.py"
PACKAGES = sysconfig.get_path("purelib")
MEMORY = 3 << 30
THREE = "i8 a1 i9 a3 i10 a5"
"""Gomoku: Black has three in a row and moves: either end makes it an open four."""
FIVE = "j10 a1 a2 j11 j12 a4 a7 j13 j9 c1 e1"
"""Connect6: Black has five in a row and moves."""


def ours(game: str, protocol: str) -> Declared:
    """`kikashi engine` by the bare Python; all it needs is in the folders that it may read."""
    python = Path(sys.executable).resolve()
    words = f"{python} {OURS} {PACKAGES} engine {game} --protocol {protocol} --level 3"
    folders = (sys.base_prefix, PACKAGES, str(HOUSE / "src"), str(OURS.parent))
    return declared(f"our-{game}", words, protocol, read=folders, memory=MEMORY)


@pytest.fixture(scope="module")
def grid(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Grid]:
    """One volunteer who keeps four engines ready."""
    sandboxed()
    folder = tmp_path_factory.mktemp("grid")
    file = toml(
        folder / "engines.toml",
        from_debian("gnugo"),
        from_debian("fairy-stockfish"),
        ours("gomoku", "gomocup"),
        ours("connect6", "cloudict"),
    )
    with Grid(folder) as made:
        anna, _ = people(made, "anna", trusted=True)
        made.join(anna, "--engines", str(file), "--nice", "1")
        yield made


def app(grid: Grid) -> Path:
    return grid.folder / "app.grid"


def tasks_done(grid: Grid) -> int:
    return sum(who.tasks for who in grid_figures(grid.dir).owners)


def test_engines_of_the_stone_protocols_answer_from_their_cage(grid: Grid) -> None:
    asked = {
        "gomocup": engine_task("our-gomoku", game="gomoku", position=THREE, seconds=5),
        "cloudict": engine_task("our-connect6", game="connect6", position=FIVE, seconds=5),
    }
    with NatsExecutor(app(grid)) as executor:
        tickets = {executor.submit(task): name for name, task in asked.items()}
        found = {tickets[one.ticket]: one for one in executor.results()}
    assert found["gomocup"].unwrap()["move"] in ("i7", "i11")
    position = room("connect6").from_text(FIVE, {})
    for stone in found["cloudict"].unwrap()["move"].split():
        position = position.play(stone)
        if position.result() is not None:
            break
    over = position.result()
    assert over is not None, "five in a row were not completed"
    assert {one.by for one in found.values()} == {"anna"}


def test_a_go_server_plays_with_an_engine_on_a_volunteers_pc(grid: Grid) -> None:
    before = tasks_done(grid)
    talk = "boardsize 9\nkomi 5.5\ngenmove b\nplay w c3\n7 genmove b\nundo\nquit\n"
    run = kikashi("relay", "gnugo", "--protocol", "gtp", "--grid", str(app(grid)), stdin=talk)
    assert run.returncode == 0, run.stderr
    said = [line for line in run.stdout.splitlines() if line]
    assert [line.split()[0] for line in said] == ["=", "=", "=", "=", "=7", "=", "="]
    first, second = said[2].split()[1], said[4].split()[1]
    assert first != second
    for move in (first, second):
        assert move[0] in "ABCDEFGHJ"
        assert 1 <= int(move[1:]) <= 9
    assert tasks_done(grid) == before + 2  # both moves were thought of on the grid


def test_a_xiangqi_server_plays_with_an_engine_on_a_volunteers_pc(grid: Grid) -> None:
    before = tasks_done(grid)
    mate = "position fen 3k5/9/9/9/9/9/9/4R4/R8/4K4 w - - 0 1"
    talk = f"uci\nsetoption name UCI_Variant value xiangqi\nisready\n{mate}\ngo depth 6\nquit\n"
    words = ("--protocol", "uci", "--grid", str(app(grid)))
    run = kikashi("relay", "fairy-stockfish", *words, stdin=talk)
    assert run.returncode == 0, run.stderr
    said = run.stdout.splitlines()
    assert "uciok" in said
    assert said[-1].startswith("bestmove ")
    start = room("xiangqi").from_text(mate.removeprefix("position fen "), {})
    # UCI counts the ranks of Xiangqi from 1, our texts from 0.
    move = re.sub(r"\d+", lambda rank: str(int(rank[0]) - 1), said[-1].split()[1])
    assert move in start.legal_moves()
    assert tasks_done(grid) == before + 1


def test_an_engine_that_no_pc_has_is_said_to_the_server(grid: Grid) -> None:
    words = ("relay", "gone", "--protocol", "gtp", "--grid", str(app(grid)))
    run = kikashi(*words, stdin="genmove b\nquit\n")
    assert run.stdout.startswith("? no PC can do this: it needs")
    assert "engine:gone" in run.stdout
