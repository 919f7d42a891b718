"""What a mate looks like: themes by mating piece and by pattern (殺法).

Each theme is a pure function of a played-out line and gives 1 where it applies. The patterns look
at the final position alone; the names are those that players use.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from kikashi.games.xiangqi.board import (
    CELL_OF,
    CELLS,
    EMPTY,
    RED,
    attacked,
    general_of,
    has_legal_step,
    in_check,
    moved,
    side_of,
    steps_of,
)
from kikashi.games.xiangqi.rules import XiangqiPosition, step_of, xiangqi_of
from kikashi.law import GameError, Move, Position

COMPLETING = 0
"""A puzzle's length counts the mating move: nothing is left to complete after it."""


@dataclass(frozen=True)
class MoveStep:
    """One move of a line, with the positions around it."""

    before: XiangqiPosition
    move: Move
    after: XiangqiPosition


@dataclass(frozen=True)
class MateLine:
    """A mate played out; the last move is the mating one."""

    start: XiangqiPosition
    moves: tuple[Move, ...]

    @cached_property
    def steps(self) -> tuple[MoveStep, ...]:
        steps, position = [], self.start
        for move in self.moves:
            after = position.play(move)
            steps.append(MoveStep(position, move, after))
            position = after
        return tuple(steps)

    @property
    def attacks(self) -> tuple[MoveStep, ...]:
        """The attacker's moves."""
        return self.steps[::2]

    @property
    def attacker(self) -> int:
        return self.start.to_move

    @cached_property
    def final(self) -> XiangqiPosition:
        return self.steps[-1].after

    @cached_property
    def king(self) -> int:
        """The cell of the general that is mated."""
        return general_of(self.final.board, 1 - self.attacker)

    @cached_property
    def checkers(self) -> tuple[int, ...]:
        """The cells of the pieces that give the last check; the facing general too."""
        board, king = self.final.board, self.king
        found = [
            cell
            for cell in range(CELLS)
            if board[cell] != EMPTY
            and side_of(board[cell]) == self.attacker
            and king in steps_of(board, cell)
        ]
        own = general_of(board, self.attacker)
        if own % 9 == king % 9 and not _between(board, own, king):
            found.append(own)
        return tuple(found)

    def is_own(self, cell: int, kind: str) -> bool:
        """Whether a piece of the attacker of that kind (a capital letter) stands there."""
        piece = self.final.board[cell]
        return piece.upper() == kind and piece != EMPTY and side_of(piece) == self.attacker

    def own(self, kind: str) -> tuple[int, ...]:
        """The cells of the attacker's pieces of a kind."""
        return tuple(cell for cell in range(CELLS) if self.is_own(cell, kind))


def line_of(position: Position, turns: Iterable[Sequence[Move]]) -> MateLine:
    """A line from words; its last move must end the game."""
    line = MateLine(xiangqi_of(position), tuple(move for turn in turns for move in turn))
    if (
        not line.moves
        or len(line.moves) % 2 == 0
        or has_legal_step(line.final.board, 1 - line.attacker)
    ):
        raise GameError("a mate's line ends with the attacker's move that leaves no legal answer")
    return line


def _between(board: str, one: int, other: int) -> list[int]:
    """The occupied cells between two cells of one rank or file."""
    low, high = sorted((one, other))
    step = 9 if one % 9 == other % 9 else 1
    return [cell for cell in range(low + step, high, step) if board[cell] != EMPTY]


def _relative(line: MateLine, name: str) -> int:
    """A point as an attacking Red sees it, for whichever side attacks."""
    cell = CELL_OF[name]
    return cell if line.attacker == RED else CELLS - 1 - cell


def _by(kind: str) -> Callable[[MateLine], int]:
    def mates(line: MateLine) -> int:
        return int(line.is_own(step_of(line.moves[-1])[1], kind))

    return mates


def stalemate(line: MateLine) -> int:
    """困斃: no check, and no legal move."""
    return int(not in_check(line.final.board, 1 - line.attacker))


def double_check(line: MateLine) -> int:
    """雙將: two pieces give the last check."""
    return int(len(line.checkers) >= 2)


def _screened(line: MateLine) -> list[tuple[int, int]]:
    """Cannons that give the last check, each with its screen."""
    found = []
    for cannon in line.checkers:
        if line.is_own(cannon, "C"):
            screens = _between(line.final.board, cannon, line.king)
            found += [(cannon, screen) for screen in screens[:1]]
    return found


def horse_then_cannon(line: MateLine) -> int:
    """馬後炮: the screen is one's own horse, one empty point away from the general."""
    return int(
        any(
            line.is_own(screen, "N") and abs(screen - line.king) in (2, 18)
            for _, screen in _screened(line)
        )
    )


