"""The checker under attack: a changed proof is refused unless what it claims is still true."""

from __future__ import annotations

import gzip
import json
import random
from collections.abc import Iterator
from copy import deepcopy
from math import gcd
from pathlib import Path
from typing import Any

import pytest

from kikashi.games.coins import (
    BatchTask,
    check_file,
    check_lines,
    classes,
    derive,
    prove_batch,
    prove_class,
)
from kikashi.games.coins.atlas import add_batch, empty_atlas
from kikashi.games.coins.checker import CHECKS, MOST_DIGITS
from kikashi.games.coins.prover import class_proof_file

SEED = 20


def records_of(a: int) -> list[Any]:
    atlas = empty_atlas(a)
    add_batch(atlas, prove_batch(BatchTask(a)))
    return [json.loads(line) for line in atlas.lines()]


def class_records(a: int, r: int, s: int) -> list[Any]:
    return [json.loads(line) for line in class_proof_file(prove_class(a, r, s)).splitlines()]


def check(records: list[Any], claim: str | None = None, *, each_residue: bool = False) -> str:
    lines = [json.dumps(record).encode() + b"\n" for record in records]
    return check_lines(lines, claim, each_residue=each_residue)


def refused(records: list[Any]) -> str:
    with pytest.raises(ValueError, match=r"^(Line|The) ") as refusal:
        check(records)
    return str(refusal.value)


def is_true(records: list[Any]) -> bool:
    """Whether what a file claims is so, by the derivation: the same rules on the same cones."""
    head, *lines = records
    for line in lines:
        a, (r, s) = line["a"], line["class"]
        expected = [[rule.x, rule.y, *rule.high] for rule in derive(a, r, s)]
        if [[*row[:2], *row[6:]] for row in line["rules"]] != expected:
            return False
    proved = {(line["a"], *line["class"]) for line in lines}
    claim = head["claim"]
    if "r" in claim:
        return proved == {(claim["a"], claim["r"], claim["s"])}
    coins = range(claim["from"], claim["to"] + 1)
    wanted = {(a, *_canonical(a, r, s)) for a in coins for r, s in classes(a)}
    found = [(a, *_canonical(a, r, s)) for a, r, s in proved]
    return len(lines) == len(found) == len(wanted) and set(found) == wanted


def _canonical(a: int, r: int, s: int) -> tuple[int, int]:
    return min((u * r % a, u * s % a) for u in range(1, a) if gcd(a, u) == 1)


