"""Certificates: what the searches prove is checked by the law, and what is false is refused."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence

import pytest

from kikashi.games.xiangqi import ROOM
from kikashi.games.xiangqi.fen import write_fen
from kikashi.games.xiangqi.rules import XiangqiPosition
from kikashi.games.xiangqi.solver import Mate, solve
from kikashi.proofs import CertificateWriter, RefusedError, check, check_stated

pytestmark = pytest.mark.native

BY_CHECKS = "3k5/9/4b4/9/9/9/9/9/R8/1R2K4 w"
BY_QUIET = "3k5/9/4b4/9/9/9/9/9/R8/2R1K4 w"
CERTIFIED = 500
"""Real mates whose certificates are checked here; the rest is checked by the bench."""
REFUTED = 20


def certificate(
    position: XiangqiPosition, claim: Mapping[str, object], nodes: Sequence[list[object]]
) -> bytes:
    writer = CertificateWriter(position.game, position.options, position, claim)
    for node in nodes:
        writer.add(node)
    return writer.to_bytes()


def checked(position: XiangqiPosition, mate: Mate) -> None:
    claim = mate.claim()
    found = check(certificate(position, claim, mate.proof), claim=claim, start=position)
    assert found.nodes == len(mate.proof)


def solved(by: str = "checks", **more: object) -> tuple[XiangqiPosition, Mate]:
    position = ROOM.from_text(BY_CHECKS if by == "checks" else BY_QUIET)
    mate = solve(position, by, refute=True, nodes=200_000, **more)  # type: ignore[arg-type]
    assert mate.verdict == "win"
    assert mate.proof
    return position, mate


@pytest.mark.parametrize("by", ["checks", "quiet"])
def test_a_shortest_mate_has_two_certificates(by: str) -> None:
    position, mate = solved(by)
    assert mate.shortest
    assert mate.turns is not None
    assert mate.turns > 1
    checked(position, mate)
    claim = mate.refutation_claim()
    found = check(certificate(position, claim, mate.refutation), claim=claim, start=position)
    assert found.claim.fields["turns"] == mate.turns - 1


def test_claims_are_told_in_both_languages() -> None:
    position, mate = solved()
    found = check_stated(certificate(position, mate.claim(), mate.proof))
    assert found.sentence == f"red mates by checks only within {mate.turns} moves"
    assert found.claim.sentence("zh-Hant") == f"紅方在 {mate.turns} 著內有連將殺"
    assert check_stated(
        certificate(position, mate.claim(), mate.proof), claim="red mates by checks only"
    )


def test_a_claim_that_says_more_than_the_proof_is_refused() -> None:
    position, mate = solved("quiet")
    assert mate.turns is not None
    true = dict(mate.claim())
    for change in (
        {"turns": mate.turns - 1},
        {"turns": mate.turns + 1},
        {"quiet": 0},
        {"side": "black"},
        {"kind": "no-mate"},
        {"answers": "perhaps"},
        {"turns": 10**9},
        {"turns": True},
        {"quiet": -1},
        {"extra": 1},
    ):
        with pytest.raises(RefusedError):
            check_stated(certificate(position, true | change, mate.proof))
    by_checks = {k: v for k, v in true.items() if k not in ("quiet", "answers")} | {"by": "checks"}
    with pytest.raises(RefusedError, match="quiet moves"):
        check_stated(certificate(position, by_checks, mate.proof))


def mutations(nodes: list[list[object]]) -> list[list[list[object]]]:
    """Every proof that differs in one place: a reply, a move, a bound or a child."""
    found = []

    def changed(number: int, part: int, value: object) -> None:
        other = copy.deepcopy(nodes)
        other[number][part] = value
        found.append(other)

    for number, node in enumerate(nodes):
        bound = node[1]
        assert isinstance(bound, int)
        changed(number, 0, "r" if node[0] == "t" else "t")
        if number == len(nodes) - 1:
            changed(number, 1, bound - 1)
            changed(number, 1, bound + 1)
        if node[0] == "t":
            changed(number, 2, "e0e0")
            changed(number, 2, "a9i0")
            changed(number, 2, 7)
            changed(number, 3, number)
            changed(number, 3, "0")
            if node[3] is not None:
                changed(number, 3, None)
        else:
            entries = node[2]
            assert isinstance(entries, list)
            for at in range(len(entries)):
                changed(number, 2, entries[:at] + entries[at + 1 :])
            if entries:
                changed(number, 2, [*entries, entries[0]])
                changed(number, 2, [*entries, ["e0e0", entries[0][1]]])
                changed(number, 2, {"a": 1})
    return found


@pytest.mark.parametrize("by", ["checks", "quiet"])
def test_a_mate_proof_changed_in_one_place_is_refused(by: str) -> None:
    position, mate = solved(by)
    all_changed = mutations(mate.proof)
    assert len(all_changed) > 20
    for nodes in all_changed:
        with pytest.raises(RefusedError):
            check_stated(certificate(position, mate.claim(), nodes))


@pytest.mark.parametrize("by", ["checks", "quiet"])
def test_a_refutation_changed_in_one_place_is_refused(by: str) -> None:
    position, mate = solved(by)
    for nodes in mutations(mate.refutation):
        with pytest.raises(RefusedError):
            check_stated(certificate(position, mate.refutation_claim(), nodes))


def test_a_proof_for_another_position_is_refused() -> None:
    _, mate = solved()
    other = ROOM.from_text("3k5/4a4/4b4/9/9/9/9/9/R8/1R2K4 w")
    with pytest.raises(RefusedError):
        check_stated(certificate(other, mate.claim(), mate.proof))


def test_a_node_shared_by_two_positions_is_refused() -> None:
    position, mate = solved()
    nodes = copy.deepcopy(mate.proof)
    replies = [node for node in nodes if node[0] == "r" and len(node[2]) > 1]  # type: ignore[arg-type]
    assert replies
    entries = replies[-1][2]
    assert isinstance(entries, list)
    entries[0][1] = entries[1][1]
    with pytest.raises(RefusedError):
        check_stated(certificate(position, mate.claim(), nodes))


def test_a_proof_that_rests_on_a_third_occurrence_is_refused() -> None:
    first = ROOM.from_text("4k4/9/9/9/9/9/9/9/4R4/1R3K3 b")
    shuffled = first.play_all("e9d9 e1a1 d9e9 a1e1 e9d9 e1a1 d9e9")
    fresh = ROOM.from_text(write_fen(shuffled.fen))
    claim = {"kind": "mate", "side": "red", "by": "checks", "turns": 2}
    nodes: list[list[object]] = [["t", 1, "b0d0", None], ["r", 1, [["e9d9", 0]]]]
    nodes.append(["t", 2, "a1e1", 1])
    assert check_stated(certificate(fresh, claim, nodes))
    with pytest.raises(RefusedError, match="repetition"):
        check_stated(certificate(shuffled, claim, nodes))
    checked(shuffled, solve(shuffled))


@pytest.mark.thorough
def test_five_hundred_real_mates_are_certified(mates: list[tuple[int, str]]) -> None:
    """Spread evenly over all lengths; each is proved afresh and then checked by the law."""
    chosen = [mates[i * len(mates) // CERTIFIED] for i in range(CERTIFIED)]
    for turns, fen in chosen:
        position = ROOM.from_text(fen)
        mate = solve(position)
        assert mate.turns == turns, fen
        checked(position, mate)


def test_the_smallest_refutations_of_real_mates_hold(mates: list[tuple[int, str]]) -> None:
    """Of every tenth mate in two moves or more, the twenty with the smallest refutations."""
    found = []
    for turns, fen in mates[::10]:
        if 2 <= turns <= 9:
            position = ROOM.from_text(fen)
            mate = solve(position, refute=True)
            assert mate.refutation, fen
            found.append((len(mate.refutation), fen, position, mate))
    found.sort(key=lambda one: one[:2])
    for _, _, position, mate in found[:REFUTED]:
        claim = mate.refutation_claim()
        check(certificate(position, claim, mate.refutation), claim=claim, start=position)
