"""Every fault of issue 7 on real processes, and the time to recover from it.

Leases last 3 s here, so that a run takes minutes; with the usual 20 s a silent PC costs 17 s more.
Names as arguments choose scenarios; `cluster` those of three brokers, where the time is the pause.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from machine import describe

from tests.grid import faults
from tests.grid.cluster import CUTS, FAULTS, broken

CLUSTER = [fault for fault in FAULTS if fault not in CUTS or not faults.why_no_namespaces()]


def main() -> int:
    describe()
    print(
        "Lease 3 s. In every case no task was lost, no result counted twice, and the answers were"
    )
    print("those of the local executor; a line that says otherwise is a failure.\n")
    print(f"{'fault':46s} {'recovered':>9s}  note")
    failed = 0
    for scenario in faults.ALL:
        if sys.argv[1:] and scenario.__name__ not in sys.argv[1:]:
            continue
        why = faults.why_no_namespaces() if scenario in faults.AS_ROOT else ""
        if why:
            print(f"{scenario.__name__:46s} {'-':>9s}  not run: {why}", flush=True)
            continue
        try:
            with tempfile.TemporaryDirectory(prefix="kikashi-fault-") as folder:
                found = scenario(Path(folder))
        except AssertionError as problem:
            failed += 1
            print(f"{scenario.__name__:46s} {'FAILED':>9s}  {problem}", flush=True)
        else:
            print(f"{found.fault:46s} {found.seconds:7.1f} s  {found.note}", flush=True)
    for fault in CLUSTER if not sys.argv[1:] or "cluster" in sys.argv[1:] else ():
        try:
            with tempfile.TemporaryDirectory(prefix="kikashi-fault-") as folder:
                found = broken(Path(folder), fault)
        except AssertionError as problem:
            failed += 1
            print(f"{fault:46s} {'FAILED':>9s}  {problem}", flush=True)
        else:
            print(f"{found.fault:46s} {found.seconds:7.1f} s  {found.note}", flush=True)
    return failed


if __name__ == "__main__":
    sys.exit(main())
