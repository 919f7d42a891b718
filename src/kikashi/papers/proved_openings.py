"""Openings that are decided, each by one search with a certificate: what the rooms' pages share."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from kikashi.law import Position
from kikashi.papers.contract import Report, Settings, Table
from kikashi.proofs import Caps, RefusedError, check
from kikashi.search import Verdict

CHECK_SECONDS = 600.0
"""By the clock: a loaded machine takes longer than the usual minute."""
WINS = "Black wins"
COLUMNS = (
    *("result", "turns at most", "nodes"),
    *("search, processor s", "certificate kB", "check, processor s"),
)
_KEEPING = threading.Lock()


@dataclass(frozen=True)
class Openings:
    """Where the certificates of a page are kept, and how an opening is read and searched."""

    page: str
    work: Path
    read: Callable[[str], Position]
    search: Callable[[Position], Verdict]

    def _kept(self) -> dict[str, dict[str, float]]:
        """What earlier runs spent, by opening."""
        path = self.work / f"{self.page}.json"
        return json.loads(path.read_text("utf-8")) if path.exists() else {}

    def _keep(self, opening: str, spent: dict[str, float]) -> None:
        path = self.work / f"{self.page}.json"
        with _KEEPING:
            whole = json.dumps({**self._kept(), opening: spent}, indent=1)
            fresh = path.with_suffix(".new")
            fresh.write_text(whole, "utf-8")
            fresh.replace(path)

    def proved(self, opening: str) -> tuple[str, ...]:
        """One row: a certificate of an earlier run is checked again, not trusted."""
        position = self.read(opening)
        path = self.work / f"{self.page}-{opening.replace(' ', '-')}.cert.gz"
        if not path.exists():
            clock = time.thread_time()
            verdict = self.search(position)
            spent = {"nodes": verdict.nodes, "seconds": time.thread_time() - clock}
            self._keep(opening, spent)
            if verdict.certificate is None or verdict.verdict != "win":
                nodes, took = f"{verdict.nodes:,}", f"{spent['seconds']:.1f}"
                return ("unknown", "-", nodes, took, "-", "-")
            verdict.certificate.save(path)
        known = self._kept().get(opening)
        nodes, took = (f"{known['nodes']:,}", f"{known['seconds']:.1f}") if known else ("-", "-")
        clock = time.thread_time()
        try:
            claim = {"kind": "win", "side": "black"}
            checked = check(path, start=position, claim=claim, caps=Caps(seconds=CHECK_SECONDS))
        except RefusedError as why:
            return (f"refused: {why}", "-", nodes, took, "-", "-")
        return (
            WINS,
            str(checked.claim.fields["turns"]),
            nodes,
            took,
            f"{path.stat().st_size / 1000:.0f}",
            f"{time.thread_time() - clock:.1f}",
        )

    def run(
        self, openings: Sequence[str], settings: Settings, report: Report
    ) -> tuple[list[tuple[str, ...]], Table]:
        """The rows of these openings, and what they took."""
        began, clock = time.perf_counter(), time.process_time()
        self.work.mkdir(parents=True, exist_ok=True)
        rows = []
        with ThreadPoolExecutor(settings.jobs) as crew:
            for number, row in enumerate(crew.map(self.proved, openings), start=1):
                rows.append(row)
                report("openings", number, len(openings))
        spent, wall = time.process_time() - clock, time.perf_counter() - began
        table = Table(
            "This run (what an earlier one has proved is only checked again)",
            ("tasks", "at a time", "processor s", "s", "efficiency"),
            (
                (
                    str(len(rows)),
                    str(settings.jobs),
                    f"{spent:.1f}",
                    f"{wall:.1f}",
                    f"{100 * spent / (wall * settings.jobs):.0f}%",
                ),
            ),
        )
        return rows, table
