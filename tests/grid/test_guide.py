"""The guide's first lines, run as they stand: a broker, a PC, an app, and answers."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from tests.grid.running import HOUSE, MAIN, Running

GUIDE = HOUSE / "docs" / "guide" / "grid.md"
PORT = 4222


def blocks(heading: str) -> list[str]:
    """The shell blocks under a heading."""
    section = re.split(r"^## ", GUIDE.read_text("utf-8"), flags=re.MULTILINE)
    (found,) = [text for text in section if text.startswith(heading)]
    return re.findall(r"```sh\n(.*?)```", found, flags=re.DOTALL)


def is_free(port: int) -> bool:
    with socket.socket() as test:
        test.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            test.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True


@pytest.mark.slow
def test_the_guide_followed_literally_gives_answers(tmp_path: Path) -> None:
    broker, people, work = blocks("Try it on one machine")
    if not is_free(PORT):  # somebody else's broker; all other words stay as they are
        with socket.socket() as other:
            other.bind(("127.0.0.1", 0))
            broker = f"{broker.strip()} --port {other.getsockname()[1]}"
    programs = tmp_path / "bin"
    programs.mkdir()
    (programs / "kikashi").write_text(f'#!/bin/sh\nexec {sys.executable} -c "{MAIN}" "$@"\n')
    (programs / "kikashi").chmod(0o755)
    place = {"HOME": str(tmp_path), "PATH": f"{programs}:{os.environ['PATH']}"}
    environment = dict(os.environ, **place, PYTHONPATH=str(HOUSE))
    running: list[Running] = []

    def start(words: str, name: str) -> Running:
        moved = f"cd {tmp_path}\n{words.strip()}"
        *before, last = moved.splitlines()
        script = "\n".join(("set -e", *before, f"exec {last}"))
        running.append(Running(["bash", "-c", script], tmp_path / f"{name}.log", environment))
        return running[-1]

    try:
        start(broker, "broker").wait_for("ready\n")
        start(people, "pc").wait_for("joined")
        ran = subprocess.run(
            ["bash", "-ec", work],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        assert ran.returncode == 0, ran.stderr
        assert "2 done, 0 failed" in ran.stdout
        assert "no second owner" not in ran.stdout
    finally:
        for one in reversed(running):
            one.close()
