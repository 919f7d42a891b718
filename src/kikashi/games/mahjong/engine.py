"""The computer as a player: ten rungs, and the players that others are measured by.

Every one of them is given a view and nothing else; equal views and equal seeds give equal play.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import blake2b
from random import Random

from kikashi.games.mahjong.native_view import native_view
from kikashi.games.mahjong.rules import mahjong_of
from kikashi.law import GameError, Move, Position, View
from kikashi.search.playing import Budget, Rung, Style, Thought

KINDS = {"random": 0, "fastest": 1, "paper": 2, "expected": 3, "sampling": 4}
"""The native players."""
OTHERS = ("fastest", "paper")
WIDTH = 6


@dataclass(frozen=True)
class Manner(Style):
    """Which native player, how many deals it imagines, and how many words are left to luck."""

    kind: str = "expected"
    samples: int = 0
    luck: float = 0.0


# Noise is in hundredths of a point. Samples are deals played out for each word that is tried.
LADDER = (
    Rung(1, 0.5, Manner(kind="fastest", luck=0.6)),
    Rung(1, 0.5, Manner(kind="fastest", luck=0.3)),
    Rung(1, 0.5, Manner(kind="fastest", luck=0.12)),
    Rung(1, 0.5, Manner(kind="fastest")),
    Rung(1, 0.5, Manner(kind="paper")),
    Rung(1, 0.5, Manner(kind="expected"), noise=4),
    Rung(1, 0.5, Manner(kind="expected")),
    Rung(16, 0.5, Manner(kind="sampling", samples=16)),
    Rung(64, 1.0, Manner(kind="sampling", samples=64)),
    Rung(240, 2.0, Manner(kind="sampling", samples=240)),
)


def ladder(start: Position) -> tuple[Rung, ...]:
    """Ten rungs, the weakest first."""
    mahjong_of(start)
    return LADDER


def think(
    seen: View, style: Style, budget: Budget, stop: Callable[[], bool] | None = None
) -> Thought:
    """Chooses a word for the viewer, who is asked."""
    del stop  # the longest thought takes about a second
    manner = style if isinstance(style, Manner) else Manner(kind="sampling", samples=240)
    return _thought(seen, manner, budget)


def think_as(
    name: str, seen: View, budget: Budget, stop: Callable[[], bool] | None = None
) -> Thought:
    """One of the players that others are measured by."""
    del stop
    if name not in OTHERS:
        raise GameError(f"mahjong has no player {name!r}; it has: {', '.join(OTHERS)}")
    return _thought(seen, Manner(kind=name), budget)


def refuse(name: str, start: Position) -> None:
    """All of them play by all rules."""
    del name
    mahjong_of(start)


def _thought(seen: View, manner: Manner, budget: Budget) -> Thought:
    begun = time.monotonic()
    words = seen.legal_moves
    if not words:
        raise GameError("this player is not asked; there is no word to choose")
    seed = _seed(seen, budget.seed)
    if len(words) == 1:
        return _answer(words[0], "only", 0, 0, begun)
    if "win" in words and not manner.luck:
        return _answer("win", "win", 0, 0, begun)
    random = Random(seed)
    if manner.luck and random.random() < manner.luck:
        return _answer(random.choice(words), "luck", 0, 0, begun)
    table = native_view(seen)
    word = table.choose(
        list(words),
        kind=KINDS[manner.kind],
        samples=manner.samples,
        noise=budget.noise,
        seed=seed,
    )
    reason = {"sampling": "sampled", "random": "luck"}.get(manner.kind, manner.kind)
    score = 0
    if manner.kind in ("expected", "sampling"):
        score = round(100 * dict(table.values(list(words)))[word])
    return _answer(word, reason, min(score, 100_000), manner.samples, begun)


def _seed(seen: View, seed: int) -> int:
    """Of the view and the budget alone, the same on every machine."""
    text = f"{seed} {seen.player} {seen.text}".encode()
    return int.from_bytes(blake2b(text, digest_size=8).digest(), "big") >> 1


def _answer(word: Move, reason: str, score: int, samples: int, begun: float) -> Thought:
    return Thought(
        moves=(word,),
        reason=reason,
        score=score,
        depth=0,
        line=((word,),),
        nodes=samples,
        seconds=time.monotonic() - begun,
        refused=0,
    )


def candidates(seen: View, count: int) -> tuple[tuple[Move, float], ...]:
    """Words worth a look with a share of what the best one is expected to bring: an opinion."""
    if not seen.legal_moves:
        return ()
    found = native_view(seen).values(list(seen.legal_moves))
    best = max(value for _, value in found)
    shares = [(word, 0.5 * 2.0 ** max(-20.0, min(0.0, value - best))) for word, value in found]
    return tuple(sorted(shares, key=lambda one: -one[1])[:count])


def quick(seen: View, random: Random) -> tuple[Move, str]:
    """The fastest hand, at once."""
    del random
    thought = _thought(seen, Manner(kind="fastest"), Budget())
    return thought.moves[0], thought.reason


__all__ = [
    "LADDER",
    "OTHERS",
    "WIDTH",
    "Manner",
    "candidates",
    "ladder",
    "quick",
    "refuse",
    "think",
    "think_as",
]
