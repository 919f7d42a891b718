"""What the certificates of a fastest win must claim, in the words of the room."""

from __future__ import annotations

from typing import TypeAlias

from kikashi.games import room

Claim: TypeAlias = dict[str, object]


def fastest_claims(game: str, side: str, by: str, turns: int) -> tuple[Claim, Claim]:
    """That there is a win in so many turns, and that none is faster."""
    provers = room(game).part("provers")
    if hasattr(provers, "claims_of"):
        claims: tuple[Claim, Claim] = provers.claims_of(side, by, turns)
        return claims
    return {"kind": "win", "side": side, "turns": turns}, {
        "kind": "no-forcing-win",
        "side": side,
        "by": by,
        "turns": turns - 1,
    }
