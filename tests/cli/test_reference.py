"""The examples in docs/reference/cli.md run and print what stands there."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.command_line import ENVIRONMENT, HOUSE

BLOCK = re.compile(r"```console\n\$ (.+)\n((?:.*\n)*?)```")
EXAMPLES = BLOCK.findall((HOUSE / "docs/reference/cli.md").read_text("utf-8"))


@pytest.mark.thorough
@pytest.mark.parametrize("command, printed", EXAMPLES, ids=[e[0][:40] for e in EXAMPLES])
def test_an_example_prints_what_the_page_says(command: str, printed: str, tmp_path: Path) -> None:
    program = f"{sys.executable} -c 'from kikashi.cli import main; main()'"
    line = re.sub(r"\bkikashi\b", lambda _: program, command, count=1)
    run = subprocess.run(
        ["bash", "-c", line],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env=ENVIRONMENT,
        timeout=120,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    if printed:
        assert run.stdout == printed


def test_there_are_examples() -> None:
    assert len(EXAMPLES) >= 3
