"""Wins that rest on the rule against perpetual check: found, certified, played, and forged."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any

import pytest

from kikashi.cli.solve import sentence
from kikashi.games.xiangqi import ROOM, provers
from kikashi.games.xiangqi.board import checking_steps, in_check, legal_steps, moved
from kikashi.games.xiangqi.fen import Fen, write_fen
from kikashi.games.xiangqi.rules import XiangqiPosition, move_of, step_of
from kikashi.games.xiangqi.solver import Mate, solve
from kikashi.law import Result
from kikashi.proofs import CertificateWriter, RefusedError, check
from kikashi.proofs.strategy import strategy
from kikashi.search import Limits

pytestmark = pytest.mark.native

# Red's rooks would mate, but Black's rook checks on two ranks and never runs out of checks.
TWO_ROOKS = "3k5/9/9/9/2R6/9/R8/9/9/4K3r w"
# The same with a rook and two pawns, and the colours of the first one changed.
PAWNS = "3k5/2P6/7P1/8R/9/9/9/9/4K1r2/9 w"
BLACK_WINS = "R3k4/9/9/8r/9/6r2/9/9/9/5K3 b"
WON = (TWO_ROOKS, PAWNS, BLACK_WINS)

CIRCLE = "e0e1 i0i1 e1e0 i1i0"
"""Once round from TWO_ROOKS."""
NODES = 100_000
MUTATIONS = 400

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
        check(forged(nodes, **change))


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


# --- found and certified --------------------------------------------------------------------------


@pytest.mark.parametrize("fen", WON)
def test_a_win_that_only_the_rule_gives_is_certified(fen: str) -> None:
    position, mate = solved(fen)
    assert position.board in perpetual(position.board, position.to_move)
    claim = mate.claim()
    side = ("red", "black")[position.to_move]
    assert claim == {"kind": "win", "side": side, "turns": mate.turns}
    found = check(certificate(position, claim, mate.proof), claim=claim, start=position)
    assert found.nodes == len(mate.proof)
    assert found.sentence.startswith(f"{side} mates, unless ")
    assert circling(proof_of(fen))


@pytest.mark.parametrize("fen", WON)
def test_without_the_rule_nothing_is_claimed(fen: str) -> None:
    position, _ = solved(fen)
    assert solve(position, "checks", nodes=NODES).verdict == "no"
    for answers in ("spend", "free"):
        mate = solve(position, "quiet", quiet=3, answers=answers, turns=5, nodes=NODES)
        assert mate.verdict != "win"
        assert not mate.perpetual


@pytest.mark.parametrize("repetition", ["asian", "checks"])
def test_either_rule_of_repetition_forbids_the_checks(repetition: str) -> None:
    position = ROOM.from_text(TWO_ROOKS, {"repetition": repetition})
    mate = solve(position, "any", nodes=NODES)
    assert mate.perpetual
    assert check(certificate(position, mate.claim(), mate.proof))
    assert holds(position, mate.turns or 0, proof_of(TWO_ROOKS))


def test_the_verdict_does_not_pretend_to_count_every_turn() -> None:
    verdict = provers.solve(ROOM.from_text(TWO_ROOKS), "any", Limits(nodes=NODES))
    assert (verdict.verdict, verdict.counts_all, verdict.plies) == ("win", False, None)
    assert verdict.to_json()["counts_all"] is False
    assert "check for ever" in sentence(verdict, "en")
    assert "長將" in sentence(verdict, "zh-Hant")


def test_the_claim_is_told_in_both_languages() -> None:
    found = check(forged(proof_of(TWO_ROOKS)))
    turns = found.claim.fields["turns"]
    loose = "red mates, unless black checks for ever and so loses,"
    assert found.sentence == f"{loose} within {turns} moves, answers to checks left out"
    assert found.claim.sentence("zh-Hant") == (
        f"紅方在 {turns} 著內（應將不計）殺棋，否則對方長將判負"
    )
    assert check(forged(proof_of(TWO_ROOKS)), claim=loose)


def test_a_way_back_to_what_has_stood_twice_is_refused() -> None:
    start, mate = solved(TWO_ROOKS)
    once = start.play_all(CIRCLE)
    assert once.board == start.board
    with pytest.raises(RefusedError, match="repetition"):
        check(certificate(once, mate.claim(), mate.proof))
    # Red has no other way. The law would give it the game at the third time, but no proof says so.
    assert solve(once, "any", nodes=NODES).verdict == "unknown"


def test_random_wins_hold_in_every_line() -> None:
    """Rooks and pawns strewn about; whatever is claimed is accepted and won by the law."""
    chooser = random.Random(3)
    found = 0
    while found < 4:
        board = ["."] * 90
        board[chooser.choice((3, 4, 5, 12, 13, 14))] = "K"
        board[chooser.choice((75, 76, 77, 84, 85, 86))] = "k"
        for piece in chooser.choice(("RRr", "RPPr", "RNr")):
            board[chooser.choice([at for at in range(90) if board[at] == "."])] = piece
        text = "".join(board)
        if in_check(text, 1) or not in_check(text, 0):
            continue
        position = ROOM.from_text(write_fen(Fen(text, 0, 0, 1)))
        if position.result():
            continue
        mate = solve(position, "any", nodes=2_000)
        if not mate.perpetual or len(mate.proof) > 150:
            continue
        found += 1
        check(certificate(position, mate.claim(), mate.proof))
        assert holds(position, mate.turns or 0, mate.proof), position.to_text()


# --- played ---------------------------------------------------------------------------------------

Defender = Callable[[XiangqiPosition], str]


def play(fen: str, defend: Defender) -> Result:
    """The proof played through against a defender until the law ends the game."""
    position, mate = solved(fen)
    proof = strategy(certificate(position, mate.claim(), mate.proof))
    replies: list[list[str]] = []
    while True:
        answer = proof.answer(replies)
        assert answer.turns <= (mate.turns or 0)
        result = answer.position.result()
        if result is not None:
            assert answer.over
            return result
        assert isinstance(answer.position, XiangqiPosition)
        replies.append([defend(answer.position)])
        assert len(replies) < 100


@pytest.mark.parametrize("fen", WON)
def test_who_checks_for_ever_loses_by_the_rule(fen: str) -> None:
    start, _ = solved(fen)
    inside = perpetual(start.board, start.to_move)

    def check_again(position: XiangqiPosition) -> str:
        board, mover = position.board, position.to_move
        steps = [step for step in checking_steps(board, mover) if moved(board, *step) in inside]
        return move_of(min(steps))

    result = play(fen, check_again)
    assert result.winner == start.to_move
    assert result.reason == "perpetual-check"


@pytest.mark.parametrize("fen", WON)
def test_every_random_defence_loses(fen: str) -> None:
    start, _ = solved(fen)
    for seed in range(10):
        chooser = random.Random(seed)

        def defend(position: XiangqiPosition, chooser: random.Random = chooser) -> str:
            moves = position.legal_moves()
            checks = [move for move in moves if position.play(move).checked]
            return chooser.choice(checks if checks and chooser.random() < 0.7 else moves)

        assert play(fen, defend).winner == start.to_move


@pytest.mark.parametrize("fen", WON)
def test_every_line_of_defence_loses(fen: str) -> None:
    start, mate = solved(fen)
    reasons = {result.reason for result, _ in ends(start, mate.proof)}
    assert reasons >= {"checkmate", "perpetual-check"}
    assert holds(start, mate.turns or 0, mate.proof)
    assert not holds(start, (mate.turns or 0) - 1, mate.proof)


# --- forged ---------------------------------------------------------------------------------------


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
        check(certificate(position, claim, nodes, root))


def test_an_answer_that_gives_check_itself_counts() -> None:
    """The rook takes the rook that checks, with check: the enemy's answer may be such a one too."""
    position = ROOM.from_text("9/4k4/9/9/4r2R1/9/9/9/5R3/4K4 w")
    nodes: Nodes = [["t", 1, "f1d1", None], ["r", 1, [["e8d8", 0]]], ["t", 2, "h5e5", 1]]
    claim = {"kind": "win", "side": "red", "turns": 2}
    assert check(certificate(position, claim, nodes))
    nodes[-1][1] = 1
    with pytest.raises(RefusedError, match="bound 1; at most 0 may be"):
        check(certificate(position, {**claim, "turns": 1}, nodes))


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
                check(certificate(position, claim, mate.proof))


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
            check(certificate(start, mate.claim(), nodes))
    nodes[-1][2] = "e1e3"
    with pytest.raises(RefusedError, match="e1e3 is not legal there"):
        check(certificate(start, mate.claim(), nodes))


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
            check(certificate(start, {**mate.claim(), "turns": turns}, nodes))
        except RefusedError:
            continue
        accepted += 1
        assert holds(start, turns, nodes)
    assert 0 < accepted < MUTATIONS // 4


