"""What fast doubles have in common that keep the law's positions beside the native one.

What happens once a game (a repetition, an agreement) is asked of the law: it needs no speed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, Protocol, TypeVar

from kikashi.law.contract import GameError

Progress = Callable[[int, float], bool | None]


class NativePosition(Protocol):
    """What a room's native position must offer."""

    @property
    def key(self) -> int: ...

    def undo(self) -> None: ...

    def board(self) -> str: ...


class CountingPosition(NativePosition, Protocol):
    """One that counts sequences of moves itself."""

    def perft(self, depth: int, seconds: float, progress: Any) -> tuple[int, bool]: ...


class LawPosition(Protocol):
    """What is asked of the law's position here."""

    def to_text(self) -> str: ...


Law = TypeVar("Law", bound=LawPosition)
Native = TypeVar("Native", bound=NativePosition)


class TwinBesideLaw(Generic[Law, Native]):
    """Plays on one position and takes back; see `kikashi.law.Twin` for what rooms add."""

    def __init__(self, law: Law, native: Native) -> None:
        self._native = native
        self._law = [law]

    def undo(self) -> None:
        if len(self._law) == 1:
            raise GameError("there is no move to take back")
        self._take_back(self._law.pop())

    def _take_back(self, after: Law) -> None:
        """The native half of `undo`; `after` is the position that is left."""
        del after
        self._native.undo()

    def to_text(self) -> str:
        return self._law[-1].to_text()

    def board(self) -> str:
        """The native board, for tests that compare it with the law's."""
        return self._native.board()

    def key(self) -> int:
        return self._native.key


def counted(native: CountingPosition, depth: int, progress: Progress | None) -> int:
    """Sequences of `depth` moves, counted by the native position."""
    count, finished = native.perft(depth, 0.0, progress)
    if not finished:
        raise GameError("the count was stopped before it was done")
    return count
