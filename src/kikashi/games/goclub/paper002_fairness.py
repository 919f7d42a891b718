"""Who wins GoClub: first moves on small boards, and which rule would make it fair."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable

from kikashi.arena.fairness import Finding, Question, Study, first_moves
from kikashi.arena.statistics import Tally, wilson
from kikashi.games import room
from kikashi.games.goclub import ROOM
from kikashi.games.goclub.clubs import plane_clubs
from kikashi.law import Position, grid
from kikashi.papers.contract import Answer, Report, Settings, Table
from kikashi.papers.fairness_rows import COLUMNS, row

ID = "002-fairness"
PAPER = "002"
TITLE = "GoClub: who wins small boards, and which rule would make it fair"
TITLE_ZH = "梅花棋：小棋盤誰贏，哪條規則能使它公平"
QUICK = 1
SMALL = {4: 20_000, 5: 20_000, 6: 50_000, 7: 50_000, 8: 50_000}
"""Boards, and what the search for a proof may spend on each first move."""
GAMES, NODES = 20, 200
SIDE, SHORT_SIDE = 19, 13
CHANGES: dict[str, Callable[[int, int], bool]] = {
    "all clubs": lambda *_: True,
    "no straight clubs (q = 0)": lambda _, q: q != 0,
    "no diagonal clubs (p = q)": lambda p, q: p != q,
    "neither": lambda p, q: q not in (0, p),
    "only straight and diagonal clubs": lambda p, q: q in (0, p),
    "only clubs of arm 1 and 2": lambda p, q: max(p, q) <= 2,
    "no club smaller than arm 3": lambda p, q: max(p, q) >= 3,
}
"""By the first petal (p, q) of a club: which clubs still win."""
MISSING = (
    "The paper asks for limits that bring both sides near 50% and measures none. The score of a "
    "rule is that of our player's games, no proof. The paper's own open boards: 7x7 and 8x8 stay "
    "open where this table says so; the smallest board with a proved first-player win is 9x9 "
    "(`kikashi papers run goclub-first-player-win`).",
)


def without(side: int, allowed: Callable[[int, int], bool]) -> str:
    """A description of GoClub in which only some clubs win, for the room of described games."""
    size = (side, side)
    names = {point: grid.name(point) for point in grid.points(size)}
    clubs = []
    for centre, petal, *rest in plane_clubs(size):
        p, q = petal[0] - centre[0], petal[1] - centre[1]
        if allowed(p, q):
            clubs.append([names[point] for point in (centre, petal, *rest)])
    return json.dumps(
        {
            "name": "GoClub with fewer clubs",
            "cells": list(names.values()),
            "coordinates": [list(point) for point in names],
            "sets": clubs,
        }
    )


def run(settings: Settings, report: Report) -> Answer:
    """`--games N` plays N games each, on fewer boards."""
    began = time.perf_counter()
    games = settings.games or GAMES
    quick = settings.games is not None
    settings.work.mkdir(parents=True, exist_ok=True)

    def study(name: str, asked: tuple[Question, ...], proof_nodes: int) -> tuple[Finding, ...]:
        keep = settings.work / f"{ID}-{name}-{'quick' if quick else 'whole'}.jsonl"
        made = Study(asked, games=games, nodes=NODES, proof_nodes=proof_nodes, keep=keep)
        return made.run(settings.jobs, lambda done, of: report(name, done, of))

    small = []
    for side, nodes in SMALL.items():
        if quick and side > 5:
            break
        start = ROOM.start({"size": f"{side}x{side}"})
        for one in study(f"{side}x{side}", first_moves(start), nodes):
            small.append((f"{side}x{side}", one.question.name, *row(one)))
    side = SHORT_SIDE if quick else SIDE
    stones = study(f"{side}x{side}", first_moves(ROOM.start({"size": f"{side}x{side}"})), 0)
    changed = tuple(
        Question(name, _start(SHORT_SIDE, allowed)) for name, allowed in CHANGES.items()
    )
    rules = study("rules", changed[: 2 if quick else None], 0)
    return Answer(
        tables=(
            Table("First moves on small boards", ("board", "first move", *COLUMNS), tuple(small)),
            Table(
                f"Limits on the first stone, {side}x{side}",
                ("rule", "first stones", "games", "score of first", "95%"),
                tuple(_limits(stones, side)),
            ),
            Table(
                f"Fewer clubs, {SHORT_SIDE}x{SHORT_SIDE}, first stone in the centre",
                ("rule", *COLUMNS),
                tuple((one.question.name, *row(one)) for one in rules),
            ),
        ),
        command=f"kikashi papers run {ID}" + (f" --games {games}" if quick else ""),
        seconds=time.perf_counter() - began,
        missing=MISSING,
    )


def _start(side: int, allowed: Callable[[int, int], bool]) -> Position:
    home = room("sets")
    middle = grid.name((side // 2, side // 2))
    return home.start(home.normal_options({"sets": without(side, allowed)})).play(middle)


def _ring(finding: Finding, side: int) -> int:
    """How far a first stone lies from the edge; 1 is the edge."""
    rules = ROOM.start({"size": f"{side}x{side}"}).rules
    point = rules.coordinates[rules.index[finding.question.name]]
    return 1 + min(min(a, side - 1 - a) for a in point)


def _limits(stones: tuple[Finding, ...], side: int) -> Iterable[tuple[str, ...]]:
    """Rules that only limit the first stone: what the games after those that are left say."""
    rings = {id(one): _ring(one, side) for one in stones}
    innermost = max(rings.values())
    yield _summed("anywhere, drawn by lot", stones)
    for width in range(1, innermost + 1):
        kept = [one for one in stones if rings[id(one)] <= width]
        yield _summed(f"in the {width} outermost rings, drawn by lot", kept)
        best = max(kept, key=lambda one: one.tally.score)
        yield _summed(f"in the {width} outermost rings, the best: {best.question.name}", [best])
    fairest = min(stones, key=lambda one: abs(one.tally.score - 0.5))
    yield _summed(f"swap: the fairest first stone, {fairest.question.name}", [fairest])


def _summed(name: str, stones: Iterable[Finding]) -> tuple[str, ...]:
    """Each cell counts once, so that a class of eight counts eight times."""
    found = list(stones)
    cells = sum(len(one.question.cells) for one in found)
    score = sum(len(one.question.cells) * one.tally.score for one in found) / cells
    games = sum((one.tally for one in found), Tally())
    low, high = wilson(games)
    return (
        name,
        str(cells),
        str(games.games),
        f"{100 * score:.0f}%",
        f"{100 * low:.0f} to {100 * high:.0f}%",
    )
