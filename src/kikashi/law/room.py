"""A room: everything the house may ask of one game, without knowing the game."""

from __future__ import annotations

import importlib
import importlib.util
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib import resources
from random import Random
from types import ModuleType
from typing import TYPE_CHECKING, Protocol, TypeAlias

from kikashi.law.contract import BadOptionError, GameError, Move, Position, Result, View

if TYPE_CHECKING:
    from kikashi.drawing import Marks, Scene

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


class Twin(Protocol):
    """The fast double of a law, for one position that moves are played on and taken back."""

    def legal_moves(self) -> list[Move]: ...
    def play(self, move: Move) -> None: ...
    def undo(self) -> None: ...
    def to_move(self) -> int: ...
    def moves_left(self) -> int: ...
    def result(self) -> Result | None: ...
    def to_text(self) -> str: ...
    def key(self) -> int: ...
    def perft(self, depth: int, turns: bool = False) -> int: ...


class Room(ABC):
    """One game. A room's package exports its instance as `ROOM`.

    Only the law is imported with the room; twin, drawing and engines are imported when asked for.
    """

    id: str
    names: Mapping[str, str]
    options: tuple[Option, ...] = ()
    claims: tuple[ClaimKind, ...] = ()
    example: str = ""
    """A position text that shows the game well; documentation and tests use it."""

    @property
    def package(self) -> str:
        """The importable name of the room's folder."""
        return f"kikashi.games.{self.id}"

    @abstractmethod
    def capabilities(self, options: Options) -> Capabilities: ...

    @abstractmethod
    def start(self, options: Options | None = None) -> Position:
        """The first position; `options` need not be complete."""

    @abstractmethod
    def from_text(self, text: str, options: Options | None = None) -> Position:
        """Reads what `Position.to_text` writes, or moves in record order; BadTextError says why."""

    @abstractmethod
    def player_names(self, options: Options) -> tuple[str, ...]:
        """Glossary words, in order of play: black, white ..."""

    def title(self, options: Options, language: str = "en") -> str:
        """The game's name with what distinguishes this form of it, for headings."""
        name, size = self.names[language], options.get("size")
        return f"{name} {size}" if size else name

    def has_part(self, name: str) -> bool:
        """Whether the room has a module of that name (twin, drawing, engine ...)."""
        return _is_module(f"{self.package}.{name}")

    def part(self, name: str) -> ModuleType:
        """A module of the room, imported now: parts may need native code, the law never does."""
        if not self.has_part(name):
            raise GameError(f"{self.id} has no {name} yet")
        return importlib.import_module(f"{self.package}.{name}")

    def twin(self, position: Position) -> Twin:
        """The native double of a position; GameError where the room has none."""
        made: Twin = self.part("twin").twin(position)
        return made

    def scene(self, seen: View, marks: Marks | None = None) -> Scene:
        """What the viewer of a view sees and may do, for SVG, terminal and page alike."""
        drawn: Scene = self.part("drawing").scene(seen, marks)
        return drawn

    def sample(self, seen: View, random: Random) -> Position:  # noqa: ARG002 - where all is open
        """A position that the view allows, drawn as likely as the law makes it.

        Rooms that hide nothing have one to choose; a room with hidden information says its own.
        """
        return seen.position()

    def reopened(self, seen: View) -> View:
        """A view that came as plain data, with its position again where nothing is hidden."""
        if self.capabilities(dict(seen.options)).hidden:
            return seen
        return replace(seen, whole=self.from_text(seen.text, dict(seen.options)))

    def rules_text(self, language: str = "en") -> str:
        """The rules for people, from `rules.<language>.md` in the room."""
        if language not in LANGUAGES:
            known = " and ".join(LANGUAGES)
            raise GameError(f"the rules are written in {known}, not in {language!r}")
        return resources.files(self.package).joinpath(f"rules.{language}.md").read_text("utf-8")

    def typed_options(self, options: Options) -> dict[str, str]:
        """Options as a person at this machine typed them, with files read: for the CLI alone."""
        values = dict(options)
        for option in self.options:
            if option.typed is not None and option.name in values:
                values[option.name] = option.typed(values[option.name])
        return values

    def normal_options(self, options: Options | None) -> dict[str, str]:
        """All options with defaults filled in and values checked, in the room's order.

        A room whose options depend on one another looks at the whole in `check_options`.
        """
        given = dict(options or {})
        normal = {}
        for option in self.options:
            text = given.pop(option.name, option.default)
            try:
                normal[option.name] = option.normal(text)
            except ValueError as why:
                given_as = f"{option.name}={_short(text)!r}"
                raise BadOptionError(f"{self.id}: option {given_as}: {why}") from None
        if given:
            known = ", ".join(option.name for option in self.options) or "none"
            raise BadOptionError(f"{self.id} has no option {sorted(given)[0]!r} (it has: {known})")
        try:
            self.check_options(normal)
        except ValueError as why:
            chosen = ", ".join(f"{name}={_short(text)}" for name, text in normal.items())
            raise BadOptionError(f"{self.id} with {chosen}: {why}") from None
        return normal

    def check_options(self, options: Options) -> None:  # noqa: B027 - most rooms need none
        """Raises ValueError where options, each good alone, do not fit together."""


@cache
def _is_module(name: str) -> bool:
    """Looked up once: a room's folder does not change while the program runs."""
    return importlib.util.find_spec(name) is not None


def _short(text: str) -> str:
    """A value as a message shows it: hostile input can be long."""
    return text if len(text) <= 60 else f"{text[:57]}..."
