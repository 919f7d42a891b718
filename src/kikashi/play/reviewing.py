"""Review of a record: at each turn, was a proved win missed, or one allowed to the opponent?

A win counts as missed when the mover had a proved win, did not complete it, and has none of that
class at its next turn; as delayed when it is still there although the turn forced nothing. One
counts as allowed when the opponent has a proved win after the turn and had none before it. What the
budget leaves undecided is called so, never 'no'.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from kikashi.games import room
from kikashi.law import CHANCE, GameError, Move, Position
from kikashi.play.analysing import CHECKING, methods
from kikashi.play.game import Game, Turn
from kikashi.play.spelling import spelled
from kikashi.records import Node, Record
from kikashi.search import Limits, Progress, Verdict, solve
from kikashi.words import say

Watch = Callable[[int, int], None]
"""Called with turns done and turns in all."""

MISSED, DELAYED, ALLOWED = "missed", "delayed", "allowed"
KEPT, COMPLETED = "kept", "completed"


@dataclass(frozen=True)
class TurnReview:
    """What is proved about one turn."""

    number: int
    """From 1, in order of play."""
    player: str
    moves: tuple[Move, ...]
    first: int
    """The number of its first move, from 1."""
    had: Verdict | None
    """The mover's proved win before the turn."""
    gave: Verdict | None
    """The opponent's proved win after it, where there was none before."""
    findings: tuple[str, ...]
    """Of missed, delayed, allowed, kept and completed."""
    undecided: bool
    """The budget ended a search that bears on this turn."""
    before: Position | None = None
    after: Position | None = None
    """Where the turn was made and where it led, to write moves as people do."""

    def to_json(self) -> dict[str, Any]:
        return {
            "turn": self.number,
            "player": self.player,
            "moves": list(self.moves),
            "first_move": self.first,
            "findings": list(self.findings),
            "undecided": self.undecided,
            "had": None if self.had is None else self.had.to_json(),
            "gave": None if self.gave is None else self.gave.to_json(),
        }


@dataclass(frozen=True)
class Step:
    """What is known after one more position was searched."""

    number: int
    """Turns played before the position."""
    total: int
    """Turns in all."""
    searched: tuple[Verdict, ...]
    """About the position, for its side to move."""
    judged: tuple[TurnReview, ...]
    """The turns that can be judged now."""


def review(
    record: Record,
    limits: Limits,
    by: str | None = None,
    *,
    watch: Watch | None = None,
) -> tuple[TurnReview, ...]:
    """Every turn of the main line; `limits` holds for each search."""
    turns: list[TurnReview] = []
    for step in steps(record, limits, by):
        turns += step.judged
        if watch is not None:
            watch(min(step.number + 1, step.total), step.total)
    return tuple(turns)


def steps(
    record: Record, limits: Limits, by: str | None = None, progress: Progress | None = None
) -> Iterator[Step]:
    """Reviews position by position; when `progress` stops a search, what was judged stays."""
    positions = record.replay()
    known = room(record.game).capabilities(positions[0].options).provers
    if not known:
        raise GameError(f"{record.game} with {positions[0].players} players has no forcing search")
    if by is not None and by not in known:
        raise GameError(f"{record.game} can be reviewed by {' or '.join(known)}, not by {by!r}")
    turns, places = turns_and_places(record)
    ends = [positions[place] for place in places[1:]]
    verdicts: list[tuple[Verdict, ...]] = []
    judged = 0
    for number, place in enumerate(places):
        chosen = (by,) if by else known
        found = tuple(_searches(positions[place], chosen, limits, progress))
        if any(verdict.ending == "stopped" for verdict in found):
            return
        verdicts.append(found)
        # A turn is judged by the two positions after it.
        ready = len(turns) if number == len(turns) else max(number - 1, 0)
        now = tuple(
            _judge(
                turn, turns[turn], places[turn] + 1, verdicts, ends, before=positions[places[turn]]
            )
            for turn in range(judged, ready)
        )
        judged = max(judged, ready)
        yield Step(number, len(turns), found, now)


def turns_and_places(record: Record) -> tuple[tuple[Turn, ...], tuple[int, ...]]:
    """The players' turns, and how many moves were made before each and in all.

    What chance did belongs to the turn before it: nobody is judged for that.
    """
    turns: list[Turn] = []
    places: list[int] = []
    count = 0
    for turn in Game(record.replay()[0], record.moves).turns:
        if turn.player != CHANCE:
            turns.append(turn)
            places.append(count)
        count += len(turn.moves)
    return tuple(turns), (*places, count)


