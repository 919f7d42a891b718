"""One game of a match: two contestants, a limit for each turn, an end that is always reached.

Where a game has more seats than two, the contestants sit in turn, and each has what all its seats
get: with the seats changed and chance drawn again alike, luck and seat cancel.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Sequence
from dataclasses import dataclass

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
    seed: int = 0,
    deal: int = 0,
    margin: float = MARGIN,
    proofs: bool = False,
    most_plies: int | None = None,
    stop: Stop | None = None,
) -> Outcome:
    """Plays a game to its end; raises StoppedError if `stop` is set before that.

    With `proofs` a win ends the game that its player claims and the checker confirms; after
    `most_plies` turns the game is drawn.
    """
    stop = stop or Stop()
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
            side, draw = player % 2, start.players * seed + player
            try:
                seats.append(contestants[side].sit(start, seconds, draw, margin=margin, stop=stop))
            except ProgramError as failure:
                return ended(1 - side, failure.reason, failure.detail)
        while game.result is None:
            if stop.is_set():
                raise StoppedError("stopped")
            player = referee.waiting_for()[0]
            side = player % 2
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
        return ended(_ahead(game.result), game.result.reason)
    finally:
        for seat in seats:
            seat.close()


def _ahead(result: Result) -> int | None:
    """The contestant whose seats get more together."""
    first, second = sum(result.payoffs[::2]), sum(result.payoffs[1::2])
    if len(result.payoffs) % 2:  # one has a seat more: the shares count
        first, second = first * (len(result.payoffs) // 2), second * (len(result.payoffs) // 2 + 1)
    return None if first == second else int(second > first)


def confirmed(claim: Verdict) -> bool:
    """Whether a player's claim of a win has a certificate that the checker accepts."""
    if claim.verdict != "win" or claim.certificate is None:
        return False
    try:
        claim.certificate.check()
    except RefusedError:
        return False
    return True
