"""The law of xiangqi: positions, results, the room. How pieces move is in `board`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Self

from kikashi.games.xiangqi import repetition
from kikashi.games.xiangqi.board import (
    CELL_OF,
    EMPTY,
    NAMES,
    PIECES,
    RED,
    Step,
    has_legal_step,
    in_check,
    is_legal,
    legal_steps,
    moved,
    steps_of,
)
from kikashi.games.xiangqi.fen import START, Fen, read_fen, write_fen
from kikashi.law import (
    BadTextError,
    Capabilities,
    ClaimKind,
    GameError,
    IllegalMoveError,
    Move,
    Option,
    Options,
    Position,
    Result,
    Room,
)
from kikashi.law.values import one_of

MIRROR = "mirror"


def step_of(move: Move) -> Step:
    """The two cells of a move in coordinates (`h2e2`)."""
    word = move.lower()
    start, end = CELL_OF.get(word[:2]), CELL_OF.get(word[2:])
    if start is None or end is None:
        raise IllegalMoveError(
            f"a move is two points such as h2e2 (files a-i, ranks 0-9): {move!r}"
        )
    return start, end


def move_of(step: Step) -> Move:
    """A move in coordinates."""
    return NAMES[step[0]] + NAMES[step[1]]


@dataclass(frozen=True, eq=False, repr=False)
class XiangqiPosition(Position):
    """A board, the side to move, and what the repetition rules remember."""

    chosen: tuple[tuple[str, str], ...]
    fen: Fen
    past: tuple[str, ...] = ()
    """The boards since the last capture, the oldest first, this one left out."""
    steps: tuple[Step, ...] = ()
    """The moves between them: one for each board of `past`."""

    @property
    def game(self) -> str:
        return "xiangqi"

    @property
    def options(self) -> Mapping[str, str]:
        return dict(self.chosen)

    @property
    def players(self) -> int:
        return 2

    @property
    def board(self) -> str:
        return self.fen.board

    @property
    def to_move(self) -> int:
        return self.fen.mover

    @property
    def moves_left(self) -> int:
        return 0 if self.result() else 1

    @cached_property
    def repeated(self) -> int | None:
        """Where in `past` this position stood last, if it now stands for the third time."""
        before = self.past[-2::-2]  # with the same side to move, the latest first
        if before.count(self.board) < repetition.OCCURRENCES - 1:
            return None
        return len(self.past) - 2 - 2 * before.index(self.board)

    def legal_moves(self) -> tuple[Move, ...]:
        if self.repeated is not None:
            return ()
        return tuple(map(move_of, sorted(legal_steps(self.board, self.to_move))))

    def play(self, move: Move) -> Self:
        start, end = step_of(move)
        if self.result():
            raise IllegalMoveError("the game is over")
        if not is_legal(self.board, self.to_move, start, end):
            raise IllegalMoveError(f"{move}: {self._why_not(start, end)}")
        return self.with_step((start, end))

    def with_step(self, step: Step) -> Self:
        """The position after a move that is known to be legal."""
        board, mover, clock, number = self.fen
        capture = board[step[1]] != EMPTY
        fen = Fen(moved(board, *step), 1 - mover, 0 if capture else clock + 1, number + mover)
        if capture:
            return replace(self, fen=fen, past=(), steps=())
        return replace(self, fen=fen, past=(*self.past, board), steps=(*self.steps, step))

    def _why_not(self, start: int, end: int) -> str:
        piece = self.board[start]
        if piece == EMPTY:
            return f"there is no piece on {NAMES[start]}"
        if piece not in PIECES[self.to_move]:
            return f"the piece on {NAMES[start]} is the opponent's"
        if end not in steps_of(self.board, start):
            return f"the piece on {NAMES[start]} cannot go to {NAMES[end]}"
        return "one's own general would stand in check, or the generals face each other"

    def result(self) -> Result | None:
        return self._result

    @cached_property
    def _result(self) -> Result | None:
        mover = self.to_move
        if not has_legal_step(self.board, mover):
            reason = "checkmate" if in_check(self.board, mover) else "stalemate"
            return Result((-1, 1) if mover == RED else (1, -1), reason)
        if self.repeated is None:
            return None
        boards = (*self.past[self.repeated :], self.board)
        chase = self.options["repetition"] == "asian"
        reason, red = repetition.verdict(boards, self.steps[self.repeated :], chase)
        return Result((red, -red), reason)

    @property
    def checked(self) -> bool:
        """Whether the side to move stands in check."""
        return in_check(self.board, self.to_move)

    def seen_twice(self) -> frozenset[tuple[str, int]]:
        """Boards with the side to move that stood twice since the last capture, or more often.

        To reach one of them again ends the game by repetition.
        """
        boards = (*self.past, self.board)
        movers = [(self.to_move + len(self.past) - at) % 2 for at in range(len(boards))]
        seen = Counter(zip(boards, movers, strict=True))
        return frozenset(one for one, n in seen.items() if n >= repetition.OCCURRENCES - 1)

    def to_text(self) -> str:
        if not self.past:
            return write_fen(self.fen)
        _, mover, clock, number = self.fen
        for _ in self.past:
            mover = 1 - mover
            clock, number = clock - 1, number - mover
        first = write_fen(Fen(self.past[0], mover, clock, number))
        return f"{first} moves {' '.join(map(move_of, self.steps))}"

    def key(self) -> Hashable:
        return (self.game, self.chosen, self.board, self.to_move)

    def history_key(self) -> Hashable:
        return (self.key(), self.past)

    def symmetries(self) -> tuple[str, ...]:
        return ("identity", MIRROR)

    def transform(self, symmetry: str) -> Self:
        if symmetry != MIRROR:
            return super().transform(symmetry)
        return replace(
            self,
            fen=self.fen._replace(board=_mirrored(self.board)),
            past=tuple(map(_mirrored, self.past)),
            steps=tuple((_mirror(start), _mirror(end)) for start, end in self.steps),
        )

    def transform_move(self, symmetry: str, move: Move) -> Move:
        if symmetry != MIRROR:
            return super().transform_move(symmetry, move)
        start, end = step_of(move)
        return move_of((_mirror(start), _mirror(end)))


def _mirror(cell: int) -> int:
    return 9 * (cell // 9) + 8 - cell % 9


def _mirrored(board: str) -> str:
    return "".join(board[at : at + 9][::-1] for at in range(0, len(board), 9))


def xiangqi_of(position: Position) -> XiangqiPosition:
    """The same position, known to be xiangqi; for parts that the house hands positions to."""
    if not isinstance(position, XiangqiPosition):
        raise GameError(f"a position of xiangqi is needed, not of {position.game}")
    return position


LEVELS = tuple(str(number) for number in range(1, 11))
"""Of the room's engine; `kikashi.play.levels` gives them their names."""

