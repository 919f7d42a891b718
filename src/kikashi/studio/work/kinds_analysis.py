"""Kinds of work of the analysis page: lines, threats, proofs, reviews, the evaluation graph.

What is proved was replayed by the law before it is told. What a budget left open is 'unknown';
chances are opinions and are called so.
"""

from __future__ import annotations

import gzip
import time
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any

from kikashi.games import room
from kikashi.law import GameError, Move, Position, Room
from kikashi.law.puzzle_parts import Decision
from kikashi.play import Game, analysing, studying
from kikashi.play.lines import Report, cut_short, evaluate, proved, study
from kikashi.play.reviewing import Step, TurnReview, sentences, steps, turns_and_places
from kikashi.play.spelling import WORDS
from kikashi.proofs import Caps, Checked
from kikashi.proofs.strategy import strategy
from kikashi.records import Record
from kikashi.search import Limits, Verdict, solve
from kikashi.studio.work import Emit, Stop, kind
from kikashi.studio.work.job import KEPT
from kikashi.studio.work.kinds import position_of
from kikashi.words import LANGUAGES

MEMORY = 1 << 29
"""Of one search; the process has a limit of its own."""
FIRST_SECONDS, LONGER = 0.5, 4.0
"""Provers get longer and longer rounds, so that a short win is not kept waiting for a long no."""
ENOUGH = 0.75
"""Seconds of lines in a crowd: every turn worth a look has had its first one, and some a second."""
TELL = 0.25
"""Seconds between two reports of progress."""
CAPS = Caps()
LARGEST = 4 << 20
"""Bytes of a packed certificate that is kept to be played through."""
LOOK = 0.05
"""Seconds for one point of the evaluation graph."""


def verdict_json(verdict: Verdict, where: Room) -> dict[str, Any]:
    """A verdict as the page gets it."""
    names = ("verdict", "by", "side", "turns", "counts_all", "none_within", "nodes", "ending")
    answer = {name: getattr(verdict, name) for name in names}
    return answer | {
        "method": where.method_names(verdict.by),
        "line": [list(turn) for turn in verdict.line],
        "ways": ways(verdict.line, where),
        "seconds": round(verdict.seconds, 3),
        "checked": verdict.checked is not None,
    }


def ways(turns: Sequence[Sequence[Move]], where: Room) -> list[list[list[str]]]:
    """The cells that the moves of a line touch, so that it can be shown without being played."""
    return [[list(where.touched(move)) for move in turn] for turn in turns]


# --- lines -----------------------------------------------------------------------------------


@kind("analysis.lines", seconds=120, slice=6, least=ENOUGH)
def lines(payload: Mapping[str, Any], emit: Emit, stop: Stop) -> Mapping[str, Any]:
    """Engine lines, again and again better: `lines` is how many."""
    position = position_of(payload)
    last: Mapping[str, Any] = {"lines": [], "verdicts": [], "round": 0, "nodes": 0, "seconds": 0}
    told = 0.0
    for number, report in enumerate(study(position, payload["lines"], stop)):
        last = _report(report, room(position.game))
        # The first ones at once; later only so often, or a page could not follow.
        if number < 2 or report.seconds - told >= TELL:
            told = report.seconds
            emit("lines", last)
    return last


def _report(report: Report, where: Room) -> dict[str, Any]:
    return {
        "lines": [
            {
                "turns": [list(turn) for turn in line.turns],
                "ways": ways(line.turns, where),
                "chance": line.chance,
                "depth": line.depth,
                "win": None if line.win is None else verdict_json(line.win, where),
                "loss": None if line.loss is None else verdict_json(line.loss, where),
            }
            for line in report.lines
        ],
        "verdicts": [verdict_json(v, where) for v in report.verdicts],
        "round": report.round,
        "nodes": report.nodes,
        "seconds": round(report.seconds, 3),
    }


# --- proofs ----------------------------------------------------------------------------------


@kind("analysis.prove", seconds=180, slice=10)
def prove(payload: Mapping[str, Any], emit: Emit, stop: Stop) -> Mapping[str, Any]:
    """A win of the side to move, by the room's provers, within `seconds`."""
    return _prove(position_of(payload), payload["seconds"], emit, stop, payload["flags"])


@kind("analysis.threat", seconds=60, slice=10)
def threat(payload: Mapping[str, Any], emit: Emit, stop: Stop) -> Mapping[str, Any]:
    """What the opponent would win by if the side to move passed."""
    return _prove(studying.passed(position_of(payload)), payload["seconds"], emit, stop)


