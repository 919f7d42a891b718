"""Findings about fairness as rows of a table."""

from __future__ import annotations

from kikashi.arena.fairness import Finding

COLUMNS = ("who wins", "evidence", "games", "first wins", "drawn", "score of first", "95%", "moves")
SIDES = {"first": "first", "second": "second", "draw": "nobody", "": "open"}


def row(finding: Finding) -> tuple[str, ...]:
    """One finding: proved, or played with its interval; moves are the mean of the games."""
    if finding.checked is not None:
        within = f" within {finding.within}" if finding.within else ""
        return (SIDES[finding.proved], f"proved by {finding.by}{within}", *("-",) * 6)
    tally = finding.tally
    if not tally.games:
        return ("open", "not proved, not played", *("-",) * 6)
    low, high = finding.interval
    return (
        SIDES[finding.leaning],
        "games",
        str(tally.games),
        str(tally.wins),
        str(tally.draws),
        f"{100 * tally.score:.0f}%",
        f"{100 * low:.0f} to {100 * high:.0f}%",
        f"{sum(finding.plies) / len(finding.plies):.0f}",
    )
