"""When a game has gone in circles, and whether that was a long chase (長捉)."""

from __future__ import annotations

from collections.abc import Sequence

from kikashi.games.banqi.board import Shape, Step, Ways, attacks, side_of
from kikashi.games.banqi.settings import CYCLE_PLIES, CYCLE_RUNS, Settings


def loop(boards: Sequence[str], settings: Settings) -> int | None:
    """How many plies the circle took that ends the game now, if one does.

    `boards` are those since the last capture or flip, this one last; sides alternate, so equal
    boards an even number of plies apart are equal positions.
    """
    if settings.cycle:
        checks = CYCLE_PLIES * (CYCLE_RUNS - 1) + 1
        if len(boards) < checks + CYCLE_PLIES:
            return None
        same = all(boards[-n] == boards[-n - CYCLE_PLIES] for n in range(1, checks + 1))
        return CYCLE_PLIES if same else None
    if settings.occurrences:
        before = [n for n in range(2, len(boards), 2) if boards[-1 - n] == boards[-1]]
        if len(before) >= settings.occurrences - 1:
            return before[0]
    return None


def chasers(boards: Sequence[str], steps: Sequence[Step], form: Shape, ways: Ways) -> set[int]:
    """The colours that threatened one and the same piece with every move of a circle.

    `boards` has one more than `steps`. A piece is known by the cell it stood on at the first board.
    """
    at = {cell: cell for cell in range(len(boards[0]))}
    victims: dict[int, set[int]] = {}
    for (start, end), board in zip(steps, boards[1:], strict=True):
        at[end] = at.pop(start)
        at[start] = -1
        side = side_of(board[end])
        found = {at[cell] for cell in attacks(board, form, end, ways)}
        victims[side] = victims[side] & found if side in victims else found
    return {side for side, found in victims.items() if found}
