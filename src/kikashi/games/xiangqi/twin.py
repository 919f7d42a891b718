"""The fast double of the law: words outside, cell numbers inside."""

from __future__ import annotations

from typing import TypeAlias

from kikashi import _native
from kikashi.games.xiangqi.repetition import OCCURRENCES
from kikashi.games.xiangqi.rules import XiangqiPosition, step_of, xiangqi_of
from kikashi.law import Position
from kikashi.pieces.twins import MateTwin


def native_position(position: XiangqiPosition) -> _native.XiangqiPosition:
    """The native form of a position, with the history that repetition needs."""
    first = position.past[0] if position.past else position.board
    made = _native.XiangqiPosition(first, (position.to_move + len(position.past)) % 2)
    for start, end in position.steps:
        made.play(start, end)
    return made


XiangqiTwin: TypeAlias = MateTwin[XiangqiPosition, _native.XiangqiPosition]


def twin(position: Position) -> XiangqiTwin:
    """What the room offers as its twin."""
    law = xiangqi_of(position)
    return MateTwin(law, native_position(law), step_of, OCCURRENCES)