# --- positions with a past -----------------------------------------------------------------------

PAWNS_MATE: Nodes = [
    ["t", 1, "d6d7", None],
    ["r", 1, [["d8d9", 0]]],
    ["t", 2, "d5d6", 1],
    ["r", 2, [["d9d8", 2]]],
    ["t", 3, "d0e0", 3],
]
"""From `3k5/9/9/9/P2P5/9/9/9/9/3K5 w`."""
SHUFFLED = "3k5/9/9/9/P2P5/9/9/9/9/4K4 b moves d9d8 e0d0 d8d9 d0e0 d9d8 e0d0 d8d9"
"""The same board, but to begin with d0e0 would be the third time."""


def test_a_certificate_is_about_a_position_with_its_past() -> None:
    """What holds for a board need not hold where its first move would end the game."""
    fresh, shuffled = ROOM.from_text("3k5/9/9/9/P2P5/9/9/9/9/3K5 w"), ROOM.from_text(SHUFFLED)
    assert fresh.board == shuffled.board
    claim = {"kind": "win", "side": "red", "turns": 3}
    written = certificate(fresh, claim, PAWNS_MATE)
    assert check(written, start=fresh)
    with pytest.raises(RefusedError, match="it starts from"):
        check(written, start=shuffled)
    with pytest.raises(RefusedError, match="ends by repetition"):
        check(certificate(shuffled, claim, PAWNS_MATE))


