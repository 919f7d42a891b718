"""Puzzles as files, by suffix: SGF with variations, JSON lines, a PDF booklet, pictures."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Iterable
from pathlib import Path

from kikashi.drawing import Marks, to_svg
from kikashi.games import room
from kikashi.puzzles.booklet import booklet
from kikashi.puzzles.model import Puzzle, PuzzleError
from kikashi.puzzles.solution import solution_record
from kikashi.records import write

SUFFIXES = (".sgf", ".jsonl", ".pdf", ".svg")


def export(
    found: Iterable[Puzzle],
    target: Path,
    *,
    language: str = "en",
    font: Path | None = None,
    certificates: bool = False,
) -> int:
    """Writes puzzles to `target`; pictures go into a folder of that name. Returns how many."""
    writers: dict[str, Callable[[list[Puzzle]], None]] = {
        ".sgf": lambda chosen: _sgf(chosen, target, language),
        ".jsonl": lambda chosen: _json(chosen, target, certificates=certificates),
        ".pdf": lambda chosen: booklet(chosen, target, language=language, font=font),
        ".svg": lambda chosen: _pictures(chosen, target, language),
    }
    if target.suffix not in writers:
        known = ", ".join(SUFFIXES)
        raise PuzzleError(f"the suffix of {target.name} names no form of export; known: {known}")
    chosen = list(found)
    if not chosen:
        raise PuzzleError("no puzzle was chosen, so nothing is written")
    writers[target.suffix](chosen)
    return len(chosen)


def _sgf(chosen: list[Puzzle], target: Path, language: str) -> None:
    target.write_bytes(write([solution_record(puzzle, language) for puzzle in chosen], "sgf"))


def _json(chosen: list[Puzzle], target: Path, *, certificates: bool) -> None:
    with target.open("w", encoding="utf-8") as file:
        for puzzle in chosen:
            line = puzzle.to_json()
            if certificates:
                line["certificate"] = base64.b64encode(puzzle.certificate).decode()
                refutation = puzzle.refutation
                line["refutation"] = refutation and base64.b64encode(refutation).decode()
            file.write(json.dumps(line, ensure_ascii=False, sort_keys=True) + "\n")


def _pictures(chosen: list[Puzzle], target: Path, language: str) -> None:
    """One picture a puzzle, named by its id, in the folder `target` without its suffix."""
    folder = target.with_suffix("")
    folder.mkdir(parents=True, exist_ok=True)
    for puzzle in chosen:
        scene = room(puzzle.game).scene(puzzle.start(), Marks(language=language))
        (folder / f"{puzzle.id}.svg").write_text(to_svg(scene), encoding="utf-8")
