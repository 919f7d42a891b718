"""The board: lines that cross, star points, stones, prisoners, and what the count says."""

from __future__ import annotations

from collections.abc import Iterator

from kikashi.drawing import (
    Choice,
    Disc,
    Label,
    Line,
    Mark,
    Marks,
    Panel,
    Point,
    Scene,
    Seat,
    Stone,
)
from kikashi.drawing.notes import arrows, height_with, notes_below
from kikashi.games import room
from kikashi.games.go.board import COLUMNS, EMPTY, STONES, string_at, without
from kikashi.games.go.counting import owners
from kikashi.games.go.position import AGREE, COLOURS, DEAD, PASS, RESUME, GoPosition, go_of
from kikashi.games.go.presets import fixed_handicap, most_fixed
from kikashi.games.go.words import said
from kikashi.law import GameError, Move, View
from kikashi.words import colour, say

UNIT = 40.0
EDGE = 1.1
"""From the rim of the wood to the first line, in units: room for coordinates."""
NOTE = 24.0


def scene(seen: View, marks: Marks | None = None) -> Scene:
    """What a viewer sees and may do, with the marks that are asked for."""
    return _Drawing(go_of(seen.position()), seen.legal_moves, marks or Marks()).scene()


def move_name(word: Move, language: str) -> str:
    """A move in a list: points are their own names."""
    if word in (PASS, AGREE, RESUME):
        return said(f"move.{word}", language)
    if word.startswith(DEAD):
        return said("move.mark", language).format(cell=word.removeprefix(DEAD))
    return word


def touched(word: Move) -> tuple[str, ...]:
    """The point of a stone; a pass and an agreement lie nowhere."""
    return () if word in (PASS, AGREE, RESUME) else (word.removeprefix(DEAD),)


