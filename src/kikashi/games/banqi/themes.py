"""What a win looks like: themes of dark chess puzzles.

Each theme is a pure function of a played-out line and gives 1 where it applies, or how often.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from kikashi.games.banqi.board import EMPTY, side_of
from kikashi.games.banqi.position import BanqiPosition, banqi_of
from kikashi.law import CHANCE, GameError, Move, Position

COMPLETING = 0
"""A puzzle's length counts the winning turn: nothing is left to complete after it."""


@dataclass(frozen=True)
class Act:
    """One act of a line, with the position before it."""

    before: BanqiPosition
    move: Move

    @property
    def cells(self) -> tuple[int, ...]:
        cell_of = self.before.settings.form.cell_of
        return tuple(cell_of[word] for word in self.move.split("-"))

    @property
    def piece(self) -> str:
        """The piece that moved; empty for a flip."""
        return self.before.board[self.cells[0]] if len(self.cells) == 2 else ""

    @property
    def taken(self) -> str:
        """The piece that was captured, if one was."""
        there = self.before.board[self.cells[-1]]
        return there if len(self.cells) == 2 and there != EMPTY else ""


@dataclass(frozen=True)
class WinLine:
    """A win played out as far as it goes without chance; the last act of the winner ends it."""

    start: BanqiPosition
    moves: tuple[Move, ...]

    @cached_property
    def acts(self) -> tuple[Act, ...]:
        acts, position = [], self.start
        for move in self.moves:
            acts.append(Act(position, move))
            position = position.play(move)
            if position.to_move == CHANCE:
                break
        return tuple(acts)

    @property
    def attacks(self) -> tuple[Act, ...]:
        """The winner's acts."""
        return self.acts[::2]

    @cached_property
    def end(self) -> BanqiPosition:
        last = self.acts[-1]
        return last.before.play(last.move)


def line_of(position: Position, turns: Iterable[Sequence[Move]]) -> WinLine:
    """What the functions of TAGS take."""
    moves = tuple(move for turn in turns for move in turn)
    if not moves:
        raise GameError("a line without an act has no themes")
    return WinLine(banqi_of(position), moves)


def _count(holds: Callable[[Act], bool]) -> Callable[[WinLine], int]:
    return lambda line: sum(map(holds, line.attacks))


def _any(holds: Callable[[WinLine], bool]) -> Callable[[WinLine], int]:
    return lambda line: int(holds(line))


def _winner(line: WinLine) -> int:
    colour = line.start.colour
    assert colour is not None
    return colour


TAGS: dict[str, Callable[[WinLine], int]] = {
    "quiet-first": _any(lambda line: not line.attacks[0].taken),
    "capture-first": _any(lambda line: bool(line.attacks[0].taken)),
    "cannon-jump": _count(lambda act: act.piece.upper() == "C" and bool(act.taken)),
    "soldier-takes-general": _count(
        lambda act: act.piece.upper() == "P" and act.taken.upper() == "K"
    ),
    "shut-in": _any(lambda line: _ended(line) == "no-move"),
    "sacrifice": _any(
        lambda line: any(
            act.taken and side_of(act.taken) == _winner(line) for act in line.acts[1::2]
        )
    ),
    "flip": _count(lambda act: not act.piece),
    "lone-enemy": _any(
        lambda line: (
            sum(
                piece not in (EMPTY, "X") and side_of(piece) != _winner(line)
                for piece in line.start.board
            )
            == 1
        )
    ),
}


def _ended(line: WinLine) -> str:
    result = line.end.result()
    return result.reason if result else ""


WORDS = {
    "quiet-first": {"en": "quiet first move", "zh-Hant": "首著不吃"},
    "capture-first": {"en": "capture first", "zh-Hant": "首著吃子"},
    "cannon-jump": {"en": "cannon's jump", "zh-Hant": "炮跳吃"},
    "soldier-takes-general": {"en": "soldier takes general", "zh-Hant": "兵吃將"},
    "shut-in": {"en": "shut in", "zh-Hant": "困死"},
    "sacrifice": {"en": "sacrifice", "zh-Hant": "棄子"},
    "flip": {"en": "with a flip", "zh-Hant": "含翻子"},
    "lone-enemy": {"en": "lone enemy", "zh-Hant": "孤子"},
}
