"""Runs every measurement of `bench/`, one after another, and keeps what each printed.

Before that it says which results are older than the code that they measure. A result file begins
with the machine, the commit and the command; one failure does not stop the others, but is told at
the end.
"""

from __future__ import annotations

import os
import platform
import subprocess
import sys
import time
from pathlib import Path

from tools import stale_results

HOUSE = Path(__file__).resolve().parent.parent


def machine() -> str:
    """Processor, cores and memory, as far as this system tells."""
    processor = platform.processor() or platform.machine()
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        models = [row for row in cpuinfo.read_text().splitlines() if row.startswith("model name")]
        processor = models[0].partition(":")[2].strip() if models else processor
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    python = platform.python_version()
    return f"{processor}, {os.cpu_count()} cores, {memory:.0f} GiB, Python {python}"


def commit() -> str:
    """The commit, and whether the tree differs from it."""
    named = subprocess.run(
        ["git", "describe", "--always", "--dirty", "--abbrev=12"],
        cwd=HOUSE,
        capture_output=True,
        text=True,
        check=False,
    )
    return named.stdout.strip() or "not under version control"


def run(script: Path) -> bool:
    """Runs one measurement, shows and keeps its output; says whether it ended well."""
    command = f"python {script.relative_to(HOUSE)}"
    print(f"== {command}", flush=True)
    begun = time.monotonic()
    lines = [
        f"machine: {machine()}",
        f"commit:  {commit()}",
        f"command: {command}",
        f"date:    {time.strftime('%Y-%m-%d')}",
        "",
    ]
    with subprocess.Popen(
        [sys.executable, str(script)],
        cwd=HOUSE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            print(line, end="", flush=True)
            lines.append(line.rstrip("\n"))
    if process.returncode:
        print(f"{command} failed with exit code {process.returncode}", flush=True)
        return False
    lines += ["", f"took {time.monotonic() - begun:.0f} s"]
    folder = HOUSE / "bench/results"
    folder.mkdir(exist_ok=True)
    (folder / f"{script.stem}.txt").write_text("\n".join(lines) + "\n", "utf-8")
    return True


def main() -> int:
    for line in stale_results.tell():
        print(line, flush=True)
    scripts = sorted((HOUSE / "bench").glob("bench_*.py"))
    failed = [script.name for script in scripts if not run(script)]
    print(f"{len(scripts) - len(failed)} of {len(scripts)} measurements ran to their end")
    if failed:
        print(f"failed: {', '.join(failed)}")
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())
