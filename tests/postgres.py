"""A PostgreSQL server of our own for tests, on a socket in a folder of its own."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import mkdtemp

from tests.needs import cannot_run

PROGRAMS = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
USER = "postgres"


@contextmanager
def postgres_server() -> Iterator[str]:
    """The URL of a server that is there while this holds; skips where there can be none."""
    if not PROGRAMS:
        cannot_run("PostgreSQL's initdb is not installed (Debian package postgresql)")
    folder = Path(mkdtemp(prefix="kikashi-pg-", dir="/tmp"))
    as_user: list[str] = []
    if os.geteuid() == 0:  # the server refuses to run as root
        if shutil.which("runuser") is None:
            cannot_run("as root a PostgreSQL server is started by runuser, which is missing")
        shutil.chown(folder, USER, USER)
        as_user = ["runuser", "-u", USER, "--"]
    programs = PROGRAMS[-1].parent

    # The sanitizers' libraries are loaded ahead of everything; the server is not what they test.
    plain = {name: value for name, value in os.environ.items() if name != "LD_PRELOAD"}

    def run(program: str, *words: str) -> None:
        command = [*as_user, str(programs / program), *words]
        subprocess.run(command, check=True, capture_output=True, cwd="/tmp", env=plain, timeout=60)

    data = str(folder / "data")
    run("initdb", "-D", data, "-A", "trust", "-U", USER, "--no-sync")
    options = f"-k {folder} -c listen_addresses='' -c fsync=off"
    run("pg_ctl", "-D", data, "-o", options, "-l", str(folder / "log"), "-w", "start")
    try:
        yield f"postgresql://{USER}@/postgres?host={folder}"
    finally:
        run("pg_ctl", "-D", data, "-m", "immediate", "stop")
        shutil.rmtree(folder, ignore_errors=True)
