"""One question to a program and its answer, in GTP and in UCI and its kin.

The arena's hosts and the grid's adapters ask whole games and single positions with these.
"""

from __future__ import annotations

from kikashi.protocols.process import Program, ProgramError

MOST_CHATTER = 20_000
"""Lines that are no answer before one that is."""


def gtp_command(program: Program, command: str, deadline: float) -> str | None:
    """The text of a GTP answer; None where the program answers with a question mark."""
    program.send(command)
    for _ in range(MOST_CHATTER):
        line = program.read_any(deadline).strip()
        if line[:1] in ("=", "?"):
            text = [line[1:].lstrip("0123456789").strip()]
            while rest := program.read_any(deadline).strip():
                text.append(rest)
            return " ".join(text).strip() if line[0] == "=" else None
    raise ProgramError("rubbish", "the program talks without answering")


def lines_until(program: Program, wanted: tuple[str, ...], deadline: float) -> list[str]:
    """The lines up to and including the first that begins with one of the words."""
    lines = []
    for _ in range(MOST_CHATTER):
        lines.append(program.read(deadline))
        if lines[-1].split()[0] in wanted:
            return lines
    raise ProgramError("rubbish", f"the program talks without saying {' or '.join(wanted)!r}")
