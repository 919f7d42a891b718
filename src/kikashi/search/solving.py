"""`solve` for any game: the room knows how."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import cache

from kikashi.games import room
from kikashi.law import GameError, Position, needed, of_type
from kikashi.search.limits import Limits, Progress
from kikashi.search.verdict import Verdict


def solve(
    position: Position,
    by: str | None = None,
    limits: Limits | None = None,
    *,
    progress: Progress | None = None,
    **extras: object,
) -> Verdict:
    """Asks the room's `provers` part for a win of class `by` for the side to move.

    `extras` are the room's own (`fastest=True` for winning sets, `quiet=2` for mates).
    """
    of_type(position, Position, "a search takes a position, such as room(...).start()")
    prover = needed(room(position.game).prover(), position.game, "provers")
    known = _known(prover.solve)
    for name in extras:
        if name not in known:
            raise GameError(f"a search in {position.game} has no option {name!r}")
    return prover.solve(position, by, limits, progress=progress, **extras)


@cache
def _known(solve: Callable[..., Verdict]) -> frozenset[str]:
    return frozenset(inspect.signature(solve).parameters)
