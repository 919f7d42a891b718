"""What a problem of two open hands turns on: each theme a pure function of a line of play."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from kikashi.games.honeymoon.cards import ORDER, beats
from kikashi.games.honeymoon.table import Table, table_of
from kikashi.law import Move, Position

COMPLETING = 0


@dataclass(frozen=True)
class Trick:
    """One trick: who led what, what was answered, who took it."""

    leader: int
    led: str
    answer: str
    winner: int


@dataclass(frozen=True)
class PlayLine:
    """Tricks from a position in which somebody leads: the solver's side."""

    start: Table
    cards: tuple[Move, ...]

    @property
    def side(self) -> int:
        return self.start.to_move

    @property
    def trump(self) -> str:
        return self.start.state.trump

    @property
    def theirs(self) -> frozenset[str]:
        return self.start.state.hands[1 - self.side]

    @cached_property
    def tricks(self) -> tuple[Trick, ...]:
        found, leader = [], self.side
        for led, answer in zip(self.cards[::2], self.cards[1::2], strict=False):
            winner = 1 - leader if beats(answer, led, self.trump) else leader
            found.append(Trick(leader, led, answer, winner))
            leader = winner
        return tuple(found)

    def is_master(self, card: str) -> bool:
        """Whether the other side holds nothing higher of its suit."""
        return all(other[0] != card[0] or ORDER[other] > ORDER[card] for other in self.theirs)


def cash(line: PlayLine) -> int:
    """The first card is the highest of its suit and takes its trick."""
    first = line.tricks[0]
    return int(line.is_master(first.led) and first.winner == line.side)


def duck(line: PlayLine) -> int:
    """The first trick is given away in a suit of which the leader holds the highest card."""
    first = line.tricks[0]
    mine = [card for card in line.start.state.hands[line.side] if card[0] == first.led[0]]
    return int(first.winner != line.side and any(map(line.is_master, mine)))


def throw_in(line: PlayLine) -> int:
    """The other side takes the first trick and has to lead to one of ours."""
    if len(line.tricks) < 2:
        return 0
    first, second = line.tricks[:2]
    return int(first.winner != line.side and second.winner == line.side)


def draw_trumps(line: PlayLine) -> int:
    """The first card is a trump, and the other side has trumps too."""
    led = line.cards[0]
    return int(led[0] == line.trump and any(card[0] == line.trump for card in line.theirs))


def ruff(line: PlayLine) -> int:
    """How often the solver's side takes a trick of another suit with a trump."""
    return sum(
        trick.winner == line.side
        and trick.leader != line.side
        and trick.answer[0] == line.trump != trick.led[0]
        for trick in line.tricks
    )


def force(line: PlayLine) -> int:
    """The first card makes the other side spend a trump on a suit that it does not have."""
    first = line.tricks[0]
    return int(first.answer[0] == line.trump != first.led[0])


TAGS: Mapping[str, Callable[[PlayLine], int]] = {
    "cash": cash,
    "duck": duck,
    "throw-in": throw_in,
    "draw-trumps": draw_trumps,
    "ruff": ruff,
    "force": force,
}
WORDS = {
    "cash": {"en": "cashing a winner", "zh-Hant": "兌現贏張"},
    "duck": {"en": "ducking", "zh-Hant": "忍讓"},
    "throw-in": {"en": "throw-in", "zh-Hant": "投入"},
    "draw-trumps": {"en": "drawing trumps", "zh-Hant": "吊王"},
    "ruff": {"en": "ruffing", "zh-Hant": "王吃"},
    "force": {"en": "forcing a ruff", "zh-Hant": "逼吃"},
}


def line_of(position: Position, turns: Iterable[Sequence[Move]]) -> PlayLine:
    """What the functions of TAGS take."""
    return PlayLine(table_of(position), tuple(move for turn in turns for move in turn))


def tags_of(line: PlayLine) -> dict[str, int]:
    """Every theme that applies, and how often."""
    return {name: count for name, theme in TAGS.items() if (count := theme(line))}


__all__ = ["COMPLETING", "TAGS", "WORDS", "PlayLine", "line_of", "tags_of"]
