"""The rule for puzzles of single threats, beyond the paper: a turn must threaten and still win.

Such a turn leaves the defender free stones. It is right if it is proved that no defence holds; if
the search leaves that open, nothing is said, and the puzzle is replaced.
"""

from __future__ import annotations

from kikashi.exam.ruling import GOES_ON, OPEN, WRONG, Ruling
from kikashi.law.winning_sets import StonePosition, cells_of
from kikashi.search import Limits, solve
from kikashi.stones.answers import defences
from kikashi.stones.holding import holding
from kikashi.stones.tags import play_turn, threat_level

MOST_HOLDING = 12
"""Defences that hold against double threats and are looked at once more with single ones."""
CERTIFIED_NODES = 100_000


def rule_single(after: StonePosition, methods: tuple[str, ...], nodes: int) -> Ruling:
    """Rules on a turn of a single-threat puzzle that neither wins at once nor loses at once."""
    attacker = 1 - after.mover
    level = threat_level(after, attacker)
    # With one stone a turn, what threatens to become a winning attack (an open three) fills nothing
    # yet: whether it threatens is for the search to say.
    if level == 0 and after.rules.stones > 1:
        return Ruling(WRONG, "few-threats")
    if level < after.rules.stones:
        return _with_free_stones(after, methods, nodes)
    replies = [tuple(cells) for cells in defences(after, attacker)]
    return _longest(after, replies, methods, nodes)


def _with_free_stones(after: StonePosition, methods: tuple[str, ...], nodes: int) -> Ruling:
    found = holding(after, Limits(nodes=nodes), most=MOST_HOLDING, certified_nodes=CERTIFIED_NODES)
    if found.ending == "nothing-threatens":
        # Passing stops the double threats: what single ones may still do is not decided here. A
        # turn that makes neither threatens nothing.
        none = threat_level(after, 1 - after.mover) == 0
        return Ruling(WRONG, "few-threats") if none else Ruling(OPEN)
    if found.ending != "all-found":
        return Ruling(OPEN)
    index = after.rules.index
    held = [_filled(after, [index[move] for move in turn.stones]) for turn in found.turns]
    if held:
        return _longest(after, held, methods, nodes)
    if found.others_lose is None:
        return Ruling(OPEN)
    root = found.others_lose.nodes[found.others_lose.root]
    replies, zones = root[2], root[3]
    assert isinstance(replies, list)
    assert isinstance(zones, list)
    listed = [_filled(after, cells) for cells, *_ in (*zones, *replies)]
    return _longest(after, listed, methods, nodes)


def _longest(
    after: StonePosition,
    replies: list[tuple[int, ...]],
    methods: tuple[str, ...],
    nodes: int,
) -> Ruling:
    """The reply that lasts longest, counter-threats preferred; open if one may hold."""
    attacker = 1 - after.mover
    best: tuple[tuple[int, int], tuple[int, ...]] | None = None
    for cells in replies:
        position = play_turn(after, cells)
        verdict = solve(position, methods[0], Limits(nodes=nodes))
        if verdict.verdict != "win":
            verdict = solve(position, methods[1], Limits(nodes=nodes))
        if verdict.verdict != "win" or verdict.turns is None:
            return Ruling(OPEN)
        worth = (verdict.turns, threat_level(position, 1 - attacker))
        if best is None or worth > best[0]:
            best = worth, cells
    if best is None:
        return Ruling(OPEN)
    names = tuple(after.rules.cells[cell] for cell in best[1])
    return Ruling(GOES_ON, defence=names, position=play_turn(after, best[1]))


def _filled(after: StonePosition, cells: list[int]) -> tuple[int, ...]:
    """A whole turn: stones that the proof passes lie where they first can."""
    due = min(after.left, after.empty.bit_count()) - len(cells)
    spare = [cell for cell in cells_of(after.empty) if cell not in cells]
    return (*cells, *spare[: max(due, 0)])
