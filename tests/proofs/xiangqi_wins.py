"""Positions won only by the rule against perpetual check, and what the law says of their proofs."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

import pytest

from kikashi.games.xiangqi import ROOM
from kikashi.games.xiangqi.board import checking_steps, legal_steps, moved
from kikashi.games.xiangqi.rules import XiangqiPosition
from kikashi.games.xiangqi.solver import Mate, solve
from kikashi.law import Result
from kikashi.proofs import CertificateWriter, RefusedError, check_stated

# Red's rooks would mate, but Black's rook checks on two ranks and never runs out of checks.
TWO_ROOKS = "3k5/9/9/9/2R6/9/R8/9/9/4K3r w"
# The same with a rook and two pawns, and the colours of the first one changed.
PAWNS = "3k5/2P6/7P1/8R/9/9/9/9/4K1r2/9 w"
BLACK_WINS = "R3k4/9/9/8r/9/6r2/9/9/9/5K3 b"
WON = (TWO_ROOKS, PAWNS, BLACK_WINS)

CIRCLE = "e0e1 i0i1 e1e0 i1i0"
"""Once round from TWO_ROOKS."""
NODES = 100_000

Nodes = list[list[Any]]


@cache
def solved(fen: str) -> tuple[XiangqiPosition, Mate]:
    position = ROOM.from_text(fen)
    mate = solve(position, "any", nodes=NODES)
    assert mate.verdict == "win"
    assert mate.perpetual
    return position, mate


def proof_of(fen: str) -> Nodes:
    return copy.deepcopy(solved(fen)[1].proof)


def certificate(
    position: XiangqiPosition,
    claim: Mapping[str, object],
    nodes: Sequence[Sequence[object]],
    *root: int,
) -> bytes:
    writer = CertificateWriter(position.game, position.options, position, claim)
    for node in nodes:
        writer.add(node)
    return writer.to_bytes(*root)


def forged(nodes: Nodes, **change: object) -> bytes:
    """The certificate of TWO_ROOKS with other nodes, perhaps with another claim."""
    position, mate = solved(TWO_ROOKS)
    return certificate(position, {**mate.claim(), **change}, nodes)


def refused(why: str, nodes: Nodes, **change: object) -> None:
    with pytest.raises(RefusedError, match=why):
        check_stated(forged(nodes, **change))


def circling(nodes: Nodes) -> tuple[int, int]:
    """A reply node that leads back to a later turn, and the place of that entry."""
    for number, node in enumerate(nodes):
        if node[0] == "r":
            for at, (_, child) in enumerate(node[2]):
                if child > number:
                    return number, at
    raise AssertionError("there is no circle")


def perpetual(board: str, side: int) -> set[str]:
    """Boards with `side` to move, this one perhaps among them, where the enemy checks for ever.

    The largest set such that every move of the side can be answered by a check that stays inside.
    """
    answers: dict[str, list[set[str]]] = {}
    waiting = [board]
    while waiting:
        at = waiting.pop()
        if at in answers:
            continue
        answers[at] = []
        for step in legal_steps(at, side):
            after = moved(at, *step)
            answers[at].append({moved(after, *c) for c in checking_steps(after, 1 - side)})
        waiting += [below for one in answers[at] for below in one]
    inside = set(answers)
    while out := {at for at in inside if not all(one & inside for one in answers[at])}:
        inside -= out
    return {at for at in inside if answers[at]}


def counts(before: XiangqiPosition, after: XiangqiPosition) -> bool:
    """Whether a move counts for a win: it is no answer to a check, or gives check itself."""
    return not before.checked or after.checked


def ends(start: XiangqiPosition, nodes: Nodes) -> Iterator[tuple[Result, int]]:
    """How the law ends each line of defence, and how many of the attacker's moves counted."""
    waiting = [(start, len(nodes) - 1, 0)]
    while waiting:
        position, number, used = waiting.pop()
        _, _, move, child = nodes[number]
        after = position.play(move)
        used += counts(position, after)
        result = after.result()
        if result is not None:
            yield result, used
            continue
        replies = dict(nodes[child][2])
        for reply in after.legal_moves():
            below = after.play(reply)
            result = below.result()
            if result is not None:
                yield result, used
            else:
                waiting.append((below, replies[reply], used))


def holds(start: XiangqiPosition, turns: int, nodes: Nodes) -> bool:
    """Whether every line of defence is a win within the moves claimed."""
    return all(
        result.winner == start.to_move and used <= turns for result, used in ends(start, nodes)
    )