def doubled_cannons(line: MateLine) -> int:
    """重炮: the screen of the checking cannon is one's other cannon."""
    return int(any(line.is_own(screen, "C") for _, screen in _screened(line)))


def smothered_palace(line: MateLine) -> int:
    """悶宮: a cannon checks over the defender's own advisor, the general on its back rank."""
    board = line.final.board
    home = line.king // 9 == (9 if line.attacker == RED else 0)
    return int(
        home
        and any(
            board[screen].upper() == "A" and side_of(board[screen]) != line.attacker
            for _, screen in _screened(line)
        )
    )


def two_rooks(line: MateLine) -> int:
    """雙車錯: one rook checks along a line, the other holds the line beside it."""
    for rook in line.checkers:
        if not line.is_own(rook, "R"):
            continue
        across = rook // 9 == line.king // 9
        for other in line.own("R"):
            apart = other // 9 - line.king // 9 if across else other % 9 - line.king % 9
            if other != rook and abs(apart) == 1:
                return 1
    return 0


def iron_bolt(line: MateLine) -> int:
    """鐵門栓: a cannon nails the middle file over two pieces; a rook or pawn mates beside it."""
    board, king = line.final.board, line.king
    mover = step_of(line.moves[-1])[1]
    beside = mover in line.checkers and mover // 9 == king // 9
    if king % 9 != 4 or not beside or not (line.is_own(mover, "R") or line.is_own(mover, "P")):
        return 0
    return int(
        any(cannon % 9 == 4 and len(_between(board, cannon, king)) == 2 for cannon in line.own("C"))
    )


def _horse_from(*names: str) -> Callable[[MateLine], int]:
    def mates(line: MateLine) -> int:
        points = [_relative(line, name) for name in names]
        return int(any(line.is_own(cell, "N") and cell in points for cell in line.checkers))

    return mates


palace_side_horse = _horse_from("c8", "g8")
"""臥槽馬: the horse checks from before the elephant's point."""
corner_horse = _horse_from("d7", "f7")
"""掛角馬: the horse checks from a corner of the palace."""


def facing_generals(line: MateLine) -> int:
    """白臉將: one's own general alone takes a point from the mated one."""
    board, side = line.final.board, 1 - line.attacker
    own = general_of(board, line.attacker)
    for cell in steps_of(board, line.king):
        after = moved(board, line.king, cell)
        without = after[:own] + EMPTY + after[own + 1 :]
        if attacked(after, cell, side) and not attacked(without, cell, side):
            return 1
    return 0


def quiet_first(line: MateLine) -> int:
    """停著: the first move gives no check."""
    return int(not line.steps[0].after.checked)


TAGS: dict[str, Callable[[MateLine], int]] = {
    "by-rook": _by("R"),
    "by-horse": _by("N"),
    "by-cannon": _by("C"),
    "by-pawn": _by("P"),
    "horse-then-cannon": horse_then_cannon,
    "doubled-cannons": doubled_cannons,
    "smothered-palace": smothered_palace,
    "two-rooks": two_rooks,
    "iron-bolt": iron_bolt,
    "palace-side-horse": palace_side_horse,
    "corner-horse": corner_horse,
    "facing-generals": facing_generals,
    "double-check": double_check,
    "stalemate": stalemate,
    "quiet-first": quiet_first,
}
WORDS = {
    "by-rook": {"en": "mate by rook", "zh-Hant": "車殺"},
    "by-horse": {"en": "mate by horse", "zh-Hant": "馬殺"},
    "by-cannon": {"en": "mate by cannon", "zh-Hant": "炮殺"},
    "by-pawn": {"en": "mate by pawn", "zh-Hant": "兵殺"},
    "horse-then-cannon": {"en": "horse, then cannon", "zh-Hant": "馬後炮"},
    "doubled-cannons": {"en": "doubled cannons", "zh-Hant": "重炮"},
    "smothered-palace": {"en": "smothered palace", "zh-Hant": "悶宮"},
    "two-rooks": {"en": "two rooks in turn", "zh-Hant": "雙車錯"},
    "iron-bolt": {"en": "iron bolt", "zh-Hant": "鐵門栓"},
    "palace-side-horse": {"en": "palace-side horse", "zh-Hant": "臥槽馬"},
    "corner-horse": {"en": "corner horse", "zh-Hant": "掛角馬"},
    "facing-generals": {"en": "facing generals", "zh-Hant": "白臉將"},
    "double-check": {"en": "double check", "zh-Hant": "雙將"},
    "stalemate": {"en": "stalemate", "zh-Hant": "困斃"},
    "quiet-first": {"en": "quiet first move", "zh-Hant": "首著停著"},
}
