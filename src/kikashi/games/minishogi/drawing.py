"""The board: 25 squares, pieces as kanji, letters or our own icons, and both hands as trays.

Pieces are kanji (the default in Chinese), letters (the default in English) or icons, which need no
language; `Marks.pieces` chooses. A piece of the second player points down the board.
"""

from __future__ import annotations

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
    Stone,
    Tray,
)
from kikashi.drawing.notes import arrows, height_with, notes_below
from kikashi.games.minishogi.board import (
    CELL_OF,
    CELLS,
    EMPTY,
    HAND,
    NAMES,
    PIECES,
    SENTE,
    SIZE,
    for_side,
    side_of,
)
from kikashi.games.minishogi.notation import KANJI, usual
from kikashi.games.minishogi.rules import MinishogiPosition, minishogi_of, step_of
from kikashi.games.minishogi.sfen import piece_text
from kikashi.games.minishogi.study import IN_HAND
from kikashi.games.minishogi.words import WORDS
from kikashi.law import GameError, Move, View
from kikashi.words import colour, reason, say

UNIT = 52.0
EDGE = 1.1
"""From the rim of the wood to the middle of the first square, in units: room for coordinates."""
NOTE = 26.0
SIDES = ("black", "white")
TITLE = {"en": "Minishogi", "zh-Hant": "5五將棋"}
SETS = ("characters", "letters", "icons")
PIECE_NAMES = {
    "K": {"en": "king", "zh-Hant": "玉將"},
    "R": {"en": "rook", "zh-Hant": "飛車"},
    "B": {"en": "bishop", "zh-Hant": "角行"},
    "G": {"en": "gold general", "zh-Hant": "金將"},
    "S": {"en": "silver general", "zh-Hant": "銀將"},
    "P": {"en": "pawn", "zh-Hant": "步兵"},
    "D": {"en": "dragon (promoted rook)", "zh-Hant": "龍王（升變飛車）"},
    "H": {"en": "horse (promoted bishop)", "zh-Hant": "龍馬（升變角行）"},
    "N": {"en": "promoted silver", "zh-Hant": "成銀"},
    "T": {"en": "promoted pawn", "zh-Hant": "と金（升變步兵）"},
}
# In a square from -10 to 10: arrows where a piece steps, long bars where it slides; a ring around
# those that are promoted. They are drawn for who plays upwards and turned for the other side.
_DOT = "M{x} {y} m-1.6 0 a1.6 1.6 0 1 0 3.2 0 a1.6 1.6 0 1 0 -3.2 0 Z"
_RING = (
    "M-9.5 0 A9.5 9.5 0 1 0 9.5 0 A9.5 9.5 0 1 0 -9.5 0 Z "
    "M-8.6 0 A8.6 8.6 0 1 1 8.6 0 A8.6 8.6 0 1 1 -8.6 0 Z"
)
_CROSS = "M-1 -8 H1 V-1 H8 V1 H1 V8 H-1 V1 H-8 V-1 H-1 Z"
_SALTIRE = (
    "M-6.4 -5 L-5 -6.4 L0 -1.4 L5 -6.4 L6.4 -5 L1.4 0 "
    "L6.4 5 L5 6.4 L0 1.4 L-5 6.4 L-6.4 5 L-1.4 0 Z"
)
_WAYS = {
    "K": ((0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, 1), (1, -1), (-1, -1)),
    "G": ((0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, 1)),
    "S": ((0, 1), (1, 1), (-1, 1), (1, -1), (-1, -1)),
    "P": ((0, 1),),
}


def _icon(piece: str) -> str:
    up = 1 if piece.isupper() else -1
    kind = piece.upper()
    base = {"N": "G", "T": "G", "D": "R", "H": "B"}.get(kind, kind)
    if base in _WAYS:
        parts = [_DOT.format(x=6 * right, y=-6 * up * way) for right, way in _WAYS[base]]
        parts.append(_DOT.format(x=0, y=0))
    else:
        parts = [_CROSS if base == "R" else _SALTIRE]
        if kind in "DH":
            ways = ((1, 1), (-1, 1), (1, -1), (-1, -1)) if kind == "D" else _WAYS["G"][:4]
            parts += [_DOT.format(x=5 * right, y=-5 * way) for right, way in ways]
    if kind in "NTDH":
        parts.append(_RING)
    return " ".join(parts)


