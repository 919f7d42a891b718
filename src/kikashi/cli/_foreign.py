"""Foreign text (names of files, what is in them, refusals that quote it), safe for a terminal."""

from __future__ import annotations

MOST = 10_000


def foreign(text: object, most: int = MOST) -> str:
    """The text with nothing that a terminal obeys: other than in line breaks, escapes are shown."""
    words = str(text)
    short = words if len(words) <= most else words[:most] + "…"
    return "".join(
        c if c == "\n" or c.isprintable() else c.encode("unicode_escape", "replace").decode()
        for c in short
    )
