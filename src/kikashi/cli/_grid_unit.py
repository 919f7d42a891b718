"""`kikashi grid join ... --systemd`: the same command as a service that outlives reboots."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from kikashi.grid.people import read_credential

SLACK = 15
"""Seconds that the service has to end besides those for its running tasks."""

UNIT = """\
# ~/.config/systemd/user/kikashi-grid.service
# systemctl --user enable --now kikashi-grid
# loginctl enable-linger    (so that it starts with the machine, not with a login)
[Unit]
Description=Kikashi grid volunteer {name}
Wants=network-online.target
After=network-online.target
StartLimitIntervalSec=0

[Service]
ExecStart={command}
WorkingDirectory={folder}
Restart=always
RestartSec=30
KillSignal=SIGINT
KillMode=mixed
SuccessExitStatus=130
TimeoutStopSec={stop}
NoNewPrivileges=yes

[Install]
WantedBy=default.target
"""


def unit(file: Path, words: Sequence[str], finish: float) -> str:
    """The unit for `kikashi` with these words."""
    name = read_credential(file, "pc").name
    program = [sys.executable, "-c", "from kikashi.cli import main; main()"]
    started = Path(sys.argv[0]).resolve()
    if started.name == "kikashi" and started.is_file():
        program = [str(started)]
    absolute = [
        str(file.resolve()) if word == str(file) else word for word in words if word != "--systemd"
    ]
    command = " ".join(_quoted(word) for word in [*program, *absolute])
    folder = str(Path.cwd()).replace("%", "%%")
    return UNIT.format(name=name, command=command, folder=folder, stop=round(finish) + SLACK)


def _quoted(word: str) -> str:
    """As systemd reads a command line: % and $ stand for themselves when doubled."""
    word = word.replace("\\", "\\\\").replace("%", "%%").replace("$", "$$")
    if word and not set(word) & set(" \t\"';"):
        return word
    return '"' + word.replace('"', '\\"') + '"'
