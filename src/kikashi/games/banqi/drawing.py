"""The board: four files, eight ranks, discs face up or face down, captured and hidden pieces.

Pieces are characters (the default in Chinese), letters of the records, Black's in lower case (the
default in English), or our own icons, which need no language; `Marks.pieces` chooses.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from kikashi.drawing import (
    Choice,
    Face,
    Item,
    Label,
    Line,
    Mark,
    Marks,
    Panel,
    Point,
    Scene,
    Seat,
    Stone,
    Tray,
    TrayKind,
)
from kikashi.drawing.notes import arrows, height_with, notes_below
from kikashi.games.banqi.board import DOWN, EMPTY, LETTERS, side_of
from kikashi.games.banqi.position import COLOURS, STOP, BanqiPosition, banqi_of
from kikashi.games.banqi.words import NAMES, PLAYER, SAY, WORDS, piece_name
from kikashi.law import CHANCE, PUBLIC, GameError, Move, View
from kikashi.words import colour, reason, say

UNIT = 48.0
EDGE = 0.75
"""From the rim of the wood to the first cell, in units: room for coordinates."""
NOTE = 26.0
PIECES = ("characters", "letters", "icons")
CHARACTERS = dict(zip(LETTERS, "帥仕相俥傌炮兵將士象車馬包卒", strict=True))
"""No character stands for both sides, so that a terminal without colours can be read."""
BACK = "●"
ICONS = {
    # A crown; a fan; an elephant's head with trunk and tusk; a wheel with its rail; a horse's head;
    # a barrel on a wheel; a spear behind a shield.
    "K": "M-8 6 L-9 -4 L-4 0 L0 -8 L4 0 L9 -4 L8 6 Z M-8 7 H8 V9 H-8 Z",
    "G": "M0 8 L-8 -4 A10 10 0 0 1 8 -4 Z M-1 8 H1 V10 H-1 Z",
    "M": "M-8 -2 A7 6 0 0 1 5 -4 A4 4 0 0 1 8 2 V8 H6 V3 Q4 1 2 3 L4 7 Q1 7 0 3 L-3 4 V8 H-7 Z",
    "R": "M-9 -8 H-6 V-2 H6 V-8 H9 V1 H-9 Z M-5 2 A5 5 0 1 0 5 2 Z",
    "N": "M-5 9 Q-5 2 0 0 L-5 1 L-8 -1 L-3 -6 L-2 -9 L1 -7 Q8 -4 7 9 Z",
    "C": "M-9 -1 L7 -7 L9 -2 L-6 4 Z M-4 5 A4 4 0 1 0 4 5 A4 4 0 1 0 -4 5 Z",
    "P": "M-1 -10 H1 V-5 H6 V2 Q6 7 0 10 Q-6 7 -6 2 V-5 H-1 Z",
}


def scene(seen: View, marks: Marks | None = None) -> Scene:
    """What a viewer sees and may do, with the marks that are asked for."""
    return _Drawing(banqi_of(seen.position()), seen, marks or Marks()).scene()


def touched(word: str) -> tuple[str, ...]:
    """The cells of an act; what chance turned up, and `stop`, lie nowhere."""
    if word in LETTERS or word == STOP:
        return ()
    return tuple(word.split("-"))


def move_name(word: Move, language: str) -> str:
    """A move in a list: what chance turned up is told as a piece, a cell alone is flipped."""
    if word in LETTERS:
        return piece_name(word, language)
    if word == STOP:
        return SAY["stop"][language]
    return word if "-" in word else SAY["flip"][language].format(cell=word)


def faces() -> tuple[Face, ...]:
    """Every kind of piece, once for all scenes."""
    return tuple(
        Face(
            letter,
            {language: piece_name(letter, language) for language in ("en", "zh-Hant")},
            CHARACTERS[letter],
            _icon(letter),
            colour=COLOURS[side_of(letter)],
            forms={"character": CHARACTERS[letter], "letter": letter},
        )
        for letter in LETTERS
    )


def _icon(letter: str) -> str:
    path = ICONS[letter.upper()]
    return f'<path transform="translate(10 10)" fill="currentColor" d="{path}"/>'


class _Drawing:
    def __init__(self, position: BanqiPosition, seen: View, marks: Marks) -> None:
        self.position = position
        self.seen = seen
        self.marks = marks
        self.language = marks.language
        self.form = position.settings.form
        self.pieces = marks.pieces or ("characters" if marks.language == "zh-Hant" else "letters")
        if self.pieces not in PIECES:
            raise GameError(f"pieces are drawn as {', '.join(PIECES)}, not as {self.pieces!r}")

    def scene(self) -> Scene:
        files, ranks = self.form.files, self.form.ranks
        width, height = UNIT * (files + 2 * EDGE), UNIT * (ranks + 2 * EDGE)
        notes = tuple(self.notes())
        return Scene(
            width=width,
            height=height_with(notes, height, NOTE),
            title=NAMES["title"][self.language],
            description=" ".join((*self.pieces_in_words(), *notes)),
            unit=UNIT,
            panels=(Panel(2, 2, width - 4, height - 4),),
            lines=tuple(self.lines()),
            points=tuple(
                Point(name, *self.place(cell), 0, cell % files, cell // files)
                for cell, name in enumerate(self.form.names)
            ),
            stones=tuple(self.stones()),
            labels=(
                *self.board_labels(),
                *notes_below(notes, height, NOTE, UNIT / 2),
            ),
            trails=tuple(arrows(self.marks, self.at)),
            marks=tuple(self.board_marks()),
            choices=tuple(map(self.choice, self.seen.legal_moves)) if self.acts() else (),
            faces=faces(),
            trays=tuple(self.trays()),
            seats=tuple(self.seats()),
            pieces={"characters": "character", "letters": "letter"}.get(self.pieces, "figure"),
            language=self.language,
        )

    def acts(self) -> bool:
        """Whether the viewer may do something: what chance turns up is no choice of theirs."""
        return self.position.to_move != CHANCE and self.seen.asked

    def place(self, cell: int) -> tuple[float, float]:
        """The middle of a cell."""
        file, rank = cell % self.form.files, cell // self.form.files
        return UNIT * (EDGE + file + 0.5), UNIT * (EDGE + self.form.ranks - rank - 0.5)

    def at(self, name: str) -> tuple[float, float]:
        if name not in self.form.cell_of:
            raise GameError(f"a mark lies on {name!r}, which is no cell of this board")
        return self.place(self.form.cell_of[name])

    def stones(self) -> Iterator[Stone]:
        for cell, piece in enumerate(self.position.board):
            name = self.form.names[cell]
            if piece == DOWN:
                yield Stone(name, *self.place(cell), "white", BACK)
            elif piece != EMPTY:
                text = CHARACTERS[piece] if self.pieces == "characters" else piece
                yield Stone(name, *self.place(cell), COLOURS[side_of(piece)], text, piece)

    def lines(self) -> Iterator[Line]:
        left, top = UNIT * EDGE, UNIT * EDGE
        right, bottom = left + UNIT * self.form.files, top + UNIT * self.form.ranks
        for row in range(self.form.ranks + 1):
            kind = "edge" if row in (0, self.form.ranks) else "grid"
            yield Line(left, top + UNIT * row, right, top + UNIT * row, kind)
        for column in range(self.form.files + 1):
            kind = "edge" if column in (0, self.form.files) else "grid"
            yield Line(left + UNIT * column, top, left + UNIT * column, bottom, kind)

    def board_labels(self) -> Iterator[Label]:
        for file in range(self.form.files):
            x, y = self.place(file)
            yield Label(x, y + 0.85 * UNIT, self.form.names[file][0], "column")
        for rank in range(self.form.ranks):
            x, y = self.place(self.form.files * rank)
            yield Label(x - 0.85 * UNIT, y, str(rank + 1), "row")

    def board_marks(self) -> Iterator[Mark]:
        sides = {stone.cell: stone.colour for stone in self.stones()}
        for kind, words in (("last", self.marks.last), ("pending", self.marks.pending)):
            for cell in [cell for word in words for cell in touched(word)]:
                yield Mark(kind, cell, *self.at(cell), sides.get(cell, ""))
        if self.position.setup.turned is not None:
            cell = self.form.names[self.position.setup.turned]
            yield Mark("pending", cell, *self.at(cell))
        for cell, heat in self.marks.heat.items():
            yield Mark("heat", cell, *self.at(cell), value=heat)
        for cell, number in self.marks.numbers.items():
            for one in touched(cell)[-1:]:
                yield Mark("number", one, *self.at(one), sides.get(one, ""), str(number))
        for number, word in enumerate(self.marks.best, start=1):
            for cell in touched(word)[-1:]:
                yield Mark("best", cell, *self.at(cell), text=str(number))

    def choice(self, move: Move) -> Choice:
        if move == STOP:
            return Choice(move, SAY["stop"][self.language], "pass")
        start, _, end = move.partition("-")
        if not end:
            label = SAY["flip"][self.language].format(cell=start)
            return Choice(move, label, "flip", end=start)
        piece = self.position.board[self.form.cell_of[start]]
        taken = self.position.board[self.form.cell_of[end]]
        key = "move" if taken == EMPTY else "strike" if taken == DOWN else "take"
        label = SAY[key][self.language].format(
            piece=piece_name(piece, self.language),
            cell=end,
            taken=piece_name(taken, self.language) if key == "take" else "",
        )
        return Choice(move, label, "move", start, end)

    def trays(self) -> Iterator[Tray]:
        """What is captured, and what still lies face down: everybody can count both."""
        hidden = Counter(self.position.hidden)
        shown = Counter(piece for piece in self.position.board if piece in LETTERS)
        bag = Counter(self.position.settings.bag)
        for side, name in enumerate(COLOURS):
            letters = [letter for letter in LETTERS if side_of(letter) == side]
            player = self.position.setup.first
            owner = -1 if player is None else player ^ side
            kinds: tuple[tuple[TrayKind, Counter[str]], ...] = (
                ("captured", bag - hidden - shown),
                ("stock", hidden),
            )
            for kind, counts in kinds:
                label = SAY[kind][self.language].format(side=colour(name, self.language))
                items = [Item("", letter, counts[letter]) for letter in letters if counts[letter]]
                yield Tray(f"{kind}-{name}", kind, owner, label, tuple(items))

    def seats(self) -> Iterator[Seat]:
        viewer = 0 if self.seen.player == PUBLIC else self.seen.player
        for player in range(2):
            side = self.position.colour_of(player)
            label = PLAYER[player][self.language]
            if side is not None:
                label = f"{label} ({colour(COLOURS[side], self.language)})"
            to_move = self.position.to_move == player and self.position.result() is None
            yield Seat(player, label, "south" if player == viewer else "north", to_move)

    def side_words(self, player: int) -> str:
        side = self.position.colour_of(player)
        return (
            PLAYER[player][self.language] if side is None else colour(COLOURS[side], self.language)
        )

    def notes(self) -> Iterator[str]:
        result = self.position.result()
        if result is None:
            side = self.side_words(self.position.mover)
            if self.position.setup.turned is not None:
                cell = self.form.names[self.position.setup.turned]
                yield SAY["turning"][self.language].format(cell=cell)
            else:
                yield say("turn.one", self.language, side=side)
            return
        own = WORDS.get(f"result.{result.reason}")
        why = own[self.language] if own else reason(result.reason, self.language)
        if result.winner is None:
            yield say("result.draw", self.language, reason=why)
        else:
            winner = self.side_words(result.winner)
            yield say("result.wins", self.language, side=winner, reason=why)

    def pieces_in_words(self) -> Iterator[str]:
        for side in COLOURS:
            pieces = [f"{s.text}{s.cell}" for s in self.stones() if s.colour == side]
            name = colour(side, self.language)
            if pieces:
                yield say("board.stones", self.language, side=name, cells=" ".join(pieces))
        down = self.position.board.count(DOWN)
        if down:
            yield SAY["down"][self.language].format(count=down)
