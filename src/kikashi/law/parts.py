"""The parts of a room: everything the house may ask of a game beyond its law, as types.

A part is a module of the room's folder, imported when it is asked for; here stands what it must
have. A room without a part cannot do that thing, and whoever asks is told so: `Room.prover()` is
None there. What a family of games has in common stands once, in the packages that `Room.family`
names, and serves each of its rooms that has no module of its own by that name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, TypeVar, runtime_checkable

from kikashi.law.contract import GameError, Move, Position, Result, View

if TYPE_CHECKING:
    import typer

    from kikashi.drawing import Marks, Scene, Threats
    from kikashi.exam.ruling import Ruling
    from kikashi.grid.joblevel.contract import WinProblem
    from kikashi.proofs.judge import Judge
    from kikashi.proofs.proof import Proof
    from kikashi.proofs.refusal import Caps
    from kikashi.proofs.strategy import Strategy
    from kikashi.protocols.registry import Protocol as SpokenProtocol
    from kikashi.puzzles.answers import Judgement, TurnRuling
    from kikashi.records.model import Record
    from kikashi.records.sgf_grammar import SgfNode
    from kikashi.search.defences import Holding
    from kikashi.search.first_turns import FirstTurns
    from kikashi.search.limits import Limits, Progress
    from kikashi.search.playing import Budget, Rung, Style, Thought
    from kikashi.search.verdict import Verdict

Part = TypeVar("Part")
Stop: TypeAlias = Callable[[], bool]
Words: TypeAlias = Mapping[str, Mapping[str, str]]
"""A word for people by its key: `{"mate": {"en": "mate", "zh-Hant": "將死"}}`."""


def of_type(given: object, kinds: type | tuple[type, ...], said: str) -> None:
    """Refuses a wrong kind of argument in a sentence: what is taken here, and what was given."""
    if not isinstance(given, kinds):
        raise GameError(f"{said}, not a {type(given).__name__}")


def needed(part: Part | None, game: str, what: str) -> Part:
    """A part that the caller cannot do without; GameError where the room has none."""
    if part is None:
        raise GameError(f"{game} has no {what} yet")
    return part


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


@runtime_checkable
class TwinPart(Protocol):
    """`twin.py`."""

    def twin(self, position: Position) -> Twin: ...


@runtime_checkable
class Drawing(Protocol):
    """`drawing.py`."""

    def scene(self, seen: View, marks: Marks | None) -> Scene:
        """What the viewer sees and may do."""


@runtime_checkable
class Ways(Protocol):
    """`drawing.py` of a game with a board."""

    def touched(self, word: Move) -> tuple[str, ...]:
        """Where a move goes, or where it is taken from and where it goes; none for a pass."""


@runtime_checkable
class ThreatMap(Protocol):
    """`drawing.py` of a game whose threats can be shown on the board."""

    def threat_marks(self, position: Position) -> tuple[Threats, ...]: ...


@dataclass(frozen=True)
class Flag:
    """Something that only this room's searches take: `--quiet 2` at the command line."""

    name: str
    default: str
    normal: Callable[[str], object]
    """Reads what was typed, and gives what `solve` takes; ValueError says why not."""
    help: Mapping[str, str]
    choices: tuple[str, ...] = ()
    """All values it takes, where they are few."""


@runtime_checkable
class Prover(Protocol):
    """`provers.py`: wins (or other claims) that are proved, each with its certificate."""

    def methods(self, position: Position) -> tuple[str, ...]:
        """What `--by` takes for this position, the usual one first; none where nothing can be."""

    def solve(
        self,
        position: Position,
        by: str | None = None,
        limits: Limits | None = None,
        *,
        progress: Progress | None = None,
        **own: Any,
    ) -> Verdict:
        """A verdict about the side to move.

        `own` are `fastest`, `most_turns` and the room's FLAGS, each where the room takes it.
        """


@runtime_checkable
class FlaggedProver(Protocol):
    """`provers.py` with flags of its own."""

    FLAGS: tuple[Flag, ...]