class _Drawing:
    def __init__(self, position: GoPosition, legal_moves: tuple[Move, ...], marks: Marks) -> None:
        self.position = position
        self.legal_moves = legal_moves
        self.marks = marks
        self.language = marks.language
        self.size = position.on.size
        self.names = position.on.names

    def place(self, cell: int) -> tuple[float, float]:
        column, row = cell % self.size, cell // self.size
        return UNIT * (EDGE + column), UNIT * (EDGE + self.size - 1 - row)

    def at(self, name: str) -> tuple[float, float]:
        cell = self.position.on.index.get(name.removeprefix(DEAD))
        if cell is None:
            raise GameError(f"a mark lies on {name!r}, which is no point of this board")
        return self.place(cell)

    def scene(self) -> Scene:
        side = UNIT * (self.size - 1 + 2 * EDGE)
        notes = tuple(self.notes())
        width = max(side, UNIT * 8)
        return Scene(
            width=width,
            height=height_with(notes, side, NOTE),
            title=self.title(),
            description=" ".join((*self.stones_in_words(), *notes)),
            unit=UNIT,
            panels=(Panel(2, 2, side - 4, side - 4),),
            lines=tuple(self.lines()),
            discs=tuple(self.stars()),
            points=tuple(self.points()),
            stones=tuple(self.stones()),
            labels=(
                *self.coordinates(),
                *notes_below(notes, side, NOTE, UNIT / 2),
            ),
            trails=tuple(arrows(self.marks, self.at)),
            marks=tuple(self.board_marks()),
            choices=tuple(self.choices()),
            seats=tuple(self.seats()),
            asked=self.asked(),
            language=self.language,
        )

    def title(self) -> str:
        return room(self.position.game).title(self.position.options, self.language)

    def lines(self) -> Iterator[Line]:
        last = self.size - 1
        for n in range(self.size):
            kind = "edge" if n in (0, last) else "grid"
            yield Line(*self.place(n * self.size), *self.place(n * self.size + last), kind)
            yield Line(*self.place(n), *self.place(last * self.size + n), kind)

    def stars(self) -> Iterator[Disc]:
        count = most_fixed(self.size)
        for cell in sorted(fixed_handicap(self.position.on, count)) if count else ():
            yield Disc(*self.place(cell), 0.09 * UNIT)

    def points(self) -> Iterator[Point]:
        for cell, name in enumerate(self.names):
            yield Point(name, *self.place(cell), 0, cell % self.size, cell // self.size)

    def stones(self) -> Iterator[Stone]:
        for cell, stone in enumerate(self.position.board):
            if stone != EMPTY:
                side = COLOURS[STONES.index(stone)]
                yield Stone(self.names[cell], *self.place(cell), side)

    def coordinates(self) -> Iterator[Label]:
        for n in range(self.size):
            x, y = self.place(n)
            yield Label(x, y + 0.75 * UNIT, COLUMNS[n], "column")
            x, y = self.place(n * self.size)
            yield Label(x - 0.75 * UNIT, y, str(n + 1), "row")

    def choices(self) -> Iterator[Choice]:
        for word in self.legal_moves:
            if word in (PASS, AGREE, RESUME):
                yield Choice(word, said(f"choice.{word}", self.language), "pass")
            elif word.startswith(DEAD):
                yield from self.marking(word)
            else:
                yield Choice(word, kind="place", end=word)

    def marking(self, word: Move) -> Iterator[Choice]:
        """A string can be marked by any of its stones."""
        named, on = word.removeprefix(DEAD), self.position.on
        dead = on.index[named] in self.position.dead
        label = said("choice.living" if dead else "choice.dead", self.language).format(cell=named)
        stones = string_at(self.position.board, on, on.index[named]).stones
        for cell in sorted(stones):
            yield Choice(word, label, "mark", end=on.names[cell])

    def board_marks(self) -> Iterator[Mark]:
        position, marks = self.position, self.marks
        sides = {stone.cell: stone.colour for stone in self.stones()}
        for cell, heat in marks.heat.items():
            yield Mark("heat", cell, *self.at(cell), value=heat)
        if position.agreement is not None:
            owner = owners(without(position.board, position.dead), position.on)
            for at, whose in enumerate(owner):
                name = self.names[at]
                if at in position.dead:
                    yield Mark("dead", name, *self.place(at), sides[name])
                elif whose != EMPTY and position.board[at] == EMPTY:
                    yield Mark("territory", name, *self.place(at), COLOURS[STONES.index(whose)])
        if position.now.banned is not None and position.rules.ko == "simple":
            at = position.now.banned
            yield Mark("ko", self.names[at], *self.place(at))
        for rank, cell in enumerate(marks.best, start=1):
            if cell in position.on.index:
                yield Mark("best", cell, *self.at(cell), text=str(rank))
        for kind, words in (("pending", marks.pending), ("last", marks.last)):
            for cell in words:
                if cell in position.on.index:
                    yield Mark(kind, cell, *self.at(cell), sides.get(cell, ""))
        for cell, number in marks.numbers.items():
            if cell not in (PASS, AGREE, RESUME) and not cell.startswith(DEAD):
                yield Mark("number", cell, *self.at(cell), sides.get(cell, ""), str(number))

    def seats(self) -> Iterator[Seat]:
        for player, name in enumerate(COLOURS):
            taken = self.position.now.prisoners[player]
            yield Seat(
                player,
                colour(name, self.language),
                "south" if player == 0 else "north",
                self.position.to_move == player and self.position.result() is None,
                ((said("prisoners", self.language), str(taken)),),
            )

    def notes(self) -> Iterator[str]:
        position, language = self.position, self.language
        result = position.result()
        side = colour(COLOURS[position.to_move], language)
        if result is not None:
            why = room("go").reason(result.reason, language)
            if result.winner is None:
                yield say("result.draw", language, reason=why)
            else:
                winner = colour(COLOURS[result.winner], language)
                yield say("result.wins", language, side=winner, reason=why)
        else:
            yield self.asked() or say("turn.one", language, side=side)
        taken = position.now.prisoners
        yield said("taken", language).format(black=taken[0], white=taken[1])
        if result and result.reason == "counted":
            yield self.count()

    def asked(self) -> str:
        """What is to be done now where it is no plain move; empty where it is one."""
        position, language = self.position, self.language
        mover, other = (
            colour(COLOURS[n], language) for n in (position.to_move, 1 - position.to_move)
        )
        if position.result() is not None:
            return ""
        if position.now.left:
            key = "handicap.last" if position.now.left == 1 else "handicap"
            return said(key, language).format(side=mover, count=position.now.left)
        if position.agreement is None:
            return ""
        key = "proposed" if position.agreement.proposed else "agreeing"
        told = said(key, language).format(side=mover, other=other)
        return " ".join((told, self.count())) if language == "en" else told + self.count()

    def count(self) -> str:
        """Who is ahead, and by how much."""
        margin = self.position.score().margin  # in half points
        which = {0: ".even", 2: ".one"}.get(abs(margin), "")
        ahead = colour(COLOURS[margin < 0], self.language)
        points = f"{abs(margin) / 2:g}"
        return said(f"count{which}", self.language).format(side=ahead, points=points)

    def stones_in_words(self) -> Iterator[str]:
        for side in COLOURS:
            cells = [stone.cell for stone in self.stones() if stone.colour == side]
            if cells:
                name = colour(side, self.language)
                yield say("board.stones", self.language, side=name, cells=" ".join(cells))
        if self.position.board.count(EMPTY) == len(self.position.board):
            yield say("board.none", self.language)
