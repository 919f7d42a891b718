"""A checked certificate as a player: for every defence, the prover's next turn.

Nothing is searched: the answers stand in the certificate. The room says how with its part
`strategy`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from kikashi import games
from kikashi.law import GameError, IllegalMoveError, Move, Position, Room
from kikashi.proofs.claims import WINS
from kikashi.proofs.reader import opened
from kikashi.proofs.refusal import Caps, RefusedError


@dataclass(frozen=True)
class Answer:
    """The prover's turn after some defences."""

    moves: tuple[Move, ...]
    turns: int
    """The prover's turns to go at most, this one included, as the claim counts them."""
    line: tuple[tuple[Move, ...], ...]
    """The turns of both sides from the start of the proof, this one included."""
    position: Position
    """After all of them."""

    @property
    def over(self) -> bool:
        """Whether the turn completes the win."""
        return self.position.result() is not None


class Strategy(Protocol):
    """Answers defences from the certificate of a win."""

    @property
    def start(self) -> Position: ...

    def answer(self, replies: Sequence[Sequence[Move]]) -> Answer:
        """The prover's turn after these turns of the defender, all from the start."""


def strategy(
    source: bytes | Path,
    *,
    caps: Caps | None = None,
    room_of: Callable[[str], Room] = games.room,
) -> Strategy:
    """The strategy in the certificate of a win. Only a certificate that was checked is worth it."""
    caps = caps or Caps()
    header, nodes = opened(source, caps)
    if header.claim.get("kind") not in WINS or len(header.roots) != 1:
        raise RefusedError("only the proof of a win can be played through")
    room = room_of(header.game)
    start = room.from_text(header.start, header.options)
    part = room.strategic()
    if part is not None:
        return part.strategy(start, nodes, header.roots[0], caps)
    raise RefusedError(f"proofs about {header.game} cannot be played through")


def play_turn(position: Position, moves: Iterable[Move]) -> Position:
    """The position after a whole turn; IllegalMoveError where the moves are not one."""
    mover, words = position.to_move, tuple(moves)
    after = position
    for number, move in enumerate(words, start=1):
        if after.result() is not None or (number > 1 and after.to_move != mover):
            raise IllegalMoveError(f"the turn {' '.join(words)} has more moves than are left")
        left = after.moves_left
        after = after.play(move)
        if left <= 1 and number < len(words):
            raise IllegalMoveError(f"the turn {' '.join(words)} has more moves than are left")
    if not words or (after.result() is None and after.to_move == mover and after.moves_left):
        raise IllegalMoveError("the defender's turn is not complete")
    return after


def no_answer(replies: Sequence[Sequence[Move]]) -> GameError:
    """A certificate that passed the checker always has an answer; this is for others."""
    return GameError(f"the certificate has no answer to {' '.join(replies[-1])}")
