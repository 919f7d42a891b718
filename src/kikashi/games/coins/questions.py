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
from kikashi.games.coins.words import Language, say

Fault = Callable[[Census, Language], str | None]


@dataclass(frozen=True, slots=True)
class Question:
    """A question, how far it was tested, and what was found."""

    text: str
    tested: str
    exception: str | None
    finding: str


def ask_atlas(atlas: Atlas, language: Language = "en") -> list[Question]:
    """All questions, tested on an atlas."""
    return [
        _ask("ask-most", atlas, language, _most_at_minus_one),
        _ask("ask-mirror", atlas, language, _mirror),
        _ask("ask-even", atlas, language, _even),
        _ask("ask-two", atlas, language, _two_rules),
        _answered("ask-pairs", atlas, language, _other_pair(atlas, language)),
        _answered("ask-primes", atlas, language, _smaller_mean(atlas, language)),
        _mean_question(atlas, language),
    ]


def _ask(key: str, atlas: Atlas, language: Language, fault: Fault) -> Question:
    faults = (fault(census, language) for census in atlas.censuses)
    return _answered(key, atlas, language, next(filter(None, faults), None))


def _answered(key: str, atlas: Atlas, language: Language, found: str | None) -> Question:
    finding = (
        say("no-exception", language) if found is None else say("exception", language, found=found)
    )
    return Question(say(key, language), _tested(atlas), found, finding)


def _tested(atlas: Atlas) -> str:
    return f"a = {atlas.first}..{atlas.last}"


def _most_at_minus_one(census: Census, language: Language) -> str | None:
    a = census.a
    for (r, s), count in census.by_class.items():
        at_most = 2 * (a - 1)
        if count > at_most or (count == at_most) != ((r + s) % a == 0):
            return say("class-has", language, a=a, r=r, s=s, count=count)
    return None


def _mirror(census: Census, language: Language) -> str | None:
    a, counts = census.a, census.by_class
    for s in range(1, a):
        if gcd(a, s) == 1 and counts[1, s] != counts[1, pow(s, -1, a)]:
            return say("mirror-differs", language, a=a, s=s)
    return None


def _even(census: Census, language: Language) -> str | None:
    for (r, s), count in census.by_class.items():
        if count != 1 and count % 2:
            return say("class-has", language, a=census.a, r=r, s=s, count=count)
    return None


def _two_rules(census: Census, language: Language) -> str | None:
    a = census.a
    for q in range(1, a):
        if (census.by_class[1, q] == 2) != (a % q == 0):
            return say("quotient-has", language, a=a, q=q, count=census.by_class[1, q])
    return None


def _other_pair(atlas: Atlas, language: Language) -> str | None:
    for census, block in zip(atlas.censuses, atlas.blocks, strict=True):
        a = census.a
        seen = {(row[0], row[1]) for proof in _proofs(block) for row in proof.rules}
        wanted = {(x, y) for x in range(a) for y in range(a // (x + 1))} - {(0, 0)}
        if seen != wanted:
            pair = min(seen ^ wanted)
            key = "pair-occurs" if pair in seen else "pair-lacks"
            return say(key, language, a=a, pair=pair)
    return None


def _proofs(block: bytes) -> Iterator[ClassProof]:
    decoder = msgspec.json.Decoder(ClassProof)
    return (decoder.decode(line) for line in block.splitlines())


def _smaller_mean(atlas: Atlas, language: Language) -> str | None:
    before: Census | None = None
    for census in atlas.censuses:
        if any(census.a % divisor == 0 for divisor in range(2, census.a)):
            continue
        if before is not None and mean_rules(census) <= mean_rules(before):
            return say(
                "means",
                language,
                before=f"{mean_rules(before):.3f}",
                smaller=before.a,
                after=f"{mean_rules(census):.3f}",
                a=census.a,
            )
        before = census
    return None


def _mean_question(atlas: Atlas, language: Language) -> Question:
    shown = []
    for a in sorted({atlas.last, atlas.last // 2, atlas.last // 4}):
        if a >= max(atlas.first, 8):
            ratio = mean_rules(atlas.censuses[a - atlas.first]) / expected(a)
            shown.append(say("ratio-at", language, ratio=f"{ratio:.3f}", a=a))
    between = say("comma", language)
    finding = (
        say("ratio", language, shown=between.join(shown)) if shown else say("too-short", language)
    )
    return Question(say("ask-mean", language), _tested(atlas), None, finding)


def mean_rules(census: Census) -> float:
    """The mean number of rules over the classes with r and s invertible modulo a."""
    counts = [
        count for (r, s), count in census.by_class.items() if r == 1 and gcd(census.a, s) == 1
    ]
    return sum(counts) / len(counts)


def expected(a: int) -> float:
    """The leading term for the mean length of continued fractions with ceilings, twice."""
    return 6 / pi**2 * log(a) ** 2
