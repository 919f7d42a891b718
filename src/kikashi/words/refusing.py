"""Refusals in Chinese: the English sentence is the key, its gaps are found again by its form.

Errors are raised in English, by laws that know no language; who reads Chinese is told the same in
a sentence of a catalogue, and where none has it, that it could not be done and how to see why. What
one package or one room refuses stands in a file of the same name in its folder.
"""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parents[1]
CATALOGUE = "refusals.zh-Hant.json"
OTHER = "無法完成；用 --language en 再執行一次可以看到原因。"
_GAP = re.compile(r"\{(\w+)\}")
_WHY = "why"
"""The gap that holds a refusal itself."""
_KNOWN = "known"
"""The gap that holds a list of words."""
_SENTENCE = re.compile(r"[A-Za-z]{2,}(?:[,;:'’-]* [A-Za-z]+){2,}")
"""What no gap holds: the form of another sentence was met by chance. A name of a file is none,
whatever hyphens it has."""


@cache
def _templates() -> tuple[tuple[re.Pattern[str], str], ...]:
    """Forms of sentences with their Chinese: places first, then those with the most fixed words."""
    pairs: dict[str, str] = {}
    for folder in (FOLDER, FOLDER / "games"):
        for file in sorted(folder.glob(f"*/{CATALOGUE}")):
            pairs |= json.loads(file.read_text("utf-8"))

    def weight(english: str) -> tuple[bool, int]:
        return f"{{{_WHY}}}" in english, len(_GAP.sub("", english))

    return tuple(
        (_form(english), pairs[english]) for english in sorted(pairs, key=weight, reverse=True)
    )


def _form(english: str) -> re.Pattern[str]:
    parts = _GAP.split(english)
    named = "".join(
        f"(?P<{part}>.+?)" if number % 2 else re.escape(part) for number, part in enumerate(parts)
    )
    return re.compile(named, re.DOTALL)


def known_in_chinese(sentence: str) -> str | None:
    """The sentence in Chinese; None where the catalogue has none for it."""
    for form, chinese in _templates():
        found = form.fullmatch(sentence)
        if found is None:
            continue
        gaps = found.groupdict()
        if _WHY in gaps:
            why = known_in_chinese(gaps[_WHY])
            if why is None:
                continue
            gaps[_WHY] = why
        if any(_SENTENCE.search(text) for gap, text in gaps.items() if gap != _KNOWN):
            continue
        if _KNOWN in gaps:
            gaps[_KNOWN] = re.sub(", | or | and ", "、", gaps[_KNOWN])
        return chinese.format(**gaps)
    return None


def in_chinese(sentence: str, other: str = OTHER) -> str:
    """The sentence in Chinese, or one that always holds."""
    return known_in_chinese(sentence) or other


__all__ = ["OTHER", "in_chinese", "known_in_chinese"]
