"""The analyze streams of GTP: `info move ...` lines, as Leela Zero and KataGo write them.

`lz-` numbers are whole (winrate 0 to 10000), `kata-` and plain ones are fractions. A proved win is
winrate 1; everything else is an opinion about living sets. `visits` are nodes of the searches.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from kikashi.law import GameError
from kikashi.law.winning_sets import StonePosition
from kikashi.play.analysing import Analysis, analyse
from kikashi.protocols.boards import FlatBoard

STYLES = ("", "lz-", "kata-")
ALREADY_SAID = "\0"
"""What a command returns that has given its own answer."""
USUAL_INTERVAL = 100
"""Hundredths of a second between lines, unless the host says otherwise."""
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


def first_line(here: StonePosition, board: FlatBoard, style: str, asked: Asked) -> str:
    """What can be said at once."""
    return info(next(analyse(here)), board, style, asked.most)


def stream(
    here: StonePosition,
    board: FlatBoard,
    style: str,
    asked: Asked,
    interrupted: Callable[[], bool],
) -> Iterator[str]:
    """An info line every interval until something is heard: at least one, the last one best."""
    latest: list[Analysis] = []
    changed = threading.Event()
    stop = threading.Event()

    def run() -> None:
        for found in analyse(here, None, stop.is_set):
            latest[:] = [found]
            changed.set()

    worker = threading.Thread(target=run, daemon=True, name="analysis")
    worker.start()
    changed.wait()
    yield info(latest[-1], board, style, asked.most)
    waited = 0.0
    while not interrupted():
        time.sleep(0.02)
        waited += 0.02
        if waited >= asked.interval:
            waited = 0.0
            yield info(latest[-1], board, style, asked.most)
    stop.set()
    worker.join(timeout=0.5)


def info(found: Analysis, board: FlatBoard, style: str, most: int) -> str:
    """One line with all candidates, the best first."""
    visits = max(1, found.nodes)
    parts = []
    for order, candidate in enumerate(found.candidates[:most]):
        line = candidate.line or (candidate.move,)
        pv = " ".join(board.vertex(move) for move in line)
        vertex = board.vertex(candidate.move)
        seen = visits if order == 0 else 1
        if style == "lz-":
            rate = str(round(10_000 * candidate.share))
            numbers = f"visits {seen} winrate {rate} prior {rate} lcb {rate}"
        else:
            rate = f"{candidate.share:.6f}"
            score = f"{2 * candidate.share - 1:.6f}"
            numbers = (
                f"visits {seen} utility {score} winrate {rate} scoreMean {score} "
                f"scoreStdev 1.000000 scoreLead {score} scoreSelfplay {score} prior {rate} "
                f"lcb {rate} utilityLcb {score}"
            )
        parts.append(f"info move {vertex} {numbers} order {order} pv {pv}")
    return " ".join(parts)