ICONS = {piece: _icon(piece) for piece in "".join(PIECES)}
CHECK = {"en": "{side} stands in check.", "zh-Hant": "{side}被王手。"}
HELD = {"en": "{side} in hand", "zh-Hant": "{side}持駒"}
STOP = {"en": ".", "zh-Hant": "。"}
EMPTY_HAND = {"en": "nothing", "zh-Hant": "無"}


def scene(seen: View, marks: Marks | None = None) -> Scene:
    """What a viewer sees and may do, with the marks that are asked for."""
    return _Drawing(minishogi_of(seen.position()), seen.legal_moves, marks or Marks()).scene()


def _place(cell: int) -> tuple[float, float]:
    return UNIT * (EDGE + cell % SIZE), UNIT * (EDGE + SIZE - 1 - cell // SIZE)


def touched(word: str) -> tuple[str, ...]:
    """A cell, or the cells of a move: a turn may be marked by its moves."""
    if word in CELL_OF:
        return (word,)
    step = step_of(word)
    return (NAMES[step.end],) if step.drops else (NAMES[step.start], NAMES[step.end])


def hand_place(side: int, letter: str) -> str:
    """The name by which choices call a piece in hand."""
    return f"{IN_HAND[side]}-{letter}"


class _Drawing:
    def __init__(
        self, position: MinishogiPosition, legal_moves: tuple[Move, ...], marks: Marks
    ) -> None:
        self.position = position
        self.legal_moves = legal_moves
        self.marks = marks
        self.language = marks.language
        self.pieces = marks.pieces or ("characters" if marks.language == "zh-Hant" else "letters")
        if self.pieces not in SETS:
            raise GameError(f"pieces are drawn as {', '.join(SETS)}, not as {self.pieces!r:.20}")

    def scene(self) -> Scene:
        side = UNIT * (SIZE - 1 + 2 * EDGE)
        notes = tuple(self.notes())
        return Scene(
            width=side,
            height=height_with(notes, side, NOTE),
            title=TITLE[self.language],
            description=" ".join((*self.pieces_in_words(), *self.hands_in_words(), *notes)),
            unit=UNIT,
            panels=(Panel(2, 2, side - 4, side - 4),),
            lines=tuple(_lines()),
            points=tuple(
                Point(name, *_place(cell), 0, cell % SIZE, cell // SIZE)
                for cell, name in enumerate(NAMES)
            ),
            stones=tuple(self.stones()),
            labels=(
                *_board_labels(),
                *notes_below(notes, side, NOTE, UNIT / 2),
            ),
            trails=tuple(arrows(self.marks, self.at)),
            marks=tuple(self.board_marks()),
            choices=tuple(map(self.choice, self.legal_moves)),
            faces=tuple(map(self.face, "".join(PIECES))),
            trays=tuple(map(self.tray, (0, 1))),
            language=self.language,
        )

    def at(self, cell: str) -> tuple[float, float]:
        if cell not in CELL_OF:
            raise GameError(f"a mark lies on {cell!r:.20}, which is no cell of this board")
        return _place(CELL_OF[cell])

    def text(self, piece: str) -> str:
        if self.pieces != "characters":
            return piece_text(piece)
        return "王" if piece == "k" else KANJI[piece.upper()]

    def stones(self) -> Iterator[Stone]:
        for cell, piece in enumerate(self.position.board):
            if piece == EMPTY:
                continue
            side = SIDES[side_of(piece)]
            yield Stone(NAMES[cell], *_place(cell), side, self.text(piece), piece)

    def face(self, piece: str) -> Face:
        names = {
            language: f"{colour(SIDES[side_of(piece)], language)} {words}"
            if language == "en"
            else f"{colour(SIDES[side_of(piece)], language)}{words}"
            for language, words in PIECE_NAMES[piece.upper()].items()
        }
        return Face(
            id=piece,
            names=names,
            text=self.text(piece),
            icon=_tile(piece, self.text(piece), ICONS[piece] if self.pieces == "icons" else ""),
            colour=SIDES[side_of(piece)],
            bare=True,
        )

    def tray(self, side: int) -> Tray:
        hand = self.position.hands[side]
        items = tuple(
            Item(hand_place(side, letter), for_side(letter, side), count)
            for letter, count in zip(HAND, hand, strict=True)
            if count
        )
        label = HELD[self.language].format(side=colour(SIDES[side], self.language))
        return Tray(IN_HAND[side], "reserve", side, label, items)

    def choice(self, move: Move) -> Choice:
        step = step_of(move)
        label = usual(self.position, move, self.language)
        end = NAMES[step.end]
        if step.drops:
            place = hand_place(self.position.to_move, HAND[step.start - CELLS])
            return Choice(move, label, "drop", place, end)
        return Choice(move, label, "promote" if step.promotes else "move", NAMES[step.start], end)

    def board_marks(self) -> Iterator[Mark]:
        sides = {stone.cell: stone.colour for stone in self.stones()}
        for kind, words in (("last", self.marks.last), ("pending", self.marks.pending)):
            for cell in [cell for word in words for cell in touched(word)]:
                yield Mark(kind, cell, *self.at(cell), sides.get(cell, ""))
        for cell, heat in self.marks.heat.items():
            yield Mark("heat", cell, *self.at(cell), value=heat)
        for cell, number in self.marks.numbers.items():
            yield Mark("number", cell, *self.at(cell), sides.get(cell, ""), str(number))
        for number, word in enumerate(self.marks.best, start=1):
            cell = touched(word)[-1]
            yield Mark("best", cell, *self.at(cell), text=str(number))

    def notes(self) -> Iterator[str]:
        result = self.position.result()
        name = colour(SIDES[self.position.to_move], self.language)
        if result is None:
            yield say("turn.one", self.language, side=name)
            if self.position.checked:
                yield CHECK[self.language].format(side=name)
            return
        own = WORDS.get(f"result.{result.reason}")
        why = own[self.language] if own else reason(result.reason, self.language)
        if result.winner is None:
            yield say("result.draw", self.language, reason=why)
        else:
            winner = colour(SIDES[result.winner], self.language)
            yield say("result.wins", self.language, side=winner, reason=why)

    def hands_in_words(self) -> Iterator[str]:
        return map(self.hand_in_words, (0, 1))

    def hand_in_words(self, side: int) -> str:
        label = HELD[self.language].format(side=colour(SIDES[side], self.language))
        held = [
            self.text(for_side(letter, side)) + (f"×{count}" if count > 1 else "")
            for letter, count in zip(HAND, self.position.hands[side], strict=True)
            if count
        ]
        colon = ": " if self.language == "en" else "："
        return label + colon + (" ".join(held) or EMPTY_HAND[self.language]) + STOP[self.language]

    def pieces_in_words(self) -> Iterator[str]:
        for side in SIDES:
            pieces = [f"{s.text}{s.cell}" for s in self.stones() if s.colour == side]
            name = colour(side, self.language)
            yield say("board.stones", self.language, side=name, cells=" ".join(pieces))


def _tile(piece: str, text: str, icon: str) -> str:
    """A piece of wood in a square of 20, its point towards the enemy."""
    turn = "" if side_of(piece) == SENTE else ' transform="rotate(180 10 10)"'
    wood = '<path d="M10 1 L16 4.5 L18 19 L2 19 L4 4.5 Z" fill="#f2d9a0" stroke="#5a4420"/>'
    ink = "#b3261e" if piece.upper() in "DHNT" else "#222222"
    if icon:
        sign = f'<path d="{icon}" transform="translate(10 11) scale(.7)" fill="{ink}"/>'
        return f"{wood.replace('/>', turn + '/>')}{sign}"
    size = 11 if len(text) == 1 else 8
    sign = (
        f'<text x="10" y="15.5" font-size="{size}" text-anchor="middle" fill="{ink}">{text}</text>'
    )
    return f"<g{turn}>{wood}{sign}</g>"


def _board_labels() -> Iterator[Label]:
    for file in range(SIZE):
        x, y = _place(CELLS - SIZE + file)
        yield Label(x, y - 0.76 * UNIT, NAMES[file][0], "column")
    for rank in range(SIZE):
        x, y = _place(SIZE * rank + SIZE - 1)
        yield Label(x + 0.76 * UNIT, y, NAMES[SIZE * rank][1], "row")


def _lines() -> Iterator[Line]:
    low, high = UNIT * (EDGE - 0.5), UNIT * (EDGE + SIZE - 0.5)
    for number in range(SIZE + 1):
        kind = "edge" if number in (0, SIZE) else "grid"
        at = low + UNIT * number
        yield Line(low, at, high, at, kind)
        yield Line(at, low, at, high, kind)
