"""One game of a match: two contestants, a limit for each turn, an end that is always reached."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Sequence
from dataclasses import dataclass

from kikashi.arena.contestants import Contestant, Seat
from kikashi.games import room
from kikashi.law import Move, Position
from kikashi.play.referee import Referee
from kikashi.proofs import RefusedError
from kikashi.protocols.hosts import MARGIN, ProgramError, StoppedError
from kikashi.protocols.levels_door import Stop
from kikashi.search import Limits, solve

PROOF_NODES = 2_000
"""For the search that ends a game by proof; most forced wins near the end need a few hundred."""
PROOF_SECONDS = 0.2


@dataclass(frozen=True)
class Outcome:
    """How one game ended. `winner` is a side (0 or 1) or None; `reason` a key of the catalogue."""

    moves: tuple[Move, ...]
    winner: int | None
    reason: str
    detail: str = ""
    slowest: tuple[float, float] = (0.0, 0.0)
    """Each side's longest turn, in seconds."""


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
    stop: Stop | None = None,
) -> Outcome:
    """Plays a game to its end; raises StoppedError if `stop` is set before that."""
    stop = stop or Stop()
    # Both games of an opening are dealt alike, so that luck cancels.
    referee = Referee(start, hashlib.sha256(b"%d" % deal).digest(), opening)
    game = referee.game
    hidden = room(start.game).capabilities(start.options).hidden
    seats: list[Seat] = []
    slowest = [0.0, 0.0]

    def ended(winner: int | None, reason: str, detail: str = "") -> Outcome:
        return Outcome(game.moves, winner, reason, detail, (slowest[0], slowest[1]))

    try:
        for side, contestant in enumerate(contestants):
            try:
                seats.append(
                    contestant.sit(start, seconds, 2 * seed + side, margin=margin, stop=stop)
                )
            except ProgramError as failure:
                return ended(1 - side, failure.reason, failure.detail)
        while game.result is None:
            if stop.is_set():
                raise StoppedError("stopped")
            side = referee.waiting_for()[0]
            began = time.monotonic()
            try:
                moves = seats[side].turn(game, side)
            except ProgramError as failure:
                return ended(1 - side, failure.reason, failure.detail)
            took = time.monotonic() - began
            slowest[side] = max(slowest[side], took)
            if stop.is_set():
                raise StoppedError("stopped")  # a player may have been cut short: no real move
            for move in moves:
                referee.answer(side, move)
            if proofs and game.result is None:
                turns = None if hidden else proved_win(game.position)
                if turns is not None:
                    return ended(game.to_move, "proved", f"wins within {turns} turns")
        result = game.result
        return ended(result.winner, result.reason)
    finally:
        for seat in seats:
            seat.close()


def proved_win(position: Position) -> int | None:
    """Within how many turns the side to move wins, by a certificate that the checker accepts."""
    provers = room(position.game).capabilities(position.options).provers
    if not provers or room(position.game).idle(position):
        return None
    limits = Limits(nodes=PROOF_NODES, seconds=PROOF_SECONDS, memory=64 << 20)
    verdict = solve(position, provers[0], limits)
    if verdict.verdict != "win" or verdict.certificate is None:
        return None
    try:
        return verdict.certificate.check().turns
    except RefusedError:
        return None