def _prove(
    position: Position, seconds: float, emit: Emit, stop: Stop, flags: Mapping[str, str] = {}
) -> dict[str, Any]:
    if position.result() is not None:
        raise GameError("the game is over; there is nothing to prove")
    if not analysing.methods(position):
        raise GameError(f"nobody here can prove wins in {position.game} with these rules")
    where = room(position.game)
    verdicts: dict[str, Verdict] = {}
    found: Verdict | None = None
    for verdict in _search(position, seconds, emit, stop, flags):
        verdicts[verdict.by] = verdict
        if verdict.verdict == "win":
            found = verdict
        emit("verdict", verdict_json(verdict, where))
    answer: dict[str, Any] = {
        "start": position.to_text(),
        "verdicts": [verdict_json(v, where) for v in verdicts.values()],
        "win": None,
    }
    if found is None or found.certificate is None:
        return answer
    emit("checking", {"nodes": len(found.certificate.nodes)})
    found = found.replayed(CAPS)
    replayed = found.checked
    if replayed is None:
        raise GameError("the win was found, but its proof is too large to be checked here")
    assert found.certificate is not None
    packed = gzip.compress(found.certificate.to_bytes(), mtime=0)
    kept = len(packed) <= LARGEST
    return answer | {
        "win": verdict_json(found, where),
        "claim": _claim(replayed),
        "proof": {
            "nodes": replayed.nodes,
            "steps": replayed.steps,
            "bytes": len(packed),
            "playable": kept,
        },
        KEPT: packed if kept else None,
    }


def _claim(replayed: Checked) -> dict[str, str]:
    return {language: replayed.claim.sentence(language) for language in LANGUAGES}


def _search(
    position: Position, seconds: float, emit: Emit, stop: Stop, flags: Mapping[str, str]
) -> Iterator[Verdict]:
    """Every verdict that a round ends with; the narrow class first, the wide one after it."""
    where = room(position.game)
    if where.idle(position):
        raise GameError("nobody forces anything on an empty board; place a stone first")
    began = time.monotonic()
    own = where.read_flags(flags)
    open_methods = list(analysing.methods(position))
    share = FIRST_SECONDS
    while open_methods and not stop():
        for by in tuple(open_methods):
            left = seconds - (time.monotonic() - began)
            if left <= 0 or stop():
                return
            limits = Limits(seconds=min(share, left), memory=MEMORY)
            teller = _Teller(where.method_names(by), began, seconds, emit, stop)
            verdict = solve(position, by, limits, progress=teller, **own)
            if verdict.ending == "stopped":
                return
            yield verdict
            if verdict.verdict == "win":
                return
            if not cut_short(verdict):
                open_methods.remove(by)  # more time would say nothing else
        share *= LONGER


class _Teller:
    """Tells how a search goes, not too often, and passes a stop on."""

    def __init__(
        self, method: dict[str, str], began: float, seconds: float, emit: Emit, stop: Stop
    ) -> None:
        self._method, self._began, self._seconds = method, began, seconds
        self._emit, self._stop = emit, stop
        self._told = time.monotonic()

    def __call__(self, nodes: int, _seconds: float) -> bool:
        now = time.monotonic()
        if now - self._told >= TELL:
            self._told = now
            done = min(1.0, (now - self._began) / self._seconds)
            self._emit("progress", {"method": self._method, "nodes": nodes, "done": round(done, 3)})
        return not self._stop()


@kind("analysis.answer", seconds=30, quick=True, heavy=False)
def answer(payload: Mapping[str, Any], emit: Emit, stop: Stop) -> Mapping[str, Any]:  # noqa: ARG001
    """The prover's turn after some defences, from the certificate."""
    proof = strategy(payload["certificate"])
    found = proof.answer(payload["replies"])
    return {
        "moves": list(found.moves),
        "turns": found.turns,
        "line": [list(turn) for turn in found.line],
        "over": found.over,
    }


# --- whole games -----------------------------------------------------------------------------


def record_of(payload: Mapping[str, Any]) -> Record:
    """The line of a payload as a record."""
    start = position_of({**payload, "moves": []})
    made = Record(payload["game"], dict(start.options), setup=payload["start"])
    node = made.root
    for move in Game(start, payload["moves"]).moves:
        node = node.add(move)
    return made


def _boundaries(record: Record) -> list[tuple[int, Position]]:
    """Moves played, and the position, before each turn of a player and at the end."""
    positions = record.replay()
    return [(place, positions[place]) for place in turns_and_places(record)[1]]


