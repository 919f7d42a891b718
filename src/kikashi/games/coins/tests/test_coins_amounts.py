"""The Frobenius number, the number of gaps and the gaps, against a sieve over amounts."""

from __future__ import annotations

import random
from math import gcd, isqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kikashi.games.coins import CoinError, frobenius
from kikashi.games.coins.amounts import missing_amounts
from kikashi.games.coins.residues import MOST_ENTRIES, cheapest_amounts


def sieve(coins: list[int]) -> list[int]:
    """Every missing amount, by looking at each amount in turn."""
    top = min(coins) * max(coins) + 2
    payable = [True] + [False] * top
    for amount in range(1, top + 1):
        payable[amount] = any(coin <= amount and payable[amount - coin] for coin in coins)
    return [amount for amount in range(top + 1) if not payable[amount]]


coin_sets = st.lists(st.integers(1, 45), min_size=1, max_size=6).filter(lambda c: gcd(*c) == 1)


@given(coin_sets)
@settings(max_examples=300, deadline=None)
def test_number_gaps_and_missing_amounts_agree_with_a_sieve(coins: list[int]) -> None:
    answer = frobenius(coins)
    missing = sieve(coins)
    assert answer.g == (missing[-1] if missing else -1)
    assert answer.gaps == len(missing)
    assert answer.missing(10_000) == missing
    assert answer.missing(5) == missing[:5]


def test_the_example_of_the_paper() -> None:
    answer = frobenius([4, 9, 10])
    assert (answer.g, answer.gaps, answer.missing()) == (15, 8, [1, 2, 3, 5, 6, 7, 11, 15])


@pytest.mark.parametrize(
    ("coins", "method"),
    [
        ([5, 8], "formula"),
        ([6, 9, 20], "walk"),
        ([6, 9, 20, 21], "walk"),
        ([11, 13, 17, 19], "table"),
        ([7, 14, 9], "formula"),
        ([1, 5], "a coin of 1 pays everything"),
    ],
)
def test_the_cheapest_method_that_suffices_is_taken(coins: list[int], method: str) -> None:
    assert frobenius(coins).method == method


triples = st.tuples(*[st.integers(2, 10**30)] * 3).filter(lambda c: gcd(*c) == 1)


@given(triples)
@settings(max_examples=200, deadline=None)
def test_three_large_coins_obey_the_known_laws(coins: tuple[int, int, int]) -> None:
    a, b, c = coins
    answer = frobenius(coins)
    assert answer.g == frobenius([c, a, b]).g
    # Davison 1994: g + a + b + c >= sqrt(3abc).
    assert (answer.g + a + b + c + 1) ** 2 > 3 * a * b * c or answer.g == -1
    assert 2 * answer.gaps >= answer.g + 1
    # Johnson 1960.
    common = gcd(a, b)
    reduced = frobenius([a // common, b // common, c])
    assert answer.g == common * reduced.g + (common - 1) * c


@given(triples.filter(lambda c: max(c) > 10**6), st.integers(1, 50), st.integers(1, 50))
@settings(max_examples=100, deadline=None)
def test_g_itself_cannot_be_paid_and_larger_amounts_can(
    coins: tuple[int, int, int], first: int, second: int
) -> None:
    answer = frobenius(coins)
    a, b, c = sorted(coins)
    if answer.g < 0:
        return
    few = [answer.g - x * c - y * b for x in range(first) for y in range(second)]
    assert all(rest < 0 or rest % a for rest in few)


def test_hundred_digit_coins_have_an_answer_even_in_the_longest_class() -> None:
    """s = -r has 2(a - 1) rules: walked one by one, the answer would never come."""
    a = 10**99 + 7
    answer = frobenius([a, a * a + 1, a * a + a - 1])
    assert answer.g == frobenius([a * a + a - 1, a * a + 1, a]).g
    # b and c are nearly equal, so the L is a cross of two arms of about a / 2 coins each.
    assert abs(answer.g - (a // 2) * (a * a)) < 2 * a * a


def test_a_thousand_digits_are_taken_and_more_are_refused() -> None:
    dice = random.Random(8)
    coins = [dice.randrange(10**999, 10**1000) | 1 for _ in range(3)]
    assert len(str(frobenius(coins).g)) > 1400
    with pytest.raises(CoinError, match="digits"):
        frobenius([3, 10**1000 + 1])


@pytest.mark.parametrize(
    ("coins", "words"),
    [
        ([], "No coins"),
        ([0, 3], "0 is not"),
        ([5, -7], "-7 is not"),
        ([6, 9], "multiple of 3"),
        ([4], "multiple of 4"),
        ([10**50 + 1, 10**50 + 2, 10**50 + 3, 10**50 + 5], "table"),
        ([1] * 10_001, "10001 coins"),
    ],
)
def test_hopeless_questions_get_a_sentence(coins: list[int], words: str) -> None:
    with pytest.raises(CoinError, match=words):
        frobenius(coins)


def test_the_memory_guard_names_its_bound() -> None:
    with pytest.raises(CoinError, match=str(MOST_ENTRIES)):
        frobenius([MOST_ENTRIES + n for n in (1, 2, 3, 4)])


@given(st.lists(st.integers(2, 60), min_size=3, max_size=5).filter(lambda c: gcd(*c) == 1))
@settings(max_examples=100, deadline=None)
def test_the_table_for_long_integers_equals_the_one_for_machine_integers(coins: list[int]) -> None:
    smallest = min(coins)
    # One more coin, too large to be of use, forces Python's integers.
    long = cheapest_amounts([*coins, smallest * 10**40])
    assert isinstance(long, list)
    assert long == [int(amount) for amount in cheapest_amounts(coins)]


def test_missing_amounts_of_huge_coins_are_listed_without_a_table() -> None:
    assert missing_amounts([10**80, 10**80 + 1, 10**90 + 3], 10**170, 4) == [1, 2, 3, 4]
    with pytest.raises(CoinError, match="missing amounts"):
        missing_amounts([2, 3], 1, -1)


def test_g_grows_like_the_square_root_of_the_product() -> None:
    dice = random.Random(3)
    for _ in range(50):
        coins = [dice.randrange(10**20, 10**21) for _ in range(3)]
        if gcd(*coins) == 1:
            assert frobenius(coins).g >= isqrt(3 * coins[0] * coins[1] * coins[2]) - sum(coins)
