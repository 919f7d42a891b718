"""Benches do not rot: those with a short form run in it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.data import data

BENCH = Path(__file__).resolve().parents[2] / "bench"
FLAG = 'add_argument("--short"'
SHORT = sorted(file.name for file in BENCH.glob("bench_*.py") if FLAG in file.read_text("utf-8"))


@pytest.mark.slow
@pytest.mark.parametrize("name", SHORT)
def test_the_short_form_of_a_bench_runs_to_its_end(name: str) -> None:
    data("connect6")  # some read records; says so where they are missing
    command = [sys.executable, str(BENCH / name), "--short"]
    run = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert run.returncode == 0, run.stdout[-500:] + run.stderr[-500:]
