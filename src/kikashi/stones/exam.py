"""The exam's own rule for an answer (paper 004, section 4.2), and the best defence against it.

In a puzzle of double threats a turn with a single threat is wrong even if it wins, and so is one
that passes over a triple threat. Where the search does not finish, nothing is said.
"""

from __future__ import annotations

from collections.abc import Sequence

from kikashi.exam.ruling import GOES_ON, NODES, OPEN, SOLVED, WRONG, Ruling
from kikashi.games import room
from kikashi.law import Move, Position
from kikashi.law.winning_set_room import stones_of
from kikashi.law.winning_sets import StonePosition
from kikashi.puzzles.answers import played
from kikashi.search import Limits, solve
from kikashi.stones.answers import defences
from kikashi.stones.exam_single import rule_single
from kikashi.stones.tags import play_turn, threat_level

MOST_TURNS = 60


def rule(start: Position, turn: Sequence[Move], nodes: int = NODES, by: str = "") -> Ruling:
    """Rules on a whole turn; IllegalMoveError if it is not one. `by`: the puzzle's class."""
    before = stones_of(start)
    attacker, p = before.mover, before.rules.stones
    after = stones_of(played(before, turn))
    level = threat_level(after, attacker)
    if after.won_by == attacker:
        return Ruling(SOLVED)
    if after.fillable(1 - attacker):
        return Ruling(WRONG, "left-open")
    if level > p:
        return Ruling(SOLVED)
    limits = Limits(nodes=nodes)
    methods = room(before.game).capabilities(before.options).provers
    full = methods[0]
    if solve(before, full, limits, most_turns=2).verdict == "win":
        return Ruling(WRONG, "missed-win")
    if by and by != full:
        return rule_single(after, methods, nodes)
    if level < p:
        return Ruling(WRONG, "few-threats")
    return _best_defence(after, attacker, full, limits)


def _best_defence(after: StonePosition, attacker: int, full: str, limits: Limits) -> Ruling:
    """The defence that holds; else the longest resistance, counter-threats preferred."""
    best: tuple[tuple[int, int], tuple[int, ...]] | None = None
    doubtful = False
    for cells in defences(after, attacker):
        position = play_turn(after, cells)
        verdict = solve(position, full, limits, most_turns=MOST_TURNS)
        if verdict.verdict == "no":
            names = tuple(after.rules.cells[cell] for cell in cells)
            return Ruling(WRONG, "stopped", names)
        if verdict.verdict != "win" or verdict.turns is None:
            doubtful = True
            continue
        worth = (verdict.turns, threat_level(position, 1 - attacker))
        if best is None or worth > best[0]:
            best = worth, cells
    if doubtful or best is None:
        return Ruling(OPEN)
    names = tuple(after.rules.cells[cell] for cell in best[1])
    return Ruling(GOES_ON, defence=names, position=play_turn(after, best[1]))
