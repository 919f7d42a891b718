"""The puzzle factory: records in, proved and graded puzzles out."""

from kikashi.puzzles.factory import make
from kikashi.puzzles.model import Puzzle, PuzzleError, puzzle, puzzles
from kikashi.puzzles.stats import Stats, stats
from kikashi.puzzles.store import Store, StoreError

__all__ = [
    "Puzzle",
    "PuzzleError",
    "Stats",
    "Store",
    "StoreError",
    "make",
    "puzzle",
    "puzzles",
    "stats",
]
