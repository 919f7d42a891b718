"""The referee: asks the players, draws for chance, and can show afterwards that nothing was bent.

Chance is drawn from a secret seed. Its hash is told before the first draw and the seed after the
end, so that anybody can draw again and compare.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Iterable, Mapping, Sequence

from kikashi.law import CHANCE, GameError, IllegalMoveError, Move, Outcome, Position, View
from kikashi.play.game import Game

SEED_BYTES = 32


def commitment(seed: bytes) -> str:
    """What is told before the game: a hash from which the seed cannot be had."""
    return hashlib.sha256(b"kikashi chance " + seed).hexdigest()


def draw(seed: bytes, number: int, outcomes: Sequence[Outcome]) -> Move:
    """The outcome of the draw of that number, each with exactly its weight."""
    total = sum(outcome.weight for outcome in outcomes)
    if total <= 0:
        raise GameError("chance has nothing to choose from")
    size = (total.bit_length() + 7) // 8 + 8
    limit = (1 << 8 * size) // total * total
    attempt = 0
    while True:
        at = int.from_bytes(_stream(seed, number, attempt, size), "big")
        if at < limit:
            break
        attempt += 1
    at %= total
    for outcome in outcomes:
        at -= outcome.weight
        if at < 0:
            return outcome.move
    raise AssertionError("the weights do not add up")


def _stream(seed: bytes, number: int, attempt: int, size: int) -> bytes:
    found = b""
    block = 0
    while len(found) < size:
        message = b"%d %d %d" % (number, attempt, block)
        found += hmac.new(seed, message, hashlib.sha256).digest()
        block += 1
    return found[:size]


class Referee:
    """Sees the whole game; everybody else gets a view of it.

    `answer` takes what a player chose. Where several are asked at once their answers are kept until
    all are in, and shown to nobody before.
    """

    def __init__(
        self,
        start: Position,
        seed: bytes | None = None,
        moves: Iterable[Move] = (),
        pending: Mapping[int, Move] | None = None,
    ) -> None:
        self._seed = secrets.token_bytes(SEED_BYTES) if seed is None else seed
        self._pending: dict[int, Move] = dict(pending or {})
        self.game = Game(start)
        self.draws = 0
        for move in moves:
            self._play(move)
        self._settle()

    @property
    def pending(self) -> Mapping[int, Move]:
        """The answers that wait for others, by player; for whoever keeps the game, nobody else."""
        return self._pending

    @property
    def commitment(self) -> str:
        """The hash of the seed; told at any time."""
        return commitment(self._seed)

    def reveal(self) -> bytes:
        """The seed, once the game is over."""
        if self.game.result is None:
            raise GameError("the seed is shown when the game is over")
        return self._seed

    def view(self, player: int) -> View:
        """What a player, or PUBLIC, may know of the game; nothing more to answer once answered."""
        return self.game.view(player, answered=player in self._pending)

    def waiting_for(self) -> tuple[int, ...]:
        """The players who are asked and have not answered; nobody when the game is over."""
        if self.game.result is not None:
            return ()
        return tuple(p for p in self.game.position.asked() if p not in self._pending)

    def answer(self, player: int, move: Move) -> bool:
        """Takes a player's answer; whether the game went on by it, or waits for others."""
        here = self.game.position
        if self.game.result is not None:
            raise GameError("the game is over")
        asked = here.asked()
        if player not in asked:
            raise IllegalMoveError(f"player {player} is not asked now")
        if player in self._pending:
            raise IllegalMoveError(f"player {player} has answered already")
        if len(asked) == 1 and here.silence(player) is None:
            self._play(move)
            self._settle()
            return True
        # A call is refused in the same words whether or not others are asked too: a wrong answer
        # must not tell.
        if move not in here.answers(player):
            raise IllegalMoveError(f"{move!r:.40} is not one of {', '.join(here.answers(player))}")
        self._pending[player] = move
        if self.waiting_for():
            return False
        answers, self._pending = self._pending, {}
        for one in asked:
            self._play(answers[one])
        self._settle()
        return True

    def _play(self, move: Move) -> None:
        if self.game.position.to_move == CHANCE:
            self.draws += 1
        self.game.play(move)

    def _settle(self) -> None:
        """Draws for chance until a player is asked or the game is over."""
        while self.game.result is None and self.game.position.to_move == CHANCE:
            self._play(draw(self._seed, self.draws, self.game.position.outcomes()))


def verify(start: Position, moves: Sequence[Move], seed: bytes, committed: str) -> None:
    """Draws a finished game again; GameError names the first draw that was bent."""
    if commitment(seed) != committed:
        raise GameError("the seed is not the one that was committed to")
    position, draws = start, 0
    for number, move in enumerate(moves, start=1):
        if position.to_move == CHANCE:
            drawn = draw(seed, draws, position.outcomes())
            if drawn != move:
                raise GameError(f"move {number}: the seed draws {drawn}, but {move} was played")
            draws += 1
        position = position.play(move)
