"""What rooms with one board put around it in the same way: notes below it, arrows over it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from kikashi.drawing.marks import Marks
from kikashi.drawing.scene import Label, Trail


def height_with(notes: Sequence[str], board: float, line: float) -> float:
    """Of a picture whose notes stand below a board, `line` apart."""
    return board + line * (len(notes) + 0.5)


def notes_below(notes: Sequence[str], board: float, line: float, left: float) -> tuple[Label, ...]:
    """The notes of such a picture, one below the other."""
    return tuple(
        Label(left, board + (number + 0.6) * line, note) for number, note in enumerate(notes)
    )


def arrows(marks: Marks, at: Callable[[str], tuple[float, float]]) -> Iterator[Trail]:
    """The arrows that are asked for, between the places of their cells."""
    for arrow in marks.arrows:
        yield Trail("arrow", (at(arrow.start), at(arrow.end)))
