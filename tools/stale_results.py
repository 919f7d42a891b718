"""Says which files of bench/results are older than the code that they measure.

    python tools/stale_results.py

A result names its commit and its command (`bench/machine.py` prints both). The code that a bench
measures is the bench itself, the packages that it imports and, since nearly all of them call it,
`native`. A result without a commit, or of one that this checkout does not have, is told as such.
"""

from __future__ import annotations

import ast
import re
import subprocess
from collections.abc import Iterable
from pathlib import Path

HOUSE = Path(__file__).resolve().parent.parent
COMMIT = re.compile(r"\bcommit:?\s+([0-9a-f]{7,40})\b")
SCRIPT = re.compile(r"\bbench/(\w+\.py)")


def measured(script: Path, house: Path) -> list[str]:
    """Paths of the code that a bench measures, from the root of the house."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(script.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {node.module} | {f"{node.module}.{alias.name}" for alias in node.names}
    found = {str(script.relative_to(house)), "native"}
    for name in names:
        path = house / "src" / Path(*name.split(".")[:2])
        if name.count(".") and path.is_dir():
            found.add(str(path.relative_to(house)))
        elif name.count(".") and path.with_suffix(".py").is_file():
            found.add(str(path.with_suffix(".py").relative_to(house)))
    return sorted(found)


def changes_since(commit: str, paths: Iterable[str], house: Path) -> int | None:
    """How many commits have touched the paths since; None where the commit is not known here."""
    run = subprocess.run(
        ["git", "rev-list", "--count", f"{commit}..HEAD", "--", *paths],
        cwd=house,
        capture_output=True,
        text=True,
        check=False,
    )
    return int(run.stdout) if run.returncode == 0 else None


def verdict(result: Path, house: Path = HOUSE) -> str | None:
    """What is to be said of a result; None: it is as new as the code."""
    text = result.read_text("utf-8")
    commit, script = COMMIT.search(text), SCRIPT.search(text)
    if commit is None:
        return "names no commit"
    bench = house / "bench" / script[1] if script else None
    known = bench is not None and bench.is_file()
    paths = measured(bench, house) if known and bench else ["native", "src"]
    changes = changes_since(commit[1], paths, house)
    if changes is None:
        return f"is of {commit[1]}, which this checkout does not have"
    return f"is of {commit[1]}: {changes} commits since to what it measures" if changes else None


def tell(house: Path = HOUSE) -> list[str]:
    """A line for each result that is older than its code."""
    results = sorted((house / "bench/results").glob("*.txt"))
    return [f"{result.name} {words}" for result in results if (words := verdict(result, house))]


if __name__ == "__main__":
    print("\n".join(tell()) or "every result is as new as the code that it measures")
