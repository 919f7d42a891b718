"""The board: ten ranks, nine files that the river breaks, two palaces, and pieces.

Pieces are characters (the default in Chinese), letters of WXF, Black's in lower case (the default
in English), or our own icons, which need no language; `Marks.pieces` chooses.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from kikashi.drawing import (
    Choice,
    Face,
    Label,
    Line,
    Mark,
    Marks,
    Panel,
    Point,
    Scene,
    Stone,
)
from kikashi.drawing.notes import arrows, height_with, notes_below
from kikashi.games import room
from kikashi.games.xiangqi.board import CELL_OF, EMPTY, FILES, NAMES, RANKS, side_of
from kikashi.games.xiangqi.notation import LETTERS
from kikashi.games.xiangqi.rules import XiangqiPosition, xiangqi_of
from kikashi.law import GameError, Move, View
from kikashi.words import colour, say

UNIT = 44.0
EDGE = 1.0
"""From the rim of the wood to the first line, in units: room for coordinates."""
NOTE = 26.0
SIDES = ("red", "black")
TITLE = {"en": "Xiangqi", "zh-Hant": "象棋"}
CHARACTERS = dict(zip("KABNRCPkabnrcp", "帥仕相傌俥炮兵將士象馬車包卒", strict=True))
"""No character stands for both sides, so that a terminal without colours can be read."""
FIGURES = dict(
    zip(
        "KABNRCP",
        ("general", "advisor", "elephant", "horse", "chariot", "cannon", "soldier"),
        strict=True,
    )
)
READ_OUT = str.maketrans("傌俥包", "馬車炮")
"""Characters that only say whose piece it is, as they are spoken."""
SETS = {"characters": "character", "letters": "letter", "icons": "figure"}
"""What `Marks.pieces` says, and the scene's name of the set."""
ICONS = {
    # A crown; a fan; an elephant's head with trunk and tusk; a horse's head; a chariot's wheel with
    # its rail; a barrel on a wheel; a spear behind a shield.
    "K": "M-8 6 L-9 -4 L-4 0 L0 -8 L4 0 L9 -4 L8 6 Z M-8 7 H8 V9 H-8 Z",
    "A": "M0 8 L-8 -4 A10 10 0 0 1 8 -4 Z M-1 8 H1 V10 H-1 Z",
    "B": "M-8 -2 A7 6 0 0 1 5 -4 A4 4 0 0 1 8 2 V8 H6 V3 Q4 1 2 3 L4 7 Q1 7 0 3 L-3 4 V8 H-7 Z",
    "N": "M-5 9 Q-5 2 0 0 L-5 1 L-8 -1 L-3 -6 L-2 -9 L1 -7 Q8 -4 7 9 Z",
    "R": "M-9 -8 H-6 V-2 H6 V-8 H9 V1 H-9 Z M-5 2 A5 5 0 1 0 5 2 Z",
    "C": "M-9 -1 L7 -7 L9 -2 L-6 4 Z M-4 5 A4 4 0 1 0 4 5 A4 4 0 1 0 -4 5 Z",
    "P": "M-1 -10 H1 V-5 H6 V2 Q6 7 0 10 Q-6 7 -6 2 V-5 H-1 Z",
}
RIVER = {"en": ("river", ""), "zh-Hant": ("楚 河", "漢 界")}
CHECK = {"en": "{side} stands in check.", "zh-Hant": "{side}被將軍。"}


def touched(word: Move) -> tuple[str, str]:
    """Where a move is taken from, and where it goes."""
    return word[:2], word[2:]


def scene(seen: View, marks: Marks | None = None) -> Scene:
    """What a viewer sees and may do, with the marks that are asked for."""
    return _Drawing(xiangqi_of(seen.position()), seen.legal_moves, marks or Marks()).scene()


def _place(cell: int) -> tuple[float, float]:
    file, rank = cell % 9, cell // 9
    return UNIT * (EDGE + file), UNIT * (EDGE + RANKS - 1 - rank)


def _points_of(word: str) -> tuple[str, ...]:
    """A point, or the two points of a move: a turn may be marked by its moves."""
    return (word[:2], word[2:]) if len(word) == 4 else (word,)


