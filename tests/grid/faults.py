"""Faults on real processes: each scenario breaks something and says how long it took to recover.

In every one no task is lost, no result is counted twice, and the answers are those of `local`.
The quick ones are tests; `bench/bench_grid_faults.py` runs all of them and prints the table.
"""

from __future__ import annotations

from tests.grid.faults_of_engines import (
    engine_crashes,
    engine_hangs,
    engine_talks_rubbish,
    task_kills_engines,
)
from tests.grid.faults_of_machines import (
    broker_killed,
    client_killed,
    disk_full,
    link_cut,
    pc_killed,
    pc_stopped,
    server_killed,
    why_no_namespaces,
)
from tests.grid.faults_of_people import lies_withdrawn, result_twice, volunteer_lies
from tests.grid.work import Recovery

QUICK = (
    pc_killed,
    broker_killed,
    client_killed,
    engine_crashes,
    engine_hangs,
    task_kills_engines,
    result_twice,
    volunteer_lies,
    lies_withdrawn,
)
LONG = (pc_stopped, server_killed, engine_talks_rubbish)
AS_ROOT = (link_cut, disk_full)
ALL = (*QUICK, *LONG, *AS_ROOT)

__all__ = ["ALL", "AS_ROOT", "LONG", "QUICK", "Recovery", "why_no_namespaces"]
