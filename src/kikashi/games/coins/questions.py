"""What the atlas makes one ask. Each question is tested on it; none is claimed.

A question names a property of the numbers of rules, and the test says up to where it was looked for
and, if it failed, where first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import gcd, log, pi

import msgspec

from kikashi.games.coins.atlas import Atlas, Census
from kikashi.games.coins.prover import ClassProof


@dataclass(frozen=True, slots=True)
class Question:
    """A question, how far it was tested, and what was found."""

    text: str
    tested: str
    exception: str | None
    finding: str


def ask_atlas(atlas: Atlas) -> list[Question]:
    """All questions, tested on an atlas."""
    tested = f"a = {atlas.first}..{atlas.last}"
    return [
        _ask(
            "Does no class of a have more than 2(a - 1) rules, and only s = -r that many?",
            atlas,
            _most_at_minus_one,
        ),
        _ask("Have (r, s) and (s, r) equally many rules, r and s invertible?", atlas, _mirror),
        _ask("Is a number of rules other than 1 always even?", atlas, _even),
        _ask(
            "Does s/r = q have just 2 rules exactly where q divides a (r invertible, q < a)?",
            atlas,
            _two_rules,
        ),
        _pairs_question(atlas, tested),
        _primes_question(atlas, tested),
        _mean_question(atlas, tested),
    ]


def _ask(text: str, atlas: Atlas, fault: Callable[[Census], str | None]) -> Question:
    tested = f"a = {atlas.first}..{atlas.last}"
    for census in atlas.censuses:
        found = fault(census)
        if found is not None:
            return Question(text, tested, found, f"No: {found}.")
    return Question(text, tested, None, "No exception found.")


def _most_at_minus_one(census: Census) -> str | None:
    a = census.a
    for (r, s), count in census.by_class.items():
        at_most = 2 * (a - 1)
        if count > at_most or (count == at_most) != ((r + s) % a == 0):
            return f"a = {a}, r = {r}, s = {s} has {count} rules"
    return None


def _mirror(census: Census) -> str | None:
    a, counts = census.a, census.by_class
    for s in range(1, a):
        if gcd(a, s) == 1 and counts[1, s] != counts[1, pow(s, -1, a)]:
            return f"a = {a}, r = 1, s = {s} and its mirror differ"
    return None


def _even(census: Census) -> str | None:
    for (r, s), count in census.by_class.items():
        if count != 1 and count % 2:
            return f"a = {census.a}, r = {r}, s = {s} has {count} rules"
    return None


def _two_rules(census: Census) -> str | None:
    a = census.a
    for q in range(1, a):
        if (census.by_class[1, q] == 2) != (a % q == 0):
            return f"a = {a}, s/r = {q} has {census.by_class[1, q]} rules"
    return None


def _pairs_question(atlas: Atlas, tested: str) -> Question:
    text = (
        "Is each pair (x, y) other than (0, 0) with (x + 1)(y + 1) <= a the rule of some class "
        "of a, and no other pair?"
    )
    for census, block in zip(atlas.censuses, atlas.blocks, strict=True):
        a = census.a
        seen = {(row[0], row[1]) for proof in _proofs(block) for row in proof.rules}
        wanted = {(x, y) for x in range(a) for y in range(a // (x + 1))} - {(0, 0)}
        if seen != wanted:
            pair = min(seen ^ wanted)
            where = "occurs" if pair in seen else "does not occur"
            found = f"at a = {a} the pair {pair} {where}"
            return Question(text, tested, found, f"No: {found}.")
    return Question(text, tested, None, "No exception found.")


def _proofs(block: bytes) -> Iterator[ClassProof]:
    decoder = msgspec.json.Decoder(ClassProof)
    return (decoder.decode(line) for line in block.splitlines())


def _primes_question(atlas: Atlas, tested: str) -> Question:
    text = "Is the mean number of rules of a prime a larger than that of the prime before?"
    before: Census | None = None
    for census in atlas.censuses:
        if any(census.a % divisor == 0 for divisor in range(2, census.a)):
            continue
        if before is not None and mean_rules(census) <= mean_rules(before):
            found = (
                f"{mean_rules(before):.3f} at a = {before.a}, "
                f"and {mean_rules(census):.3f} at a = {census.a}"
            )
            return Question(text, tested, found, f"No: {found}.")
        before = census
    return Question(text, tested, None, "No exception found.")


def _mean_question(atlas: Atlas, tested: str) -> Question:
    text = (
        "Does the mean number of rules over the invertible classes of a, divided by "
        "(6 / pi^2) (ln a)^2, tend to 1?"
    )
    shown = []
    for a in sorted({atlas.last, atlas.last // 2, atlas.last // 4}):
        if a >= max(atlas.first, 8):
            shown.append(f"{mean_rules(atlas.censuses[a - atlas.first]) / expected(a):.3f} at {a}")
    finding = f"The ratio is {', '.join(shown)}." if shown else "The atlas is too short to say."
    return Question(text, tested, None, finding)


def mean_rules(census: Census) -> float:
    """The mean number of rules over the classes with r and s invertible modulo a."""
    counts = [
        count for (r, s), count in census.by_class.items() if r == 1 and gcd(census.a, s) == 1
    ]
    return sum(counts) / len(counts)


def expected(a: int) -> float:
    """The leading term for the mean length of continued fractions with ceilings, twice."""
    return 6 / pi**2 * log(a) ** 2
