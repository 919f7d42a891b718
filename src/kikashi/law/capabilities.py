"""What a room says of itself: its rule options, what can be proved there, what it can do."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

Options: TypeAlias = Mapping[str, str]

LANGUAGES = ("en", "zh-Hant")


@dataclass(frozen=True)
class Option:
    """A rule option: `-o name=value`. `normal` checks a value and gives its normal form."""

    name: str
    default: str
    normal: Callable[[str], str]
    help: Mapping[str, str]
    typed: Callable[[str], str] | None = None
    """What a person at this machine may type instead of a value: a file's name, say.

    Kept apart from `normal`, which also reads texts and certificates from strangers and must
    never open a file for them.
    """

    @property
    def choices(self) -> tuple[str, ...]:
        """All values, where they are a few words."""
        return tuple(getattr(self.normal, "words", ()))  # of `kikashi.law.values.one_of`


@dataclass(frozen=True)
class ClaimKind:
    """A kind of statement that can be proved about a position of this game."""

    name: str
    help: Mapping[str, str]


@dataclass(frozen=True)
class Capabilities:
    """What a game is and what the house can do with it; asked before anything is offered."""

    players: int
    chance: bool = False
    hidden: bool = False
    cycles: bool = False
    monotone: bool = False
    """An extra stone of one's own never hurts."""
    twin: bool = False
    provers: tuple[str, ...] = ()
    """Methods that `kikashi solve --by` takes."""
    levels: tuple[str, ...] = ()
    """Players that `kikashi play` offers, weakest first."""
    protocols: tuple[str, ...] = ()
    claims: tuple[str, ...] = ()
