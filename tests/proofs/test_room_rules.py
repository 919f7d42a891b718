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

KING_COMES = "2k2/5/1R3/4K/1G3 b - 1"
"""Black mates in two: its king comes nearer, which is no check, then the rook."""
ANY = {"kind": "mate", "side": "black", "by": "any"}
COMES = [["t", 1, "4c4a", None], ["r", 1, [["3a2a", 0]]], ["t", 2, "1d2c", 1]]
NONE = {"kind": "no-mate", "side": "black", "by": "checks"}

CORNERED = "4/4/4/4/4/4/2K1/g3 first red 0"
"""The general comes to b2 and takes the guard wherever it goes: two turns."""
WIN = {"kind": "win", "side": "first"}
TAKES = [
    ["t", 1, "b2-a2", None],
    ["t", 1, "b2-b1", None],
    ["r", 1, [["a1-a2", 0], ["a1-b1", 1]]],
    ["t", 2, "c2-b2", 2],
]

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
    # The position after 1d2c has stood three times: coming again it ends the game.
    "a mate by way of a fourth occurrence": Attack(
        "minishogi",
        "after .. the game ends by repetition",
        "2k2/5/1R1K1/5/1G3 w - 1 moves 3a2a 2c1d 2a3a 1d2c 3a2a 2c1d 2a3a 1d2c 3a2a 2c1d 2a3a",
        {**ANY, "turns": 2},
        COMES,
    ),
    "a quiet move called a check": Attack(
        "minishogi", ".. gives no check", KING_COMES, {**ANY, "by": "checks", "turns": 2}, COMES
    ),
    "bounds of minishogi that do not fall": Attack(
        "minishogi",
        "child .. has bound ..; at most .. may be",
        KING_COMES,
        {**ANY, "turns": 1},
        [*COMES[:2], ["t", 1, "1d2c", 1]],
    ),
    "a move when none is left": Attack(
        "minishogi",
        "a turn that is played needs a bound of at least 1",
        KING_COMES,
        {**ANY, "turns": 1},
        [["t", 0, "4c4a", None], ["r", 0, [["3a2a", 0]]], ["t", 1, "1d2c", 1]],
    ),
    # After the pawn's move the king still stands beside the rook's cell.
    "one node for a king's and a pawn's move": Attack(
        "minishogi",
        "child .. is shared by different positions",
        "p1k2/5/1R3/4K/1G3 b - 1",
        {**ANY, "turns": 2},
        [COMES[0], ["r", 1, [["3a2a", 0], ["5a5b", 0]]], COMES[2]],
    ),
    # The king is mated; this one jumps out of it.
    "a king that jumps out of a mate": Attack(
        "minishogi",
        ".. is not legal there",
        "3k1/5/1R1K1/5/1G3 b - 1",
        {**NONE, "turns": 2},
        [
            ["r", 1, []],
            ["t", 1, "2a1e", 0],
            ["r", 1, []],
            ["t", 1, "2a1e", 2],
            ["r", 2, [["4c4a", 1], ["4c4a+", 3]]],
        ],
    ),
    "a refutation that ends where the attack goes on": Attack(
        "minishogi",
        "the branch ends, but the attacker can go on",
        "5/k1KG1/1R3/5/4g b - 1",
        {**NONE, "turns": 2},
        [
            ["t", 1, "5b5c", None],
            ["t", 1, "5b5c", None],
            ["t", 1, "5b5c", None],
            ["r", 2, [["4c5c", 0], ["4c4b", 1], ["4c4a+", 2]]],
        ],
    ),
    # Three moves mate; looked at are two.
    "a refutation that leaves a move out": Attack(
        "minishogi",
        "child .. has bound ..; it must be ..",
        "5/5/1R3/G4/1Sk1K b - 1",
        {**NONE, "turns": 3},
        [
            ["r", 1, []],
            ["t", 1, "3e4e", 0],
            ["r", 1, []],
            ["t", 1, "3e4e", 2],
            ["r", 3, [["4e4d", 1], ["4c3c", 3]]],
        ],
    ),
    # The position after c2-b2 has stood twice: coming again it is a draw.
    "a win by way of a third occurrence": Attack(
        "banqi",
        "at child .. the past may make it a draw",
        "4/4/4/4/4/4/1K2/g3 second red 0 - moves a1-b1 b2-c2 b1-a1 c2-b2 a1-b1 b2-c2 b1-a1",
        {**WIN, "turns": 2},
        TAKES,
    ),
    "a win after too many quiet plies": Attack(
        "banqi",
        "at child .. too many plies passed without capture",
        "4/4/4/4/4/4/2K1/g3 first red 179",
        {**WIN, "turns": 2},
        TAKES,
    ),
    "a root with more turns than are claimed": Attack(
        "banqi",
        "the root's bound is .., but .. turns are claimed",
        CORNERED,
        {**WIN, "turns": 1},
        TAKES,
    ),
    "bounds of dark chess that do not fall": Attack(
        "banqi",
        "child .. has bound ..; at most .. may be",
        CORNERED,
        {**WIN, "turns": 1},
        [*TAKES[:3], ["t", 1, "c2-b2", 2]],
    ),
    "a capture when no turn is left": Attack(
        "banqi",
        "a turn that is played needs a bound of at least 1",
        CORNERED,
        {**WIN, "turns": 1},
        [
            ["t", 0, "b2-a2", None],
            ["t", 0, "b2-b1", None],
            ["r", 0, [["a1-a2", 0], ["a1-b1", 1]]],
            ["t", 1, "c2-b2", 2],
        ],
    ),
    # Three turns win; looked at are two.
    "a refutation that leaves a turn out": Attack(
        "banqi",
        "child .. has bound ..; it must be ..",
        "4/4/4/4/1K2/4/g3/4 first red 0",
        {"kind": "no-win", "side": "first", "turns": 3},
        [
            ["r", 1, []],
            ["t", 1, "a2-a1", 0],
            ["r", 1, []],
            ["t", 1, "a2-a1", 2],
            ["r", 1, []],
            ["t", 1, "a2-a1", 4],
            ["r", 1, []],
            ["t", 1, "a2-a1", 6],
            ["r", 3, [["b4-b3", 1], ["b4-a4", 3], ["b4-c4", 5], ["b4-b5", 7]]],
        ],
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
