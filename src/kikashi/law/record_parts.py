"""Parts of a room about what is written down: notations, stones on points, records."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from kikashi.law.contract import Move, Position

if TYPE_CHECKING:
    from kikashi.law.capabilities import Options
    from kikashi.records.formats import Format
    from kikashi.records.model import Record
    from kikashi.records.sgf_grammar import SgfNode


@runtime_checkable
class Notation(Protocol):
    """`notation.py`: how people write moves."""

    def read(self, position: Position, text: str) -> Move:
        """The legal move that a text means, in any notation of the game."""

    def usual(self, position: Position, move: Move, language: str) -> str:
        """A legal move as people write it in their language."""


@runtime_checkable
class UciNotation(Protocol):
    """`notation.py` of a game that UCI and its kin speak of."""

    def to_uci(self, move: Move) -> str: ...
    def from_uci(self, text: str) -> Move: ...


@runtime_checkable
class OwnRecords(Protocol):
    """`own_records.py`: games in formats that only this game's programs know, such as KIF."""

    OWN_FORMATS: tuple[Format, ...]
    """Those that a game can be written in; their ids are the endings of files."""

    CHARACTER_SET: str
    """What those of their files are in that are not UTF-8."""

    def is_own(self, text: str) -> bool:
        """Whether a text looks like one of them."""

    def own_record(self, text: str, options: Options | None = None) -> Record:
        """The game of a text; GameError where it is broken, or in none of them."""


class Points(Protocol):
    """The places of a board."""

    @property
    def cells(self) -> tuple[str, ...]: ...
    @property
    def coordinates(self) -> tuple[tuple[int, ...], ...]:
        """Of each cell: column and row from the bottom left, where the board is flat."""

    @property
    def index(self) -> Mapping[str, int]: ...


@runtime_checkable
class StonesOnPoints(Protocol):
    """`points.py` of a game whose moves are stones on points: for SGF, GTP and their kin."""

    PASS: Move
    """The move of who puts no stone; empty where nobody may pass."""

    def points(self, position: Position) -> Points: ...

    def stones(self, position: Position) -> tuple[tuple[Move, ...], ...]:
        """The cells that each player's stones lie on."""

    def turn_stones(self, position: Position) -> tuple[int, int]:
        """How many stones the first turn of a game has, and every later one."""

    def given_move(self, position: Position, player: int, stones: int) -> Position:
        """The same board with `player` to put so many stones."""

    def with_stones(
        self, position: Position, stones: Sequence[Sequence[Move]], player: int, left: int
    ) -> Position:
        """A board under the same rules with just these stones."""

    def setup_text(
        self, start: Position, stones: Sequence[Sequence[Move]], player: int, left: int
    ) -> str:
        """The position text of such a board."""


@runtime_checkable
class RecordDialect(Protocol):
    """`dialect.py`: how records of this game are known and written."""

    SGF_NUMBER: int | None
    """What GM says in SGF files; None where the game has no number."""
    SGF_DIALECT: str
    """One of `kikashi.records.dialects`."""
    DEFAULT_OF: tuple[str, ...]
    """Formats and dialects whose records are of this game where they do not say of which."""


@runtime_checkable
class SgfOptions(Protocol):
    """`dialect.py` of a game whose rule options stand in properties of SGF."""

    def sgf_options(self, properties: Mapping[str, list[str]]) -> dict[str, str]: ...


@runtime_checkable
class SgfPart(Protocol):
    """`sgf.py` of a game whose records are older than this house: its own reader and writer."""

    NUMBER: int
    """What GM says."""

    def record(self, tree: SgfNode, options: Mapping[str, str] | None = None) -> Record: ...
    def tree(self, made: Record) -> SgfNode: ...