def _point(place: int, position: Position, stop: Stop, win: Verdict | None) -> dict[str, Any]:
    """One point of the graph, seen by the first player."""
    result = position.result()
    names = room(position.game).player_names(position.options)
    if result is not None:
        chance: float | None = 0.5 if result.winner is None else float(result.winner == 0)
        if position.players > 2:
            chance = None  # as everywhere before the end
        return {"place": place, "chance": chance, "proved": None, "over": True}
    chance, won = (1.0, win) if win is not None else evaluate(position, LOOK, stop)
    if chance is not None and position.to_move != 0:
        chance = 1.0 - chance if position.players == 2 else None
    side = names[position.to_move] if won is not None else None
    return {"place": place, "chance": chance, "proved": side, "over": False}


@kind("analysis.graph", seconds=120, slice=10)
def graph(payload: Mapping[str, Any], emit: Emit, stop: Stop) -> Mapping[str, Any]:
    """The chance of the first player after every turn."""
    places = _boundaries(record_of(payload))
    points: list[dict[str, Any]] = []
    for place, position in places:
        if stop():
            break
        points.append(_point(place, position, stop, None))
        emit("point", {"point": points[-1], "done": len(points), "total": len(places)})
    return {"points": points, "total": len(places)}


@kind("analysis.review", seconds=1800, slice=30)
def review(payload: Mapping[str, Any], emit: Emit, stop: Stop) -> Mapping[str, Any]:
    """Where a proved win was missed or allowed; `seconds` holds for each search.

    A room that judges decisions after the end adds what a turn cost: an opinion, told as one.
    """
    record = record_of(payload)
    positions = record.replay()
    places = _boundaries(record)
    limits = Limits(seconds=payload["seconds"], memory=MEMORY)
    turns: list[dict[str, Any]] = []
    points: list[dict[str, Any]] = []
    proves = record.room.capabilities(positions[0].options).provers
    told = steps(record, limits, progress=lambda *_: not stop()) if proves else _unproved(record)
    for step in told:
        win = next((v for v in step.searched if v.verdict == "win"), None)
        points.append(_point(*places[step.number], stop, proved(win)))
        judged = [
            _turn(turn, record.room, _opinion(positions[turn.first - 1], turn))
            for turn in step.judged
        ]
        turns += judged
        emit(
            "step",
            {
                "done": step.number + 1,
                "total": step.total + 1,
                "turns": judged,
                "point": points[-1],
            },
        )
        if stop():
            break
    return {"turns": turns, "points": points, "total": len(places)}


def _unproved(record: Record) -> Iterator[Step]:
    """The steps of a game that no prover searches: every turn is open to judgement."""
    turns, places = turns_and_places(record)
    names = record.room.player_names(record.replay()[0].options)
    for number, turn in enumerate(turns):
        player, first = names[turn.player], places[number] + 1
        judged = TurnReview(number + 1, player, turn.moves, first, None, None, (), undecided=False)
        yield Step(number, len(turns), (), (judged,))
    yield Step(len(turns), len(turns), (), ())


def _opinion(position: Position, turn: TurnReview) -> Decision | None:
    """What a move cost by the room's own judgement, where it cost something."""
    judged = room(position.game).hindsight()
    if judged is None or len(turn.moves) != 1 or turn.had is not None:
        return None
    found = judged.decision(position.view(position.to_move), turn.moves[0])
    return found if found is not None and found.cost > 0 else None


def _turn(turn: TurnReview, where: Room, opinion: Decision | None) -> dict[str, Any]:
    """Every win a turn speaks of was checked when its position was searched."""
    said = {language: list(sentences(turn, language)) for language in LANGUAGES}
    if said[LANGUAGES[0]] and (where.notation() is not None or where.names_moves()):
        # Whoever reads one language may like the moves in another notation, or in plain words.
        for language, notation in product(LANGUAGES, (*LANGUAGES, WORDS)):
            said[f"{language}/{notation}"] = list(sentences(turn, language, notation))
    findings = list(turn.findings)
    if opinion is not None:
        findings.append("costly")
        for name, told in said.items():
            told.append(opinion.said[name.partition("/")[0]])
    return {
        "number": turn.number,
        "player": turn.player,
        "moves": list(turn.moves),
        "place": turn.first - 1,
        "findings": findings,
        "undecided": turn.undecided,
        "sentences": said,
        "had": None if turn.had is None else verdict_json(turn.had, where),
        "gave": None if turn.gave is None else verdict_json(turn.gave, where),
    }
