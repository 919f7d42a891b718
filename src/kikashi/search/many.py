"""Many positions at once: native searches let go of the GIL, so plain threads are enough."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor

from kikashi.law import GameError, Position, of_type
from kikashi.search.limits import Limits, Progress
from kikashi.search.solving import solve
from kikashi.search.verdict import Verdict

AHEAD = 4
"""Positions in flight for each thread, so that a slow one does not leave the others idle."""


def solve_many(
    positions: Iterable[Position | GameError],
    by: str | None = None,
    limits: Limits | None = None,
    *,
    jobs: int = 1,
    progress: Progress | None = None,
    **extras: object,
) -> Iterator[Verdict | GameError]:
    """A verdict for each position, in order; a position that is refused gives its GameError.

    What could not be read may stand among the positions as its GameError: it comes back in its
    place.
    """
    of_type(positions, Iterable, "searches take a list of positions")

    def one(position: Position | GameError) -> Verdict | GameError:
        if isinstance(position, GameError):
            return position
        try:
            return solve(position, by, limits, progress=progress, **extras)
        except GameError as refusal:
            return refusal

    if jobs < 1:
        raise GameError(f"at least one job is needed, not {jobs}")
    pool = ThreadPoolExecutor(max_workers=jobs, thread_name_prefix="solve")
    waiting: deque[Future[Verdict | GameError]] = deque()
    try:
        for position in positions:
            waiting.append(pool.submit(one, position))
            if len(waiting) >= jobs * AHEAD:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
