"""Random games through a law, with a seed that failures print."""

from __future__ import annotations

import random
import shlex
from collections.abc import Iterator

from kikashi.law import Move, Options, Position, Room

STEPS = 60
"""Of a playout on a large board: enough to meet every kind of answer."""


def playout(
    room: Room, options: Options, seed: int = 1, steps: int = STEPS
) -> Iterator[tuple[Position, Move | None]]:
    """The positions of one random game, each with the move that was played there."""
    chooser = random.Random(f"{room.id} {sorted(options.items())} {seed}")
    position = room.start(options)
    for _ in range(steps):
        moves = position.legal_moves()
        move = chooser.choice(moves) if moves else None
        yield position, move
        if move is None:
            return
        position = position.play(move)
    yield position, None


def command(position: Position) -> str:
    """A command that shows the position, to be pasted into a shell."""
    options = [f"-o {shlex.quote(f'{name}={value}')}" for name, value in position.options.items()]
    words = ["kikashi show", position.game, shlex.quote(position.to_text()), *options]
    return " ".join(words)
