"""A room: everything the house may ask of one game, without knowing the game."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import wraps
from importlib import resources
from random import Random
from typing import TYPE_CHECKING

from kikashi.law import parts, record_parts
from kikashi.law.capabilities import LANGUAGES, Capabilities, ClaimKind, Option, Options
from kikashi.law.contract import BadOptionError, BadTextError, GameError, Move, Position, View
from kikashi.law.room_parts import RoomParts

if TYPE_CHECKING:
    from kikashi.drawing import Marks, Scene, Threats


class Room(RoomParts, ABC):
    """One game. A room's package exports its instance as `ROOM`.

    Only the law is imported with the room; twin, drawing and engines are imported when asked for.
    """

    names: Mapping[str, str]
    options: tuple[Option, ...] = ()
    claims: tuple[ClaimKind, ...] = ()
    example: str = ""
    """A position text that shows the game well; documentation and tests use it."""
    longest_text: int = 20_000
    """Characters of a position text; a longer one is refused before the law looks at it."""

    def __init_subclass__(cls, **more: object) -> None:
        """Puts the limit before every `from_text`: texts come from strangers, no room forgets."""
        super().__init_subclass__(**more)
        if "from_text" in cls.__dict__:
            cls.from_text = _short_enough(cls.__dict__["from_text"])  # type: ignore[method-assign]

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

    def record_words(self, line: str) -> list[Move]:
        """The moves of a line as records write it.

        A room whose records write a move together with what chance showed takes them apart.
        """
        return line.replace(",", " ").split()

    def record_line(self, moves: Sequence[Move]) -> str:
        """The same the other way."""
        return " ".join(moves)

    def title(self, options: Options, language: str = "en") -> str:
        """The game's name with what distinguishes this form of it, for headings."""
        name, size = self.names[language], options.get("size")
        return f"{name} {size}" if size else name

    # --- what takes a part and more -------------------------------------------------------------

    def exact_methods(self, options: Options) -> tuple[str, ...]:
        """Methods of `solve` that settle who wins; they take long and are asked for by name."""
        prover = self._typed("provers", parts.ExactProver)
        return () if prover is None else prover.exact_methods(self.start(options))

    def read_flags(self, given: Mapping[str, str]) -> dict[str, object]:
        """What `solve` takes, of flags as they were written; GameError names a wrong one."""
        known = {flag.name: flag for flag in self.flags()}
        for name in given.keys() - known.keys():
            has = ", ".join(known) or "none"
            raise GameError(f"searches in {self.id} have no {_short(name)!r} (they have: {has})")
        return {name: _normal(known[name], text) for name, text in given.items()}

    def read_question_flags(self, given: Mapping[str, str]) -> dict[str, object]:
        """What `choices_with` takes; GameError names what is wrong."""
        part = self.adjustable_questions()
        known = {flag.name: flag for flag in (part.FLAGS if part else ())}
        for name in given.keys() - known.keys():
            has = ", ".join(known) or "none"
            raise GameError(f"questions of {self.id} have no {_short(name)!r} (they have: {has})")
        return {name: _normal(known[name], text) for name, text in given.items()}

    def settling(self, position: Position) -> parts.SettlingEngine | None:
        """Who can propose how a game is settled, where its players are agreeing about it now."""
        found = self._typed("engine", parts.SettlingEngine)
        return found if found is not None and found.settles(position) else None

    def sgf_options(self, properties: Mapping[str, list[str]]) -> dict[str, str]:
        """The rule options that an SGF file states in properties of this game."""
        found = self._typed("dialect", record_parts.SgfOptions)
        return {} if found is None else found.sgf_options(properties)

    def words(self) -> parts.Words:
        """The words that only this game, or its family, has."""
        found = self._typed("words", parts.Vocabulary)
        return {} if found is None else found.WORDS

    def say(self, key: str, language: str = "en", **values: object) -> str:
        """A sentence in the room's own words, or in those that all games share."""
        from kikashi import words  # noqa: PLC0415 - the checker needs laws and no words

        own = self.words().get(key)
        if own is None:
            return words.say(key, language, **values)
        return words.filled(own[language], **values)

    def colour(self, name: str, language: str = "en") -> str:
        """A player by its word, as this game calls them."""
        return self._named("colour", name, language)

    def reason(self, name: str, language: str = "en", options: Options | None = None) -> str:
        """Why a game ended, from the reason of its result; its words may have options as gaps."""
        return self._named("result", name, language, **self.normal_options(options))

    def ending(self, position: Position, reason: str, language: str = "en") -> str:
        """Why this game ended; a room that counts says by how much."""
        return self.reason(reason, language, position.options)

    def opinion(self, name: str, language: str = "en") -> str:
        """Why a player moved so."""
        return self._named("opinion", name, language)

    def method(self, name: str, language: str = "en") -> str:
        """A method of the room's provers."""
        return self._named("by", name, language)

    def method_names(self, name: str) -> dict[str, str]:
        """A class of wins by language, as pages say it: spelled out where `method` is short."""
        words = self.words()
        return dict(words.get(f"class.{name}") or words.get(f"by.{name}") or {"en": name})

    def _named(self, kind: str, name: str, language: str, **values: object) -> str:
        said = self.say(f"{kind}.{name}", language, **values)
        return name if said == f"{kind}.{name}" else said

    def twin(self, position: Position) -> parts.Twin:
        """The native double of a position; GameError where the room has none."""
        found = parts.needed(self._typed("twin", parts.TwinPart), self.id, "twin")
        return found.twin(position)

    def scene(self, seen: View, marks: Marks | None = None) -> Scene:
        """What the viewer of a view sees and may do, for SVG, terminal and page alike."""
        found = parts.needed(self._typed("drawing", parts.Drawing), self.id, "drawing")
        return found.scene(seen, marks)

    def touched(self, word: Move) -> tuple[str, ...]:
        """The cells that a move touches, so that a line can be shown without being played."""
        found = self._typed("drawing", parts.Ways)
        return () if found is None else found.touched(word)

    def move_name(self, word: Move, language: str = "en") -> str:
        """A move as people read and hear it, where it is known alone: without its position."""
        found = self._typed("drawing", parts.MoveNames)
        return word if found is None else found.move_name(word, language)

    def names_moves(self) -> bool:
        """Whether `move_name` says more than the word."""
        return self._typed("drawing", parts.MoveNames) is not None

    def threat_marks(self, position: Position) -> tuple[Threats, ...]:
        """The threats on the board, where the game has such a thing."""
        found = self.threat_map()
        return () if found is None else found.threat_marks(position)

    def idle(self, position: Position) -> bool:
        """Whether a search for forced wins would be idle here: an empty board, say."""
        found = self._typed("provers", parts.IdleProver)
        return found is not None and found.idle(position)

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

    def pages(self, language: str = "en") -> dict[str, str]:
        """Further pages for people by their names, in order: a course, from the room's `pages`."""
        folder, ending = resources.files(self.package).joinpath("pages"), f".{language}.md"
        if not folder.is_dir():
            return {}
        found = sorted(page.name for page in folder.iterdir() if page.name.endswith(ending))
        return {n.removesuffix(ending): folder.joinpath(n).read_text("utf-8") for n in found}

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

    def check_options(self, options: Options) -> None:
        """Raises ValueError where options, each good alone, do not fit together."""


def _short_enough(read: Callable[..., Position]) -> Callable[..., Position]:
    @wraps(read)
    def from_text(room: Room, text: str, options: Options | None = None) -> Position:
        if len(text) > room.longest_text:
            raise BadTextError(
                f"a position text of {room.id} has at most {room.longest_text} characters, "
                f"not {len(text)}"
            )
        return read(room, text, options)

    return from_text


def _normal(flag: parts.Flag, text: str) -> object:
    """What a flag's text means."""
    try:
        return flag.normal(text)
    except ValueError as why:
        raise GameError(f"--{flag.name}: {why}") from None


def _short(text: str) -> str:
    """A value as a message shows it: hostile input can be long."""
    return text if len(text) <= 60 else f"{text[:57]}..."
