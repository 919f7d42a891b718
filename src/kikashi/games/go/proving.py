"""What stands behind an answer about a stone: certificates of the claim, and of its limits.

- `win`: the mover's claim against any number of threats.
- `no`: the other side's claim against any number of threats.
- `ko`: the mover's claim with the threats that are enough, and the other side's with those that are
  enough to break it. Both together say how many threats decide.
"""

from __future__ import annotations

from dataclasses import replace

from kikashi.games.go.board import STONES
from kikashi.games.go.certify import SECONDS, certify
from kikashi.games.go.claims import LocalClaim
from kikashi.games.go.local import Reading
from kikashi.games.go.position import COLOURS, GoPosition
from kikashi.search import Verdict


def claims_of(
    law: GoPosition, cell: int, found: Reading, *, liberties: int
) -> tuple[LocalClaim | None, LocalClaim | None]:
    """The mover's claim and the other side's that an answer comes to; None where it has none.

    `liberties` save a string; 0: only who is never taken is saved."""
    keeper = STONES.index(law.board[cell])

    def claim(player: int, own: int, other: int | None) -> LocalClaim:
        keeps = player == keeper
        kind = "capture" if not keeps else "save" if liberties else "live"
        enough = liberties if keeps else 0
        return LocalClaim(kind, COLOURS[player], law.on.names[cell], own, other, enough)

    mover, other = law.to_move, 1 - law.to_move
    if found.verdict == "win":
        return claim(mover, 0, None), None
    if found.verdict == "no":
        return None, claim(other, 0, None)
    if found.verdict != "ko" or not found.threats:
        return None, None
    if found.code == 2:
        return claim(mover, 0, found.threats - 1), claim(other, found.threats, 0)
    return claim(mover, found.threats, 0), claim(other, 0, found.threats - 1)


def proved(
    law: GoPosition,
    cell: int,
    verdict: Verdict,
    found: Reading,
    *,
    liberties: int,
    life: bool,
    seconds: float = SECONDS,
) -> Verdict:
    """The verdict with what stands behind it: the certificate that is replayed before anything is
    called proved, and of a ko also the one of its limit, which is replayed here."""
    mover, other = claims_of(law, cell, found, liberties=liberties)
    first = mover or other
    if first is None:
        return verdict
    certificate = certify(law, first, seconds, life=life)
    if certificate is None or mover is None or other is None:
        return replace(verdict, certificate=certificate)
    limit = certify(law, other, seconds, life=life)
    if limit is None:
        return verdict
    limit.check()
    return replace(verdict, certificate=certificate, refutation=limit)
