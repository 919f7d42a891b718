"""Words for people, in English and Traditional Chinese: `say("result.board-full", "zh-Hant")`.

A sentence is a template with named gaps; both catalogues have the same keys and the same gaps.
`{turns:turn}` is a number with what it counts: `1 turn`, `3 turns`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache
from importlib import resources
from string import Formatter
from typing import Any

LANGUAGES = ("en", "zh-Hant")


@cache
def catalogue(language: str) -> Mapping[str, str]:
    """Every sentence of one language by its key."""
    if language not in LANGUAGES:
        raise ValueError(f"there are no words in {language!r}; there are: {', '.join(LANGUAGES)}")
    text = resources.files(__name__).joinpath(f"{language}.json").read_text("utf-8")
    words: dict[str, str] = json.loads(text)
    return words


def say(key: str, language: str = "en", **values: object) -> str:
    """The sentence of `key` with its gaps filled; a key without a sentence is said as it is."""
    sentence = catalogue(language).get(key)
    return key if sentence is None else filled(sentence, **values)


class _Counting(Formatter):
    def format_field(self, value: Any, format_spec: str) -> str:
        if not re.fullmatch(r"[a-z]{2,}( [a-z]+)*", format_spec):
            return str(super().format_field(value, format_spec))
        if str(value) == "1":
            return f"1 {format_spec}"
        return f"{value} {format_spec.removesuffix('y')}{'ies' * format_spec.endswith('y') or 's'}"


def filled(sentence: str, **values: object) -> str:
    """A template with its gaps filled."""
    return _Counting().vformat(sentence, (), values)


def colour(name: str, language: str = "en") -> str:
    """A player by its glossary word: `Black`, `黑方`."""
    return say(f"colour.{name}", language) if f"colour.{name}" in catalogue(language) else name


def reason(name: str, language: str = "en") -> str:
    """Why a game ended, from the reason of its result."""
    return say(f"result.{name}", language) if f"result.{name}" in catalogue(language) else name


def listed(items: tuple[str, ...] | list[str], language: str = "en") -> str:
    """Several names in one breath."""
    return say("list.separator", language).join(items)


__all__ = ["LANGUAGES", "catalogue", "colour", "filled", "listed", "reason", "say"]
