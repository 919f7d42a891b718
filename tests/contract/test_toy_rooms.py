"""A game is one folder: the toys of tests/rooms are found by everything, outside the house."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

TOYS = Path(__file__).resolve().parents[1] / "rooms"
HOUSE = TOYS.parents[1]


def run(*words: str) -> str:
    """Runs Python with the toy rooms beside the real ones."""
    done = subprocess.run(
        [sys.executable, *words],
        cwd=HOUSE,
        env=os.environ | {"KIKASHI_ROOMS": str(TOYS), "NO_COLOR": "1"},
        capture_output=True,
        text=True,
        timeout=200,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_registry_finds_the_toys_only_when_it_is_told_of_their_folder() -> None:
    from kikashi.games import room_ids

    ask = "from kikashi.games import room_ids; print(*room_ids())"
    assert set(run("-c", ask).split()) == {*room_ids(), "tictactoe", "toyclaims", "toydice"}


@pytest.mark.parametrize("toy", ["tictactoe", "toyclaims", "toydice"])
def test_the_conformance_suite_finds_the_toys_and_they_pass(toy: str) -> None:
    # Named one by one: this file would run itself without end.
    suites = [f"tests/contract/{name}.py" for name in ("test_conformance", "test_law_and_twin")]
    said = run("-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", toy, *suites)
    assert " passed" in said
    assert "skipped" not in said
    assert int(said.split(" passed")[0].split()[-1]) > 15


def test_the_contracts_that_only_later_games_use_hold_for_the_toy_dice() -> None:
    said = run("-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/contract/dice_contracts.py")
    assert "7 passed" in said
    assert "skipped" not in said


def test_the_toy_is_drawn_by_the_shared_code() -> None:
    draw = (
        "from kikashi.games import room; from kikashi.drawing import to_svg, to_terminal; "
        "r = room('tictactoe'); s = r.scene(r.from_text('b2 a1 c3').view_of_mover()); "
        "print(to_terminal(s)); print(to_svg(s))"
    )
    said = run("-c", draw)
    assert "3 · · ●" in said
    assert said.count("data-cell=") == 3
