"""How an outside engine is kept in its place: no network, no files of ours, bounded memory.

Engines are other people's programs. bubblewrap gives them an empty world with the system's
libraries and their own folder, read-only. Where it is missing an engine is refused, unless the
owner of the PC says `--unsafe`. Memory is bounded either way.
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
from functools import cache
from pathlib import Path

from kikashi.grid.contract import TaskError

SYSTEM = ("/usr", "/lib", "/lib32", "/lib64", "/bin", "/etc/alternatives", "/etc/ld.so.cache")
NICE = 10
LIMITS = 'ulimit -v "$1" && shift && exec nice -n "$@"'
"""For /bin/sh: a bound on memory in KiB, then the rest of the words at low priority."""


@cache
def why_no_sandbox() -> str:
    """Why bubblewrap cannot be used here; empty where it can."""
    program = shutil.which("bwrap")
    if program is None:
        return "bubblewrap is not installed (Debian package bubblewrap)"
    try:
        ran = subprocess.run(
            [*_walls(program), "true"], capture_output=True, text=True, timeout=10, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as problem:
        return f"bubblewrap does not run here: {problem}"
    return "" if ran.returncode == 0 else f"bubblewrap does not run here: {ran.stderr.strip()}"


def _walls(program: str) -> list[str]:
    words = [program, "--unshare-all", "--die-with-parent", "--new-session", "--clearenv"]
    words += ["--setenv", "PATH", "/usr/bin:/bin:/usr/games", "--setenv", "HOME", "/tmp"]
    words += ["--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp", "--chdir", "/tmp"]
    for path in SYSTEM:
        words += ["--ro-bind-try", path, path]
    return words


def guarded(command: str, *, memory: int, read: tuple[str, ...] = (), unsafe: bool = False) -> str:
    """The command line that runs `command` inside its limits; TaskError where there are none."""
    words = shlex.split(command)
    program = find_program(command)
    words[0] = str(program)
    limits = ["/bin/sh", "-c", LIMITS, "limits", str(memory // 1024), str(NICE)]
    why = why_no_sandbox()
    if why and not unsafe:
        raise TaskError(f"{why}; without it engines run only if the owner of this PC says --unsafe")
    if why:
        return shlex.join([*limits, *words])
    walls = _walls(str(shutil.which("bwrap")))
    for folder in (str(program.parent), *read):
        if not folder.startswith(("/usr/", "/bin/", "/lib/")):
            walls += ["--ro-bind", folder, folder]
    return shlex.join([*limits, *walls, *words])


def find_program(command: str) -> Path:
    """The file that a command runs; TaskError if there is none."""
    try:
        first = shlex.split(command)[0]
    except (ValueError, IndexError) as problem:
        raise TaskError(f"the command {command!r} cannot be read: {problem}") from None
    # Debian keeps games outside of root's PATH.
    path = os.pathsep.join([os.environ.get("PATH", ""), "/usr/games"])
    found = shutil.which(first, path=path)
    if found is None:
        raise TaskError(f"there is no program {first!r} on this PC")
    return Path(found).resolve()
