"""Benches do not rot: each has a short form that runs here, or says why it has none."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.data import data
from tools import stale_results

BENCH = Path(__file__).resolve().parents[2] / "bench"
FLAG = 'add_argument("--short"'
OPTIONS = {
    "bench_before.py": "gomoku --nodes 100 --pairs 1",
    "bench_go_problems.py": "gokyo --nodes 50 --every 500 --into answers.jsonl",
    "bench_go_reading.py": "strings --every 100",
    "bench_joblevel.py": "--most 1 --tasks 2 --nodes 200",
    "bench_minishogi.py": "--only perft",
    "bench_players.py": "--only ladder --report",
    "bench_puzzles.py": "DATA 2",
    "bench_voting.py": "--matches 1 --nodes 30 --games gomoku --workers 2 --jobs 1 --splits root",
    "bench_xiangqi.py": "--only perft",
    "bench_xiangqi_peers.py": "--report",
}
"""Options that make a bench short, where it has no `--short`; DATA is the folder of records."""
LONG = {
    "bench_analysis.py": "starts a studio and a browser",
    "bench_arena.py": "plays at 0.1 s a turn by the clock",
    "bench_banqi.py": "its shortest part takes six seconds of processor",
    "bench_checker.py": "measures 20 s a series",
    "bench_coins.py": "compares with tables that take 20 s",
    "bench_go.py": "its shortest part takes four seconds of processor",
    "bench_grid.py": "starts brokers and volunteers",
    "bench_grid_crowd.py": "starts a broker and volunteers",
    "bench_grid_faults.py": "stops brokers and waits for leases",
    "bench_joblevel_openings.py": "starts a broker and volunteers",
    "bench_mahjong.py": "its shortest part takes 16 s of processor",
    "bench_page.py": "starts a studio and a browser",
    "bench_solver.py": "its shortest part takes 12 s",
    "bench_stones.py": "measures for six seconds",
    "bench_studio.py": "starts a studio",
    "bench_studio_costs.py": "starts a studio",
}
"""Too long for every run of the tests, with the reason."""

ALL = {file.name: file.read_text("utf-8") for file in BENCH.glob("bench_*.py")}
SHORT = {name: "--short" for name, text in ALL.items() if FLAG in text} | OPTIONS


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(SHORT))
def test_the_short_form_of_a_bench_runs_to_its_end(name: str, tmp_path: Path) -> None:
    folder = str(data("connect6").parent.resolve())  # says so where the records are missing
    words = [folder if word == "DATA" else word for word in SHORT[name].split()]
    command = [sys.executable, str(BENCH / name), *words]
    # Some leave what they measured where they are started.
    run = subprocess.run(
        command,
        capture_output=True,
        text=True,
        timeout=250,
        check=False,
        cwd=tmp_path,
        env={**os.environ, "KIKASHI_DATA": folder},
    )
    assert run.returncode == 0, run.stdout[-500:] + run.stderr[-500:]


def test_every_bench_has_a_short_form_or_a_reason() -> None:
    assert sorted([*SHORT, *LONG]) == sorted(ALL)


def test_a_result_is_told_as_older_than_its_code_once_that_has_changed(tmp_path: Path) -> None:
    def git(*words: str) -> str:
        who = ("-c", "user.name=a", "-c", "user.email=a@b")
        run = subprocess.run(
            ["git", *who, *words], cwd=tmp_path, capture_output=True, text=True, check=True
        )
        return run.stdout.strip()

    def keep(name: str, text: str) -> None:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
        git("add", name)
        git("commit", "-q", "-m", name)

    git("init", "-q")
    keep("src/kikashi/play/a.py", "one = 1\n")
    keep("bench/bench_one.py", "from kikashi.play import a\n")
    words = f"commit: {git('rev-parse', 'HEAD')}\ncommand: python bench/bench_one.py\n"
    keep("bench/results/one.txt", words)
    keep("src/kikashi/studio/b.py", "two = 2\n")
    assert stale_results.tell(tmp_path) == []
    keep("src/kikashi/play/a.py", "one = 3\n")
    assert "1 commits since" in " ".join(stale_results.tell(tmp_path))
    keep("bench/results/one.txt", f"commit: {'0' * 8}\n")
    assert "does not have" in " ".join(stale_results.tell(tmp_path))
    keep("bench/results/one.txt", "command: python bench/bench_one.py\n")
    assert stale_results.tell(tmp_path) == ["one.txt names no commit"]
