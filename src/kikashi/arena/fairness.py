"""Who wins after each first stone, or under each rule: proved where a search can, else estimated.

A proof has a certificate that the checker has replayed. An estimate is many games of one player
against itself, by nodes and not by seconds, so that the same seed gives the same games; its
interval says what chance alone could do to the games, and nothing about better players.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event
from typing import Any, TypeVar

import msgspec

from kikashi.arena.playing import confirmed
from kikashi.arena.statistics import Tally, wilson
from kikashi.games import room
from kikashi.law import GameError, Move, Position
from kikashi.play.levels import LevelPlayer, make_player
from kikashi.proofs import Checked
from kikashi.protocols.hosts import StoppedError
from kikashi.search import Limits, Verdict, solve

LEVEL = 10
NODES, PROOF_NODES = 300, 20_000
LONGEST = 60.0
"""Seconds of one turn: nodes end it long before."""
QUIET = 2
"""Turns that threaten nothing, of a forcing search that can be told to try some."""

BEAT = 0.5
"""Seconds between two reports while nothing comes to an end."""

Report = Callable[[int, int], None]
Piece = TypeVar("Piece")
Done = TypeVar("Done")


@dataclass(frozen=True)
class Question:
    """A position that is asked about, and the cells (or the rule) that it stands for."""

    name: str
    position: Position
    cells: tuple[Move, ...] = ()


@dataclass
class Finding:
    """What is known about one question; sides are those of the start, 0 moved first."""

    question: Question
    verdict: Verdict | None = None
    """Of a search, replayed by the checker; None: not proved."""
    tally: Tally = field(default_factory=Tally)
    """Of the first player."""
    plies: list[int] = field(default_factory=list)

    @property
    def checked(self) -> Checked | None:
        """What the checker made of the proof."""
        return None if self.verdict is None else self.verdict.checked

    @property
    def proved(self) -> str:
        """`first`, `second` or `draw`; empty: not proved."""
        if self.verdict is None or self.checked is None:
            return ""
        if self.verdict.verdict == "draw":
            return "draw"
        mover = self.question.position.to_move
        winner = mover if self.verdict.verdict == "win" else 1 - mover
        return ("first", "second")[winner]

    @property
    def by(self) -> str:
        return "" if self.verdict is None else self.verdict.by

    @property
    def within(self) -> int | None:
        """The winner's turns, at most."""
        if self.verdict is None:
            return None
        lost = self.verdict.facts.get("loses_within")
        return self.verdict.turns or (lost if isinstance(lost, int) else None)

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's 95% interval of the first player's score."""
        return wilson(self.tally)

    @property
    def leaning(self) -> str:
        """`first` or `second` where it is proved, or where the interval leaves out one half."""
        if self.proved:
            return self.proved
        low, high = self.interval
        return "first" if low > 0.5 else "second" if high < 0.5 else ""


def first_moves(start: Position, rings: int | None = None) -> tuple[Question, ...]:
    """One first stone of each class that the symmetries of the empty board make.

    With `rings` only those of the so many outermost rings of a flat board.
    """
    legal = start.legal_moves()
    allowed = set(legal) if rings is None else _outermost(start, rings)
    seen: set[Move] = set()
    found = []
    for move in legal:
        if move in seen:
            continue
        images = {start.transform_move(symmetry, move) for symmetry in start.symmetries()}
        images = (images | {move}) & set(legal)
        seen |= images
        if move in allowed:
            found.append(Question(move, start.play(move), tuple(sorted(images))))
    return tuple(found)


def _outermost(start: Position, rings: int) -> set[Move]:
    """The first stones that Lin's rule with so many rings allows."""
    home = room(start.game)
    if "ring" not in home.normal_options({}):
        raise GameError(f"{home.id} has no rings; leave --rings out to ask about every first move")
    return set(home.start({**start.options, "ring": str(rings)}).legal_moves())


def over(
    game: str, options: Mapping[str, str], key: str, values: Sequence[str]
) -> Iterator[Question]:
    """The same game under several values of one rule."""
    home = room(game)
    for value in values:
        yield Question(f"{key}={value}", home.start(home.normal_options({**options, key: value})))


def prove(position: Position, nodes: int, stop: Event | None = None) -> Verdict | None:
    """A verdict that the checker has replayed; None where the searches find none."""
    heard = stop or Event()
    home = room(position.game)
    options = dict(position.options)
    exact = home.exact_methods(options)
    has_quiet = "quiet" in {flag.name for flag in home.flags()}
    tries = [(by, 0) for by in exact]
    for place, by in enumerate(home.capabilities(options).provers):
        tries.append((by, QUIET if has_quiet and place else 0))
    for by, quiet in tries:
        limits = Limits(nodes=nodes)
        extras = {"quiet": quiet} if quiet else {}
        if heard.is_set():
            raise StoppedError("stopped")
        try:
            found = solve(position, by, limits, progress=lambda *_: not heard.is_set(), **extras)
        except GameError:
            continue  # an empty board has no forcing moves, and some searches want one
        if found.verdict in ("win", "loss", "draw"):
            replayed = found.replayed()
            if replayed.checked is not None:
                return replayed
    return None


