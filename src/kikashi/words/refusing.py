"""Refusals in Chinese: the English sentence is the key, its gaps are found again by its form.

Errors are raised in English, by laws that know no language; who reads Chinese is told the same in
a sentence of this catalogue, and where it has none, that it could not be done and how to see why.
"""

from __future__ import annotations

import json
import re
from functools import cache
from importlib import resources

OTHER = "無法完成；用 --language en 再執行一次可以看到原因。"
_GAP = re.compile(r"\{(\w+)\}")
_WHY = "why"
"""The gap that holds a refusal itself."""
_KNOWN = "known"
"""The gap that holds a list of words."""


@cache
def _templates() -> tuple[tuple[re.Pattern[str], str], ...]:
    """Forms of sentences with their Chinese: places first, then those with the most fixed words."""
    text = resources.files("kikashi.words").joinpath("refusals.zh-Hant.json").read_text("utf-8")
    pairs: dict[str, str] = json.loads(text)

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
        if _KNOWN in gaps:
            gaps[_KNOWN] = re.sub(", | or | and ", "、", gaps[_KNOWN])
        return chinese.format(**gaps)
    return None


def in_chinese(sentence: str) -> str:
    """The sentence in Chinese, or one that always holds."""
    return known_in_chinese(sentence) or OTHER


__all__ = ["in_chinese", "known_in_chinese"]
