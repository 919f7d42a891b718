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


class Postgres:
    """One server; on a socket, or also on an address."""

    def __init__(self, address: str = "") -> None:
        if not PROGRAMS:
            cannot_run("PostgreSQL's initdb is not installed (Debian package postgresql)")
        self._folder = Path(mkdtemp(prefix="kikashi-pg-", dir="/tmp"))
        self._as_user: list[str] = []
        if os.geteuid() == 0:  # the server refuses to run as root
            if shutil.which("runuser") is None:
                cannot_run("as root a PostgreSQL server is started by runuser, which is missing")
            shutil.chown(self._folder, USER, USER)
            self._as_user = ["runuser", "-u", USER, "--"]
        self._data = str(self._folder / "data")
        self._address = address
        self._run("initdb", "-D", self._data, "-A", "trust", "-U", USER, "--no-sync")
        if address:
            with (self._folder / "data" / "pg_hba.conf").open("a") as out:
                out.write("host all all 10.0.0.0/8 trust\n")
        self.start()

    @property
    def url(self) -> str:
        return f"postgresql://{USER}@/postgres?host={self._address or self._folder}"

    def start(self) -> None:
        options = f"-k {self._folder} -c listen_addresses='{self._address}' -c fsync=off"
        log = str(self._folder / "log")
        self._run("pg_ctl", "-D", self._data, "-o", options, "-l", log, "-w", "start")

    def restart(self) -> None:
        """Ends it at once, as a crash would, and starts it again."""
        self._run("pg_ctl", "-D", self._data, "-m", "immediate", "stop")
        self.start()

    def close(self) -> None:
        self._run("pg_ctl", "-D", self._data, "-m", "immediate", "stop")
        shutil.rmtree(self._folder, ignore_errors=True)

    def _run(self, program: str, *words: str) -> None:
        # The sanitizers' libraries are loaded ahead of everything; the server is not what they
        # test.
        plain = {name: value for name, value in os.environ.items() if name != "LD_PRELOAD"}
        command = [*self._as_user, str(PROGRAMS[-1].parent / program), *words]
        subprocess.run(command, check=True, capture_output=True, cwd="/tmp", env=plain, timeout=180)


@contextmanager
def postgres(address: str = "") -> Iterator[Postgres]:
    """A server that is there while this holds; skips where there can be none."""
    made = Postgres(address)
    try:
        yield made
    finally:
        made.close()


@contextmanager
def postgres_server() -> Iterator[str]:
    """Its URL."""
    with postgres() as made:
        yield made.url
