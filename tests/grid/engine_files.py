"""Outside engines as their owners declare them: the programs of this machine, with their hashes."""

from __future__ import annotations

import hashlib
import json
import shutil
from pathlib import Path

from kikashi.grid.engines import MEMORY, Declared
from kikashi.grid.sandbox import find_program, why_no_sandbox
from tests.needs import cannot_run

DEBIAN = {
    "gnugo": ("gnugo --mode gtp --level 1 --never-resign", "gtp", {}),
    "fairy-stockfish": ("fairy-stockfish", "uci", {"Threads": "1"}),
}


def sandboxed() -> None:
    """Leaves the test where there is no cage."""
    if why_no_sandbox():
        cannot_run(why_no_sandbox())


def declared(
    name: str, command: str, protocol: str, *, read: tuple[str, ...] = (), memory: int = MEMORY
) -> Declared:
    """An engine with the hash of its program."""
    digest = hashlib.sha256(find_program(command).read_bytes()).hexdigest()
    return Declared(name, command, protocol, digest, memory=memory, read=read)


def from_debian(name: str) -> Declared:
    """An unmodified program from apt."""
    command, protocol, settings = DEBIAN[name]
    if shutil.which(name, path="/usr/bin:/usr/local/bin:/usr/games") is None:
        cannot_run(f"the Debian package {name} is not installed")
    digest = hashlib.sha256(find_program(command).read_bytes()).hexdigest()
    return Declared(name, command, protocol, digest, settings=settings)


def toml(path: Path, *engines: Declared) -> Path:
    """The file that `join --engines` reads."""
    lines = []
    for one in engines:
        lines += ["[[engine]]", f"memory = {one.memory}", f"read = {json.dumps(one.read)}"]
        for field in ("name", "command", "protocol", "sha256"):
            lines.append(f"{field} = {json.dumps(getattr(one, field))}")
    path.write_text("\n".join(lines) + "\n")
    return path
