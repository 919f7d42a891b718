"""What each move of a game cost: the lead that the search expects after it, beside the best one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kikashi.games.go.engine import Search, word_of
from kikashi.games.go.position import GoPosition, go_of
from kikashi.law import Move


@dataclass(frozen=True)
class Reviewed:
    """A move, and an opinion of it."""

    number: int
    side: str
    move: str
    black: float
    """Black's chance to win after it, from 0 to 1."""
    lead: float
    """Black's lead in points after it."""
    lost: float
    """Points that it cost its player, beside the move that the search prefers; never below 0."""
    best: str
    """That move."""


def review_moves(start: GoPosition, moves: Sequence[Move], simulations: int) -> Iterator[Reviewed]:
    """Every move of a game, each as soon as it is looked at; the same again each time."""
    position = start
    for number, move in enumerate(moves, start=1):
        side, sign = position.to_move, 1 if position.to_move == 0 else -1
        if position.agreement is not None:
            return
        here = Search(position).run(simulations=simulations, stop_early=False)
        best = word_of(position, here["moves"][0]["cell"])
        after = go_of(position.play(move))
        black, lead = _opinion(after, simulations)
        preferred = lead if best == move else _opinion(go_of(position.play(best)), simulations)[1]
        yield Reviewed(
            number,
            ("black", "white")[side],
            move,
            round(black, 3),
            round(lead, 1),
            round(max(0.0, sign * (preferred - lead)), 1),
            best,
        )
        position = after


def _opinion(position: GoPosition, simulations: int) -> tuple[float, float]:
    """Black's chance and lead: by the law where the game is over, else by the search."""
    if position.result() is not None or position.agreement is not None:
        margin = position.score().margin / 2
        return (1.0 if margin > 0 else 0.5 if margin == 0 else 0.0), margin
    found = Search(position).run(simulations=simulations, stop_early=False)
    value = found["value"]
    return (value if position.to_move == 0 else 1 - value), found["score"]
