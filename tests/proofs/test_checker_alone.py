"""The checker stands on the laws: it runs where nothing native can be imported."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.proofs.scenarios import scenarios

ALONE = """
import importlib.abc, sys

class NothingNative(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name == "kikashi._native" or name.split(".")[0] in ("numpy", "msgspec", "nanobind"):
            raise ImportError(f"{name} must not be needed")

sys.meta_path.insert(0, NothingNative())
from pathlib import Path
from kikashi.proofs import RefusedError, check_stated

for path in sorted(Path(sys.argv[1]).iterdir()):
    print(check_stated(path).sentence)
    lines = path.read_bytes().splitlines(keepends=True)
    try:
        check_stated(b"".join(lines[:-1]))
    except RefusedError:
        continue
    raise SystemExit("a truncated certificate passed")

ours = {".".join(n.split(".")[:2]) for n in sys.modules if n.startswith("kikashi.")}
of_the_family = {n for n in sys.modules if n.startswith("kikashi.stones.")}
of_the_family -= {n for n in of_the_family if n.startswith("kikashi.stones.proofs")}
law = {"kikashi.games", "kikashi.law", "kikashi.proofs", "kikashi.stones"}
print(sorted((ours - law) | of_the_family))
"""


def test_every_kind_is_checked_without_native_code_and_with_nothing_else_of_ours(
    tmp_path: Path,
) -> None:
    for number, data in enumerate(scenarios().values()):
        (tmp_path / f"{number:02}.json").write_bytes(data)
    run = subprocess.run(
        [sys.executable, "-W", "error", "-c", ALONE, str(tmp_path)],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    *sentences, others = run.stdout.splitlines()
    assert len(sentences) == len(scenarios())
    assert others == "[]"
