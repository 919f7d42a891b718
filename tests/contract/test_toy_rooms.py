"""A game is one folder: the toys of tests/rooms are found by everything, outside the house."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

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


def test_the_conformance_suite_finds_the_toys_and_they_pass() -> None:
    # Named one by one: this file would run itself without end.
    suites = [f"tests/contract/{name}.py" for name in ("test_conformance", "test_law_and_twin")]
    toys = ("tictactoe", "toyclaims", "toydice")
    words = ("-m", "pytest", "-v", "-p", "no:cacheprovider", "-k", " or ".join(toys))
    said = run(*words, *suites)
    assert "skipped" not in said
    passed = [line for line in said.splitlines() if " PASSED " in line]
    for toy in toys:
        assert sum(toy in line for line in passed) > 15


def test_the_contracts_that_only_later_games_use_hold_for_the_toy_dice() -> None:
    said = run("-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/contract/dice_contracts.py")
    assert "7 passed" in said
    assert "skipped" not in said


def test_no_door_of_the_house_tells_what_a_player_may_not_know() -> None:
    said = run("-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/studio/toy_doors.py")
    assert "9 passed" in said
    assert "skipped" not in said


@pytest.mark.browser
def test_the_toys_are_played_on_the_page() -> None:
    said = run("-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/web/toy_pages.py")
    assert "5 passed" in said
    assert "skipped" not in said


@pytest.mark.parametrize("toy", ["toyclaims", "toydice"])
def test_a_match_deals_both_games_of_a_pair_alike_and_seats_everybody(
    toy: str, tmp_path: Path
) -> None:
    log = tmp_path / "match.log"
    ask = "from kikashi.cli import main; main()"
    words = ("match", toy, "simple", "simple", "--games", "4", "--seconds", "1", "--log", str(log))
    run("-c", ask, *words)
    games = [json.loads(line) for line in log.read_text("utf-8").splitlines()[1:]]
    assert sorted(game["number"] for game in games) == [0, 1, 2, 3]
    dealt = {game["number"]: game["moves"][:2] for game in games}
    assert dealt[0] == dealt[1]
    assert dealt[2] == dealt[3]
    assert len({game["winner"] for game in games} | {0, 1, None}) == 3


def test_the_toy_is_drawn_by_the_shared_code() -> None:
    draw = (
        "from kikashi.games import room; from kikashi.drawing import to_svg, to_terminal; "
        "r = room('tictactoe'); s = r.scene(r.from_text('b2 a1 c3').view_of_mover()); "
        "print(to_terminal(s)); print(to_svg(s))"
    )
    said = run("-c", draw)
    assert "3 · · ●" in said
    assert said.count("data-cell=") == 3
