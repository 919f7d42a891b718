"""Which turns hold against a forcing win: what is answered, and what certificates must claim."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from kikashi.law import GameError, Move
from kikashi.search.verdict import Certificate


class OutOfBudgetError(GameError):
    """A search on the way did not finish."""


SEARCH_NODES = 20_000
"""For the win after one defence; what costs more is left open."""


@dataclass(frozen=True)
class Held:
    """A defence; with fewer stones than a turn has, the rest of the turn is free."""

    stones: tuple[Move, ...]
    certificate: Certificate | None
    """The other side has no win of the class after it; None: searched, not certified."""


@dataclass(frozen=True)
class Holding:
    """Every turn that leaves the other side without a win of the full-forcing class."""

    ending: str
    """`nothing-threatens`, `all-found`, `too-many` (the rest was not looked at), or `open`."""
    by: str
    turns: tuple[Held, ...]
    """The smallest sets of stones that hold; a turn holds if and only if it holds one of them."""
    threatened: int
    """The turns of the win that follows if the whole turn is passed."""
    others_lose: Certificate | None
    """Every other turn loses; None: searched, not certified."""
    loses_within: int
    """In how many turns of the other side, at most."""
    nodes: int
    seconds: float


def others_lose(side: str, turns: int, held: Iterable[Sequence[Move]]) -> dict[str, object]:
    """The claim that `side` wins unless the other begins with one of these."""
    claim: dict[str, object] = {"kind": "win", "side": side, "turns": turns}
    but = sorted(list(stones) for stones in held)
    return {**claim, "except": but} if but else claim


def no_win(side: str, by: str) -> dict[str, object]:
    """The claim that `side` has no win of the class at all."""
    return {"kind": "no-forcing-win", "side": side, "by": by, "turns": None}