@runtime_checkable
class ExactProver(Protocol):
    """`provers.py` that can settle who wins: methods that nobody tries unasked."""

    def exact_methods(self, position: Position) -> tuple[str, ...]: ...


@runtime_checkable
class FirstTurnProver(Protocol):
    """`provers.py` of a game that puzzles can be made of: how many first turns win?"""

    def first_turns(
        self,
        position: Position,
        turns: int,
        limits: Limits | None = None,
        *,
        reach: str = "in-time",
        most: int = 3,
        most_later: int = 1,
        candidate_nodes: int = ...,
        certified_nodes: int = 0,
        progress: Progress | None = None,
    ) -> FirstTurns: ...

    def claims_of(
        self, side: str, by: str, turns: int
    ) -> tuple[dict[str, object], dict[str, object]]:
        """What certificates of a shortest win must say: that it is one, that none is shorter."""


@runtime_checkable
class IdleProver(Protocol):
    """`provers.py` of a game with positions where a search for forced wins would be idle."""

    def idle(self, position: Position) -> bool: ...


@runtime_checkable
class DefenceProver(Protocol):
    """`provers.py` of a game with puzzles of the only defence: which turns hold?"""

    def holding(
        self,
        position: Position,
        limits: Limits | None = None,
        *,
        most: int = 1,
        search_nodes: int = ...,
        certified_nodes: int = 0,
        progress: Progress | None = None,
    ) -> Holding: ...

    def after_defence(self, position: Position, stones: Iterable[Move]) -> Position:
        """After a defence; the rest of its turn is passed."""

    def has_choice(self, position: Position) -> bool:
        """Whether the side to move has more than one thing to try."""


@runtime_checkable
class ResistanceProver(Protocol):
    """`provers.py` of a game whose certificates do not tell which defence lasts longest."""

    def longest_line(
        self, start: Position, first: Verdict, by: str, limits: Limits
    ) -> tuple[tuple[Move, ...], ...]:
        """The main line of a win; OutOfBudgetError where a search on the way did not finish."""


@runtime_checkable
class LineProver(Protocol):
    """`provers.py` that can play a proof of its own out."""

    def principal_line(self, proof: Proof) -> tuple[tuple[Move, ...], ...]:
        """The winner's turns against the defence that lasts longest in the proof."""


@runtime_checkable
class ForcingProver(Protocol):
    """`provers.py` of a game in which the law shows whether a turn forces."""

    def forces(self, after: Position, player: int) -> bool:
        """Whether the turn of `player` that led here can belong to a win of the usual class."""


@runtime_checkable
class Engine(Protocol):
    """`engine.py`: the computer as a player, ten rungs from a first friend to full strength."""

    def ladder(self, start: Position) -> tuple[Rung, ...]:
        """Ten rungs, weakest first, for a game with these options."""

    def think(self, seen: View, style: Style, budget: Budget, stop: Stop | None = None) -> Thought:
        """A whole turn for the player whose view it is; `stop` is asked every few milliseconds.

        Equal views and equal seeds with a budget of nodes give equal turns.
        """


@runtime_checkable
class CandidateEngine(Protocol):
    """`engine.py` that can also say at a glance which moves are worth a look."""

    WIDTH: int
    """How many of them a study follows up: more where the glance is rough."""

    def candidates(self, seen: View, count: int) -> tuple[tuple[Move, float], ...]:
        """Moves with the mover's share of the game after them, 0 to 1: an opinion."""


@runtime_checkable
class ScaledEngine(Protocol):
    """`engine.py` whose scores are not in hundredths of a logit."""

    LOGISTIC: float
    """How much of a score makes the odds e to 1."""


@runtime_checkable
class SharedEngine(Protocol):
    """`engine.py` whose `think` keeps to its share of the turns at the root (`Budget.share`)."""

    SHARES: bool


