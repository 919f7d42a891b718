"""What was published and is not repeated here yet, each with the reason. Found by `papers list`."""

from __future__ import annotations

MISSING: tuple[tuple[str, str, str], ...] = (
    (
        "000",
        "five in a row on 8x8 (solved once elsewhere, a draw)",
        "not finished here; `kikashi solve gomoku '' -o size=8x8 --by dfpn --checkpoint FILE` goes "
        "on with it",
    ),
    (
        "003",
        "table 4.1 against X6 from the paper's own seven positions",
        "the positions and the program are lost; `003-single-threats` plays the match from seven "
        "openings of ours against our levels",
    ),
)
"""Paper, what it shows, why it is missing."""
