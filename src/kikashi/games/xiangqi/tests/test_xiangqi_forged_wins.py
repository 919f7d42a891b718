"""Certificates of wins by the rule against perpetual check, forged: each is refused."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable

import pytest

from kikashi.games.xiangqi import ROOM
from kikashi.games.xiangqi.board import checking_steps, legal_steps, moved
from kikashi.games.xiangqi.rules import move_of, step_of
from kikashi.proofs import RefusedError, check_stated
from tests.proofs.xiangqi_wins import (
    PAWNS,
    TWO_ROOKS,
    Nodes,
    certificate,
    circling,
    holds,
    proof_of,
    refused,
    solved,
)

pytestmark = pytest.mark.native

MUTATIONS = 400


def circular(board: str, choose: Callable[[str], str], bound: int) -> Nodes:
    """A forgery for Red that covers every reply, goes round for ever and never counts down."""
    numbers: dict[str, int] = {}
    nodes: Nodes = []
    waiting = [board]
    while waiting:
        at = waiting.pop()
        if at in numbers:
            continue
        move = choose(at)
        after = moved(at, *step_of(move))
        replies = [[move_of(s), moved(after, *s)] for s in legal_steps(after, 1)]
        numbers[at] = len(nodes) + bool(replies)
        if replies:
            nodes.append(["r", bound, replies])
        nodes.append(["t", bound, move, len(nodes) - 1 if replies else None])
        waiting += [below for _, below in replies]
    for node in nodes:
        if node[0] == "r":
            node[2] = [[move, numbers[below]] for move, below in node[2]]
    return nodes


def any_move(board: str) -> str:
    return move_of(min(legal_steps(board, 0)))


def any_check(board: str) -> str:
    """A check by a piece that the general cannot take."""
    steps = sorted(checking_steps(board, 0))
    replies = {step: legal_steps(moved(board, *step), 1) for step in steps}
    return move_of(next(s for s in steps if all(end != s[1] for _, end in replies[s])))


@pytest.mark.parametrize(
    ("fen", "choose"),
    [
        ("5k3/9/9/9/9/9/9/9/9/3K5 w", any_move),  # nobody checks
        ("3k5/9/9/9/9/9/9/9/9/4K3R w", any_check),  # the attacker checks
        ("4k4/9/9/9/9/9/9/9/9/3Kp4 w", any_move),  # the defender checks, but not always
    ],
)
def test_a_circle_through_a_turn_that_counts_is_refused(
    fen: str, choose: Callable[[str], str]
) -> None:
    position = ROOM.from_text(fen)
    nodes = circular(position.board, choose, 5)
    root = 1  # its reply came first
    assert nodes[root][0] == "t"
    claim = {"kind": "win", "side": "red", "turns": 5}
    with pytest.raises(RefusedError, match="bound 5; at most 4 may be"):
        check_stated(certificate(position, claim, nodes, root))


def test_an_answer_that_gives_check_itself_counts() -> None:
    """The rook takes the rook that checks, with check: the enemy's answer may be such a one too."""
    position = ROOM.from_text("9/4k4/9/9/4r2R1/9/9/9/5R3/4K4 w")
    nodes: Nodes = [["t", 1, "f1d1", None], ["r", 1, [["e8d8", 0]]], ["t", 2, "h5e5", 1]]
    claim = {"kind": "win", "side": "red", "turns": 2}
    assert check_stated(certificate(position, claim, nodes))
    nodes[-1][1] = 1
    with pytest.raises(RefusedError, match="bound 1; at most 0 may be"):
        check_stated(certificate(position, {**claim, "turns": 1}, nodes))


def test_a_bound_that_grows_is_refused() -> None:
    nodes = proof_of(TWO_ROOKS)
    number, at = circling(nodes)
    nodes[number][1] -= 1
    refused("at most", nodes)
    nodes = proof_of(TWO_ROOKS)
    nodes[number][1] += 1
    refused("at most", nodes)
    nodes = proof_of(TWO_ROOKS)
    nodes[nodes[number][2][at][1]][1] += 1
    refused("the root's bound|at most", nodes)


def test_a_claim_that_says_less_or_more_is_refused() -> None:
    nodes = proof_of(TWO_ROOKS)
    turns = nodes[-1][1]
    refused("the root's bound", nodes, turns=turns - 1)
    refused("the root's bound", nodes, turns=turns + 1)
    refused("1 to 200", nodes, turns=0)
    refused("1 to 200", nodes, turns=True)
    refused("side to move", nodes, side="black")
    refused("exactly the fields", nodes, by="quiet")
    refused("exactly the fields", nodes, quiet=3, answers="free")
    for node in nodes:
        node[1] = max(1, node[1] - 1)
    refused("at most|at least", nodes, turns=turns - 1)


def test_all_bounds_at_nought_prove_nothing() -> None:
    nodes = proof_of(TWO_ROOKS)
    for node in nodes[:-1]:
        node[1] = 0
    refused("needs a bound of at least 1", nodes)


def test_a_reply_left_out_is_refused() -> None:
    nodes = proof_of(TWO_ROOKS)
    number, at = circling(nodes)
    move = nodes[number][2].pop(at)[0]
    refused(f"{move} is not covered", nodes)


