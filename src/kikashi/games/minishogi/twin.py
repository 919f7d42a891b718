"""The fast double of the law: words outside, cell numbers inside.

Who loses by a repetition is asked of the law: that happens once a game, and it needs no speed.
"""

from __future__ import annotations

from collections.abc import Callable

from kikashi import _native
from kikashi.games.minishogi.board import SENTE
from kikashi.games.minishogi.rules import OCCURRENCES, MinishogiPosition, minishogi_of, step_of
from kikashi.law import GameError, IllegalMoveError, Move, Position, Result


def native_position(position: MinishogiPosition) -> _native.MinishogiPosition:
    """The native form of a position, with the history that repetition needs."""
    board, hands = position.past[0] if position.past else (position.board, position.hands)
    made = _native.MinishogiPosition(board, hands, (position.to_move + len(position.past)) % 2)
    for step in position.steps:
        made.play(*step)
    return made


class MinishogiTwin:
    """Plays on one position and takes back; see `kikashi.law.Twin`."""

    def __init__(self, position: MinishogiPosition) -> None:
        self._native = native_position(position)
        self._law = [position]

    def legal_moves(self) -> list[Move]:
        return [] if self._repeated else self._native.legal_moves()

    def play(self, move: Move) -> None:
        step = step_of(move)
        if self._repeated:
            raise IllegalMoveError("the game is over")
        try:
            self._native.play(*step)
        except ValueError as refusal:
            raise IllegalMoveError(f"{move}: {refusal}") from None
        self._law.append(self._law[-1].with_step(step))

    def undo(self) -> None:
        if len(self._law) == 1:
            raise GameError("there is no move to take back")
        self._native.undo()
        self._law.pop()

    def to_move(self) -> int:
        return self._native.mover

    def moves_left(self) -> int:
        return 0 if self.result() else 1

    @property
    def _repeated(self) -> bool:
        return self._native.occurrences >= OCCURRENCES

    def result(self) -> Result | None:
        if not self._native.legal_moves():
            reason = "checkmate" if self._native.in_check else "stalemate"
            return Result((-1, 1) if self._native.mover == SENTE else (1, -1), reason)
        return self._law[-1].result() if self._repeated else None

    def to_text(self) -> str:
        return self._law[-1].to_text()

    def board(self) -> str:
        """The native board, for tests that compare it with the law's."""
        return self._native.board()

    def checks(self) -> list[Move]:
        """The legal moves that give check, for tests that compare them with the law's."""
        return self._native.checks()

    def key(self) -> int:
        return self._native.key

    def perft(
        self,
        depth: int,
        turns: bool = False,
        progress: Callable[[int, float], bool | None] | None = None,
    ) -> int:
        """Sequences of `depth` moves; a turn is one move here, so `turns` changes nothing."""
        del turns
        count, finished = self._native.perft(depth, 0.0, progress)
        if not finished:
            raise GameError("the count was stopped before it was done")
        return count


def twin(position: Position) -> MinishogiTwin:
    """What the room offers as its twin."""
    return MinishogiTwin(minishogi_of(position))
