"""The main line of a win: the fastest turns against the defence that truly lasts longest.

A certificate bounds each branch from above only, so its largest bound need not be the longest
defence: every defence is searched.
"""

from __future__ import annotations

from kikashi.law import Move, Position
from kikashi.law.winning_set_room import stones_of
from kikashi.law.winning_sets import StonePosition
from kikashi.search import Limits, Verdict, solve
from kikashi.search.defences import OutOfBudgetError
from kikashi.stones.answers import defences
from kikashi.stones.tags import play_turn, threat_level

MOST_TURNS = 60
"""Naming a bound makes every win found the shortest, also where a turn is one stone."""


def longest_line(
    start: Position, first: Verdict, by: str, limits: Limits
) -> tuple[tuple[Move, ...], ...]:
    """The turns from `start` to the completed set; counter-threats break ties, then order.

    `first` is the fastest win of the position.
    """
    position = stones_of(start)
    line: list[tuple[Move, ...]] = []
    attacker, verdict = position.mover, first
    while True:
        if verdict.turns is None:
            raise OutOfBudgetError("the main line was not found within the budget")
        if verdict.turns <= 2:  # nothing stops it any more: the search's own end will do
            return (*line, *verdict.line)
        turn = verdict.line[0]
        after = play_turn(position, [position.rules.index[move] for move in turn])
        best: tuple[tuple[int, int], tuple[int, ...], StonePosition, Verdict] | None = None
        for cells in defences(after, attacker):
            reply = play_turn(after, cells)
            found = solve(reply, by, limits, most_turns=MOST_TURNS)
            worth = (found.turns or 0, threat_level(reply, 1 - attacker))
            if best is None or worth > best[0]:
                best = worth, cells, reply, found
        if best is None or best[0][0] == 0:
            raise OutOfBudgetError("the main line was not found within the budget")
        line += [turn, tuple(after.rules.cells[cell] for cell in best[1])]
        position, verdict = best[2], best[3]
