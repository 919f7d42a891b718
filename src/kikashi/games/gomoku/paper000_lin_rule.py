"""Lin's rule: who wins after each first stone, ring by ring, and where the fair boundary lies."""

from __future__ import annotations

import time

from kikashi.arena.fairness import Finding, Study, first_moves
from kikashi.arena.fairness_picture import picture
from kikashi.arena.statistics import Tally, wilson
from kikashi.games.gomoku import ROOM
from kikashi.papers.contract import Answer, Plot, Report, Settings, Table
from kikashi.papers.fairness_rows import COLUMNS, row

ID = "000-lin-rule"
PAPER = "000"
TITLE = "Gomoku by Lin's rule: who wins after each first stone"
TITLE_ZH = "林氏規則的五子棋：每個第一手之後誰贏"
QUICK = 2
GAMES, NODES, PROOF_NODES = 40, 1_000, 20_000
QUICK_NODES = 100
PUBLISHED = (
    ("a corner", "White, 58 moves"),
    ("one step from a corner", "White, 120 moves"),
    ("the lower edge", "White, 44 moves"),
    ("another first stone (drawn, lost)", "Black"),
    ("the centre", "Black within 35 moves (Allis)"),
)
"""One game each of one program against itself, but for the centre."""
MISSING = (
    "The paper's pictures are lost, and with them its exact first stones. Its games are one each; "
    "ours are many, of our level 10 against itself, which is an estimate and no proof. Of 15x15 "
    "no first stone is proved here: the centre was proved by Allis in 1992, without a certificate.",
)
PICTURE = (
    "Who wins after a first stone here: a black stone where the first player does, a white one "
    "where the second does (proved, or one half lies outside the interval), none where it is open. "
    "The number is the first player's score in per cent; ! says proved."
)


def run(settings: Settings, report: Report) -> Answer:
    """All 36 first stones; `--games N` plays N games after each of them, with fewer nodes."""
    began = time.perf_counter()
    start = ROOM.start()
    nodes = NODES if settings.games is None else QUICK_NODES
    games = settings.games or GAMES
    settings.work.mkdir(parents=True, exist_ok=True)
    study = Study(
        first_moves(start),
        games=games,
        nodes=nodes,
        proof_nodes=PROOF_NODES if settings.games is None else 0,
        keep=settings.work / f"{ID}-{nodes}.jsonl",
    )
    found = study.run(settings.jobs, lambda done, of: report("first stones", done, of))
    rings = _rings(found)
    return Answer(
        tables=(
            Table("The paper's games", ("first stone", "won by"), PUBLISHED),
            Table(
                f"Ring by ring, the outermost first: {boundary(rings)}",
                (
                    *("ring", "first stones", "first wins", "second wins", "open", "games"),
                    *("score of first", "95%", "leans to"),
                ),
                tuple(_summed(number, ring) for number, ring in rings.items()),
            ),
            Table(
                "After each first stone, symmetric ones once",
                ("first stone", "ring", *COLUMNS),
                tuple((one.question.name, str(_ring(one)), *row(one)) for one in found),
            ),
        ),
        command=f"kikashi papers run {ID}" + (f" --games {games}" if settings.games else ""),
        seconds=time.perf_counter() - began,
        missing=MISSING,
        plots=(
            Plot(
                {"score of the first player": {str(n): 100 * _score(r) for n, r in rings.items()}},
                "Games after a first stone in each ring",
                "ring, 1 is the edge",
                "per cent",
            ),
        ),
        pictures={PICTURE: picture(start, found)},
    )


def _ring(finding: Finding) -> int:
    """1 for the edge."""
    rules = ROOM.start().rules
    point = rules.coordinates[rules.index[finding.question.name]]
    return 1 + min(min(a, 14 - a) for a in point)


def _rings(found: tuple[Finding, ...]) -> dict[int, list[Finding]]:
    rings: dict[int, list[Finding]] = {}
    for one in found:
        rings.setdefault(_ring(one), []).append(one)
    return dict(sorted(rings.items()))


def _score(ring: list[Finding]) -> float:
    """Every cell of the ring counts once."""
    cells = sum(len(one.question.cells) for one in ring)
    return sum(len(one.question.cells) * one.tally.score for one in ring) / cells


def _pooled(ring: list[Finding]) -> Tally:
    """All games of a ring together."""
    return sum((one.tally for one in ring), Tally())


def leaning(ring: list[Finding]) -> str:
    """Who wins a ring's games, if one half lies outside their interval."""
    low, high = wilson(_pooled(ring))
    return "Black" if low > 0.5 else "White" if high < 0.5 else "nobody"


def boundary(rings: dict[int, list[Finding]]) -> str:
    """Where a first stone stops being too far out and begins to be too far in."""
    sides = {number: leaning(ring) for number, ring in rings.items()}
    white = [number for number, side in sides.items() if side == "White"]
    black = [number for number, side in sides.items() if side == "Black"]
    if not white or not black or max(white) > min(black):
        return "the games show no fair boundary"
    return f"the fair boundary lies between ring {max(white)} and ring {min(black)}"


def _summed(number: int, ring: list[Finding]) -> tuple[str, ...]:
    leanings = [one.leaning for one in ring]
    counts = (str(leanings.count(side)) for side in ("first", "second", ""))
    pooled = _pooled(ring)
    low, high = wilson(pooled)
    return (
        *(str(number), str(len(ring)), *counts, str(pooled.games), f"{100 * _score(ring):.0f}%"),
        *(f"{100 * low:.0f} to {100 * high:.0f}%", leaning(ring)),
    )