def play_out(
    position: Position, seed: int, nodes: int, level: int, stop: Event | None = None
) -> tuple[int | None, int]:
    """The winner (0 moved first in the game; None: a draw) and the moves made from here on.

    A win that a player claims and the checker confirms ends the game; it then counts the moves of
    the longest defence.
    """
    players: list[LevelPlayer] = []
    for side in range(position.players):
        player = make_player(position, level, 2 * seed + side)
        assert isinstance(player, LevelPlayer)
        players.append(player)
    made = 0
    while (result := position.result()) is None:
        mover = position.to_move
        turn = players[mover].choose_turn(position.view_of_mover(), LONGEST, stop, nodes=nodes)
        if stop is not None and stop.is_set():
            raise StoppedError("stopped")  # it may have been cut short: no real move
        if turn.verdict is not None and confirmed(turn.verdict):
            return mover, made + sum(map(len, turn.verdict.line))
        for move in turn.moves:
            position = position.play(move)
            made += 1
    return result.winner, made


def _in_order(
    crew: ThreadPoolExecutor,
    work: Callable[[Piece], Done],
    pieces: Sequence[Piece],
    beat: Callable[[], None],
) -> Iterator[Done]:
    """What becomes of each piece; whoever waits is told so now and then: a game may be long."""
    for made in [crew.submit(work, piece) for piece in pieces]:
        while not wait([made], BEAT).done:
            beat()
        yield made.result()


class Study:
    """Answers questions, and keeps what it has in a file, so that it can be stopped and go on."""

    def __init__(
        self,
        questions: Sequence[Question],
        *,
        games: int,
        nodes: int = NODES,
        level: int = LEVEL,
        proof_nodes: int = PROOF_NODES,
        seed: int = 1,
        keep: Path | None = None,
    ) -> None:
        if not questions:
            raise GameError("there is no first move to ask about")
        self.findings = {one.name: Finding(one) for one in questions}
        self._games, self._nodes, self._level = games, nodes, level
        self._proof_nodes, self._seed, self._keep = proof_nodes, seed, keep
        self._tried: set[str] = set()
        self._stop = Event()
        self._played: dict[str, set[int]] = {name: set() for name in self.findings}
        first = questions[0].position
        self._heading = {
            "kikashi-fairness": 2,
            "game": first.game,
            "nodes": nodes,
            "level": level,
            "proof_nodes": proof_nodes,
            "seed": seed,
        }
        if keep is not None:
            self._read(keep)

    def run(self, jobs: int = 1, report: Report = lambda *_: None) -> tuple[Finding, ...]:
        """Proves first, then plays what is left to play."""
        asked = [name for name in self.findings if name not in self._tried]
        played = [
            (name, number)
            for number in range(self._games)
            for name in self.findings
            if number not in self._played[name]
        ]
        total, done = len(asked) + len(played), 0

        def beat() -> None:
            report(done, total)

        with ThreadPoolExecutor(jobs) as crew:
            try:
                proved = _in_order(crew, self._prove, asked, beat)
                for name, verdict in zip(asked, proved, strict=True):
                    done += 1
                    self.findings[name].verdict = verdict
                    if verdict is None:  # a proof is not believed from a file: it is made again
                        self._write({"ask": name})
                    report(done, total)
                for line in _in_order(crew, self._play, played, beat):
                    done += 1
                    if line is not None:
                        self._take(line)
                        self._write(line)
                    report(done, total)
            except BaseException:
                self._stop.set()  # what nobody waits for ends now
                crew.shutdown(cancel_futures=True)
                raise
        return tuple(self.findings.values())

    def _prove(self, name: str) -> Verdict | None:
        position = self.findings[name].question.position
        return prove(position, self._proof_nodes, self._stop) if self._proof_nodes else None

    def _play(self, piece: tuple[str, int]) -> dict[str, Any] | None:
        name, number = piece
        if self.findings[name].proved:
            return None  # nothing is estimated that is known
        place = list(self.findings).index(name)
        seed = (self._seed * 1_000_003 + place) * 100_003 + number
        position = self.findings[name].question.position
        winner, plies = play_out(position, seed, self._nodes, self._level, self._stop)
        return {"ask": name, "number": number, "winner": winner, "plies": plies}

    def _take(self, line: Mapping[str, Any]) -> None:
        finding = self.findings.get(str(line["ask"]))
        if finding is None:
            return  # of a question that is not asked this time
        name = finding.question.name
        if "number" not in line:
            self._tried.add(name)
            return
        if line["number"] in self._played[name] or line["number"] >= self._games:
            return
        self._played[name].add(line["number"])
        winner = line["winner"]
        finding.tally += Tally(int(winner == 0), int(winner is None), int(winner == 1))
        finding.plies.append(line["plies"])

    def _read(self, path: Path) -> None:
        if not path.exists():
            path.write_bytes(msgspec.json.encode(self._heading) + b"\n")
            return
        lines = path.read_bytes().split(b"\n")
        if torn := lines.pop():
            path.write_bytes(b"\n".join(lines) + b"\n")
            del torn
        try:
            heading, *rest = map(msgspec.json.decode, lines)
        except (ValueError, msgspec.DecodeError):
            heading, rest = None, []
        if heading != self._heading:
            raise GameError(
                f"{path} was kept by another study: it has other limits or another game"
            )
        for line in rest:
            self._take(line)

    def _write(self, line: Mapping[str, Any]) -> None:
        if self._keep is not None:
            with self._keep.open("ab") as file:
                file.write(msgspec.json.encode(line) + b"\n")
