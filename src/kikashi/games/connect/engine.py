"""What the levels of `kikashi.play.levels` need to know of this room: its weights."""

from __future__ import annotations

from kikashi.law.winning_sets import StonePosition
from kikashi.search.evaluation import SetWeights, general_weights


def weights(position: StonePosition) -> SetWeights:
    """Nobody has fitted games of every kind: the general weights serve."""
    return general_weights(position.rules)
