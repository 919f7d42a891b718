"""A game act by act: what each act was worth beside the best, and how lucky each flip was.

All numbers are opinions of the player's search.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kikashi.games.banqi.engine import weighed
from kikashi.games.banqi.position import PLAYERS, BanqiPosition
from kikashi.law import CHANCE, GameError, Move


@dataclass(frozen=True)
class ReviewedAct:
    """One act of a player; chances are the mover's, a draw counting half."""

    number: int
    player: str
    act: Move
    shown: str
    """What a flip turned up."""
    chance: float
    """Of winning after the act, before chance has spoken."""
    best: Move
    lost: float
    """How much less than the best act was worth."""
    luck: float
    """Of a flip: how much more what it showed was worth than the mean of all it might show."""


def review_acts(start: BanqiPosition, moves: Sequence[Move], nodes: int) -> Iterator[ReviewedAct]:
    """Every act of a game in turn, each position searched for so many nodes."""
    position, number = start, 0
    for at, move in enumerate(moves):
        if position.to_move == CHANCE:
            position = position.play(move)
            continue
        if position.result() is not None:
            raise GameError(f"the game is over after {at} moves, and the record goes on")
        after = position.play(move)
        acts = weighed(position, nodes=nodes)
        chosen = next(one for one in acts if one.move == move)
        shown = moves[at + 1] if after.to_move == CHANCE and at + 1 < len(moves) else ""
        luck = 0.0
        if shown and chosen.outcomes:
            total = sum(weight for _, weight, _ in chosen.outcomes)
            mean = sum(weight * chance for _, weight, chance in chosen.outcomes) / total
            luck = next(chance for letter, _, chance in chosen.outcomes if letter == shown) - mean
        number += 1
        yield ReviewedAct(
            number,
            PLAYERS[position.mover],
            move,
            shown,
            round(chosen.chance, 4),
            acts[0].move,
            round(max(0.0, acts[0].chance - chosen.chance), 4),
            round(luck, 4),
        )
        position = after
