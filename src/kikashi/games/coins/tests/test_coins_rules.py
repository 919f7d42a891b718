"""The rules, derived and guessed, against brute force, reference data and the paper."""

from __future__ import annotations

import json
from math import gcd

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kikashi.games.coins import (
    CoinClass,
    CoinError,
    classes,
    count_rules,
    derive,
    frobenius,
    guess,
    make_table,
    paper_rows,
)
from kikashi.games.coins.guessing import Guess
from kikashi.games.coins.lattice import count_shapes, shape_for, shapes
from kikashi.games.coins.paper import MISPRINTS, values_agree
from kikashi.games.coins.records import units
from kikashi.games.coins.rules import half, line_rule, representative
from kikashi.games.coins.table import table_values
from tests.data import data


def pairs(a: int) -> list[tuple[int, int]]:
    return [(r, s) for r in range(1, a) for s in range(1, a) if gcd(a, r, s) == 1]


@st.composite
def coin_classes(draw: st.DrawFn, most: int = 60) -> CoinClass:
    a = draw(st.integers(2, most))
    r = draw(st.integers(1, a - 1))
    return CoinClass(a, r, draw(st.sampled_from([s for s in range(1, a) if gcd(a, r, s) == 1])))


def test_brute_force_agrees_for_every_class_up_to_12() -> None:
    """Each rule on each cell of its closed cone: 709,430 comparisons."""
    ks, ms = np.divmod(np.arange(1600), 40)
    compared = 0
    for a in range(2, 13):
        for r, s in pairs(a):
            of = CoinClass(a, r, s)
            truth = table_values(of, ks, ms)
            b, c = a * ks + r, a * ms + s
            for rule in derive(*of):
                inside = (rule.low.over * c <= rule.low.under * b) & (
                    rule.high.under * b <= rule.high.over * c
                )
                compared += int(inside.sum())
                assert (truth[inside] == (rule.x * b + rule.y * c - a + 1)[inside]).all(), of
    assert compared == 709_430


def test_the_table_is_brute_force_itself() -> None:
    """The judge is judged: a sieve over amounts, cell by cell."""
    for of in (CoinClass(5, 2, 3), CoinClass(8, 6, 3), CoinClass(12, 4, 9)):
        table = make_table(of, 5, 6, first_k=0, first_m=0)
        for k in table.ks:
            for m in table.ms:
                coins = (of.a, of.a * k + of.r, of.a * m + of.s)
                top = 2 * coins[1] * coins[2] + 60
                payable = 1
                for coin in coins:
                    step = coin
                    while step <= top:
                        payable |= payable << step & (1 << top) - 1
                        step *= 2
                missing = [n for n in range(top) if not payable >> n & 1]
                assert table.values[k, m] == (max(missing) + 1 if missing else 0)


def test_the_reference_rules_for_a_up_to_16() -> None:
    reference = json.loads(data("coin/rules_a2_16.json").read_text())
    assert len(reference) == 1065
    for key, expected in reference.items():
        rules = derive(*map(int, key.split(",")))
        assert [[str(rule.low), str(rule.high), rule.x, rule.y] for rule in rules] == expected


def test_totals_of_rules_in_the_full_quadrant() -> None:
    totals = [sum(len(derive(a, r, s)) for r, s in pairs(a)) for a in range(7, 13)]
    assert totals == [204, 184, 324, 296, 740, 392]
    by_class = [sum(count_rules(a, *pair) for pair in classes(a)) * units(a) for a in range(7, 13)]
    assert by_class == totals


def test_the_rules_of_the_paper_with_their_line_rules() -> None:
    of = CoinClass(7, 1, 3)
    shown = [
        (rule.formula(of), [str(line) for line in rule.lines(of)]) for rule in half(derive(*of))
    ]
    assert shown == [
        ("42k", ["m >= 3k"]),
        ("14m", ["m >= 2k", "m <= 3k"]),
        ("14k + 7m - 1", ["m >= k", "m <= 2k - 1"]),
    ]


@given(coin_classes(), st.integers(0, 10**6), st.integers(0, 10**6))
@settings(max_examples=300, deadline=None)
def test_exactly_the_rule_of_the_cone_gives_g(of: CoinClass, k: int, m: int) -> None:
    b, c = of.a * k + of.r, of.a * m + of.s
    g = frobenius([of.a, b, c]).g
    covering = [rule for rule in derive(*of) if rule.covers(b, c)]
    assert covering
    for rule in covering:
        assert rule.x * b + rule.y * c - of.a == g
        k_factor, m_factor, constant = rule.coefficients(of)
        assert k_factor * k + m_factor * m + constant == g + 1


@given(coin_classes(), st.integers(0, 200), st.integers(0, 200))
@settings(max_examples=300, deadline=None)
def test_line_rules_hold_on_exactly_the_cells_of_the_cone(of: CoinClass, k: int, m: int) -> None:
    b, c = of.a * k + of.r, of.a * m + of.s
    for rule in derive(*of):
        assert all(line.holds(k, m) for line in rule.lines(of)) == rule.covers(b, c)


