"""Clocks: the time comes from the test, so nothing here waits."""

from __future__ import annotations

import pytest

from kikashi.law import GameError
from kikashi.play import Clock, TimeControl


class Hand:
    """A clock hand that the test moves."""

    def __init__(self) -> None:
        self.time = 1000.0

    def __call__(self) -> float:
        return self.time


def test_only_the_running_side_loses_time_and_gains_after_its_turn() -> None:
    hand = Hand()
    clock = Clock(TimeControl(60, 5), 2, hand)
    hand.time += 100
    assert clock.remaining(0) == 60, "nothing runs before the start"
    clock.start(0)
    hand.time += 10
    assert (clock.remaining(0), clock.remaining(1)) == (50, 60)
    clock.end_turn(1)
    assert (clock.remaining(0), clock.running) == (55, 1)
    hand.time += 20
    assert (clock.remaining(0), clock.remaining(1)) == (55, 40)


def test_time_that_is_up_stays_up_and_gets_no_increment() -> None:
    hand = Hand()
    clock = Clock(TimeControl(10, 5), 2, hand)
    clock.start(0)
    hand.time += 9.99
    assert clock.flagged() is None
    hand.time += 0.02
    assert clock.flagged() == 0
    clock.end_turn(1)
    assert clock.remaining(0) == 0
    assert clock.flagged() == 0


def test_a_pause_stops_all_time() -> None:
    hand = Hand()
    clock = Clock(TimeControl(10), 3, hand)
    clock.start(2)
    hand.time += 4
    clock.pause()
    hand.time += 100
    assert [clock.remaining(player) for player in range(3)] == [10, 10, 6]
    assert clock.running is None
    with pytest.raises(GameError, match="no player 3"):
        clock.start(3)


def test_byo_yomi_gives_a_period_back_to_a_turn_that_ends_in_it() -> None:
    hand = Hand()
    control = TimeControl.from_text("60+3x30")
    assert (control, str(control)) == (TimeControl(60, periods=3, period=30), "60+3x30")
    clock = Clock(control, 2, hand)
    clock.start(0)
    left = []
    for spent in (50, 20, 29.5, 31, 30.5, 29):
        hand.time += spent
        clock.end_turn(0)
        left.append(clock.remaining(0))
    # Main time; into the first period; within one; one used up; another; within the last.
    assert left == [100, 90, 90, 60, 30, 30]
    hand.time += 30
    assert clock.flagged() == 0
    clock.end_turn(1)
    assert clock.remaining(0) == 0


def test_byo_yomi_may_be_all_there_is() -> None:
    hand = Hand()
    clock = Clock(TimeControl.from_text("0+2x10"), 2, hand)
    clock.start(0)
    hand.time += 9
    clock.end_turn(0)
    assert clock.remaining(0) == 20
    hand.time += 20
    assert clock.flagged() == 0


@pytest.mark.parametrize("text, main, more", [("300", 300, 0), ("300+5", 300, 5), (" 1+0 ", 1, 0)])
def test_a_time_control_is_read_from_text(text: str, main: float, more: float) -> None:
    assert TimeControl.from_text(text) == TimeControl(main, more)


@pytest.mark.parametrize(
    "text", ["", "0", "5+", "+5", "-1", "1e3", "5m", "9999999", "１", "60+0x30", "60+3x0", "60+3x"]
)
def test_other_texts_are_refused(text: str) -> None:
    with pytest.raises(GameError, match="clock"):
        TimeControl.from_text(text)
