"""Futile interpositions (無駄合): how tsume collections count a mate.

The law counts every move. Collections leave out a drop between a distant checker and the king that
only puts the mate off. The rule here, over the moves of a line: a drop of the defender onto a cell
between king and checking slider is futile if the attacker's next move takes the dropped piece with
that same slider, again with check, and never drops a piece of that kind afterwards: what was gained
is not needed. The two moves then do not count.
"""

from __future__ import annotations

from collections.abc import Sequence

from kikashi.games.minishogi.board import EMPTY, king_of, side_of
from kikashi.games.minishogi.rules import MinishogiPosition, step_of
from kikashi.law import Move


def futile_moves(start: MinishogiPosition, line: Sequence[Move]) -> tuple[int, ...]:
    """The places in a line (from 0) of futile drops; each is taken by the move after it."""
    found = []
    position = start
    for number, move in enumerate(line):
        after = position.play(move)
        if number % 2 == 1 and number + 1 < len(line):
            drop, taking = step_of(move), step_of(line[number + 1])
            mated = king_of(position.board, position.to_move)
            if (
                drop.drops
                and position.checked
                and taking.end == drop.end
                and not taking.drops
                and _slides(after.board, taking.start, drop.end, mated)
                and after.play(line[number + 1]).checked
                and not any(step_of(one).start == drop.start for one in line[number + 3 :: 2])
            ):
                found.append(number)
        position = after
    return tuple(found)


def tsume_turns(start: MinishogiPosition, line: Sequence[Move]) -> int:
    """The attacker's moves of a mate as collections count them."""
    return (len(line) + 1) // 2 - len(futile_moves(start, line))


def _slides(board: str, checker: int, between: int, king: int) -> bool:
    """Whether a distant checker on a line with the king had the cell between them."""
    piece = board[checker]
    if piece == EMPTY or side_of(piece) == side_of(board[king]) or piece.upper() not in "RBDH":
        return False
    one, other = _apart(king, between), _apart(king, checker)
    return (
        _way(one) == _way(other)
        and max(map(abs, one)) < max(map(abs, other))
        and _way(one) is not None
    )


def _apart(start: int, end: int) -> tuple[int, int]:
    return end % 5 - start % 5, end // 5 - start // 5


def _way(apart: tuple[int, int]) -> tuple[int, int] | None:
    right, up = apart
    if right and up and abs(right) != abs(up):
        return None
    return (right > 0) - (right < 0), (up > 0) - (up < 0)
