"""The fast double of the law: words outside, cell numbers inside."""

from __future__ import annotations

from kikashi import _native
from kikashi.games.minishogi.rules import OCCURRENCES, MinishogiPosition, minishogi_of, step_of
from kikashi.law import Move, Position
from kikashi.pieces.twins import MateTwin


def native_position(position: MinishogiPosition) -> _native.MinishogiPosition:
    """The native form of a position, with the history that repetition needs."""
    board, hands = position.past[0] if position.past else (position.board, position.hands)
    made = _native.MinishogiPosition(board, hands, (position.to_move + len(position.past)) % 2)
    for step in position.steps:
        made.play(*step)
    return made


class MinishogiTwin(MateTwin[MinishogiPosition, _native.MinishogiPosition]):
    """Plays on one position and takes back."""

    def checks(self) -> list[Move]:
        """The legal moves that give check, for tests that compare them with the law's."""
        return self._native.checks()


def twin(position: Position) -> MinishogiTwin:
    """What the room offers as its twin."""
    law = minishogi_of(position)
    return MinishogiTwin(law, native_position(law), step_of, OCCURRENCES)