def numbers_in(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if isinstance(value, int):
        yield path
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from numbers_in(inner, (*path, key))
    elif isinstance(value, list):
        for place, inner in enumerate(value):
            yield from numbers_in(inner, (*path, place))


def changed(records: list[Any], path: tuple[Any, ...], value: object) -> list[Any]:
    copy = deepcopy(records)
    inner: Any = copy
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = value
    return copy


def at(records: list[Any], path: tuple[Any, ...]) -> Any:
    for step in path:
        records = records[step]
    return records


def survives(records: list[Any]) -> bool:
    try:
        check(records)
    except ValueError:
        return False
    return True


@pytest.mark.parametrize(
    "records",
    [class_records(7, 1, 3), class_records(7, 2, 5), class_records(12, 3, 4), records_of(6)],
    ids=["7-1-3", "7-2-5", "12-3-4", "every-6"],
)
def test_no_single_number_can_be_changed_into_a_falsehood(records: list[Any]) -> None:
    assert survives(records)
    tried = refusals = 0
    for path in numbers_in(records):
        old = at(records, path)
        for new in {0, 1, 2, old - 1, old + 1, old * 2, old + 6, old + 7, old + 12, -old} - {old}:
            mutant = changed(records, path, new)
            tried += 1
            if survives(mutant):
                assert is_true(mutant), (path, old, new)
            else:
                refusals += 1
    assert refusals > 0.95 * tried


def test_what_may_be_changed_is_only_what_claims_nothing() -> None:
    """An empty notch leaves one of its sides free: the L and the rule stay the same."""
    records = class_records(7, 1, 3)
    free = set()
    for path in numbers_in(records):
        old = at(records, path)
        if any(survives(changed(records, path, old + step)) for step in range(-8, 9) if step):
            free.add(path[-1])
    assert free <= {4, 5}


def test_random_changes_of_two_numbers_at_once() -> None:
    dice = random.Random(SEED)
    kept = 0
    for _ in range(2000):
        a = dice.randrange(4, 16)
        r, s = dice.choice(classes(a))
        records = class_records(a, r, s)
        paths = list(numbers_in(records[1]["rules"], (1, "rules")))
        mutant = records
        for path in dice.sample(paths, 2):
            mutant = changed(mutant, path, dice.randrange(a + 2))
        if mutant != records and survives(mutant):
            kept += 1
            assert is_true(mutant), (SEED, a, r, s)
    assert kept < 200


def test_a_rule_cannot_be_dropped_doubled_or_moved() -> None:
    for a, r, s in ((7, 1, 3), (9, 1, 8), (16, 6, 5)):
        records = class_records(a, r, s)
        rows = records[1]["rules"]
        for place in range(len(rows)):
            fewer = [*rows[:place], *rows[place + 1 :]]
            twice = [*rows[: place + 1], *rows[place:]]
            for mutant_rows in (fewer, twice):
                mutant = changed(records, (1, "rules"), mutant_rows)
                mutant[0]["rules"] = len(mutant_rows)
                refused(mutant)
        for place in range(len(rows) - 1):
            swapped = [*rows]
            swapped[place], swapped[place + 1] = swapped[place + 1], swapped[place]
            refused(changed(records, (1, "rules"), swapped))
        refused(changed(records, (1, "rules"), rows[::-1]))
        refused(changed(records, (1, "rules"), []))


def test_a_border_cannot_be_shifted_even_a_little() -> None:
    records = class_records(16, 6, 5)
    rows = records[1]["rules"]
    for place, row in enumerate(rows[:-1]):
        over, under = row[6:]
        for scale in (1, 10, 10**6):
            for shift in (-1, 1):
                new = [*row[:6], over * scale * 10 + shift, under * scale * 10]
                common = gcd(*new[6:])
                new[6:] = [new[6] // common, new[7] // common]
                refused(changed(records, (1, "rules", place), new))


def test_a_gap_or_an_early_end_of_the_cones_is_refused() -> None:
    records = class_records(7, 1, 3)
    rows = records[1]["rules"]
    cut = changed(records, (1, "rules"), rows[:-1])
    cut[0]["rules"] -= 1
    assert "infinity" in refused(cut)
    # Two borders moved together leave no gap in the numbers, but a rule where it does not hold.
    moved = changed(records, (1, "rules", 1), [*rows[1][:6], 2, 3])
    assert "rule 2" in refused(moved)
    assert "lowest terms" in refused(changed(records, (1, "rules", 1), [*rows[1][:6], 2, 4]))


def test_r_and_s_swapped_are_refused_unless_the_class_is_its_own_mirror() -> None:
    for a in (7, 8, 12, 15):
        for r, s in classes(a):
            records = class_records(a, r, s)
            mutant = changed(records, (1, "class"), [s, r])
            mutant[0]["claim"] |= {"r": s, "s": r}
            assert survives(mutant) == is_true(mutant)
            if r != s:
                refused(changed(records, (1, "class"), [s, r]))


def test_a_proof_of_one_class_does_not_pass_for_another() -> None:
    for a in (7, 12):
        pairs = classes(a)
        for mine in pairs:
            records = class_records(a, *mine)
            for other in pairs:
                if other != mine:
                    mutant = changed(records, (1, "class"), list(other))
                    mutant[0]["claim"] |= {"r": other[0], "s": other[1]}
                    assert not survives(mutant) or is_true(mutant)


def test_no_class_and_no_coin_may_be_missing_or_doubled() -> None:
    atlas = empty_atlas(5)
    for a in (5, 6, 7):
        add_batch(atlas, prove_batch(BatchTask(a)))
    records = [json.loads(line) for line in atlas.lines()]
    assert check(records).startswith("every class of a = 5..7: ")
    for place in range(1, len(records)):
        fewer = deepcopy([*records[:place], *records[place + 1 :]])
        fewer[0]["classes"] -= 1
        fewer[0]["rules"] -= len(records[place]["rules"])
        assert "not proved" in refused(fewer)
        twice = deepcopy([*records[: place + 1], *records[place:]])
        twice[0]["classes"] += 1
        twice[0]["rules"] += len(records[place]["rules"])
        assert "before" in refused(twice) or "expected" in refused(twice)
    for end in ({"from": 5, "to": 8}, {"from": 4, "to": 7}, {"from": 5, "to": 6}):
        refused(changed(records, (0, "claim"), end))
    whole = [record for record in records if record.get("a") != 6]
    whole[0] = {**records[0], "classes": len(whole) - 1}
    whole[0]["rules"] = sum(len(record["rules"]) for record in whole[1:])
    assert "not expected here" in refused(whole)


def test_an_l_with_too_many_cells_is_refused() -> None:
    """Exchanges of a coarser lattice keep residues and costs: only the count gives them away."""
    for a in (2, 7, 12):
        for r, s in classes(a):
            records = class_records(a, r, s)
            loose = changed(records, (1, "rules"), [[a - 1, a - 1, a, a, 0, 0, 1, 0]])
            loose[0]["rules"] = 1
            assert "as many cells" in refused(loose)
            for place, row in enumerate(records[1]["rules"]):
                x, y, wide, tall, notch_wide, notch_tall, *end = row
                for w, h in ((2, 1), (1, 2), (3, 3)):
                    # W : h is one exchange and w : H the other; each may be done several times.
                    sides = [w * wide, h * tall, h * notch_wide, w * notch_tall]
                    right = [sides[0] - 1, sides[1] - sides[3] - 1]
                    upper = [sides[0] - sides[2] - 1, sides[1] - 1]
                    for corner in (right, upper, [x, y]):
                        if min(corner) >= 0:
                            forged = [*corner, *sides, *end]
                            refused(changed(records, (1, "rules", place), forged))


def test_a_truncated_file_is_refused_wherever_it_is_cut(tmp_path: Path) -> None:
    text = class_proof_file(prove_class(7, 1, 3))
    for length in range(len(text) - 1):
        with pytest.raises(ValueError, match=r"^(Line|The) "):
            check_lines(text[:length].splitlines(keepends=True))
    path = tmp_path / "proof.jsonl.gz"
    packed = gzip.compress(text)
    for length in range(2, len(packed) - 1, 7):
        path.write_bytes(packed[:length])
        with pytest.raises(ValueError, match=r"^(Line|The) "):
            check_file(path)
    path.write_bytes(packed)
    assert check_file(path).startswith("the class r = 1, s = 3 of a = 7: 6 rules in 1 class")


@pytest.mark.parametrize(
    "odd",
    [1.0, True, "1", None, [1], {"a": 1}, -1, 10**MOST_DIGITS, float("nan"), float("inf")],
    ids=str,
)
def test_a_number_that_is_no_plain_integer_is_refused_everywhere(odd: object) -> None:
    records = class_records(7, 1, 3)
    for path in numbers_in(records):
        refused(changed(records, path, odd))


HEADER = b'{"kikashi":"coins-proof","version":1,"claim":{"from":2,"to":2},"classes":1,"rules":2}\n'
LINE = b'{"a":2,"class":[1,1],"rules":[[1,0,2,1,1,0,1,1],[0,1,1,2,0,1,1,0]]}\n'


def test_a_proof_written_by_hand_is_accepted() -> None:
    assert check_lines([HEADER, LINE]).startswith("every class of a = 2: 2 rules in 1 class")
    # Line ends are the caller's business.
    assert check_lines([HEADER.strip(), LINE.strip()])


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        ([], "empty"),
        ([b"\n"], "not a line of JSON"),
        ([b"[]\n"], "object was expected"),
        ([b"\xff\xfe\n"], "not a line of JSON"),
        ([b"[" * 100_000 + b"\n"], "not a line of JSON"),
        ([b'{"a":' * 100_000 + b"\n"], "not a line of JSON"),
        ([b'{"kikashi":"certificate","version":1}\n'], "not the header"),
        ([HEADER.replace(b'"version":1', b'"version":2'), LINE], "version 2"),
        ([HEADER.replace(b'"version":1', b'"version":true'), LINE], "not the header"),
        ([HEADER.replace(b"}\n", b',"more":1}\n'), LINE], "must have"),
        ([HEADER.replace(b'"rules":2', b'"rules":2,"rules":2'), LINE], "given twice"),
        ([HEADER.replace(b'"to":2', b'"to":99999'), LINE], "5000"),
        ([HEADER.replace(b'"from":2', b'"from":1'), LINE], "from 2"),
        ([HEADER.replace(b'"rules":2', b'"rules":99999999999'), LINE], "allowed"),
        ([HEADER.replace(b'{"from":2,"to":2}', b"7"), LINE], "must be an object"),
        ([HEADER.replace(b'{"from":2,"to":2}', b'{"from":2}'), LINE], "must name"),
        ([HEADER.replace(b'{"from":2,"to":2}', b'{"a":1,"r":1,"s":1}'), LINE], "at least 2"),
        ([HEADER, LINE.replace(b'"a":2,', b'"a":2,"a":2,')], "given twice"),
        ([HEADER, LINE.replace(b"[1,1]", b"[1,1,1]")], "name r and s"),
        ([HEADER, LINE.replace(b'"class":[1,1]', b'"class":[0,1]')], "between 1 and a - 1"),
        ([HEADER, LINE.replace(b"[1,0,2,1,1,0,1,1]", b'"12345678"')], "numbers were expected"),
        ([HEADER, LINE.replace(b"[1,0,2,1,1,0,1,1]", b"[1,0,2,1,1,0,1]")], "numbers were"),
        ([HEADER, LINE, LINE], "before"),
        ([HEADER], "not proved"),
        ([HEADER, b"9" * 5000 + b"\n"], "not a line of JSON"),
        ([HEADER, b" " * ((1 << 25) + 1)], "longer than"),
    ],
)
def test_hostile_lines_are_refused_with_a_sentence(lines: list[bytes], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        check_lines(lines)


def test_the_claim_that_was_asked_for_must_be_the_one_made() -> None:
    assert CHECKS == "coins-proof"
    assert check_lines([HEADER, LINE], "every class of a = 2")
    with pytest.raises(ValueError, match="was asked for"):
        check_lines([HEADER, LINE], "every class of a = 3")


def test_nothing_is_replayed_before_the_claim_matches() -> None:
    def lines() -> Iterator[bytes]:
        yield HEADER
        raise AssertionError("the second line was read")

    with pytest.raises(ValueError, match="was asked for"):
        check_lines(lines(), "every class of a = 3")


def test_listing_residues_catches_what_counting_would() -> None:
    """Both ways to check part 5 agree on every L of every class, right or spoiled."""
    from kikashi.games.coins.checker import _residue_fault

    for a in range(2, 25):
        for r, s in classes(a):
            for row in class_records(a, r, s)[1]["rules"]:
                assert _residue_fault((a, r, s), row) is None
                spoiled = [*row[:2], row[2] + 1, *row[3:]]
                assert _residue_fault((a, r, s), spoiled) is not None
    huge = class_proof_file(prove_class(10**7, 1, 2)).splitlines()
    with pytest.raises(ValueError, match="residues are listed"):
        check_lines(huge, each_residue=True)
