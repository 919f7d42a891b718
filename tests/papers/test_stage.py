"""A grid that is set up to be measured goes when whoever measures goes."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest

MEASURE = """
import sys, time
from pathlib import Path
from kikashi.papers.stage import Stage
stage = Stage(Path(sys.argv[1]))
print(stage.broker_pid, flush=True)
time.sleep(600)
"""
SECONDS = 60.0


def runs(process: int) -> bool:
    """Whether a process is there and has not ended (one that nobody asked after is a zombie)."""
    try:
        state = Path(f"/proc/{process}/stat").read_text("utf-8", "replace").rpartition(")")[2]
    except OSError:
        return False
    return state.split()[0] not in "ZX"


@pytest.mark.slow
def test_a_run_that_is_killed_leaves_no_broker_behind(tmp_path: Path) -> None:
    words = [sys.executable, "-c", MEASURE, str(tmp_path)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as run:
        assert run.stdout is not None
        broker = int(run.stdout.readline())
        assert runs(broker)
        run.kill()
    deadline = time.monotonic() + SECONDS
    while runs(broker) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not runs(broker)
