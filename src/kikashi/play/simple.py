"""A player that looks one turn ahead at most: it plays every game, and well enough for a first
friend where the room's engine has an eye for that; elsewhere its moves are random.
"""

from __future__ import annotations

from random import Random

from kikashi.games import room
from kikashi.law import Move, View
from kikashi.play.players import Opinion, refuse_no_move


class SimplePlayer:
    """Chooses whole turns. With a seed it is reproducible."""

    def __init__(self, seed: int | None = None) -> None:
        self._random = Random(seed)

    def turn(self, seen: View) -> Opinion:
        """The moves that finish this turn, or one where what follows cannot be known.

        The reason is that of the first of them.
        """
        refuse_no_move(seen)
        move, reason = self.choose(seen)
        moves = [move]
        while seen.whole is not None and seen.moves_left > 1:
            after = seen.whole.play(move)
            if after.result() is not None or after.to_move != seen.player:
                break
            seen = after.view(seen.player)
            move, _ = self.choose(seen)
            moves.append(move)
        return Opinion(tuple(moves), reason)

    def choose(self, seen: View) -> tuple[Move, str]:
        """One legal move and why."""
        refuse_no_move(seen)
        engine = room(seen.game).quick_engine()
        if engine is None:
            return self._random.choice(seen.legal_moves), "random"
        return engine.quick(seen, self._random)