MATE = {
    "en": "a side mates within n of its moves, by checks only or with at most k quiet moves",
    "zh-Hant": "一方在 n 著內將死對方：連將殺，或至多 k 個停著的停著殺",
}
WIN = {
    "en": "a side mates within n of its moves, answers to checks left out, unless the other side "
    "checks for ever, which loses",
    "zh-Hant": "一方在 n 著內（應將不計）將死對方，否則對方長將判負",
}
NO_MATE = {
    "en": "a side has no mate of the named class within n of its moves",
    "zh-Hant": "一方在 n 著內沒有指定種類的殺著",
}


class Xiangqi(Room):
    id = "xiangqi"
    names = {"en": "Xiangqi", "zh-Hant": "象棋"}
    options = (
        Option(
            "repetition",
            "asian",
            one_of("asian", "checks"),
            {
                "en": "third occurrence: 'asian' (perpetual check and chase lose) or 'checks' "
                "(only perpetual check loses)",
                "zh-Hant": "同形三現：asian（長將、長捉判負）或 checks（僅長將判負）",
            },
        ),
    )
    family = ("kikashi.pieces",)
    claims = (ClaimKind("mate", MATE), ClaimKind("win", WIN), ClaimKind("no-mate", NO_MATE))
    example = "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 g3g4 h7i7 h0h9"

    def start(self, options: Options | None = None) -> XiangqiPosition:
        return XiangqiPosition(tuple(self.normal_options(options).items()), read_fen(START))

    def from_text(self, text: str, options: Options | None = None) -> XiangqiPosition:
        """A FEN, `startpos`, or moves from the start; after a FEN `moves` and moves may follow."""
        setup, marked, line = text.partition(" moves ")
        words = setup.split()
        if not marked and words and "/" not in words[0] and words[0] != "startpos":
            setup, line = "startpos", text
        first = self.start(options)
        if words and setup.split() != ["startpos"]:
            first = replace(first, fen=read_fen(setup))
        try:
            return first.play_all(line)
        except IllegalMoveError as refusal:
            raise BadTextError(str(refusal)) from None

    def player_names(self, options: Options) -> tuple[str, ...]:
        self.normal_options(options)
        return ("red", "black")

    def capabilities(self, options: Options) -> Capabilities:
        self.normal_options(options)
        twin = self.has_part("twin")
        return Capabilities(
            players=2,
            cycles=True,
            twin=twin,
            provers=("checks", "quiet", "any") if twin else (),
            levels=LEVELS if twin and self.has_part("engine") else (),
            protocols=("ucci", "uci"),
            claims=tuple(kind.name for kind in self.claims),
        )
