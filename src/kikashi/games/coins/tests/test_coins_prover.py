"""Proofs, and what the checker says to them; evidence and words; the second opinion."""

from __future__ import annotations

import dataclasses
import re
import subprocess
import sys
from fractions import Fraction
from math import gcd

import msgspec
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from kikashi.games.coins import (
    BatchTask,
    CoinClass,
    CoinError,
    check_lines,
    classes,
    count_rules,
    derive,
    prove_batch,
    prove_class,
    readable_proof,
)
from kikashi.games.coins.atlas import add_batch, empty_atlas
from kikashi.games.coins.evidence import evidence
from kikashi.games.coins.prover import BatchResult, class_proof_file
from kikashi.games.coins.words import LANGUAGES, catalogue, language


def file_of(a: int) -> list[bytes]:
    atlas = empty_atlas(a)
    add_batch(atlas, prove_batch(BatchTask(a)))
    return list(atlas.lines())


def test_every_class_up_to_40_is_proved_and_each_residue_listed() -> None:
    for a in range(2, 41):
        sentence = check_lines(file_of(a), f"every class of a = {a}", each_residue=True)
        assert sentence.startswith(f"every class of a = {a}: ")


def test_a_larger_coin_with_every_class() -> None:
    assert check_lines(file_of(360)).startswith("every class of a = 360: ")


@given(st.integers(2, 10**60), st.data())
@settings(max_examples=60, deadline=None)
def test_single_classes_of_huge_coins_are_proved(a: int, data: st.DataObject) -> None:
    r = data.draw(st.integers(1, a - 1))
    s = data.draw(st.integers(1, a - 1).filter(lambda s: gcd(a, r, s) == 1))
    assume(count_rules(a, r, s) <= 20_000)
    text = class_proof_file(prove_class(a, r, s))
    assert check_lines(text.splitlines(keepends=True)).startswith(f"the class r = {r}, s = {s}")


def test_a_batch_travels_as_plain_data() -> None:
    """The unit of work for other machines: JSON in, JSON out, the same proof."""
    task = msgspec.json.decode(b'{"a":12,"pairs":[[1,5],[3,4]]}', type=BatchTask)
    result = prove_batch(task)
    again = msgspec.json.decode(msgspec.json.encode(result), type=BatchResult)
    assert again == result
    assert [proof.pair for proof in again.proofs] == [(1, 5), (3, 4)]
    assert result.rules == len(derive(12, 1, 5)) + len(derive(12, 3, 4))


def test_batches_refuse_what_is_too_large_or_no_class() -> None:
    with pytest.raises(CoinError, match="5000"):
        prove_batch(BatchTask(5001))
    with pytest.raises(CoinError, match="multiples of 2"):
        prove_batch(BatchTask(6, [(2, 4)]))
    with pytest.raises(CoinError, match="rules, more than"):
        prove_class(10**6, 1, 10**6 - 1)


def test_the_checker_runs_without_a_line_of_the_prover() -> None:
    script = (
        "import sys, kikashi.games.coins.checker\n"
        "ours = {m.removeprefix('kikashi.') for m in sys.modules if m.startswith('kikashi.')}\n"
        "ours = {m for m in ours if not m.startswith('law')}\n"
        "assert ours == {'games', 'games.coins', 'games.coins.checker'}, ours\n"
        "assert 'numpy' not in sys.modules and 'msgspec' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", script], check=True)


@st.composite
def rules_of_classes(draw: st.DrawFn) -> tuple[CoinClass, int]:
    a = draw(st.integers(2, 30))
    of = CoinClass(a, *draw(st.sampled_from(classes(a))))
    return of, draw(st.integers(1, len(derive(*of))))


@given(rules_of_classes())
@settings(max_examples=150, deadline=None)
def test_evidence_is_true_on_both_borders(chosen: tuple[CoinClass, int]) -> None:
    of, number = chosen
    rule = derive(*of)[number - 1]
    proof = evidence(of, rule)
    for b, c in ((rule.low.over, rule.low.under), (rule.high.over, rule.high.under)):
        dearest = rule.x * b + rule.y * c
        assert all(x * b + y * c <= dearest for x, y in proof.payments)
        assert all(x * b + y * c >= dearest for x, y in proof.rivals)
    for residue, (x, y) in enumerate(proof.payments):
        assert (x * of.r + y * of.s) % of.a == residue
    same = [
        (x, y)
        for x in range(2 * of.a)
        for y in range(2 * of.a)
        if (x * of.r + y * of.s) % of.a == proof.residue
    ]
    assert all(any(x >= u and y >= v for u, v in proof.rivals) for x, y in same)
    assert (rule.x, rule.y) in proof.rivals


