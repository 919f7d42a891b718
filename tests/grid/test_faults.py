"""The quick faults, each on processes of its own; the others are in bench/bench_grid_faults.py."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.grid import faults

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("scenario", faults.QUICK, ids=lambda one: str(one.__name__))
def test_nothing_is_lost_or_counted_twice_when(
    scenario: Callable[[Path], faults.Recovery], tmp_path: Path
) -> None:
    recovery = scenario(tmp_path)
    print(f"{recovery.fault}: {recovery.seconds:.1f} s; {recovery.note}")
