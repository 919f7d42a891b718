"""Root splitting: each machine searches its share of the turns at the root, and they are compared.

A vote of machines that all search the same wastes them. Here the turns at the root are dealt out
in the order of the evaluation, so that every share has good and less good ones, and a share drops
those that lose by force before it deepens. Values of different depths do not compare (whoever moved
last looks better), so shares are compared at the greatest depth that all of them have completed.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from kikashi.grid.voting.tasks import Shared, Turn
from kikashi.search.playing import SURE


@dataclass(frozen=True)
class Voice:
    """What one share is for: a turn and its worth to the side to move."""

    turn: Turn
    value: float


def merge_shares(shares: Sequence[Shared]) -> list[Voice]:
    """The turns of all shares, the best first; among equals whose place was first.

    A share whose turns all lose is heard only where all the others lose too: the longest
    resistance is then the best. What is won or lost needs no more depth.
    """
    standing = [share for share in shares if share.reason != LOST]
    if not standing:
        voices = [Voice(tuple(share.turn), share.value) for share in shares]
    else:
        common = min(map(_reached, standing))
        voices = [_voice(share, common) for share in standing]
    return sorted(voices, key=lambda voice: -voice.value)


LOST = "lost"


def _reached(share: Shared) -> float:
    if not share.depths:
        return 0
    depth, _, value = share.depths[-1]
    return math.inf if abs(value) >= SURE else depth


def _voice(share: Shared, common: float) -> Voice:
    """Its best turn at the common depth; without one what it likes best in the end."""
    at = [entry for entry in share.depths if entry[0] <= common]
    if not common or not at:
        return Voice(tuple(share.turn), share.value)
    _, turn, value = at[-1]
    return Voice(tuple(turn), value)