def value(formula: str, b: int, c: int) -> Fraction:
    """Computes a linear formula as the proofs print it."""
    plain = re.sub(r"\\frac\{(\d+)\}\{(\d+)\}", r"Fraction(\1,\2)*", formula)
    plain = re.sub(r"(\d)([bc(])", r"\1*\2", plain)
    return Fraction(eval(plain, {"__builtins__": {}, "Fraction": Fraction, "b": b, "c": c}))


@given(rules_of_classes(), st.sampled_from(LANGUAGES))
@settings(max_examples=120, deadline=None)
def test_every_equation_of_a_readable_proof_is_true(
    chosen: tuple[CoinClass, int], words: str
) -> None:
    of, number = chosen
    text = readable_proof(of, number, language(words))
    rule = derive(*of)[number - 1]
    rows = re.findall(r"^\| (\d+) \| \$(.+?)\$ \| \$(.+?)\$ \|$", text, re.MULTILINE)
    assert [int(row[0]) for row in rows] == list(range(of.a))
    rivals = re.findall(r"\$([^$]+?) - (\(?[^$=]+?\)?) = ([^$]+?) \\ge 0\$", text)
    assert len(rivals) + 1 == len(evidence(of, rule).rivals)
    for b, c in ((3, 5), (101, 37)):
        dearest = rule.x * b + rule.y * c
        for _, payment, left in rows:
            assert value(payment, b, c) + value(left, b, c) == dearest
        for payment, taken, more in rivals:
            assert value(payment, b, c) - value(taken, b, c) == value(more, b, c)
            assert value(taken, b, c) == dearest


def test_the_proof_of_the_paper_in_words() -> None:
    of = CoinClass(7, 1, 3)
    english, chinese = (readable_proof(of, 3, words) for words in LANGUAGES)
    for text in (english, chinese):
        assert "S = 14k + 7m - 1" in text
        assert "$4c - (2b + c) = 3c - 2b \\ge 0$" in text
    assert "A. Solvable" in english
    assert "B. Unsolvable" in english
    assert "A. 有解" in chinese
    assert "皆以 b 來湊" in chinese
    tex = readable_proof(of, 3, "zh-Hant", "tex")
    assert tex.startswith("\\documentclass{ctexart}")
    assert tex.rstrip().endswith("\\end{document}")
    assert tex.count("\\begin{") == tex.count("\\end{")


def test_proofs_in_words_refuse_what_is_not_there() -> None:
    with pytest.raises(CoinError, match="rules 1 to 6"):
        readable_proof(CoinClass(7, 1, 3), 7)
    with pytest.raises(CoinError, match="up to 200"):
        readable_proof(CoinClass(1009, 1, 3), 1)
    with pytest.raises(CoinError, match="en or zh-Hant"):
        language("fr")


def test_both_languages_say_everything() -> None:
    for part in ("proof", "page", "text"):
        for key, texts in catalogue(part).items():
            assert set(texts) == set(LANGUAGES), key
            holes = [set(re.findall(r"\{(\w+)\}", text)) for text in texts.values()]
            assert holes[0] == holes[1], key


def test_z3_confirms_right_rules_and_refutes_wrong_ones() -> None:
    z3 = pytest.importorskip("z3")
    from kikashi.games.coins.rules import Ratio
    from kikashi.games.coins.z3_opinion import opinion_on, second_opinion

    assert all(second_opinion(6, r, s).agrees for r, s in classes(6))
    opinion = second_opinion(7, 1, 3)
    assert opinion.agrees
    assert opinion.asked > 6 * 7
    of = CoinClass(7, 1, 3)
    right = derive(*of)
    first = right[0]
    wrong = [
        [dataclasses.replace(first, high=Ratio(2, 5)), *right[1:]],
        [dataclasses.replace(first, x=5), *right[1:]],
        right[1:],
        right[:-1],
    ]
    for rules in wrong:
        assert not opinion_on(of, rules, z3).agrees
    with pytest.raises(CoinError, match="up to 60"):
        second_opinion(61, 1, 2)