def test_a_reply_too_many_is_refused() -> None:
    nodes = proof_of(TWO_ROOKS)
    number, at = circling(nodes)
    entry = nodes[number][2][at]
    nodes[number][2].append(entry)
    refused("a reply stands twice", nodes)
    nodes[number][2][-1] = ["a3a4", entry[1]]
    refused("a3a4 is not a move that counts there", nodes)


@pytest.mark.parametrize("beyond", [0, 1, 10**6, 10**30])
def test_a_child_that_does_not_exist_is_refused(beyond: int) -> None:
    nodes = proof_of(TWO_ROOKS)
    number, at = circling(nodes)
    nodes[number][2][at][1] = len(nodes) + beyond
    refused("is not a node for that side", nodes)


@pytest.mark.parametrize("child", [-1, -(10**30), True, None, 1.0, "1", [1]])
def test_a_child_that_is_no_number_of_a_node_is_refused(child: object) -> None:
    nodes = proof_of(TWO_ROOKS)
    number, at = circling(nodes)
    nodes[number][2][at][1] = child
    refused("a child must be an earlier node", nodes)


def test_a_child_for_the_wrong_side_is_refused() -> None:
    nodes = proof_of(TWO_ROOKS)
    number, at = circling(nodes)
    nodes[number][2][at][1] = number
    refused("is not a node for that side", nodes)
    earlier = next(i for i, node in enumerate(nodes) if node[0] == "r")
    assert earlier < number
    nodes[number][2][at][1] = earlier
    refused("wrong side", nodes)


def test_a_turn_leads_to_an_earlier_node_only() -> None:
    nodes = proof_of(TWO_ROOKS)
    number, _ = circling(nodes)
    nodes[0][3] = number
    refused("a child must be an earlier node", nodes)


def test_a_way_back_to_another_position_is_refused() -> None:
    nodes = proof_of(TWO_ROOKS)
    number, at = circling(nodes)
    nodes[number][2][at - 1][1] = nodes[number][2][at][1]
    refused("is shared by different positions", nodes)


def test_a_way_back_belongs_to_a_win_only() -> None:
    position, mate = solved(TWO_ROOKS)
    for kind in ("mate", "no-mate"):
        for by in ({"by": "checks"}, {"by": "quiet", "quiet": 100, "answers": "free"}):
            claim = {**mate.claim(), "kind": kind, **by}
            with pytest.raises(RefusedError, match="a child must be an earlier node"):
                check_stated(certificate(position, claim, mate.proof))


def test_a_node_with_an_extra_field_is_refused() -> None:
    for number in (-1, -2):
        nodes = proof_of(TWO_ROOKS)
        nodes[number].append(0)
        refused("a node is", nodes)


def test_a_changed_move_on_the_circle_is_refused() -> None:
    start, mate = solved(PAWNS)
    nodes = proof_of(PAWNS)
    others = set(start.legal_moves()) - {nodes[-1][2]}
    assert others
    for move in others:
        nodes[-1][2] = move
        with pytest.raises(RefusedError, match="node "):
            check_stated(certificate(start, mate.claim(), nodes))
    nodes[-1][2] = "e1e3"
    with pytest.raises(RefusedError, match="e1e3 is not legal there"):
        check_stated(certificate(start, mate.claim(), nodes))


GENTLE, ALL = 4, 8


def mutated(chooser: random.Random, nodes: Nodes, kinds: int) -> int | None:
    """Changes the nodes in one place; gives another number of turns where that was changed.

    The first kinds are gentle: every node keeps its form.
    """
    number = chooser.randrange(len(nodes))
    node = nodes[number]
    kind = chooser.randrange(kinds)
    if kind == 0:
        node[1] += chooser.choice((-2, -1, 1, 2))
    elif kind == 1:
        nodes[-1][1] += chooser.choice((-1, 1))
        return int(nodes[-1][1])
    elif kind == 2:
        other = chooser.randrange(len(nodes))
        nodes[number], nodes[other] = nodes[other], nodes[number]
    elif kind == 3:
        nodes[number] = copy.deepcopy(chooser.choice(nodes))
    elif kind == 4:
        del node[chooser.randrange(len(node))]
    elif node[0] == "t":
        if kind == 5:
            node[2] = "".join(chooser.choice("abcdefghi") + chooser.choice("0123") for _ in "ab")
        else:
            node[3] = chooser.choice((None, -1, chooser.randrange(len(nodes))))
    else:
        at = chooser.randrange(len(node[2]))
        if kind == 5:
            node[2].pop(at)
        elif kind == 6:
            node[2][at] = chooser.choice((7, [], node[2][at][::-1], chooser.choice(node[2])))
        else:
            node[2][at][1] = chooser.choice((-1, chooser.randrange(len(nodes) + 2)))
    return None


@pytest.mark.parametrize("fen", [TWO_ROOKS, PAWNS])
def test_a_mutation_is_refused_or_still_a_proof(fen: str) -> None:
    start, mate = solved(fen)
    chooser = random.Random(8)
    accepted = 0
    for _ in range(MUTATIONS // 2):
        nodes = proof_of(fen)
        turns = mate.turns or 0
        for kinds in chooser.choice(((ALL,), (GENTLE, ALL), (GENTLE, GENTLE))):
            turns = mutated(chooser, nodes, kinds) or turns
        try:
            check_stated(certificate(start, {**mate.claim(), "turns": turns}, nodes))
        except RefusedError:
            continue
        accepted += 1
        assert holds(start, turns, nodes)
    assert 0 < accepted < MUTATIONS // 4
