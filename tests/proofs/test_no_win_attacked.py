"""'No win within some turns': forged at random, and demanded where less was shown."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from kikashi.games.banqi.claims import BanqiClaim
from kikashi.games.minishogi.claims import MateClaim
from kikashi.proofs import RefusedError, check
from kikashi.proofs.claims import Claim, matches
from tests.proofs.broken import breaking, broken
from tests.proofs.brute import Solver, least_of
from tests.proofs.forging import Forgery
from tests.proofs.no_win_liars import Seen, Witness, hasty
from tests.proofs.scenarios import no_win, position

LIARS = range(40)
WITNESSES = range(60)
LOOKS = 8


def accepted(forged: Forgery) -> bool:
    try:
        check(forged.data, start=forged.start, claim=forged.claim)
    except RefusedError:
        return False
    return True


def looks() -> Iterator[Seen]:
    for seed in WITNESSES:
        witness = Witness(random.Random(seed))
        for _ in range(LOOKS):
            seen = witness.look()
            if seen is not None:
                yield seen


def test_hasty_liars_are_refused_and_some_who_tell_the_truth_are_not() -> None:
    true = false = 0
    for seed in LIARS:
        for right, forged in hasty(random.Random(seed), 2):
            if accepted(forged):
                assert right, f"seed {seed}: {forged.data.decode()}"
                true += 1
            else:
                false += not right
    assert true > 100
    assert false > 100


def test_what_the_judge_accepts_holds_wherever_its_zone_lets_free_stones_lie() -> None:
    passed = 0
    for seen in looks():
        assert seen.against is None, seen
        passed += seen.accepted and seen.position[3] > 0
    assert passed > 100


@pytest.mark.parametrize(
    "rule",
    [
        "two sets: they miss more than there is time for",
        "two sets: the opponent fills none at once",
        "zone: two sets that free stones bring nearer",
        "zone: a set that free stones bring to its last",
        "zone: sets that the opponent's free stones may fill",
    ],
)
def test_the_witness_notices_a_broken_rule(rule: str) -> None:
    with breaking(broken()[rule]):
        assert any(seen.against is not None for seen in looks())


@pytest.mark.parametrize("by", ["any", "vcf", "vcst"])
def test_none_within_some_turns_is_not_taken_for_none_at_all(by: str) -> None:
    start = position("gomoku", "setup black=b2 white=a1 move=black left=1", size="4x4", k="3")
    claim = {"kind": "no-forcing-win", "side": "black", "by": by, "turns": 1}
    assert not Solver().refutes(start, 1, least_of(claim, 1), 2), "two turns are enough"
    data = no_win(start, 0, by, 1)
    sentence = check(data, start=start, claim=claim).sentence
    assert sentence.endswith(" within 1 turn")
    check(data, start=start, claim=sentence)
    with pytest.raises(RefusedError, match="demanded was"):
        check(data, start=start, claim=sentence.removesuffix(" within 1 turn"))


@pytest.mark.parametrize(
    ("claim", "said"),
    [
        (MateClaim("no-mate", "black", "any", 3), "black has no mate by moves of any kind"),
        (BanqiClaim("no-win", "first", 3, "red"), "first (red) has no win that is sure"),
    ],
)
def test_nor_in_games_that_end_otherwise(claim: Claim, said: str) -> None:
    assert claim.loose_sentence().startswith(said)
    assert not matches(claim, claim.loose_sentence())
    assert matches(claim, claim.sentence())
