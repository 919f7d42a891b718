"""The page about paper 000: its player beaten, its search suit by suit beside the exact value."""

from __future__ import annotations

import pytest

from kikashi.games.honeymoon import paper000_bridge
from kikashi.papers.contract import Settings

pytestmark = pytest.mark.native


@pytest.mark.thorough
def test_every_deck_is_played_from_both_seats_and_every_deal_judged_twice() -> None:
    answer = paper000_bridge.run(Settings(games=2), lambda *_: None)
    values, match, apart = answer.tables
    assert values.rows[0] == ("A", "100", "90")
    assert sum(int(cell) for cell in match.rows[0][:3]) == 2 * 2
    assert f"{2 * paper000_bridge.HANDS_A_DECK} open deals" in apart.title
    assert not answer.figures  # nothing is published that could be divided by


def test_suits_apart_are_an_estimate_and_not_always_the_exact_number() -> None:
    off = paper000_bridge._apart(40)
    assert sum(off.values()) == 40
    assert 0 < off[0] < 40
