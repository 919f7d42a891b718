"""False certificates by the hundred, and the checker with each of its rules broken in turn."""

from __future__ import annotations

import random
import time
from functools import cache

import pytest

from kikashi.proofs import RefusedError, check
from tests.proofs.attacks import attacks
from tests.proofs.broken import NOT_NEEDED, breaking, broken
from tests.proofs.forging import Forgery, forgeries

SECONDS = 5.0
SEEDS = (7, 33, 52, 57, 150, 155)
"""Of liars whose files get through one of the broken checkers."""


def passes(forged: Forgery) -> bool:
    try:
        check(forged.data, start=forged.start, claim=forged.claim)
    except RefusedError:
        return False
    except (LookupError, ArithmeticError, AssertionError):
        return False  # a broken checker may stumble; the whole one may not: see below
    return True


@cache
def liars() -> tuple[Forgery, ...]:
    return tuple(one for seed in SEEDS for one in forgeries(random.Random(seed)))


@pytest.mark.parametrize("name", sorted(attacks()))
def test_a_named_attack_is_refused(name: str) -> None:
    forged = attacks()[name]
    with pytest.raises(RefusedError):
        check(forged.data, start=forged.start, claim=forged.claim)


@pytest.mark.slow
def test_liars_are_refused() -> None:
    """The truth is known by brute force; `bench/attack_checker.py` goes on for longer."""
    seed = random.SystemRandom().randrange(1 << 40)
    print(f"from seed {seed}")
    until, tried = time.monotonic() + SECONDS, 0
    while time.monotonic() < until or tried <= 100:
        seed += 1
        for forged in forgeries(random.Random(seed)):
            tried += 1
            try:
                check(forged.data, start=forged.start, claim=forged.claim)
            except RefusedError:
                continue
            pytest.fail(f"accepted, seed {seed}: {forged.data.decode()}")


@pytest.mark.parametrize("rule", sorted(broken()))
def test_breaking_a_rule_is_noticed(rule: str) -> None:
    forged = (*attacks().values(), *liars())
    with breaking(broken()[rule]):
        assert any(map(passes, forged)) != (rule in NOT_NEEDED)
