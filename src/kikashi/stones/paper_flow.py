"""The decision flow of paper 003, figure 3.1, so that its figures can be repeated.

Its own threat search first; else the turns that the MeinStein evaluation likes best, each checked
against the opponent's threat search; if every one of them loses, the best score.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from fractions import Fraction

from kikashi import _native
from kikashi.law import GameError
from kikashi.law.winning_sets import StonePosition, cells_of
from kikashi.search.limits import Limits
from kikashi.search.playing import SURE, Thought
from kikashi.stones.evaluation import Changes, meinstein
from kikashi.stones.forcing import solve

FIRST_STONES = 6
SECOND_STONES = 3
"""The paper says 'several turns'; these are ours."""
OWN_SHARE = 0.4
NODES = 20_000
"""For each threat search, where no time is given."""


def refuse(position: StonePosition) -> None:
    """The patterns know six in a row on a flat board with two stones a turn, and nothing else."""
    rules = position.rules
    flat = all(len(point) == 2 for point in rules.coordinates)
    if rules.players != 2 or rules.stones != 2 or not flat or {len(s) for s in rules.sets} != {6}:
        raise GameError(
            f"paper 003's player knows six in a row with two stones a turn, not {position.room} "
            "with these options"
        )


def think(
    position: StonePosition,
    seconds: float | None = None,
    stop: Callable[[], bool] | None = None,
) -> Thought:
    """A turn by the paper's flow."""
    refuse(position)
    begun = time.monotonic()
    progress = None if stop is None else (lambda _nodes, _seconds: not stop())
    own = None
    if position.occupied:
        limits = _limits(None if seconds is None else seconds * OWN_SHARE)
        own = solve(position, limits=limits, progress=progress)
    turns = _turns(position)
    nodes = own.nodes if own else 0
    if own is not None and own.verdict == "win":
        # A win may need fewer stones than the turn has; the others go where the scores say.
        moves = list(own.line[0])
        after = position.play_all(" ".join(moves))
        while after.result() is None and after.to_move == position.to_move:
            moves.append(position.rules.cells[_best_cells(after, 1)[0][1]])
            after = after.play(moves[-1])
        return Thought(tuple(moves), "forced-win", SURE, 0, own.line, nodes, _since(begun), 0, own)
    best, refused, spent_all = turns[0], 0, False
    for turn in turns:
        left = None if seconds is None else 0.9 * seconds - _since(begun)
        spent_all = left is not None and left <= 0.001
        after = position.play_all(" ".join(position.rules.cells[cell] for cell in turn[1]))
        if spent_all or after.result() is not None:
            best = turn
            break
        theirs = solve(after, limits=_limits(left), progress=progress)
        nodes += theirs.nodes
        if theirs.verdict != "win":
            best = turn
            break
        refused += 1
    moves = [position.rules.cells[cell] for cell in best[1]]
    return Thought(
        moves=tuple(moves),
        reason="searched" if refused < len(turns) else "lost",
        score=round(best[0]),
        depth=0,
        line=(tuple(moves),),
        nodes=nodes,
        seconds=_since(begun),
        refused=refused,
    )


def _since(begun: float) -> float:
    return time.monotonic() - begun


def _limits(seconds: float | None) -> Limits:
    memory = 64 << 20
    if seconds is None:
        return Limits(nodes=NODES, memory=memory)
    return Limits(seconds=max(seconds, 0.001), memory=memory)


def _turns(position: StonePosition) -> list[tuple[Fraction, tuple[int, ...]]]:
    """The turns that score best, stone by stone, each stone scored after the ones before it."""
    scored: dict[tuple[int, ...], Fraction] = {}
    for first_score, first in _best_cells(position, FIRST_STONES):
        after = position.with_stone(first)
        if position.moves_left == 1 or after.result() is not None:
            scored[first,] = first_score
            continue
        for second_score, second in _best_cells(after, SECOND_STONES):
            turn = (min(first, second), max(first, second))
            scored[turn] = max(scored.get(turn, first_score), first_score + second_score)
    # A stable sort: of equal turns the one whose stones were liked first.
    return sorted(((score, turn) for turn, score in scored.items()), key=lambda t: -t[0])


def _best_cells(position: StonePosition, count: int) -> list[tuple[Fraction, int]]:
    rules = position.rules
    columns, rows = (max(axis) + 1 for axis in zip(*rules.coordinates, strict=True))
    board = _native.PatternBoard(columns, rows)
    for player, stones in enumerate(position.boards):
        for cell in cells_of(stones):
            column, row = rules.coordinates[cell]
            board.place(column, row, player)
    middle = ((columns - 1) / 2, (rows - 1) / 2)

    def rank(cell: int) -> tuple[Fraction, float]:
        column, row = rules.coordinates[cell]
        changes = Changes.of(board.changes(column, row, position.mover))
        # Ours: of equal cells the one nearer the middle, or an empty board would start in a corner.
        return -meinstein(changes), abs(column - middle[0]) + abs(row - middle[1])

    cells = cells_of(position.legal_cells())
    ranked = sorted((rank(cell), cell) for cell in cells)
    return [(-score, cell) for (score, _), cell in ranked[:count]]
