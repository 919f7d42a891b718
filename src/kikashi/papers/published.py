"""What was published and is not repeated here yet, each with the reason. Found by `papers list`."""

from __future__ import annotations

MISSING: tuple[tuple[str, str, str], ...] = (
    (
        "000",
        "Gomoku's bitboard steps: times on eight middle games on 8x8, with and without dead points",
        "the solver's switches for it are not written",
    ),
    (
        "001",
        "threat search: defences, move cache, deepening step, candidates (section 4.1)",
        "the switches exist neither in the exact search nor beside it; page 38 survives in part",
    ),
    (
        "003",
        "single-threat search by defensive and aggressive defenders, and the match of table 4.1",
        "the positions and the opponent's program are not published; ours is not written",
    ),
)
"""Paper, what it shows, why it is missing."""
