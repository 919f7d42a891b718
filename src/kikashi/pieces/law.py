"""What the shared parts ask of a law in which kings are checked and mated."""

from __future__ import annotations

from typing import Any, Protocol, Self

from kikashi.law import GameError, Move, Position, Result


class CheckedPosition(Protocol):
    """A position that knows whether the side to move stands in check."""

    @property
    def checked(self) -> bool: ...

    @property
    def to_move(self) -> int: ...

    def legal_moves(self) -> tuple[Move, ...]: ...

    def play(self, move: Move) -> Self: ...

    def with_step(self, step: Any) -> Self:
        """The position after a move that is known to be legal."""

    def result(self) -> Result | None: ...

    def to_text(self) -> str: ...


def checked_of(position: Position) -> Any:
    """The same position, known to have checks; for parts that the house hands positions to."""
    if not hasattr(type(position), "checked"):
        raise GameError(f"{position.game} has no checks and no mates by them")
    return position


def lost_by(side: int) -> tuple[int, int]:
    """The payoffs when one of two sides has lost."""
    return (-1, 1) if side == 0 else (1, -1)
