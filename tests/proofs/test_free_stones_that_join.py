"""Free stones, each harmless alone, that join to a counter-threat: a zone must see them coming.

Black wins by a row of single threats and a fork at the end. Each gadget i is a set whose last
stone White must place, and every other stone of that turn is free. Two forks stand ready, so a
free stone in the way of one is answered by the other at once. White's own set lies elsewhere: it
is nothing until all the free stones are in it, and then one turn of White's wins.
"""

from __future__ import annotations

import pytest

from kikashi.proofs import RefusedError, check_stated
from tests.proofs.brute import Expansion
from tests.proofs.gauntlet import Gauntlet

JOINED = [
    pytest.param(2, 2, 4, id="two free stones of two turns"),
    pytest.param(2, 3, 5, id="three free stones of three turns"),
    pytest.param(3, 1, 5, id="two free stones of one turn"),
]


@pytest.mark.parametrize(("stones", "gadgets", "width"), JOINED)
def test_the_row_of_threats_wins_where_white_has_no_set(
    stones: int, gadgets: int, width: int
) -> None:
    data = Gauntlet(stones, gadgets, width, with_white_set=False).certificate(answered=set())
    assert check_stated(data).sentence == f"black wins within {gadgets + 2} turns"


@pytest.mark.parametrize(("stones", "gadgets", "width"), JOINED)
def test_free_stones_that_join_to_a_win_are_refused(stones: int, gadgets: int, width: int) -> None:
    data = Gauntlet(stones, gadgets, width).certificate(answered=set())
    with pytest.raises(RefusedError, match=r"the reply .*w\d.* has no answer"):
        check_stated(data)
    assert not Expansion(data).works()


# With both stones free in one turn an answer would have to block; the fork at once is none.
@pytest.mark.parametrize(("stones", "gadgets", "width"), JOINED[:2])
def test_they_pass_once_each_of_them_is_answered(stones: int, gadgets: int, width: int) -> None:
    gauntlet = Gauntlet(stones, gadgets, width)
    data = gauntlet.certificate(answered={f"w{n}" for n in range(width)})
    check_stated(data)
    assert Expansion(data).works()


@pytest.mark.parametrize(("stones", "gadgets", "width"), JOINED[:2])
def test_answers_after_the_second_threat_do_not_make_up_for_the_first(
    stones: int, gadgets: int, width: int
) -> None:
    answered = {f"w{n}" for n in range(width)}
    data = Gauntlet(stones, gadgets, width).certificate(answered=answered, since=1)
    with pytest.raises(RefusedError, match=r"the reply h0,w\d has no answer"):
        check_stated(data)


@pytest.mark.parametrize(("stones", "gadgets", "width"), JOINED)
def test_one_unanswered_stone_of_them_is_enough_to_refuse(
    stones: int, gadgets: int, width: int
) -> None:
    gauntlet = Gauntlet(stones, gadgets, width)
    answered = {f"w{n}" for n in range(width) if n != 1}
    with pytest.raises(RefusedError, match="w1"):
        check_stated(gauntlet.certificate(answered=answered))


@pytest.mark.parametrize(("stones", "gadgets", "width"), JOINED)
def test_a_set_too_wide_to_be_filled_in_time_is_no_reason_to_refuse(
    stones: int, gadgets: int, width: int
) -> None:
    check_stated(Gauntlet(stones, gadgets, width + 1).certificate(answered=set()))