@runtime_checkable
class QuickEngine(Protocol):
    """`engine.py` that can choose one move at once, for the simplest computer player."""

    def quick(self, seen: View, random: Random) -> tuple[Move, str]:
        """A move and the key of the reason for it."""


@runtime_checkable
class OpeningEngine(Protocol):
    """`engine.py` that knows which moves an opening may be made of by chance."""

    def opening_moves(self, position: Position) -> Sequence[Move]: ...


@runtime_checkable
class OtherPlayers(Protocol):
    """`engine.py` with players beside the ladder, known by name (`meinstein`)."""

    OTHERS: tuple[str, ...]

    def think_as(
        self, name: str, seen: View, budget: Budget, stop: Stop | None = None
    ) -> Thought: ...

    def refuse(self, name: str, start: Position) -> None:
        """GameError says why that player does not play a game with these options."""


@runtime_checkable
class Study(Protocol):
    """`study.py`: what somebody who studies a position may do with it beyond the rules."""

    def passed(self, position: Position) -> Position:
        """The same board with the next side to move; GameError where nobody may pass."""

    def pieces(self, position: Position) -> tuple[tuple[str, int], ...]:
        """What can be put on the board: the room's word and the player."""

    def placed(self, position: Position) -> dict[str, str]:
        """What lies where."""

    def arranged(self, position: Position, placed: Mapping[str, str], mover: int) -> Position:
        """A position under the same rules with these pieces."""


@runtime_checkable
class HeatMap(Protocol):
    """`study.py` of a game with a map of the cells that matter."""

    def heat(self, position: Position) -> dict[Move, float]:
        """How much each move matters, from 0 to 1: an opinion."""


@runtime_checkable
class Themes(Protocol):
    """`themes.py`: the tags of puzzles."""

    COMPLETING: int
    """Turns that follow a puzzle's last one before the game is over: 0 where a mate ends it."""
    TAGS: Mapping[str, Callable[[Any], int]]
    """Each a pure function of a played-out line: how often the theme applies in it."""
    WORDS: Words

    def line_of(self, position: Position, turns: Iterable[Sequence[Move]]) -> Any:
        """What the functions of TAGS take."""


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

    WORDS: Words
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


@runtime_checkable
class JobLevel(Protocol):
    """`joblevel.py`: wins that are proved by many small searches."""

    def problem(
        self, start: Position, attacker: int | None = None, *, nodes: int = ..., looks: int = ...
    ) -> WinProblem: ...

    def likely_turns(self, position: Position, most: int) -> list[tuple[Move, ...]]:
        """Turns worth a try, the best looking first."""


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


@runtime_checkable
class Spoken(Protocol):
    """`protocols.py`: protocols that only this game speaks, or speaks in its own way."""

    PROTOCOLS: Mapping[str, SpokenProtocol]


@runtime_checkable
class Judging(Protocol):
    """`judge.py`: judges certificates with the law alone."""

    def judge(self, position: Position) -> Judge: ...


@runtime_checkable
class Strategic(Protocol):
    """`strategy.py`: a checked certificate as a player."""

    def strategy(
        self, start: Position, nodes: Iterable[list[object]], root: int, caps: Caps
    ) -> Strategy: ...


@runtime_checkable
class SecondOpinion(Protocol):
    """`slow.py`: wins found once more, in plain Python from the law, for auditing."""

    def wins_within(self, position: Position, turns: int) -> bool: ...

    def disagrees(self, position: Position, turns: int, answers: Sequence[Sequence[Move]]) -> str:
        """What it says other than that just these first turns win in time; '' where it agrees."""


@runtime_checkable
class Vocabulary(Protocol):
    """`words.py`: words that only this game has, by the keys of `kikashi.words`.

    Keys are `result.…` (reasons), `opinion.…` (why a player moved so), `by.…` (methods),
    `colour.…` (players), and whatever else the room says with `Room.say`.
    """

    WORDS: Words


@runtime_checkable
class Verbs(Protocol):
    """`verbs.py`: verbs of the room's own, as `kikashi <game> <verb>`."""

    app: typer.Typer
