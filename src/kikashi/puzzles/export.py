"""Puzzles as files, by suffix: SGF with variations, JSON lines, a PDF booklet, pictures."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Iterable
from pathlib import Path

from kikashi.drawing import Marks, Scene, to_svg
from kikashi.games import room
from kikashi.puzzles.model import Puzzle, PuzzleError
from kikashi.puzzles.solution import solution_record
from kikashi.records import write

SUFFIXES = (".sgf", ".jsonl", ".pdf", ".svg", ".png")
PNG_SCALE = 2.0


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
        ".pdf": lambda chosen: _booklet(chosen, target, language, font),
        ".svg": lambda chosen: _pictures(
            chosen, target, language, lambda scene: to_svg(scene).encode()
        ),
        ".png": lambda chosen: _pictures(chosen, target, language, _png(font)),
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


# The drawing libraries come with an extra, and are asked for by whoever draws.
def _booklet(chosen: list[Puzzle], target: Path, language: str, font: Path | None) -> None:
    from kikashi.puzzles.booklet import booklet  # noqa: PLC0415

    booklet(chosen, target, language=language, font=font)


def _png(font: Path | None) -> Callable[[Scene], bytes]:
    from kikashi.drawing.png import to_png  # noqa: PLC0415

    return lambda scene: to_png(scene, scale=PNG_SCALE, font=font)


def _json(chosen: list[Puzzle], target: Path, *, certificates: bool) -> None:
    with target.open("w", encoding="utf-8") as file:
        for puzzle in chosen:
            line = puzzle.to_json()
            if certificates:
                line["certificate"] = base64.b64encode(puzzle.certificate).decode()
                refutation = puzzle.refutation
                line["refutation"] = refutation and base64.b64encode(refutation).decode()
                uniqueness = puzzle.uniqueness
                line["uniqueness"] = uniqueness and base64.b64encode(uniqueness).decode()
                line["unique_within"] = puzzle.unique_within
            file.write(json.dumps(line, ensure_ascii=False, sort_keys=True) + "\n")


def _pictures(
    chosen: list[Puzzle], target: Path, language: str, draw: Callable[[Scene], bytes]
) -> None:
    """One picture a puzzle, named by its id, in the folder `target` without its suffix."""
    folder = target.with_suffix("")
    folder.mkdir(parents=True, exist_ok=True)
    for puzzle in chosen:
        scene = room(puzzle.game).scene(puzzle.start().view_of_mover(), Marks(language=language))
        (folder / f"{puzzle.id}{target.suffix}").write_bytes(draw(scene))
