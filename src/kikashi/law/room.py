"""A room: everything the house may ask of one game, without knowing the game."""

from __future__ import annotations

import importlib
import importlib.util
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, wraps
from importlib import resources
from pathlib import Path
from random import Random
from types import ModuleType
from typing import TYPE_CHECKING, TypeAlias, TypeVar, cast

from kikashi.law import parts, puzzle_parts, record_parts
from kikashi.law.contract import BadOptionError, BadTextError, GameError, Move, Position, View

if TYPE_CHECKING:
    from kikashi.drawing import Marks, Scene, Threats

Options: TypeAlias = Mapping[str, str]
Part = TypeVar("Part")

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


class Room(ABC):
    """One game. A room's package exports its instance as `ROOM`.

    Only the law is imported with the room; twin, drawing and engines are imported when asked for.
    """

    id: str
    names: Mapping[str, str]
    options: tuple[Option, ...] = ()
    claims: tuple[ClaimKind, ...] = ()
    family: tuple[str, ...] = ()
    """The packages whose modules are the parts that the room has no module of its own for."""
    example: str = ""
    """A position text that shows the game well; documentation and tests use it."""
    longest_text: int = 20_000
    """Characters of a position text; a longer one is refused before the law looks at it."""

    def __init_subclass__(cls, **more: object) -> None:
        """Puts the limit before every `from_text`: texts come from strangers, no room forgets."""
        super().__init_subclass__(**more)
        if "from_text" in cls.__dict__:
            cls.from_text = _short_enough(cls.__dict__["from_text"])  # type: ignore[method-assign]

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

    def has_part(self, name: str) -> bool:
        """Whether there is a module of that name (twin, drawing, engine ...) for this room."""
        return self._module(name) is not None

    def part(self, name: str) -> ModuleType:
        """A module of the room or its family, imported now; for what no type here describes.

        Parts may need native code, the law never does.
        """
        found = self._module(name)
        if found is None:
            raise GameError(f"{self.id} has no {name} yet")
        return importlib.import_module(found)

    def _module(self, name: str) -> str | None:
        for package in (self.package, *self.family):
            if _is_module(f"{package}.{name}"):
                return f"{package}.{name}"
        return None

    def _typed(self, name: str, kind: type[Part]) -> Part | None:
        """The module of that name, where it has what the type asks for."""
        found = self._module(name)
        if found is None:
            return None
        module = importlib.import_module(found)
        fits = _FITS.get((found, kind))
        if fits is None:  # looking for every name of a protocol takes a while
            fits = _FITS[found, kind] = isinstance(module, kind)
        return cast("Part", module) if fits else None

    # --- the parts, each None where the room has none; see kikashi.law.parts --------------------

    def prover(self) -> parts.Prover | None:
        return self._typed("provers", parts.Prover)

    def exact_methods(self, options: Options) -> tuple[str, ...]:
        """Methods of `solve` that settle who wins; they take long and are asked for by name."""
        prover = self._typed("provers", parts.ExactProver)
        return () if prover is None else prover.exact_methods(self.start(options))

    def flags(self) -> tuple[parts.Flag, ...]:
        """What only this room's searches take."""
        prover = self._typed("provers", parts.FlaggedProver)
        return () if prover is None else prover.FLAGS

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

    def first_turn_prover(self) -> parts.FirstTurnProver | None:
        return self._typed("provers", parts.FirstTurnProver)

    def defence_prover(self) -> parts.DefenceProver | None:
        return self._typed("provers", parts.DefenceProver)

    def resistance_prover(self) -> parts.ResistanceProver | None:
        return self._typed("provers", parts.ResistanceProver)

    def line_prover(self) -> parts.LineProver | None:
        return self._typed("provers", parts.LineProver)

    def forcing_prover(self) -> parts.ForcingProver | None:
        return self._typed("provers", parts.ForcingProver)

    def engine(self) -> parts.Engine | None:
        return self._typed("engine", parts.Engine)

    def candidate_engine(self) -> parts.CandidateEngine | None:
        return self._typed("engine", parts.CandidateEngine)

    def scaled_engine(self) -> parts.ScaledEngine | None:
        return self._typed("engine", parts.ScaledEngine)

    def share_engine(self) -> parts.ShareEngine | None:
        return self._typed("engine", parts.ShareEngine)

    def shared_engine(self) -> parts.SharedEngine | None:
        return self._typed("engine", parts.SharedEngine)

    def quick_engine(self) -> parts.QuickEngine | None:
        return self._typed("engine", parts.QuickEngine)

    def opening_engine(self) -> parts.OpeningEngine | None:
        return self._typed("engine", parts.OpeningEngine)

    def other_players(self) -> parts.OtherPlayers | None:
        return self._typed("engine", parts.OtherPlayers)

    def study(self) -> parts.Study | None:
        return self._typed("study", parts.Study)

    def heat_map(self) -> parts.HeatMap | None:
        return self._typed("study", parts.HeatMap)

    def owners(self) -> tuple[str, ...]:
        """The sides whose points are 0 and 1 on the heat map; none where it shows what matters."""
        found = self._typed("study", parts.OwnerMap)
        return () if found is None else found.OWNERS

    def themes(self) -> parts.Themes | None:
        return self._typed("themes", parts.Themes)

    def puzzling(self) -> puzzle_parts.Puzzling | None:
        return self._typed("puzzling", puzzle_parts.Puzzling)

    def questions(self) -> puzzle_parts.Questions | None:
        return self._typed("questions", puzzle_parts.Questions)

    def adjustable_questions(self) -> puzzle_parts.AdjustableQuestions | None:
        return self._typed("questions", puzzle_parts.AdjustableQuestions)

    def counsel(self) -> puzzle_parts.Counsel | None:
        return self._typed("counsel", puzzle_parts.Counsel)

    def settling(self, position: Position) -> parts.SettlingEngine | None:
        """Who can propose how a game is settled, where its players are agreeing about it now."""
        found = self._typed("engine", parts.SettlingEngine)
        return found if found is not None and found.settles(position) else None

    def hindsight(self) -> puzzle_parts.Hindsight | None:
        return self._typed("hindsight", puzzle_parts.Hindsight)

    def claiming(self) -> puzzle_parts.Claiming | None:
        return self._typed("claiming", puzzle_parts.Claiming)

    def examiner(self) -> puzzle_parts.Examiner | None:
        return self._typed("exam", puzzle_parts.Examiner)

    def job_level(self) -> parts.JobLevel | None:
        return self._typed("joblevel", parts.JobLevel)

    def threat_map(self) -> parts.ThreatMap | None:
        return self._typed("drawing", parts.ThreatMap)

    def notation(self) -> record_parts.Notation | None:
        return self._typed("notation", record_parts.Notation)

    def own_records(self) -> record_parts.OwnRecords | None:
        return self._typed("own_records", record_parts.OwnRecords)

    def uci_notation(self) -> record_parts.UciNotation | None:
        return self._typed("notation", record_parts.UciNotation)

    def on_points(self) -> record_parts.StonesOnPoints | None:
        return self._typed("points", record_parts.StonesOnPoints)

    def record_dialect(self) -> record_parts.RecordDialect | None:
        return self._typed("dialect", record_parts.RecordDialect)

    def sgf_options(self, properties: Mapping[str, list[str]]) -> dict[str, str]:
        """The rule options that an SGF file states in properties of this game."""
        found = self._typed("dialect", record_parts.SgfOptions)
        return {} if found is None else found.sgf_options(properties)

    def sgf(self) -> record_parts.SgfPart | None:
        return self._typed("sgf", record_parts.SgfPart)

    def spoken(self) -> parts.Spoken | None:
        return self._typed("protocols", parts.Spoken)

    def judging(self) -> parts.Judging | None:
        return self._typed("judge", parts.Judging)

    def strategic(self) -> parts.Strategic | None:
        return self._typed("strategy", parts.Strategic)

    def second_opinion(self) -> parts.SecondOpinion | None:
        return self._typed("slow", parts.SecondOpinion)

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

    def check_options(self, options: Options) -> None:  # noqa: B027 - most rooms need none
        """Raises ValueError where options, each good alone, do not fit together."""


_FITS: dict[tuple[str, object], bool] = {}


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


@cache
def _is_module(name: str) -> bool:
    """Looked up once: a room's folder does not change while the program runs."""
    try:
        found = importlib.util.find_spec(name)
    except ModuleNotFoundError:  # a room that was made by hand, without a folder
        return False
    # The map of an editable installation may still name a file that is gone.
    return found is not None and (found.origin is None or Path(found.origin).exists())


def _normal(flag: parts.Flag, text: str) -> object:
    """What a flag's text means."""
    try:
        return flag.normal(text)
    except ValueError as why:
        raise GameError(f"--{flag.name}: {why}") from None


def _short(text: str) -> str:
    """A value as a message shows it: hostile input can be long."""
    return text if len(text) <= 60 else f"{text[:57]}..."
