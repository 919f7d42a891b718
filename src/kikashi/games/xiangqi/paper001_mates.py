"""Paper 001, figures 33 and 34: mates with one quiet move, without and with the table.

The paper's eleven positions are lost. Ours are chosen by a rule: the first eleven of the listing of
positions without a mate by checks in which a mate with one quiet move, of two to eight moves, is
the shortest, found in a stated number of nodes.
"""

from __future__ import annotations

import csv
import time
from collections.abc import Iterator
from pathlib import Path

from kikashi.games import room
from kikashi.law import Position
from kikashi.papers.contract import Answer, Figure, PaperError, Plot, Report, Settings, Table

ID = "001-mates"
PAPER = "001"
TITLE = "Xiangqi mates with one quiet move: the effect of table and order"
TITLE_ZH = "象棋：含一手緩著的殺法，表與順序的作用"
QUICK = 20
FILE = "no_checks_only_mate.tsv"
COUNT = 11
CHOOSING_NODES = 8_000
MOST_TURNS = 8
MOST_NODES = 5_000_000
PUBLISHED = {False: ("1,987,946", "40.41"), True: ("1,729,740", "36.35")}
"""Nodes and seconds without and with the table."""
MISSING = (
    "The paper's eleven positions are lost: ours are others, so only the ratio between the rows "
    "can be compared.",
    "The listing holds eight such positions, not eleven; seven times the nodes found no ninth.",
    "The paper does not say in which order of quiet moves its figures were made; we give three.",
)


def run(settings: Settings, report: Report) -> Answer:
    """Solves each position six times: without and with the table, in three orders."""
    if settings.data is None:
        raise PaperError("the positions are needed: name their folder with --data")
    file = settings.data / "xiangqi" / FILE
    if not file.is_file():
        raise PaperError(f"there is no file {file}")
    began = time.perf_counter()
    solver = room("xiangqi").part("solver")
    chosen = _chosen(file, settings.games or COUNT, report)
    rows = []
    bars: dict[str, dict[str, float]] = {}
    for table in (False, True):
        for ordering in solver.ORDERINGS:
            cpu = time.process_time()
            found = [
                solver.solve(
                    position,
                    "quiet",
                    quiet=1,
                    turns=turns,
                    ordering=ordering,
                    table=table,
                    nodes=MOST_NODES,
                )
                for position, turns in chosen
            ]
            spent = time.process_time() - cpu
            nodes = sum(mate.nodes for mate in found)
            solved = sum(mate.verdict == "win" for mate in found)
            published = PUBLISHED[table]
            rows.append(
                (
                    "on" if table else "off",
                    ordering,
                    *published,
                    f"{nodes:,}",
                    f"{spent:.2f}",
                    f"{solved} of {len(chosen)}",
                )
            )
            bars.setdefault(f"table {'on' if table else 'off'}", {})[ordering] = float(nodes)
            report("solve", len(rows), 2 * len(solver.ORDERINGS))
    columns = ("table", "order", "paper: nodes", "seconds", "ours: nodes", "seconds", "solved")
    title = f"{len(chosen)} positions, one quiet move, bounded search"
    return Answer(
        tables=(Table(title, columns, tuple(rows)),),
        command=f"kikashi papers run {ID} --data DATA",
        seconds=time.perf_counter() - began,
        missing=MISSING,
        figures=(
            Figure(
                "nodes with the table, per cent of those without",
                round(100 * _number(PUBLISHED[True][0]) / _number(PUBLISHED[False][0]), 1),
                round(100 * min(bars["table on"].values()) / min(bars["table off"].values()), 1),
                "%",
                "用表時的節點數，佔不用表的",
            ),
        ),
        plots=(Plot(bars, title, "order of moves", "nodes"),),
    )


def _number(words: str) -> float:
    return float(words.replace(",", ""))


def _chosen(file: Path, count: int, report: Report) -> list[tuple[Position, int]]:
    """Positions with the length of their mate."""
    solver = room("xiangqi").part("solver")
    found: list[tuple[Position, int]] = []
    for number, position in enumerate(_positions(file), start=1):
        if len(found) == count:
            break
        mate = solver.solve(position, "quiet", quiet=1, nodes=CHOOSING_NODES)
        if mate.verdict == "win" and mate.shortest and 2 <= mate.turns <= MOST_TURNS:
            found.append((position, mate.turns))
        report("choose", number, 0)
    return found


def _positions(file: Path) -> Iterator[Position]:
    with file.open(encoding="utf-8") as lines:
        for row in csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE):
            yield room("xiangqi").from_text(row["fen"])
