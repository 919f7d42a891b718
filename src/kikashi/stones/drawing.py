"""Positions of winning-set games as scenes; every room of the family draws with this."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from kikashi.drawing.boards import (
    GAP,
    Layout,
    box_layout,
    box_size,
    free_layout,
    way_through,
    words_width,
)
from kikashi.drawing.marks import Marks, Threats
from kikashi.drawing.notes import arrows
from kikashi.drawing.scene import Choice, Label, Mark, Scene, Stone, Trail
from kikashi.games import room
from kikashi.law import GameError, Move, Position, View
from kikashi.law.grid import name as grid_name
from kikashi.law.winning_set_room import stones_of
from kikashi.law.winning_sets import COLOURS, StonePosition, cells_of
from kikashi.words import listed

NOTE = 24.0
"""Height of a line of words under the board."""


def touched(word: Move) -> tuple[str, ...]:
    """A move is the cell of a stone."""
    return (word,)


def threat_marks(position: Position) -> tuple[Threats, ...]:
    """The threats of every side that has some, for `Marks.threats`."""
    stones = stones_of(position)
    found = []
    for player in range(stones.players) if stones.result() is None else ():
        sets, level = stones.threats(player)
        if sets:
            holes = 0
            for index in sets:
                holes |= stones.rules.masks[index] & stones.empty
            names = stones.rules.cells
            found.append(
                Threats(
                    player,
                    tuple(names[cell] for cell in cells_of(holes)),
                    tuple(tuple(names[c] for c in stones.rules.sets[index]) for index in sets),
                    level,
                    tuple(tuple(names[c] for c in cells) for cells in stones.stops(player)),
                )
            )
    return tuple(found)


def scene(seen: View, marks: Marks | None = None) -> Scene:
    """What a viewer sees and may do, with the marks that are asked for."""
    return _Drawing(stones_of(seen.position()), seen.legal_moves, marks or Marks()).scene()


@lru_cache(maxsize=64)
def _box(
    coordinates: tuple[tuple[int, ...], ...], cells: tuple[str, ...], language: str, width: float
) -> Layout | None:
    """The empty board of a box, or None; a page asks for the same one again and again."""
    size = box_size(coordinates)
    if size is None:
        return None
    layout = box_layout(coordinates, size, language, width)
    if any(grid_name(c) != name for c, name in zip(coordinates, cells, strict=True)):
        # The box has other names than letter and number: every cell shows its own.
        layout.labels = [label for label in layout.labels if label.kind == "caption"]
        for (x, y), name in zip(layout.places, cells, strict=True):
            layout.labels.append(Label(x + 0.27 * layout.unit, y - 0.2 * layout.unit, name, "cell"))
    layout.name_points(cells)
    return layout


class _Drawing:
    def __init__(
        self, position: StonePosition, legal_moves: tuple[Move, ...], marks: Marks
    ) -> None:
        self.position = position
        self.legal_moves = legal_moves
        self.rules = position.rules
        self.room = room(position.game)
        self.marks = marks
        self.language = marks.language
        width = 2 * GAP + max(map(words_width, self.notes()))
        self.layout: Layout = _box(
            tuple(self.rules.coordinates), tuple(self.rules.cells), self.language, width
        ) or free_layout(self.rules.coordinates, self.rules.cells, self.rules.sets, width)
        self.colours = {
            self.rules.cells[cell]: side
            for side, board in zip(COLOURS, position.boards, strict=False)
            for cell in cells_of(board)
        }

    def scene(self) -> Scene:
        layout, notes = self.layout, self.notes()
        labels = [
            Label(GAP, layout.height + (line + 0.3) * NOTE, text) for line, text in enumerate(notes)
        ]
        return Scene(
            width=layout.width,
            height=layout.height + NOTE * len(notes),
            title=self.title(),
            description=" ".join(self.description()),
            unit=layout.unit,
            panels=tuple(layout.panels),
            lines=tuple(layout.lines),
            discs=tuple(layout.discs),
            points=layout.points,
            stones=tuple(
                Stone(cell, *self.place(cell), side) for cell, side in self.colours.items()
            ),
            labels=(*layout.labels, *labels),
            trails=tuple(self.trails()),
            marks=tuple(self.board_marks()),
            choices=tuple(Choice(cell, end=cell) for cell in self.legal_moves),
            language=self.language,
        )

    def place(self, cell: str) -> tuple[float, float]:
        number = self.rules.index.get(cell)
        if number is None:
            raise GameError(f"a mark lies on {cell!r}, which is no cell of this board")
        return self.layout.places[number]

    def trails(self) -> Iterator[Trail]:
        for threats in self.marks.threats:
            for cells in threats.sets:
                for way in self.ways(cells):
                    yield Trail("threat", way, COLOURS[threats.player])
        winner = self.position.won_by
        if winner is not None:
            mine = self.position.boards[winner]
            for cells_, mask in zip(self.rules.sets, self.rules.masks, strict=True):
                if mask & ~mine == 0:
                    names = tuple(self.rules.cells[cell] for cell in cells_)
                    for way in self.ways(names):
                        yield Trail("win", way, COLOURS[winner])
        yield from arrows(self.marks, self.place)

    def ways(self, cells: tuple[str, ...]) -> Iterator[tuple[tuple[float, float], ...]]:
        """A figure through cells; in space one a layer, since layers lie apart in the picture."""
        layers: dict[int, list[tuple[float, float]]] = {}
        for cell in cells:
            place = self.place(cell)
            layers.setdefault(self.layout.spots[self.rules.index[cell]][0], []).append(place)
        for places in layers.values():
            yield way_through(places)

    def board_marks(self) -> Iterator[Mark]:
        marks = self.marks
        for cell, value in marks.heat.items():
            yield Mark("heat", cell, *self.place(cell), value=value)
        for threats in marks.threats:
            for cell in threats.cells:
                yield Mark("threat", cell, *self.place(cell), colour=COLOURS[threats.player])
        for rank, cell in enumerate(marks.best, start=1):
            yield Mark("best", cell, *self.place(cell), text=str(rank))
        for cell in marks.pending:
            yield Mark("pending", cell, *self.place(cell), colour=self.colours.get(cell, ""))
        for cell in marks.last:
            yield Mark("last", cell, *self.place(cell), colour=self.colours.get(cell, ""))
        for cell, number in marks.numbers.items():
            on = self.colours.get(cell, "")
            yield Mark("number", cell, *self.place(cell), colour=on, text=str(number))

    def title(self) -> str:
        return self.room.title(self.position.options, self.language)

    def status(self) -> str:
        """Who moves, or how it ended."""
        position, language = self.position, self.language
        result = position.result()
        side = self.room.colour(COLOURS[position.to_move], language)
        if result is not None:
            why = self.room.reason(result.reason, language, position.options)
            if result.winner is None:
                return self.room.say("result.draw", language, reason=why)
            winner = self.room.colour(COLOURS[result.winner], language)
            return self.room.say("result.wins", language, side=winner, reason=why)
        left = position.moves_left
        if max(self.rules.stones, self.rules.first) == 1:
            return self.room.say("turn.one", language, side=side)
        return self.room.say(
            "turn.last" if left == 1 else "turn.left", language, side=side, count=left
        )

    def notes(self) -> list[str]:
        """The words under the board."""
        lines = [self.status()]
        for threats in self.marks.threats:
            side = self.room.colour(COLOURS[threats.player], self.language)
            count = len(threats.sets)
            key = "mark.threat" if count == 1 else "mark.threats"
            lines.append(self.room.say(key, self.language, side=side, count=count))
        return lines

    def description(self) -> Iterator[str]:
        """The picture for those who do not see it."""
        yield from self.notes()
        for side in COLOURS[: self.position.players]:
            cells = [cell for cell, owner in self.colours.items() if owner == side]
            if cells:
                yield self.room.say(
                    "board.stones",
                    self.language,
                    side=self.room.colour(side, self.language),
                    cells=listed(cells, self.language),
                )
        if not self.colours:
            yield self.room.say("board.none", self.language)
        for key, marked in (
            ("mark.last", self.marks.last),
            ("mark.pending", self.marks.pending),
            ("mark.best", self.marks.best),
        ):
            if marked:
                yield self.room.say(key, self.language, cells=listed(marked, self.language))
