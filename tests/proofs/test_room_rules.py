"""Rules of rooms' judges that liars rarely reach: a file for each that passes without its rule."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import pytest

from kikashi.games import room
from kikashi.proofs import CertificateWriter, RefusedError, check
from tests.proofs.room_broken import rules, without


class Attack(NamedTuple):
    game: str
    rule: str
    """The words of the refusal, as `rules` gives them."""
    start: str
    claim: dict[str, Any]
    nodes: Sequence[Sequence[object]]


LADDER = "3k5/9/R8/9/9/9/9/9/1R7/5K3 w - - 0 1"
"""Red mates in two, and the first of them gives no check."""
CHECKS = {"kind": "mate", "side": "red", "by": "checks"}
QUIET = {"kind": "mate", "side": "red", "by": "quiet", "quiet": 1, "answers": "spend"}

ATTACKS = {
    # Second plays the ace first: the king must fall on it, and First takes nothing.
    "a discard instead of the suit that was led": Attack(
        "honeymoon",
        ".... does not follow suit",
        "first=.K.2. second=.AQ.. trump=none lead=second",
        {"kind": "tricks", "side": "first", "tricks": 1, "left": 2},
        [
            ["c", 0],
            ["t", 1, "H1", 0],
            ["r", 1, [["H1", 1]]],
            ["t", 1, "D1", 2],
            ["c", 0],
            ["t", 1, "H1", 4],
            ["r", 1, [["H1", 3], ["H2", 5]]],
        ],
    ),
    # The rook on the first rank cannot reach the last one: its own pawn stands in the way.
    "a rook that goes aslant": Attack(
        "xiangqi",
        ".. is not legal there",
        "3k5/R8/9/9/1P7/9/9/9/1R7/5K3 w - - 0 1",
        {**CHECKS, "turns": 1},
        [["t", 1, "b1a9", None]],
    ),
    # The position after a7a8 has stood twice: coming again it ends the game.
    "a mate by way of a third occurrence": Attack(
        "xiangqi",
        "after .. the game ends by repetition",
        "3k5/R8/9/9/9/9/9/9/1R7/5K3 b - - 0 1 moves d9e9 a8a7 e9d9 a7a8 d9e9 a8a7 e9d9",
        {**QUIET, "turns": 2},
        [
            ["t", 1, "b1b9", None],
            ["t", 1, "b1b9", None],
            ["r", 1, [["d9e9", 0]]],
            ["t", 2, "a7a8", 2],
        ],
    ),
    "a quiet move among checks": Attack(
        "xiangqi",
        "a path has .. quiet moves; the claim allows ..",
        LADDER,
        {**CHECKS, "turns": 2},
        [["t", 1, "b1b9", None], ["r", 1, [["d9e9", 0]]], ["t", 2, "a7a8", 1]],
    ),
    "bounds that do not fall": Attack(
        "xiangqi",
        "child .. has bound ..; at most .. may be",
        LADDER,
        {**QUIET, "turns": 1},
        [["t", 1, "b1b9", None], ["r", 1, [["d9e9", 0]]], ["t", 1, "a7a8", 1]],
    ),
    "a turn when none is left": Attack(
        "xiangqi",
        "a turn that is played needs a bound of at least 1",
        LADDER,
        {**QUIET, "turns": 1},
        [["t", 0, "b1b9", None], ["r", 0, [["d9e9", 0]]], ["t", 1, "a7a8", 1]],
    ),
    "one node for two positions": Attack(
        "xiangqi",
        "child .. is shared by different positions",
        LADDER.replace("9/9/9/9/9/1R7", "8p/9/9/9/9/1R7"),
        {**QUIET, "turns": 2},
        [["t", 1, "b1b9", None], ["r", 1, [["d9e9", 0], ["i6i5", 0]]], ["t", 2, "a7a8", 1]],
    ),
    "a gold that flies": Attack(
        "minishogi",
        ".. is not legal there",
        "4k/5/G1S2/5/K4 b - 1",
        {"kind": "mate", "side": "black", "by": "checks", "turns": 1},
        [["t", 1, "5c2b", None]],
    ),
    # The general takes a piece that is two cells away.
    "a step of two cells": Attack(
        "banqi",
        ".. is not legal there",
        "4/4/4/4/4/4/4/K1g1 first red 0",
        {"kind": "win", "side": "first", "turns": 1},
        [["t", 1, "a1-c1", None]],
    ),
}


def passes(attack: Attack) -> str | None:
    start = room(attack.game).from_text(attack.start)
    writer = CertificateWriter(start.game, start.options, start, attack.claim)
    for node in attack.nodes:
        writer.add(node)
    try:
        check(writer.to_bytes(), start=start, claim=attack.claim)
    except RefusedError as why:
        return str(why)
    return None


@pytest.mark.parametrize("name", sorted(ATTACKS))
def test_an_attack_gets_through_without_the_rule_and_not_with_it(name: str) -> None:
    attack = ATTACKS[name]
    why = passes(attack)
    assert why is not None
    numbers = [n for n, words in enumerate(rules(attack.game)) if words == attack.rule]
    assert numbers, f"the rule says something else now: {why}"
    got = []
    for number in numbers:
        with without(attack.game, number):
            got.append(passes(attack))
    assert None in got, (why, got)