def test_a_position_met_at_several_turns_is_played_by_the_shortest() -> None:
    """A proof that goes round before it mates is true, but to play it so would be a draw."""
    start = ROOM.from_text("3k5/9/9/9/P2P5/9/9/9/9/3K5 w")
    beside = start.play_all("d0e0 d9d8")  # Black had no other move
    home = beside.play("e0d0")
    nodes = copy.deepcopy(PAWNS_MATE)
    root = len(nodes) - 1
    others: list[list[Any]] = []
    for move in home.legal_moves():
        if move != "d8d9":  # that leads to the start
            found = solve(home.play(move), "quiet", quiet=5, turns=8)
            assert found.verdict == "win"
            others.append([move, _appended(nodes, found.proof)])
    for _ in range(2):
        replies: list[list[Any]] = [["d8d9", root], *others]
        bound = max(nodes[child][1] for _, child in replies)
        nodes.append(["r", bound, replies])
        nodes.append(["t", bound + 1, "e0d0", len(nodes) - 1])
        nodes.append(["r", bound + 1, [["d9d8", len(nodes) - 1]]])
        nodes.append(["t", bound + 2, "d0e0", len(nodes) - 1])
        root = len(nodes) - 1
    claim = {"kind": "win", "side": "red", "turns": nodes[root][1]}
    written = certificate(start, claim, nodes, root)
    assert check(written, start=start)
    assert Result((0, 0), "repetition") in [result for result, _ in ends(start, nodes)]
    assert strategy(written).answer([["d9d8"]]).moves == ("d5d6",)


def _appended(nodes: Nodes, proof: Sequence[Sequence[Any]]) -> int:
    base = len(nodes)
    for kind, bound, *rest in proof:
        if kind == "t":
            move, child = rest
            nodes.append([kind, bound, move, None if child is None else child + base])
        else:
            nodes.append([kind, bound, [[move, child + base] for move, child in rest[0]]])
    return len(nodes) - 1


# --- from old books ------------------------------------------------------------------------------

ONCE_MISSED = {
    "cj-象棋杀着大全-0474": "the defender's checks for ever seemed a way out",
    "cj-象棋杀着大全-0106": "the same, far from the first move",
    "shiqingyaqu-551-399": "wins on one path were kept for all, and proofs ran in circles",
    "cj-象棋杀着大全-0032": "a draw was good enough, and the win was not looked at",
}


def test_wins_of_old_books_that_were_missed_once(no_mate_by_checks: Mapping[str, str]) -> None:
    for name in ONCE_MISSED:
        position = ROOM.from_text(no_mate_by_checks[name])
        found = solve(position, "any", nodes=4_000_000)
        assert found.verdict == "win", name
        check(certificate(position, found.claim(), found.proof), start=position)
