"""Analysis of a position: forced wins of both sides with their lines, and moves worth a look.

Wins are replayed by the checker; what is worth a look is an opinion of the room's engine.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from kikashi.games import room
from kikashi.law import CHANCE, Move, Position
from kikashi.play import studying
from kikashi.proofs import Caps
from kikashi.search import Limits, Verdict, solve

CANDIDATES = 8
FIRST_SECONDS, LONGER = 0.1, 4
"""Without a limit each round searches four times as long as the one before."""

CHECKING = Caps(seconds=10.0)
"""While somebody waits; a proof that takes longer is told as found, not yet checked."""

Stopped = Callable[[], bool]


@dataclass(frozen=True)
class Candidate:
    """A move worth a look. `share` is what is the mover's after it, 0 to 1: an opinion."""

    move: Move
    share: float
    line: tuple[Move, ...] = ()
    """A forced line that begins with the move, where one is proved."""


@dataclass(frozen=True)
class Analysis:
    """What is known so far; each one that is yielded knows at least as much as the last."""

    position: Position
    wins: tuple[Verdict, ...]
    """For the side to move, one for each method that has been tried."""
    danger: tuple[Verdict, ...]
    """For the opponent, if the side to move did nothing."""
    candidates: tuple[Candidate, ...]
    nodes: int
    seconds: float

    @property
    def win(self) -> Verdict | None:
        """The win of the side to move; proved where it was checked."""
        return next((verdict for verdict in self.wins if verdict.verdict == "win"), None)


def methods(position: Position) -> tuple[str, ...]:
    """The searches that this position admits, the narrow one first; none with three players."""
    prover = room(position.game).prover()
    return () if prover is None or position.to_move == CHANCE else prover.methods(position)


def analyse(
    position: Position, limits: Limits | None = None, stopped: Stopped | None = None
) -> Iterator[Analysis]:
    """Yields what is known, first at once and then after each search that ended.

    `limits` holds for each search; without it the searches get longer until `stopped` says so.
    """
    stopped = stopped or (lambda: False)
    started = time.monotonic()
    known = Analysis(position, (), (), worth_a_look(position), 0, 0.0)
    yield known
    if position.result() is not None or not methods(position):
        return
    seconds = FIRST_SECONDS
    while not stopped():
        bounds = limits or Limits(seconds=seconds)
        for of_mover in (True, False):
            for by in methods(position):
                if stopped():
                    return
                verdict = _search(position, by, bounds, stopped, of_mover=of_mover)
                if verdict is None:
                    continue
                known = _with(known, verdict, of_mover=of_mover, started=started)
                yield known
                if verdict.verdict == "win":
                    break
        seconds *= LONGER
        cut_short = any(v.ending == "seconds" for v in (*known.wins, *known.danger))
        if limits is not None or known.win or not cut_short:
            return


def _search(
    position: Position, by: str, limits: Limits, stopped: Stopped, *, of_mover: bool
) -> Verdict | None:
    if room(position.game).idle(position):
        return None
    here = position if of_mover else studying.if_passed(position)
    if here is None:
        return None  # a pass is not possible: the danger is on the board
    verdict = solve(here, by, limits, progress=lambda _nodes, _seconds: not stopped())
    return verdict.replayed(CHECKING)


def _with(known: Analysis, verdict: Verdict, *, of_mover: bool, started: float) -> Analysis:
    others = known.wins if of_mover else known.danger
    verdicts = (*(v for v in others if v.by != verdict.by), verdict)
    found = replace(
        known,
        wins=verdicts if of_mover else known.wins,
        danger=known.danger if of_mover else verdicts,
        nodes=known.nodes + verdict.nodes,
        seconds=time.monotonic() - started,
    )
    if of_mover and verdict.verdict == "win":
        line = tuple(move for turn in verdict.line for move in turn)
        first = Candidate(line[0], 1.0, line)
        rest = tuple(c for c in found.candidates if c.move != line[0])
        found = replace(found, candidates=(first, *rest)[:CANDIDATES])
    return found


def worth_a_look(position: Position, count: int = CANDIDATES) -> tuple[Candidate, ...]:
    """The moves that look best, the best first."""
    engine = room(position.game).candidate_engine()
    if position.result() is not None or position.to_move == CHANCE or engine is None:
        return ()
    found = engine.candidates(position.view_of_mover(), count)
    return tuple(Candidate(move, share) for move, share in found)