def _searches(
    position: Position, known: tuple[str, ...], limits: Limits, progress: Progress | None
) -> Iterator[Verdict]:
    """The narrow search first; the wide one only where that found nothing."""
    if position.result() is not None:
        return
    if room(position.game).idle(position):
        return
    for by in (method for method in known if method in methods(position)):
        verdict = solve(position, by, limits, progress=progress).replayed(CHECKING)
        yield verdict
        if verdict.verdict == "win" or verdict.ending == "stopped":
            return


def _win(verdicts: tuple[Verdict, ...]) -> Verdict | None:
    """The win that was checked: what was only found is open."""
    return next((v for v in verdicts if v.verdict == "win" and v.checked is not None), None)


def _open(verdicts: tuple[Verdict, ...]) -> bool:
    return _win(verdicts) is None and any(v.verdict in ("unknown", "win") for v in verdicts)


def _judge(
    number: int,
    turn: Turn,
    first: int,
    verdicts: list[tuple[Verdict, ...]],
    ends: list[Position],
    *,
    before: Position,
) -> TurnReview:
    def at(place: int) -> tuple[Verdict, ...]:
        return verdicts[place] if 0 <= place < len(verdicts) else ()

    had, after = _win(at(number)), _win(at(number + 1))
    then = _win(at(number + 2))
    findings: list[str] = []
    undecided = _open(at(number)) or (turn.complete and _open(at(number + 1)))
    if had is not None:
        result = ends[number].result()
        if result is not None and result.winner == turn.player:
            findings.append(COMPLETED)
        elif set(turn.moves) == set(had.line[0]):
            findings.append(KEPT)
        elif then is not None:
            findings.append(KEPT if _follows(had, then, ends[number], turn.player) else DELAYED)
        elif any(v.by == had.by and v.verdict == "no" for v in at(number + 2)):
            findings.append(MISSED)
        elif after is not None or (number + 2 == len(ends) and ends[-1].result() is not None):
            findings.append(MISSED)  # the opponent wins, or has won: it is certainly gone
        else:
            undecided = True  # the record stops here, or the budget did
    gave = None
    opponents_win_before = _win(at(number - 1))
    if after is not None and turn.complete and opponents_win_before is None:
        gave = after
        findings.append(ALLOWED)
    names = room(ends[0].game).player_names(ends[0].options)
    return TurnReview(
        number + 1,
        names[turn.player],
        turn.moves,
        first,
        had,
        gave,
        tuple(findings),
        undecided,
        before,
        ends[number],
    )


def _follows(had: Verdict, then: Verdict, after: Position, player: int) -> bool:
    """Whether a turn can belong to a win of its class: the narrow one forces with every turn."""
    forcing = room(after.game).forcing_prover()
    if forcing is None:
        return (then.turns or 0) < (had.turns or 0)  # it brought the win nearer
    return had.by != methods(after)[0] or forcing.forces(after, player)


def sentences(turn: TurnReview, language: str = "en", notation: str = "") -> tuple[str, ...]:
    """What is proved about a turn, for people; nothing about most turns.

    Moves are written as is usual in the language, or in the notation of another one, or in `words`.
    """
    other = turn.gave.side if turn.gave is not None else ""
    said = []
    for finding in turn.findings:
        verdict, here = (turn.gave, turn.after) if finding == ALLOWED else (turn.had, turn.before)
        assert verdict is not None
        assert here is not None
        home = room(verdict.game)
        said.append(
            say(
                f"review.{finding}",
                language,
                side=home.colour(turn.player, language),
                other=home.colour(other, language),
                turns=verdict.turns or 0,
                by=home.method(verdict.by, language),
                line=spelled(here, verdict.line, notation or language),
            )
        )
    return tuple(said)


def annotate(record: Record, turns: tuple[TurnReview, ...], language: str = "en") -> Record:
    """Writes the findings into the record: comments, and a missed win as a variation."""
    nodes = [node for node in record.main_line if node.move]
    parents = dict(zip(map(id, nodes), _parents(record), strict=True))
    for turn in turns:
        said = "\n".join(sentences(turn, language))
        if not said:
            continue
        last = nodes[turn.first - 1 + len(turn.moves) - 1]
        last.comment = f"{last.comment}\n{said}".strip()
        if {MISSED, DELAYED} & set(turn.findings) and turn.had is not None:
            here: Node = parents[id(nodes[turn.first - 1])]
            for moves in turn.had.line:
                for move in moves:
                    here = here.add(move)
    return record


def _parents(record: Record) -> list[Node]:
    line = record.main_line
    return [parent for parent, node in pairwise(line) if node.move]
