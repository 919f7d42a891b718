"""The published search for life and death with ko (paper 001, sections 3.3 and 4.3), as it stands.

A node is a board and the side to move. A move that leads back to the node just before makes a ko:
it is cut, and an edge that skips the other side's turn takes its place (whoever wins the ko moves
twice). First come normal moves, then seki, then these edges. A ko counts only if both sides like
their edge best; if both outcomes are equal there is none. Moves that close longer circles are
deleted. Lost with its page, and so ours: how seki is found (both pass), what three kos one in the
other are called (the two outer ones count), and what is done if only one side wants the ko and the
outcomes differ (the one who wants it has it).
"""

from __future__ import annotations

from dataclasses import dataclass, field

from kikashi.games.go.benson import unconditionally_alive
from kikashi.games.go.board import EMPTY, STONES, place
from kikashi.games.go.closed import closed_region
from kikashi.games.go.position import PASS, GoPosition
from kikashi.law import GameError

LIVES, SEKI, DIES = "L", "S", "D"
EQUAL = (LIVES, SEKI, "KwKbL", "KbL", "KbKbL", "KwKwD", "KwD", "KbKwD", DIES)
"""Best for Black, who wants to live, first: threats of both sides equal."""
UNEQUAL = ((LIVES,), (SEKI,), ("KwKbL", "KwKwD"), ("KbL", "KwD"), ("KbKbL", "KbKwD"), (DIES,))
"""The same where they are not; values in one pair of brackets are equal."""
RANKS = {
    "equal": {value: rank for rank, value in enumerate(reversed(EQUAL))},
    "unequal": {value: rank for rank, row in enumerate(reversed(UNEQUAL)) for value in row},
}
NODES = 60_000


class TooLongError(Exception):
    """The nodes ran out."""


@dataclass(frozen=True)
class Valued:
    """What the search answers: a value as the paper writes it, b the side that wants to live."""

    value: str
    move: str
    nodes: int

    def code(self, *, attacks: bool) -> int:
        """As gnugo's, for the side to move: who takes the ko need not make the first threat."""
        if self.value in (LIVES, SEKI, DIES):
            return int((self.value == DIES) == attacks)
        taker = self.value[1]  # the outer ko: who wins it by moving twice
        return 2 if (taker == "w") == attacks else 3


@dataclass
class _Search:
    law: GoPosition
    target: int
    region: tuple[int, ...]
    ranks: dict[str, int]
    most: int
    nodes: int = 0
    known: dict[tuple[str, int, bool], str] = field(default_factory=dict)

    @property
    def defender(self) -> int:
        return STONES.index(self.law.board[self.target])

    def better(self, one: str, other: str, side: int) -> bool:
        more = self.ranks[one] - self.ranks[other]
        return more > 0 if side == self.defender else more < 0

    def best_for(self, side: int) -> str:
        return LIVES if side == self.defender else DIES

    def value(self, board: str, side: int, way: tuple[tuple[str, int], ...], passed: bool) -> str:
        """The value of a node; of its way only the circles count that it may not close."""
        return self.look(board, side, way, passed)[0]

    def look(
        self, board: str, side: int, way: tuple[tuple[str, int], ...], passed: bool
    ) -> tuple[str, str, bool]:
        """Value, move, and whether the value is that of taking the ko back."""
        if board[self.target] != STONES[self.defender]:
            return DIES, PASS, False
        if unconditionally_alive(board, self.law.on, self.target):
            return LIVES, PASS, False
        known = self.known.get((board, side, passed))
        if known is not None:
            return known, PASS, False
        self.nodes += 1
        if self.nodes > self.most:
            raise TooLongError
        here = (*way, (board, side))
        before = way[-1] if way else None
        best, move, takes_back = "", PASS, False
        edges: list[tuple[str, str]] = []  # moves that make a ko, and the board after them
        cut = False
        for point in self.region:
            if board[point] != EMPTY:
                continue
            placed = place(board, self.law.on, point, side)
            if placed.lost:
                continue
            after = (placed.board, 1 - side)
            name = self.law.on.names[point]
            if after == before:
                edges.append((name, placed.board))
                cut = True
                continue
            if after in here:
                cut = True
                continue  # a longer circle: deleted
            found, _, back = self.look(placed.board, 1 - side, here, False)
            if back:
                found = self._of_ko(placed.board, side, here, found)
            if not best or self.better(found, best, side):
                best, move = found, name
            if best == self.best_for(side):
                break
        if best != self.best_for(side):
            seki = SEKI if passed else self.value(board, 1 - side, way, True)
            if not best or self.better(seki, best, side):
                best, move = seki, PASS
        if best != self.best_for(side):
            for name, board_after in edges:
                if (board_after, side) in here:
                    continue
                won = self.won(side, self.value(board_after, side, here, False))
                if self.better(won, best, side):
                    best, move, takes_back = won, name, True
        if not cut and not takes_back:
            self.known[(board, side, passed)] = best
        return best, move, takes_back

    def _of_ko(self, board: str, side: int, here: tuple[tuple[str, int], ...], theirs: str) -> str:
        """What a move that makes a ko is worth, which the other side would take back: the edge of
        this side, if it is worth more than what the other side's edge leaves."""
        if (board, side) in here:
            return theirs
        mine = self.value(board, side, here, False)
        if self.won(1 - side, mine) == theirs or mine == theirs:
            return mine  # the outcomes are equal: no ko
        won = self.won(side, mine)
        return won if self.better(won, theirs, side) else theirs

    def won(self, side: int, value: str) -> str:
        """The value of winning a ko: who won it, and what comes of it; at most two of them."""
        name = "b" if side == self.defender else "w"
        if value == SEKI:
            value = LIVES
        ends = value[-1]
        if value in (LIVES, DIES):
            return f"K{name}{value}" if f"K{name}{value}" in self.ranks else value
        made = f"K{name}{value[:2]}{ends}"
        return made if made in self.ranks else value


def solve_ko_dag(
    law: GoPosition, cell: int, order: str = "equal", nodes: int = NODES
) -> Valued | None:
    """The value for the side to move; None where the region is open or the nodes run out."""
    region = closed_region(law.board, law.on, cell)
    if not region:
        return None
    if order not in RANKS:
        raise GameError(f"the order of values is {' or '.join(RANKS)}, not {order[:20]!r}")
    search = _Search(law, cell, region, RANKS[order], nodes)
    way: tuple[tuple[str, int], ...] = ()
    if law.now.banned is not None:
        # The ko was taken just now: the node before is the board that a retake would give.
        back = place(law.board, law.on, law.now.banned, law.to_move)
        way = ((back.board, 1 - law.to_move),)
    try:
        value, move, _ = search.look(law.board, law.to_move, way, False)
    except (TooLongError, RecursionError):
        return None
    return Valued(value, move, search.nodes)
