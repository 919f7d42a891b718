"""What is open: how far minishogi can be proved from its start, by the searches that we have.

The start, the positions after one move and those after two are each asked for a mate of any kind
for a stated time. A win counts once its certificate is replayed; 'none found within n' is what the
bounded search says, and a position without a proof stays unknown.
"""

from __future__ import annotations

import json
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from threading import Lock

from kikashi.games.minishogi import ROOM
from kikashi.games.minishogi.provers import solve
from kikashi.games.minishogi.rules import MinishogiPosition
from kikashi.papers.contract import Answer, Report, Settings, Table
from kikashi.search import Limits

ID = "000-minishogi-open"
PAPER = "000"
TITLE = "Minishogi: what is open after two plies"
TITLE_ZH = "5五將棋：兩步之後還沒有定論的"
QUICK = 8
SECONDS = 36.0
"""Of the processor, a position: 196 of them take an hour on two cores, and longer beside others."""
QUICK_SECONDS = 1.0
MEMORY = 512 << 20
MISSING = (
    "Nothing is published: the game is not solved. A verdict counts only with its certificate.",
)


def positions() -> list[tuple[int, str, MinishogiPosition]]:
    """Plies, moves and position, each position once."""
    start = ROOM.start()
    found = {start: (0, "", start)}
    for move in start.legal_moves():
        first = start.play(move)
        found.setdefault(first, (1, move, first))
        for reply in first.legal_moves():
            second = first.play(reply)
            found.setdefault(second, (2, f"{move} {reply}", second))
    return list(found.values())


@dataclass(frozen=True)
class Asked:
    """What is known of one position: a line of the log."""

    plies: int
    line: str
    processor_seconds: float
    verdict: str
    side: str
    turns: int | None
    refuted: int
    nodes: int


def _kept(log: Path, seconds: float) -> dict[str, Asked]:
    """What earlier runs found with as much time, by the moves; half a line is left out."""
    found: dict[str, Asked] = {}
    for text in log.read_text("utf-8").splitlines() if log.is_file() else ():
        try:
            one = Asked(**json.loads(text))
        except (ValueError, TypeError):
            continue
        if one.processor_seconds == seconds:
            found[one.line] = one
    return found


def _asked(plies: int, line: str, position: MinishogiPosition, seconds: float) -> Asked:
    """A win that the checker does not replay is none."""
    begun = time.thread_time()
    found = solve(
        position,
        "any",
        Limits(memory=MEMORY),
        progress=lambda _nodes, _seconds: time.thread_time() - begun < seconds,
        fastest=False,
    ).replayed()
    verdict = "unknown" if found.verdict == "win" and found.checked is None else found.verdict
    known = (verdict, found.side, found.turns, found.none_within or 0, found.nodes)
    return Asked(plies, line, seconds, *known)


def run(settings: Settings, report: Report) -> Answer:
    """Asks each position; with `--games N` only the first N, a second each. It can be stopped."""
    began = time.perf_counter()
    asked = positions()[: settings.games]
    seconds = SECONDS if settings.games is None else QUICK_SECONDS
    settings.work.mkdir(parents=True, exist_ok=True)
    log = settings.work / f"{ID}.jsonl"
    kept = _kept(log, seconds)
    guard = Lock()

    def ask(one: tuple[int, str, MinishogiPosition]) -> Asked:
        plies, line, position = one
        if line in kept and kept[line].verdict != "win":  # a win is what was checked here and now
            return kept[line]
        found = _asked(plies, line, position, seconds)
        with guard, log.open("a", encoding="utf-8") as file:
            file.write(json.dumps(asdict(found)) + "\n")
        return found

    done: list[Asked] = []
    with ThreadPoolExecutor(settings.jobs) as crew:
        for found in crew.map(ask, asked):
            done.append(found)
            report("ask", len(done), len(asked))
    rows = []
    for plies in sorted({mate.plies for mate in done}):
        mates = [mate for mate in done if mate.plies == plies]
        won = sum(mate.verdict == "win" for mate in mates)
        least = min(mate.refuted for mate in mates)
        nodes = sum(mate.nodes for mate in mates)
        rows.append(
            (str(plies), str(len(mates)), str(won), str(len(mates) - won), str(least), f"{nodes:,}")
        )
    depths = Counter(mate.refuted for mate in done if mate.verdict != "win")
    wins = tuple(
        (mate.line or "the start", mate.side, str(mate.turns))
        for mate in done
        if mate.verdict == "win"
    )
    return Answer(
        tables=(
            Table(
                f"{len(done)} positions, {seconds:g} s of the processor each",
                ("plies", "positions", "wins proved", "unknown", "no mate found within", "nodes"),
                tuple(rows),
            ),
            Table("won for the side to move", ("after", "side", "moves"), wins),
            Table(
                "how far the search ruled a mate out where nothing is proved",
                ("moves", "positions"),
                tuple((str(n), str(count)) for n, count in sorted(depths.items())),
            ),
        ),
        command=f"kikashi papers run {ID}",
        seconds=time.perf_counter() - began,
        missing=MISSING,
    )
