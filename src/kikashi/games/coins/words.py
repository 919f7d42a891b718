"""The words people read, in English and Traditional Chinese side by side (assets/words.json)."""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import Literal, get_args

import msgspec

from kikashi.games.coins.errors import CoinError

Language = Literal["en", "zh-Hant"]
LANGUAGES: tuple[Language, ...] = get_args(Language)
Catalogue = dict[str, dict[Language, str]]


def language(name: str) -> Language:
    """The language of that name, or the sentence that lists the names."""
    for known in LANGUAGES:
        if name == known:
            return known
    raise CoinError(f"The language '{name}' is not known; choose {' or '.join(LANGUAGES)}.")


@cache
def catalogue(part: Literal["proof", "page", "text"]) -> Catalogue:
    """The words of one part: key, then language."""
    text = asset("words.json")
    return msgspec.json.decode(text, type=dict[str, Catalogue])[part]


def say(key: str, language: Language = "en", **values: object) -> str:
    """A sentence for a terminal, with its gaps filled."""
    return catalogue("text")[key][language].format(**values)


def asset(name: str) -> str:
    """A file that is shipped beside this module."""
    return resources.files(__package__).joinpath("assets", name).read_text(encoding="utf-8")
