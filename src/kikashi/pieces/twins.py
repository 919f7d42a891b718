"""The fast double of a law, as far as games of pieces agree: words outside, cells inside.

How a repetition ends the game is asked of the law: that happens once a game and needs no speed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, TypeVar

from kikashi.law import IllegalMoveError, Move, Result
from kikashi.law.twins import CountingPosition, Progress, TwinBesideLaw, counted
from kikashi.pieces.law import CheckedPosition, lost_by

Law = TypeVar("Law", bound=CheckedPosition)


class NativePosition(CountingPosition, Protocol):
    """What a room's native position must offer."""

    @property
    def mover(self) -> int: ...

    @property
    def occurrences(self) -> int: ...

    @property
    def in_check(self) -> bool: ...

    def legal_moves(self) -> list[str]: ...

    def play(self, *step: Any) -> None: ...


Native = TypeVar("Native", bound=NativePosition)


class MateTwin(TwinBesideLaw[Law, Native]):
    """Plays on one position and takes back; see `kikashi.law.Twin`."""

    def __init__(
        self, law: Law, native: Native, step_of: Callable[[Move], Any], occurrences: int
    ) -> None:
        super().__init__(law, native)
        self._step_of = step_of
        self._occurrences = occurrences

    def legal_moves(self) -> list[Move]:
        return [] if self._repeated else self._native.legal_moves()

    def play(self, move: Move) -> None:
        step = self._step_of(move)
        if self._repeated:
            raise IllegalMoveError("the game is over")
        try:
            self._native.play(*step)
        except ValueError as refusal:
            raise IllegalMoveError(f"{move}: {refusal}") from None
        self._law.append(self._law[-1].with_step(step))

    def to_move(self) -> int:
        return self._native.mover

    def moves_left(self) -> int:
        return 0 if self.result() else 1

    @property
    def _repeated(self) -> bool:
        return self._native.occurrences >= self._occurrences

    def result(self) -> Result | None:
        if not self._native.legal_moves():
            reason = "checkmate" if self._native.in_check else "stalemate"
            return Result(lost_by(self._native.mover), reason)
        return self._law[-1].result() if self._repeated else None

    def perft(self, depth: int, turns: bool = False, progress: Progress | None = None) -> int:
        """Sequences of `depth` moves; a turn is one move here, so `turns` changes nothing."""
        del turns
        return counted(self._native, depth, progress)
