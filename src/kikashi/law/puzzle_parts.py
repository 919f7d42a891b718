"""Parts of a room about single decisions: puzzles, best choices, counsel, hindsight, the exam."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from kikashi.law.contract import Move, Position, View

if TYPE_CHECKING:
    from kikashi.exam.ruling import Ruling
    from kikashi.law.parts import Flag
    from kikashi.puzzles.answers import Judgement, TurnRuling


@runtime_checkable
class Puzzling(Protocol):
    """`puzzling.py` of a game whose puzzles are judged by more than the win after every reply."""

    def judge_turn(self, begun: Position, ended: Position, seconds: float = ...) -> Judgement:
        """Whether the first turn of a puzzle still wins."""

    def answer(
        self,
        begun: Position,
        turn: Sequence[Move],
        *,
        by: str,
        turns: int,
        listed: bool,
        sort: str = ...,
        seconds: float = ...,
    ) -> TurnRuling:
        """The verdict on a turn of who solves a puzzle, and what the other side does about it."""


@dataclass(frozen=True)
class Question:
    """Where one best choice is asked for."""

    position: str
    length: int
    """The step of the ladder that asks it: 1 is the easiest."""
    difficulty: float
    """On the scale of ratings."""
    tags: Mapping[str, int]
    origin: str
    options: Mapping[str, str] = field(default_factory=dict)
    """Of the position, where they are not the usual ones."""


@dataclass(frozen=True)
class Valued:
    """A choice, and what it is worth to who chooses."""

    move: Move
    value: tuple[int, ...]
    """The highest is best, compared number by number."""
    said: Mapping[str, str]
    """What it leads to and costs, by language."""
    line: tuple[Move, ...] = ()
    """What follows it, where that shows how it works or is refuted."""


@dataclass(frozen=True)
class Grounds:
    """What the values of a position rest on, in words, and what of it has certificates."""

    said: Mapping[str, str]
    certificates: tuple[tuple[bytes, Mapping[str, object]], ...] = ()
    """Each with its claim about the position; not checked yet."""
    certified: Mapping[str, str] = field(default_factory=dict)
    """Said instead once the checker has replayed them all."""


@runtime_checkable
class Questions(Protocol):
    """`questions.py`: positions with one best choice, and what every choice there is worth."""

    WORDS: Mapping[str, Mapping[str, str]]
    """Of the tags."""

    def questions(self) -> Iterable[Question]:
        """Those that come with the room, the easiest first."""

    def ask(self, position: Position) -> Mapping[str, str]:
        """The question in words, by language; it tells nothing that the mover may not know."""

    def choices(self, seen: View) -> tuple[Valued, ...]:
        """Everything that the viewer, who is to move, may choose, the best first."""

    def grounds(self, position: Position) -> Grounds:
        """Why these values should be believed."""


@runtime_checkable
class AdjustableQuestions(Protocol):
    """`questions.py` whose values rest on more than the board, which a person may set afterwards:
    of Go, how many ko threats each side has."""

    FLAGS: tuple[Flag, ...]
    """What may be set, with the value that the question itself means; all values are listed."""

    def choices_with(self, seen: View, given: Mapping[str, object]) -> tuple[Valued, ...]:
        """As `choices`, under what was set; a flag that is not named has its default."""

    def grounds_with(self, given: Mapping[str, object]) -> Mapping[str, str]:
        """What these values rest on, by language."""


@runtime_checkable
class Counsel(Protocol):
    """`counsel.py` of a game whose players may ask, while they play, what each choice leaves."""

    def leaves(self, seen: View) -> tuple[Valued, ...]:
        """Each choice with what it leaves in the viewer's own hand, the best first; of the view
        alone, and empty where there is nothing to say."""


@dataclass(frozen=True)
class Decision:
    """What was decided once, beside what we would have done, after the game."""

    best: Move
    """What we would have done."""
    cost: float
    """How much worse the move was, in the room's own measure; 0 where it was as good."""
    exact: bool
    """Whether the cost is exact; else it is an estimate."""
    said: Mapping[str, str]
    """Both in words, by language."""


@runtime_checkable
class Hindsight(Protocol):
    """`hindsight.py`: each decision of a game that is over, from what the player knew then."""

    def decision(self, seen: View, move: Move) -> Decision | None:
        """What the viewer's move cost; None where there was nothing to decide."""


@runtime_checkable
class Claiming(Protocol):
    """`claiming.py` of a game whose rest a player may claim."""

    def may_claim(self, seen: View) -> bool:
        """Whether this is a moment for a claim; it tells nothing about whether it is true."""

    def rest(self, seen: View) -> tuple[Move, ...]:
        """The moves of all players that end the game, where the viewer is proved to get all that is
        left whatever the others do; GameError where that is not proved."""


@runtime_checkable
class Examiner(Protocol):
    """`exam.py`: the exam's own rule for an answer."""

    def rule(
        self, start: Position, turn: Sequence[Move], nodes: int = ..., by: str = ""
    ) -> Ruling: ...
