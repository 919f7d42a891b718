"""A position of Go: the board, whose move it is, and what the rules remember."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import Self

from kikashi.games.go.board import (
    EMPTY,
    STONES,
    Grid,
    Placed,
    String,
    grid,
    place,
    string_at,
    strings,
)
from kikashi.games.go.counting import Count, count
from kikashi.games.go.presets import Rules, rules_of
from kikashi.games.go.setup import Setup, write_setup
from kikashi.law import GameError, IllegalMoveError, Move, Position, Result
from kikashi.law import grid as boxes
from kikashi.law.contract import printable
from kikashi.law.values import size_of

COLOURS = ("black", "white")
PASS, AGREE, RESUME = "pass", "agree", "resume"
DEAD = "dead-"
"""Before a point: marks its string as dead, or as living again."""
OCCURRENCES = 3
"""Under a simple ko a situation that comes so often ends the game without a result."""
MOST_ROUNDS = 8
"""Proposals of dead stones; then it is 'agree' or 'resume'."""


def most_moves(size: int) -> int:
    """A game so long ends without a result, so that every text of a position is bounded."""
    return 6 * size * size + 200


@dataclass(frozen=True)
class Agreement:
    """What the players have said about dead stones since both passed."""

    dead: frozenset[int] = frozenset()
    touched: frozenset[int] = frozenset()
    """Stones whose mark the side to move has changed in this turn."""
    proposed: bool = False
    rounds: int = 0
    closed: bool = False


@dataclass(frozen=True, eq=False, repr=False)
class GoPosition(Position):
    """See `kikashi.law.Position`. Boards are texts, see `board`."""

    chosen: tuple[tuple[str, str], ...]
    first: Setup
    """Where the moves began."""
    usual: bool
    """Whether that is how the game starts with these options."""
    now: Setup
    moves: tuple[Move, ...] = ()
    past: tuple[tuple[str, int], ...] = ()
    """The boards before this one with the side to move, the oldest first."""
    agreement: Agreement | None = None

    @property
    def game(self) -> str:
        return "go"

    @property
    def options(self) -> Mapping[str, str]:
        return dict(self.chosen)

    @property
    def players(self) -> int:
        return 2

    @cached_property
    def rules(self) -> Rules:
        return rules_of(self.options)

    @cached_property
    def on(self) -> Grid:
        return grid(size_of(self.options["size"])[0])

    @property
    def board(self) -> str:
        return self.now.board

    @property
    def to_move(self) -> int:
        return self.now.mover

    @property
    def moves_left(self) -> int:
        if self.result() is not None:
            return 0
        return max(1, self.now.left)

    @cached_property
    def situations(self) -> frozenset[tuple[str, int]]:
        """All that have been, this one included."""
        return frozenset((*self.past, (self.board, self.to_move)))

    @cached_property
    def boards(self) -> frozenset[str]:
        """All that have been, this one included."""
        return frozenset(board for board, _ in self.situations)

    def repeats(self, board: str) -> bool:
        """Whether a superko rule forbids this board after the move of the side to move."""
        if self.rules.ko == "positional":
            return board in self.boards
        return self.rules.ko == "situational" and (board, 1 - self.to_move) in self.situations

    def legal_points(self) -> Iterator[int]:
        """Where the side to move may put a stone."""
        free = {stone: len(string.liberties) for string in self.strings for stone in string.stones}
        mine, board = STONES[self.to_move], self.board
        for point, stone in enumerate(board):
            if stone != EMPTY:
                continue
            beside = self.on.neighbours[point]
            # A stone that takes nothing and keeps a liberty needs no second look but superko's.
            plain = any(board[at] == EMPTY for at in beside) and not any(
                board[at] != mine and free.get(at) == 1 for at in beside
            )
            if not plain:
                legal = self._placed(point) is not None
            elif self.now.left or self.rules.ko == "simple":
                legal = point != self.now.banned or bool(self.now.left)
            else:
                legal = not self.repeats(board[:point] + mine + board[point + 1 :])
            if legal:
                yield point

    def _placed(self, point: int) -> Placed | None:
        """The stone placed, or None where the rules forbid it."""
        if point == self.now.banned and self.rules.ko == "simple":
            return None
        placed = place(self.board, self.on, point, self.to_move)
        if placed.lost and not self.rules.suicide:
            return None
        if not self.now.left and self.repeats(placed.board):
            return None
        return placed

    def legal_moves(self) -> tuple[Move, ...]:
        return self._legal_moves

    @cached_property
    def _legal_moves(self) -> tuple[Move, ...]:
        if self.result() is not None:
            return ()
        if self.agreement is not None:
            return (*self._marking_moves(self.agreement), AGREE, RESUME)
        points = tuple(self.on.names[point] for point in self.legal_points())
        return points if self.now.left else (*points, PASS)

    def _marking_moves(self, said: Agreement) -> Iterator[Move]:
        if said.rounds < MOST_ROUNDS:
            for string in self.strings:
                if not string.stones & said.touched:
                    yield DEAD + self.on.names[min(string.stones)]

    @cached_property
    def strings(self) -> tuple[String, ...]:
        return strings(self.board, self.on)

    def play(self, move: Move) -> Self:
        word = move.lower()
        if self.result() is not None:
            raise IllegalMoveError("the game is over")
        if self.agreement is not None:
            return self._said(word, self.agreement)
        if word == PASS:
            return self._passed()
        point = self.on.index.get(word)
        if point is None:
            raise IllegalMoveError(f"there is no point {printable(move)!r} on this board")
        if self.board[point] != EMPTY:
            raise IllegalMoveError(f"{word} already holds a stone")
        placed = self._placed(point)
        if placed is None:
            raise IllegalMoveError(f"{word} is forbidden: {self._why_not(point)}")
        return self._after(word, placed)

    def _why_not(self, point: int) -> str:
        if point == self.now.banned and self.rules.ko == "simple":
            return "the ko may not be taken back at once"
        if place(self.board, self.on, point, self.to_move).lost and not self.rules.suicide:
            return "the stones would have no liberty"
        return f"the board has been like that before ({self.rules.ko} superko)"

    def _after(self, word: Move, placed: Placed) -> Self:
        mover, left = self.to_move, max(0, self.now.left - 1)
        prisoners = list(self.now.prisoners)
        prisoners[mover] += len(placed.taken)
        prisoners[1 - mover] += len(placed.lost)
        now = Setup(
            placed.board,
            mover if left else 1 - mover,
            left,
            placed.banned,
            (prisoners[0], prisoners[1]),
        )
        past = self.past if self.now.left else (*self.past, (self.board, mover))
        return replace(self, now=now, moves=(*self.moves, word), past=past)

    def _passed(self) -> Self:
        if self.now.left:
            raise IllegalMoveError("the stones of a handicap must be placed; nobody passes yet")
        mover, passes = self.to_move, self.now.passes + 1
        now = replace(self.now, mover=1 - mover, banned=None, passes=passes)
        asked = passes == 2 and self.rules.dead == "agreed"
        return replace(
            self,
            now=now,
            moves=(*self.moves, PASS),
            past=(*self.past, (self.board, mover)),
            agreement=Agreement() if asked else None,
        )

    def _said(self, word: str, said: Agreement) -> Self:
        """A move while the players agree about dead stones."""
        other = replace(self.now, mover=1 - self.to_move)
        moves = (*self.moves, word)
        if word == RESUME:
            return replace(self, now=replace(other, passes=0), moves=moves, agreement=None)
        if word == AGREE:
            if said.proposed and not said.touched:
                closed = replace(said, closed=True)
                return replace(self, moves=moves, agreement=closed)
            asked = Agreement(said.dead, frozenset(), proposed=True, rounds=said.rounds + 1)
            return replace(self, now=other, moves=moves, agreement=asked)
        point = self.on.index.get(word.removeprefix(DEAD)) if word.startswith(DEAD) else None
        if point is None or self.board[point] == EMPTY:
            raise IllegalMoveError(
                f"both have passed: {DEAD}d4 marks the string on d4 as dead or living, "
                f"'{AGREE}' and '{RESUME}' end it; {printable(word)!r} is none of these"
            )
        stones = string_at(self.board, self.on, point).stones
        if stones & said.touched:
            raise IllegalMoveError(f"the string on {word.removeprefix(DEAD)} was marked just now")
        if said.rounds >= MOST_ROUNDS:
            raise IllegalMoveError(f"enough was proposed; say '{AGREE}' or '{RESUME}'")
        marked = replace(said, dead=said.dead ^ stones, touched=said.touched | stones)
        name = DEAD + self.on.names[min(stones)]
        return replace(self, moves=(*self.moves, name), agreement=marked)

    @property
    def dead(self) -> frozenset[int]:
        """Stones marked as dead."""
        return self.agreement.dead if self.agreement else frozenset()

    def score(self) -> Count:
        """The count of the board as it stands, marked stones off."""
        return count(self.board, self.on, self.options, self.dead, self.now.prisoners)

    def result(self) -> Result | None:
        return self._result

    @cached_property
    def _result(self) -> Result | None:
        closed = self.agreement.closed if self.agreement else self.now.passes == 2
        if closed:
            margin = self.score().margin
            sign = (margin > 0) - (margin < 0)
            return Result((sign, -sign), "counted")
        if self.rules.ko == "simple" and self.now.passes == 0 and not self.now.left:
            times = self.past.count((self.board, self.to_move)) + 1
            if times >= OCCURRENCES:
                return Result((0, 0), "repetition")
        if len(self.moves) >= most_moves(self.on.size):
            return Result((0, 0), "too-long")
        return None

    def to_text(self) -> str:
        if self.usual and self.moves:
            return " ".join(self.moves)
        text = write_setup(self.first, self.on)
        return f"{text} moves {' '.join(self.moves)}" if self.moves else text

    def key(self) -> Hashable:
        state = self.now
        if self.rules.score == "area":
            state = replace(state, prisoners=(0, 0))
        if self.rules.ko != "simple":
            state = replace(state, banned=None)
        return (self.game, self.chosen, state, self.agreement)

    def history_key(self) -> Hashable:
        return (self.key(), self.past)

    def symmetries(self) -> tuple[str, ...]:
        return ("identity", *(f"s{n}" for n in range(1, 8)))

    def _permutation(self, symmetry: str) -> tuple[int, ...]:
        if symmetry not in self.symmetries():
            raise GameError(f"go has no symmetry called {printable(symmetry)!r}")
        return _permutations(self.on.size)[self.symmetries().index(symmetry)]

    def transform(self, symmetry: str) -> Self:
        to = self._permutation(symmetry)
        # A string is named by its first stone, which a symmetry may change: all is played again.
        board = _turned(self.first.board, to)
        banned = self.first.banned
        first = replace(self.first, board=board, banned=None if banned is None else to[banned])
        begun = replace(
            self,
            first=first,
            usual=self.usual and first == self.first,
            now=first,
            moves=(),
            past=(),
            agreement=None,
        )

        def seen(move: Move) -> Move:
            head, point = (DEAD, move.removeprefix(DEAD)) if move.startswith(DEAD) else ("", move)
            return (
                head + self.on.names[to[self.on.index[point]]] if point in self.on.index else move
            )

        return begun.play_all([seen(move) for move in self.moves])

    def transform_move(self, symmetry: str, move: Move) -> Move:
        to = self._permutation(symmetry)
        word = move.lower()
        if word in (PASS, AGREE, RESUME):
            return word
        point = self.on.index.get(word.removeprefix(DEAD))
        if point is None:
            raise IllegalMoveError(f"there is no point {printable(move)!r} on this board")
        if not word.startswith(DEAD):
            return self.on.names[to[point]]
        stones = string_at(self.board, self.on, point).stones
        return DEAD + self.on.names[min(to[stone] for stone in stones)]


@cache
def _permutations(size: int) -> tuple[tuple[int, ...], ...]:
    """The eight symmetries of a board."""
    return boxes.symmetries((size, size))


def _turned(board: str, to: tuple[int, ...]) -> str:
    turned = [EMPTY] * len(board)
    for point, stone in enumerate(board):
        turned[to[point]] = stone
    return "".join(turned)


def go_of(position: Position) -> GoPosition:
    """The same position, known to be Go; for parts that the house hands positions to."""
    if not isinstance(position, GoPosition):
        raise GameError(f"a position of go is needed, not of {position.game}")
    return position


__all__ = ["AGREE", "COLOURS", "DEAD", "PASS", "RESUME", "STONES", "GoPosition", "go_of"]
