"""What a caller wants to see on a board beside the position itself; cells are named as moves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Threats:
    """The threats of one side: winning sets it can fill in one turn, and the cells it needs."""

    player: int
    cells: tuple[str, ...]
    sets: tuple[tuple[str, ...], ...] = ()
    level: int = 0
    """t: the fewest stones that stop them all."""
    stops: tuple[tuple[str, ...], ...] = ()
    """The smallest sets of stones that stop them all; none if a turn is not enough."""


@dataclass(frozen=True)
class Arrow:
    """From one cell to another, for plans and for games whose pieces move."""

    start: str
    end: str


@dataclass(frozen=True)
class Marks:
    """Everything is optional; a cell that is not on the board is refused by the room's drawing."""

    last: tuple[str, ...] = ()
    """The words of the last turn, as the viewer saw them; one without a place is passed over."""
    pending: tuple[str, ...] = ()
    """Stones of the turn that is being made and can still be taken back."""
    numbers: Mapping[str, int] = field(default_factory=dict)
    """Move numbers on cells."""
    threats: tuple[Threats, ...] = ()
    heat: Mapping[str, float] = field(default_factory=dict)
    """A heat map: 0 is cold, 1 is hot."""
    arrows: tuple[Arrow, ...] = ()
    best: tuple[str, ...] = ()
    """Suggested moves, the best first."""
    pieces: str = ""
    """How pieces are drawn: characters, letters or icons; empty: as the language suggests."""
    language: str = "en"
    """Of the words in the picture."""
