"""The parts of a room: everything the house may ask of a game beyond its law, as types.

A part is a module of the room's folder, imported when it is asked for; here stands what it must
have. A room without a part cannot do that thing, and whoever asks is told so: `Room.prover()` is
None there. What a family of games has in common stands once, in the packages that `Room.family`
names, and serves each of its rooms that has no module of its own by that name. Parts
about single decisions stand in `puzzle_parts`, those about what is written down in `record_parts`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, TypeVar, runtime_checkable

from kikashi.law.contract import GameError, Move, Position, Result, View

if TYPE_CHECKING:
    import typer

    from kikashi.drawing import Marks, Scene, Threats
    from kikashi.grid.joblevel.contract import WinProblem
    from kikashi.proofs.judge import Judge
    from kikashi.proofs.proof import Proof
    from kikashi.proofs.refusal import Caps
    from kikashi.proofs.strategy import Strategy
    from kikashi.protocols.registry import Protocol as SpokenProtocol
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
class MoveNames(Protocol):
    """`drawing.py` of a game whose words of moves are not what people say."""

    def move_name(self, word: Move, language: str) -> str:
        """A move in a list, for people: `pass` as Pass or 虛手; the word itself where it is one."""


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
class SettlingEngine(Protocol):
    """`engine.py` of a game whose players agree at the end what the board is worth."""

    def settles(self, position: Position) -> bool:
        """Whether they are agreeing now."""

    def settlement(self, position: Position) -> tuple[Move, ...]:
        """Moves by which the side to move says what the engine thinks, without its assent."""


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
class ShareEngine(Protocol):
    """`engine.py` whose scores are shares of wins: 0 is even, and half of a score is half of it."""

    SURE_WIN: int
    """The score of a game that is won."""


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
class OwnerMap(Protocol):
    """`study.py` whose heat map says whose a point is."""

    OWNERS: tuple[str, str]
    """The sides whose points are 0 and 1."""


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
class JobLevel(Protocol):
    """`joblevel.py`: wins that are proved by many small searches."""

    def problem(
        self, start: Position, attacker: int | None = None, *, nodes: int = ..., looks: int = ...
    ) -> WinProblem: ...

    def likely_turns(self, position: Position, most: int) -> list[tuple[Move, ...]]:
        """Turns worth a try, the best looking first."""


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
