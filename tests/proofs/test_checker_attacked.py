"""Valid certificates pass and work; spoiled ones are refused, or still prove what they claim."""

from __future__ import annotations

import json
import random
from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, note, settings
from hypothesis import strategies as st

from kikashi.proofs import RefusedError, check_stated
from tests.proofs import mutations
from tests.proofs.brute import Expansion, Solver
from tests.proofs.prover import HoldProver, WinProver, certificate
from tests.proofs.scenarios import COLOURS, random_game, scenarios

NAMES = sorted(scenarios())
RELAXED = settings(
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
SEEDS = st.integers(0, 10**9)
MOST_EMPTY_TO_SOLVE = 9


@pytest.mark.parametrize("name", NAMES)
def test_a_valid_certificate_is_checked_and_beats_every_reply(name: str) -> None:
    data = scenarios()[name]
    checked = check_stated(data)
    assert checked.nodes == len(data.splitlines()) - 1
    assert Expansion(data).works()


def test_the_scenarios_hold_every_kind_of_node_edge_and_leaf() -> None:
    kinds, zones, symmetries = set(), 0, 0
    for data in scenarios().values():
        for line in data.splitlines()[1:]:
            node = json.loads(line)
            kinds.add(node[0])
            if node[0] == "r":
                zones += len(node[3])
                symmetries += sum(len(e) == 3 for e in node[2] + node[3])
    assert kinds == {"t", "r", "p", "e", "d"}
    assert zones > 10
    assert symmetries > 10


def refused_or_still_right(data: bytes) -> bool:
    """True if refused; fails if the checker accepts what brute force does not."""
    try:
        check_stated(data)
    except RefusedError:
        return True
    expansion = Expansion(data)
    assert expansion.works(), data.decode()
    if expansion.start.empty.bit_count() <= MOST_EMPTY_TO_SOLVE:
        assert expansion.is_true(), data.decode()
    return False


@pytest.mark.thorough
@pytest.mark.parametrize("mutation", mutations.MUTATIONS, ids=lambda m: str(m.__name__))
@settings(RELAXED, max_examples=60)
@given(name=st.sampled_from(NAMES), seed=SEEDS)
def test_a_spoiled_certificate_is_refused_or_still_wins(
    mutation: Callable[[mutations.Lines, random.Random], None], name: str, seed: int
) -> None:
    lines = [json.loads(line) for line in scenarios()[name].splitlines()]
    dice = random.Random(seed)
    for _ in range(dice.choice([1, 1, 2])):
        if len(lines) > 1:
            mutation(lines, dice)
    data = "".join(json.dumps(line) + "\n" for line in lines).encode()
    note(data.decode())
    refused_or_still_right(data)


MEANING = (
    mutations.swap_side,
    mutations.truncate,
    mutations.end_branch,
    mutations.drop_stone,
    mutations.change_bound,
)
"""These change what is said, or leave something open, on nearly every certificate."""


@pytest.mark.parametrize("mutation", MEANING, ids=lambda m: str(m.__name__))
def test_mutations_that_change_the_meaning_are_refused_nearly_always(
    mutation: Callable[[mutations.Lines, random.Random], None],
) -> None:
    refused = total = 0
    for seed, name in enumerate(NAMES * 4):
        lines = [json.loads(line) for line in scenarios()[name].splitlines()]
        before = json.dumps(lines)
        mutation(lines, random.Random(seed))
        if json.dumps(lines) != before:
            total += 1
            data = "".join(json.dumps(line) + "\n" for line in lines).encode()
            refused += refused_or_still_right(data)
    assert refused >= 0.6 * total, f"only {refused} of {total} were refused"


@settings(RELAXED, max_examples=250)
@given(seed=SEEDS)
def test_wins_in_random_games_are_proved_and_their_spoiled_forms_refused(seed: int) -> None:
    dice = random.Random(seed)
    start = random_game(dice)
    side = dice.randrange(2)
    idle = dice if dice.random() < 0.6 else None
    prover = WinProver(start.rules, zones=dice.random() < 0.9, dice=idle)
    tree = prover.prove(start, side, 3)
    if tree is None:
        return
    claim = {"kind": "win", "side": COLOURS[side], "turns": tree.bound}
    data = certificate(start, claim, tree)
    check_stated(data)
    assert Expansion(data).works()
    spoil_replies(data, dice)


@pytest.mark.thorough
@settings(RELAXED, max_examples=200)
@given(seed=SEEDS)
def test_refutations_in_random_games_agree_with_brute_force(seed: int) -> None:
    dice = random.Random(seed)
    start = random_game(dice)
    if start.empty.bit_count() > MOST_EMPTY_TO_SOLVE:
        return
    side = dice.randrange(2)
    stones = start.rules.stones
    least = dice.choice([0, 0, 1, stones])
    turns = dice.choice([None, 1, 2, 3])
    prover = HoldProver(
        start.rules,
        leaves=dice.choice(["", "e", "p", "ep", "d", "d"]),
        least=least,
        turns=turns,
        dead=dice.random() < 0.5,
        zones=dice.random() < 0.5,
    )
    tree = prover.prove(start, side)
    assert (tree is not None) == Solver().refutes(start, side, least, turns)
    if tree is None:
        return
    if turns is not None:
        tree.bound = turns
    claim: dict[str, object] = {"kind": "hold", "side": COLOURS[side]}
    if least or turns:
        by = "any" if not least else "vcdt" if least == stones else "vcst"
        claim = {"kind": "no-forcing-win", "side": COLOURS[1 - side], "by": by, "turns": turns}
    data = certificate(start, claim, tree)
    check_stated(data)
    assert Expansion(data).works()
    spoil_replies(data, dice)


def spoil_replies(data: bytes, dice: random.Random) -> None:
    """Drops replies and zone entries at random; what still passes must still work."""
    for _ in range(3):
        lines = [json.loads(line) for line in data.splitlines()]
        dice.choice(
            [
                mutations.drop_reply,
                mutations.shrink_zone,
                mutations.drop_zone_entry,
                mutations.free_a_forced_stone,
                mutations.reply_into_zone_entry,
                mutations.other_child,
            ]
        )(lines, dice)
        refused_or_still_right("".join(json.dumps(line) + "\n" for line in lines).encode())
