"""The verbs with `--grid FILE` on a real grid: broker and volunteers in processes of their own."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.command_line import kikashi, validate
from tests.grid.running import grid_of

pytestmark = pytest.mark.slow

DEEP = (
    "setup black=g6,g7,j7,e8,g8,h8,j9,h10,i11 white=e6,k6,h7,f8,i8,g9,i9,i10,j10 move=black left=1"
)
WIN = "h8 a1 h9 a3 h10 a5 h11 a7"


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The credential of an app, in a grid of two volunteers who do not know each other."""
    with grid_of(tmp_path_factory.mktemp("grid"), "anna", "ben") as (_, credential):
        yield str(credential)


def test_solve_many_says_on_a_grid_what_it_says_here(app: str, tmp_path: Path) -> None:
    file = tmp_path / "positions.txt"
    file.write_text(f"{WIN}\nh8 i9\nnothing\n")
    words = ("solve-many", "gomoku", str(file), "--nodes", "1000")
    here = kikashi(*words)
    there = kikashi(*words, "--grid", app, "--proofs", str(tmp_path / "proofs"))
    assert there.returncode == here.returncode == 1, there.stderr
    for left, right in zip(here.stdout.splitlines(), there.stdout.splitlines(), strict=True):
        ours, theirs = json.loads(left), json.loads(right)
        for told in (ours, theirs):
            told.pop("seconds", None)
            told.pop("proof", None)
            told.pop(
                "nodes", None
            )  # a certificate does not show them, so a grid does not tell them
        assert ours == theirs
    assert kikashi("check", str(tmp_path / "proofs/000001.cert.gz")).returncode == 0


def test_a_proof_found_by_strangers_passes_the_checker(app: str, tmp_path: Path) -> None:
    proof, tree = tmp_path / "win.cert.gz", tmp_path / "tree.answers"
    words = ("prove", "gomoku", DEEP, "--nodes", "5000", "--tree", str(tree))
    run = kikashi(*words, "--grid", app, "--proof", str(proof), "--json")
    assert run.returncode == 0, run.stderr
    told = json.loads(run.stdout)
    validate("prove", told)
    assert told["verdict"] == "win"
    assert told["tasks"] > 1
    assert "black wins within" in kikashi("check", str(proof)).stdout
    # The answers are on disk: here and now the same proof takes no task at all.
    again = json.loads(kikashi(*words, "--json").stdout)
    assert (again["verdict"], again["tasks"], again["turns"]) == ("win", 0, told["turns"])


def test_an_atlas_is_proved_by_strangers(app: str, tmp_path: Path) -> None:
    out = [tmp_path / name for name in ("here.jsonl", "there.jsonl")]
    words = ("coins", "atlas", "--to", "12", "--no-questions", "--out")
    assert kikashi(*words, str(out[0])).returncode == 0
    run = kikashi(*words, str(out[1]), "--grid", app)
    assert run.returncode == 0, run.stderr
    assert out[0].read_bytes() == out[1].read_bytes()


def test_an_engine_thinks_on_the_grid(app: str) -> None:
    talk = "START 15\nBOARD\n7,7,1\n0,14,2\n7,6,1\n0,12,2\n7,5,1\n0,10,2\n7,4,1\n0,8,2\nDONE\n"
    words = ("engine", "gomoku", "--protocol", "gomocup", "--grid", app)
    # The win is proved at once, and its proof ends the wait; a busy machine may need the rest.
    run = kikashi(*words, "--seconds", "60", "--voters", "2", stdin=talk)
    assert run.returncode == 0, run.stderr
    assert run.stdout.splitlines()[1] in ("7,3", "7,8")
    assert "simple player" not in run.stderr


def test_puzzles_are_the_same_wherever_they_are_made(app: str, tmp_path: Path) -> None:
    games = Path(__file__).parents[1] / "puzzles/six_games.txt"
    found = []
    for name, more in (("here", ()), ("there", ("--grid", app))):
        words = (
            "puzzles",
            "make",
            str(games),
            "--game",
            "connect6",
            "--games",
            "1",
            "--nodes",
            "2000",
        )
        into = ("--nodes", "2000", "--into", str(tmp_path / f"{name}.db"), "--json")
        run = kikashi(*words, *into, *more)
        assert run.returncode == 0, run.stderr
        found.append(json.loads(run.stdout))
        found[-1].pop("seconds")
    assert found[0] == found[1]


def test_a_limit_in_seconds_and_a_missing_credential_are_refused(app: str, tmp_path: Path) -> None:
    file = tmp_path / "positions.txt"
    file.write_text(f"{WIN}\n")
    run = kikashi("solve-many", "gomoku", str(file), "--seconds", "1", "--grid", app)
    assert run.returncode == 1
    assert "limited by --nodes" in run.stderr
    run = kikashi("solve-many", "gomoku", str(file), "--grid", str(tmp_path / "none.grid"))
    assert run.returncode == 1
    assert "there is no credential file" in run.stderr
