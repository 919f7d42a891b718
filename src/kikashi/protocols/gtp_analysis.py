"""The analyze streams of GTP: `info move ...` lines, as Leela Zero and KataGo write them.

`lz-` numbers are whole (winrate 0 to 10000), `kata-` and plain ones are fractions. The score is the
player's own: a level says what it thinks of its best turns, each with its line; a player without
scores is spoken for by the proved wins and the living sets. `visits` are nodes of the searches.
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from kikashi.law import GameError, Move, Position
from kikashi.play import Opinion, Player
from kikashi.play.analysing import FIRST_SECONDS, LONGER, Analysis, analyse
from kikashi.play.levels import LevelPlayer
from kikashi.play.lines import proved
from kikashi.protocols.boards import FlatBoard
from kikashi.protocols.levels_door import Stop

STYLES = ("", "lz-", "kata-")
ALREADY_SAID = "\0"
"""What a command returns that has given its own answer."""
USUAL_INTERVAL = 100
"""Hundredths of a second between lines, unless the host says otherwise."""
LONGEST_SECONDS = 60.0
"""For one round of a stream that nobody stops."""
MOST_SCORE = 2_000
"""Beyond it a score says nothing more; sure wins and losses are far beyond."""
NEARLY = 0.001
"""How far an opinion stays away from what only a proof may say."""
_COLOURS = {"b": 0, "black": 0, "w": 1, "white": 1}


@dataclass(frozen=True)
class Asked:
    """The words behind an analyze command."""

    colour: int | None = None
    interval: float = USUAL_INTERVAL / 100
    most: int = 8

    @classmethod
    def read(cls, words: list[str]) -> Asked:
        """`[colour] [interval] [key value]...`; keys that say nothing here are passed over."""
        colour, interval, most = None, float(USUAL_INTERVAL), cls.most
        rest = list(words)
        if rest and rest[0].lower() in _COLOURS:
            colour = _COLOURS[rest.pop(0).lower()]
        try:
            if rest and rest[0][0].isdigit():
                interval = float(rest.pop(0))
            pairs = dict(zip(rest[::2], rest[1::2], strict=False))
            interval = float(pairs.get("interval", interval))
            most = int(pairs.get("maxmoves", most))
        except ValueError:
            raise GameError("analyze takes a colour, an interval and pairs of words") from None
        return cls(colour, max(1.0, interval) / 100, max(1, most))


@dataclass(frozen=True)
class Thought:
    """A line worth a look, and how likely the mover is to win after it."""

    line: tuple[Move, ...]
    winrate: float


@dataclass(frozen=True)
class Seen:
    """What is known so far."""

    thoughts: tuple[Thought, ...]
    visits: int = 1


def first_line(here: Position, board: FlatBoard, style: str, asked: Asked) -> str:
    """What can be said at once."""
    return info(_at_once(here), board, style, asked.most)


def stream(
    here: Position,
    player: Player,
    board: FlatBoard,
    style: str,
    asked: Asked,
    *,
    interrupted: Callable[[], bool],
) -> Iterator[str]:
    """An info line every interval until something is heard: at least one, the last one best."""
    latest = [_at_once(here)]
    stop = Stop()

    def run() -> None:
        for seen in thoughts(here, player, asked.most, stop):
            latest[:] = [seen]

    worker = threading.Thread(target=run, daemon=True, name="analysis")
    worker.start()
    try:
        yield info(latest[-1], board, style, asked.most)
        waited = 0.0
        while not interrupted():
            time.sleep(0.02)
            waited += 0.02
            if waited >= asked.interval:
                waited = 0.0
                yield info(latest[-1], board, style, asked.most)
    finally:  # Ctrl-C too: a program that ends while native code runs beside it aborts
        stop.set()
        worker.join(timeout=0.5)


def thoughts(here: Position, player: Player, most: int, stop: Stop) -> Iterator[Seen]:
    """What the player thinks, looking longer and longer; what players without scores know."""
    if not isinstance(player, LevelPlayer):
        for found in analyse(here, None, stop.is_set):
            yield _of_analysis(found)
        return
    seconds = FIRST_SECONDS
    visits = 0
    while not stop.is_set():
        opinion = player.choose_turn(here.view_of_mover(), seconds, stop, lines=most, book=False)
        visits += opinion.nodes
        if stop.is_set() and visits > opinion.nodes:
            return  # cut short: what was said before is better
        yield _of_opinion(opinion, visits, sure=proved(opinion.verdict) is not None)
        nothing_new = player.level.nodes is not None and opinion.seconds < 0.9 * seconds
        if opinion.verdict is not None or nothing_new:
            return
        seconds = min(seconds * LONGER, LONGEST_SECONDS)


def _at_once(here: Position) -> Seen:
    return _of_analysis(next(analyse(here)))


def _of_analysis(found: Analysis) -> Seen:
    lines = (Thought(c.line or (c.move,), c.share) for c in found.candidates)
    return Seen(tuple(lines), max(1, found.nodes))


def _of_opinion(opinion: Opinion, visits: int, *, sure: bool) -> Seen:
    lines = [
        Thought(tuple(move for turn in line for move in turn), winrate(score))
        for line, score in zip(opinion.lines, opinion.scores, strict=True)
    ]
    if sure:
        lines[0] = replace(lines[0], winrate=1.0)
    return Seen(tuple(lines), max(1, visits))


def winrate(score: int) -> float:
    """A score as a chance: it counts in hundredths of a logit. Without a proof never 0 or 1."""
    bounded = max(-MOST_SCORE, min(score, MOST_SCORE))
    chance = 1 / (1 + math.exp(-bounded / 100))
    return min(max(chance, NEARLY), 1 - NEARLY)


def info(found: Seen, board: FlatBoard, style: str, most: int) -> str:
    """One line with all candidates, the best first."""
    parts = []
    for order, thought in enumerate(found.thoughts[:most]):
        pv = " ".join(board.vertex(move) for move in thought.line)
        vertex = board.vertex(thought.line[0])
        visits = found.visits if order == 0 else 1
        if style == "lz-":
            rate = str(round(10_000 * thought.winrate))
            numbers = f"visits {visits} winrate {rate} prior {rate} lcb {rate}"
        else:
            rate = f"{thought.winrate:.6f}"
            score = f"{2 * thought.winrate - 1:.6f}"
            numbers = (
                f"visits {visits} utility {score} winrate {rate} scoreMean {score} "
                f"scoreStdev 1.000000 scoreLead {score} scoreSelfplay {score} prior {rate} "
                f"lcb {rate} utilityLcb {score}"
            )
        parts.append(f"info move {vertex} {numbers} order {order} pv {pv}")
    return " ".join(parts)