@given(coin_classes(most=400))
@settings(max_examples=200, deadline=None)
def test_the_list_depends_only_on_the_class_up_to_units(of: CoinClass) -> None:
    twin = representative(*of)
    assert twin in classes(of.a)
    assert derive(*of) == derive(of.a, *twin)
    steps = list(shapes(*of))
    assert len(steps) == count_shapes(*of)
    assert len(derive(*of)) == count_rules(*of)


def test_classes_stand_for_every_pair_once() -> None:
    for a in range(2, 61):
        found = {representative(a, r, s) for r, s in pairs(a)}
        assert found == set(classes(a))
        assert len(classes(a)) * units(a) == len(pairs(a))


@given(st.integers(2, 10**40), st.data())
@settings(max_examples=200, deadline=None)
def test_the_jumping_walk_lands_on_a_shape_that_fits(a: int, data: st.DataObject) -> None:
    b = data.draw(st.integers(1, 10**80))
    c = data.draw(st.integers(1, 10**80).filter(lambda c: gcd(a, b, c) == 1))
    wide, tall, notch_wide, notch_tall = shape_for(a, b, c)
    assert wide * tall - notch_wide * notch_tall == a
    assert (wide * b - notch_tall * c) % a == 0 == (tall * c - notch_wide * b) % a
    assert wide * b >= notch_tall * c
    assert tall * c >= notch_wide * b


def test_guess_and_derivation_agree_up_to_12() -> None:
    refuted = 0
    for a in range(2, 13):
        for r, s in pairs(a) if a < 8 else classes(a):
            found = guess(a, r, s)
            assert found.agrees_with(derive(a, r, s)), (a, r, s)
            refuted += len(found.counter_examples)
    # The search for counter-examples is not idle: some first guesses were wrong.
    assert refuted > 0


@pytest.mark.parametrize(("a", "r", "s"), [(30, 1, 29), (36, 4, 9), (45, 7, 19), (64, 1, 27)])
def test_guess_and_derivation_agree_for_larger_coins(a: int, r: int, s: int) -> None:
    assert guess(a, r, s).agrees_with(derive(a, r, s))


def test_a_guess_that_differs_is_told_apart() -> None:
    made = guess(7, 1, 3)
    rules = derive(7, 1, 3)
    assert made.agrees_with(rules)
    assert not made.agrees_with(rules[:-1])
    assert not made.agrees_with(derive(7, 1, 4))
    assert not Guess(made.of, made.rules[1:], 1, 1, []).agrees_with(rules)


def test_line_rules_read_well() -> None:
    of = CoinClass(7, 1, 3)
    border = derive(*of)[2].high
    assert str(line_rule(of, border, at_most=True)) == "2k - 3m <= 1"
    assert str(line_rule(of, border, at_most=False)) == "2k - 3m >= 1"


@pytest.mark.parametrize(
    ("a", "r", "s", "words"),
    [
        (1, 1, 1, "at least 2"),
        (7, 0, 3, "between 1 and 6"),
        (7, 1, 7, "between 1 and 6"),
        (6, 2, 4, "multiples of 2"),
        (-4, 1, 1, "at least 2"),
        (10**9, 1, 10**9 - 1, "rules"),
    ],
)
def test_classes_that_do_not_exist_get_a_sentence(a: int, r: int, s: int, words: str) -> None:
    with pytest.raises(CoinError, match=words):
        derive(a, r, s)


def test_tables_refuse_what_they_cannot_hold() -> None:
    for rows, columns, first in ((0, 5, 1), (3000, 3000, 1), (3, 3, -1)):
        with pytest.raises(CoinError):
            make_table((7, 1, 3), rows, columns, first_k=first)
    with pytest.raises(CoinError, match="too large"):
        make_table((7, 1, 3), 1, 1, first_k=10**17)


def test_table_text_and_csv_of_the_paper() -> None:
    table = make_table((7, 1, 3), 2, 10)
    assert table.text(half=True).splitlines()[2].split()[:6] == ["2", "41", "48", "56", "70", "84"]
    assert table.csv().splitlines()[1] == "1,20,28,42,42,42,42,42,42,42,42"
    assert table.csv(half=True).splitlines()[2].startswith("2,,41,")


def test_the_published_table_differs_from_ours_only_where_it_is_known_to() -> None:
    rows = {(row.r, row.s): row for row in paper_rows()}
    assert len(rows) == 36
    by_verdict: dict[str, set[tuple[int, int]]] = {}
    for pair, row in rows.items():
        by_verdict.setdefault(row.verdict, set()).add(pair)
    assert by_verdict["misprint"] == {(2, 5), (6, 2)} == set(MISPRINTS)
    assert by_verdict["first rule left out"] == {(3, 4), (4, 3), (5, 2), (6, 1)}
    assert by_verdict["left blank"] == {(n, n) for n in range(2, 7)}
    assert by_verdict["page lost"] == {(1, s) for s in (1, 2, 4, 5, 6)}
    assert len(by_verdict["agrees"]) == 20
    assert values_agree()
