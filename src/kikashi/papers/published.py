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
        "002",
        "no win of the first player within 11 plies on 19x19",
        "the search was not finished, so that it is open whether the proved 13 are the fewest",
    ),
    (
        "003",
        "single-threat search by defensive and aggressive defenders, and the match of table 4.1",
        "the positions and the opponent's program are not published; ours is not written",
    ),
)
"""Paper, what it shows, why it is missing."""
