"""Liars against the judges that rooms bring themselves; the law alone says what is true."""

from __future__ import annotations

import random
import time

import pytest

from kikashi.proofs import RefusedError, check
from tests.proofs.room_liars import forgeries
from tests.proofs.room_truths import ROOMS

SECONDS = 1.2
QUICK = sorted(set(ROOMS) - {"xiangqi, checked for ever"})
"""The truth about that one takes long; test_xiangqi_forged_wins.py attacks it by hand."""


@pytest.mark.thorough
@pytest.mark.parametrize("name", QUICK)
def test_no_false_claim_of_a_room_is_accepted(name: str) -> None:
    """`bench/attack_checker.py` goes on for longer."""
    seed = random.SystemRandom().randrange(1 << 40)
    print(f"from seed {seed}")
    until = time.process_time() + SECONDS
    false = 0
    while time.process_time() < until:
        seed += 1
        dice = random.Random(seed)
        for one in forgeries(dice, ROOMS[name](dice)):
            try:
                check(one.data, start=one.start, claim=one.claim)
            except RefusedError:
                false += not one.true
                continue
            assert one.true, f"seed {seed}: {one.data.decode()}"
    assert false
