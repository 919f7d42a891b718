"""Who gives a function of the library something of a wrong kind is told so in a sentence."""

from __future__ import annotations

import importlib
import inspect
import re

import pytest

from kikashi.law import GameError
from kikashi.play import Game

PACKAGES = ("games", "proofs", "search", "play", "records")
SENTENCE = re.compile(r"\w+ \w+ .* not a float|there is no .* 3\.5")
NUMBERS = ("allot",)
"""They take numbers, of any kind."""


def functions() -> list[object]:
    found: list[object] = []
    for package in PACKAGES:
        module = importlib.import_module(f"kikashi.{package}")
        exported = ((name, getattr(module, name)) for name in module.__all__)
        found += [
            pytest.param(thing, id=f"{package}.{name}")
            for name, thing in exported
            if inspect.isfunction(thing) and name not in NUMBERS and _needs(thing)
        ]
    return found


def _needs(function: object) -> list[inspect.Parameter]:
    assert callable(function)
    parameters = inspect.signature(function).parameters.values()
    ways = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
    return [p for p in parameters if p.default is p.empty and p.kind not in ways]


@pytest.mark.parametrize("function", functions())
def test_wrong_types_get_a_sentence(function: object) -> None:
    assert callable(function)
    needed = _needs(function)
    named = {p.name: 3.5 for p in needed if p.kind is inspect.Parameter.KEYWORD_ONLY}
    others = [3.5 for p in needed if p.kind is not inspect.Parameter.KEYWORD_ONLY]
    with pytest.raises(GameError, match=SENTENCE):
        list(function(*others, **named))  # some begin only when they are asked for their first


def test_a_game_begins_with_a_position() -> None:
    with pytest.raises(GameError, match="a game begins with a position"):
        Game("gomoku")  # type: ignore[arg-type]