class _Drawing:
    def __init__(
        self, position: XiangqiPosition, legal_moves: tuple[Move, ...], marks: Marks
    ) -> None:
        self.position = position
        self.legal_moves = legal_moves
        self.marks = marks
        self.language = marks.language
        self.pieces = marks.pieces or ("characters" if marks.language == "zh-Hant" else "letters")
        if self.pieces not in SETS:
            raise GameError(f"pieces are drawn as {', '.join(SETS)}, not as {self.pieces!r}")

    def scene(self) -> Scene:
        width, height = UNIT * (8 + 2 * EDGE), UNIT * (RANKS - 1 + 2 * EDGE)
        notes = tuple(self.notes())
        return Scene(
            width=width,
            height=height_with(notes, height, NOTE),
            title=TITLE[self.language],
            description=" ".join((*self.pieces_in_words(), *notes)),
            unit=UNIT,
            panels=(Panel(2, 2, width - 4, height - 4),),
            lines=tuple(_lines()),
            points=tuple(
                Point(name, *_place(cell), 0, cell % 9, cell // 9)
                for cell, name in enumerate(NAMES)
            ),
            stones=tuple(self.stones()),
            labels=(
                *self.board_labels(),
                *notes_below(notes, height, NOTE, UNIT / 2),
            ),
            trails=tuple(arrows(self.marks, self.at)),
            marks=tuple(self.board_marks()),
            choices=tuple(Choice(m, "", "move", *touched(m)) for m in self.legal_moves),
            faces=faces(),
            pieces=SETS[self.pieces],
            language=self.language,
        )

    def at(self, cell: str) -> tuple[float, float]:
        if cell not in CELL_OF:
            raise GameError(f"a mark lies on {cell!r}, which is no point of this board")
        return _place(CELL_OF[cell])

    def stones(self) -> Iterator[Stone]:
        for cell, piece in enumerate(self.position.board):
            if piece != EMPTY:
                text = CHARACTERS[piece] if self.pieces == "characters" else _letter(piece)
                yield Stone(NAMES[cell], *_place(cell), SIDES[side_of(piece)], text, piece)

    def board_labels(self) -> Iterator[Label]:
        for file, letter in enumerate(FILES):
            x, y = _place(file)
            yield Label(x, y + 0.72 * UNIT, letter, "column")
        for rank in range(RANKS):
            x, y = _place(9 * rank)
            yield Label(x - 0.72 * UNIT, y, str(rank), "row")
        left, right = RIVER[self.language]
        middle = (_place(36)[1] + _place(45)[1]) / 2
        yield Label(_place(2 if right else 4)[0], middle, left, "caption")
        if right:
            yield Label(_place(6)[0], middle, right, "caption")

    def board_marks(self) -> Iterator[Mark]:
        sides = {stone.cell: stone.colour for stone in self.stones()}
        for kind, words in (("last", self.marks.last), ("pending", self.marks.pending)):
            cells = [cell for word in words for cell in _points_of(word)]
            for cell in cells:
                yield Mark(kind, cell, *self.at(cell), sides.get(cell, ""))
        for cell, heat in self.marks.heat.items():
            yield Mark("heat", cell, *self.at(cell), value=heat)
        for cell, number in self.marks.numbers.items():
            yield Mark("number", cell, *self.at(cell), sides.get(cell, ""), str(number))
        for number, cell in enumerate(self.marks.best, start=1):
            yield Mark("best", cell, *self.at(cell), text=str(number))

    def notes(self) -> Iterator[str]:
        result = self.position.result()
        side = colour(SIDES[self.position.to_move], self.language)
        if result is None:
            yield say("turn.one", self.language, side=side)
            if self.position.checked:
                yield CHECK[self.language].format(side=side)
            return
        why = room(self.position.game).reason(result.reason, self.language)
        if result.winner is None:
            yield say("result.draw", self.language, reason=why)
        else:
            winner = colour(SIDES[result.winner], self.language)
            yield say("result.wins", self.language, side=winner, reason=why)

    def pieces_in_words(self) -> Iterator[str]:
        for side in SIDES:
            pieces = [f"{s.text}{s.cell}" for s in self.stones() if s.colour == side]
            name = colour(side, self.language)
            yield say("board.stones", self.language, side=name, cells=" ".join(pieces))


def _letter(piece: str) -> str:
    letter = LETTERS[piece.upper()]
    return letter if piece.isupper() else letter.lower()


@cache
def faces() -> tuple[Face, ...]:
    """Every face of this game; pages ask for them once."""
    return tuple(_face(piece) for piece in CHARACTERS)


def _face(piece: str) -> Face:
    colour = SIDES[side_of(piece)]
    names = {
        "en": f"{colour} {FIGURES[piece.upper()]}",
        "zh-Hant": f"{'紅' if colour == 'red' else '黑'}{CHARACTERS[piece].translate(READ_OUT)}",
    }
    icon = f'<path transform="translate(10 10)" fill="currentColor" d="{ICONS[piece.upper()]}"/>'
    forms = {"character": CHARACTERS[piece], "letter": _letter(piece)}
    return Face(piece, names, _letter(piece), icon, colour=colour, forms=forms)


def _lines() -> Iterator[Line]:
    for rank in range(RANKS):
        kind = "edge" if rank in (0, RANKS - 1) else "grid"
        yield Line(*_place(9 * rank), *_place(9 * rank + 8), kind)
    for file in range(9):
        if file in (0, 8):
            yield Line(*_place(file), *_place(81 + file), "edge")
        else:
            yield Line(*_place(file), *_place(36 + file))
            yield Line(*_place(45 + file), *_place(81 + file))
    for first, last in (("d0", "f2"), ("f0", "d2"), ("d7", "f9"), ("f7", "d9")):
        yield Line(*_place(CELL_OF[first]), *_place(CELL_OF[last]))
