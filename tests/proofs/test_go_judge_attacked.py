"""An enemy of Go's judge gets nothing false through, and much where one rule of zones is gone."""

from __future__ import annotations

import random
import time
from collections import Counter

import pytest

from tests.proofs.go_broken import RULES, without
from tests.proofs.go_enemy import attack, circle

SECONDS = 2.0
CAUGHT = {
    "strings of the claimant in a zone: looked at": 8,
    "strings of the claimant in a zone: two liberties": 307,
    "strings of the claimant in a zone: all stones": 424,
    "a stone of the claimant: its zone": 9,
    "a stone of the claimant: what it takes": 21,
    "a stone of the claimant: what is beside what it takes": 21,
    "a target that is taken: its neighbours and their liberties": 28,
    "a target that is taken: other liberties of what took it": 28,
    "a reply in the zone: the zone of what follows": 18,
    "a pass: the zone of what follows": 6,
    "unconditional life: its strings and regions": 23,
    "unconditional life: all strings that live together": 106,
    "liberties that are enough: they": 11,
}
"""The seed of an attack that gets through without the rule."""


@pytest.mark.thorough
def test_nothing_false_gets_through() -> None:
    seed = random.SystemRandom().randrange(1 << 40)
    print(f"from seed {seed}")
    until = time.process_time() + SECONDS
    counts: Counter[str] = Counter()
    while time.process_time() < until:
        seed += 1
        came = attack(seed)
        assert not came.startswith("false"), came
        counts[came] += 1
    assert counts["true"]


@pytest.mark.parametrize("rule", CAUGHT)
def test_without_a_rule_something_false_gets_through(rule: str) -> None:
    with without(rule):
        assert attack(CAUGHT[rule]).startswith("false")
    assert not attack(CAUGHT[rule]).startswith("false")


def test_a_circle_rests_on_the_zone_of_what_it_comes_back_to() -> None:
    """A position that was verified before somebody referred to it had no zone there."""
    with without("a circle: the zone of what it comes back to"):
        assert circle(200121).startswith("false")
    assert not circle(200121).startswith("false")


@pytest.mark.thorough
def test_proofs_in_circles_stand_when_they_are_replayed_once_more() -> None:
    seed = random.SystemRandom().randrange(1 << 40)
    print(f"from seed {seed}")
    until = time.process_time() + SECONDS
    while time.process_time() < until:
        seed += 1
        came = circle(seed)
        assert not came.startswith("false"), came


def test_the_table_of_rules_is_whole() -> None:
    for rule in RULES:
        with without(rule):
            pass
