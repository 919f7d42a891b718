"""One game of a match: two contestants, a limit for each turn, an end that is always reached.

Where a game has more seats than two, each contestant has what all its seats get: with chance drawn
alike in every seating, luck and seat cancel.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import fmean

from kikashi.arena.contestants import Contestant, Seat
from kikashi.law import Move, Position, Result
from kikashi.play.referee import Referee
from kikashi.proofs import RefusedError
from kikashi.protocols.hosts import MARGIN, ProgramError, StoppedError
from kikashi.protocols.levels_door import Stop
from kikashi.search import Verdict

BROKEN = ("start", "rubbish")
"""What a program does that decides no game: it was never there, or did not speak the protocol."""


@dataclass(frozen=True)
class Outcome:
    """How one game ended. `winner` is a contestant (0 or 1: who sits first) or None; `reason` a key
    of the catalogue."""

    moves: tuple[Move, ...]
    winner: int | None
    reason: str
    detail: str = ""
    slowest: tuple[float, float] = (0.0, 0.0)
    """Each contestant's longest turn, in seconds."""
    points: tuple[float, float] | None = None
    """What each contestant's seats got on average; None where the game was not played out."""

    @property
    def broken(self) -> bool:
        """Nobody lost; the game counts for nobody."""
        return self.reason in BROKEN


def play_game(
    start: Position,
    opening: Sequence[Move],
    contestants: tuple[Contestant, Contestant],
    seconds: float,
    *,
    layout: Sequence[int] | None = None,
    seed: int = 0,
    deal: int = 0,
    margin: float = MARGIN,
    proofs: bool = False,
    most_plies: int | None = None,
    book: bool = False,
    stop: Stop | None = None,
) -> Outcome:
    """Plays a game to its end; raises StoppedError if `stop` is set before that.

    `layout` says for each seat which contestant has it; without one they sit in turn. With `proofs`
    a win ends the game that its player claims and the checker confirms; after `most_plies` turns
    the game is drawn. Levels play from their `book` of openings only where that is asked for.
    """
    stop = stop or Stop()
    sides = layout or [player % 2 for player in range(start.players)]
    # Both games of an opening are dealt alike, so that luck cancels.
    referee = Referee(start, hashlib.sha256(b"%d" % deal).digest(), opening)
    game = referee.game
    seats: list[Seat] = []
    slowest = [0.0, 0.0]

    def ended(winner: int | None, reason: str, detail: str = "") -> Outcome:
        decided = None if reason in BROKEN else winner
        return Outcome(game.moves, decided, reason, detail, (slowest[0], slowest[1]))

    try:
        for player in range(start.players):
            side, draw = sides[player], start.players * seed + player
            try:
                seat = contestants[side].sit(
                    start, seconds, draw, margin=margin, book=book, stop=stop
                )
                seats.append(seat)
            except ProgramError as failure:
                return ended(1 - side, failure.reason, failure.detail)
        while game.result is None:
            if stop.is_set():
                raise StoppedError("stopped")
            player = referee.waiting_for()[0]
            side = sides[player]
            began = time.monotonic()
            try:
                moves = seats[player].turn(game, player)
            except ProgramError as failure:
                return ended(1 - side, failure.reason, failure.detail)
            took = time.monotonic() - began
            slowest[side] = max(slowest[side], took)
            if stop.is_set():
                raise StoppedError("stopped")  # a player may have been cut short: no real move
            for move in moves:
                referee.answer(player, move)
            if game.result is not None:
                break
            claim = seats[player].claim
            if proofs and claim is not None and confirmed(claim):
                return ended(side, "proved", f"wins within {claim.turns} turns")
            if most_plies is not None and len(game.turns) >= most_plies:
                return ended(None, "most-plies", f"after {most_plies} turns")
        points = _points(game.result, sides)
        winner = None if points[0] == points[1] else int(points[1] > points[0])
        return replace(ended(winner, game.result.reason), points=points)
    finally:
        for seat in seats:
            seat.close()


def _points(result: Result, sides: Sequence[int]) -> tuple[float, float]:
    """What the seats of each contestant got, on average: one may have a seat more."""
    shares = [
        [float(got) for got, of in zip(result.payoffs, sides, strict=True) if of == side]
        for side in range(2)
    ]
    return fmean(shares[0]), fmean(shares[1])


def confirmed(claim: Verdict) -> bool:
    """Whether a player's claim of a win has a certificate that the checker accepts."""
    if claim.verdict != "win" or claim.certificate is None:
        return False
    try:
        claim.certificate.check()
    except RefusedError:
        return False
    return True
