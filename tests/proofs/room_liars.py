"""Liars about the games that bring judges of their own: false claims by whoever knows the truth.

The truth is what the law itself says of small positions, move by move, histories included. A liar
writes what is right wherever its side really succeeds; where it does not, it lies: ends a branch
too soon, leaves a reply out, lets a node of another position stand in, goes round in a circle,
changes a bound, plays for the wrong side.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterator, Sequence
from typing import Any, NamedTuple

from kikashi.games import room
from kikashi.law import CHANCE, Move, Position
from kikashi.proofs import CertificateWriter

Node = list[Any]
"""As in a file, but with nodes in place of their numbers."""
MOST_ASKED = 400


class Forgery(NamedTuple):
    """A claim, its file, and whether it is true."""

    start: Position
    claim: dict[str, Any]
    data: bytes
    true: bool


class Matter(ABC):
    """One claim about one position: who shows something, what is true, how nodes are written."""

    one_is_enough = False
    """Of what chance may do, one thing shows the claim."""
    forgets = False
    """Shows what would be true if nothing had happened before: no position has stood there yet."""
    easier = -1
    """To which side of a bound it is easier to show something."""
    kinds = "tr"
    """Of nodes that the room's format knows; what it does not know would be found at once."""
    sure = False
    """Whether it knows a leaf that needs no children."""
    ends = True
    """Whether a branch may end without a node."""
    circles = False
    """Whether a proof may lead back to what it comes from."""

    def __init__(self, start: Position, claim: dict[str, Any]) -> None:
        self.start, self.claim = start, claim
        self._known: dict[Hashable, bool] = {}

    @property
    @abstractmethod
    def bound(self) -> int:
        """Of the root."""

    @abstractmethod
    def shows(self, position: Position) -> bool:
        """Whether the side to move is the one with the turn nodes."""

    @abstractmethod
    def succeeds(self, position: Position, bound: int) -> bool:
        """Whether that side does what is claimed, from here and within the bound, by the law."""

    @abstractmethod
    def fall(self, position: Position, move: Move, bound: int) -> int:
        """The bound after a move."""

    def true(self, position: Position, bound: int) -> bool:
        key = (position.history_key(), bound)
        if key not in self._known:
            self._known[key] = self.succeeds(position, bound)
        return self._known[key]

    def seen(self, position: Position) -> Position:
        """The position as the proof goes on from it: perhaps without its past."""
        return position

    def counts(self, position: Position, bound: int) -> Sequence[Move]:
        """The moves that a reply node covers."""
        del bound
        return position.legal_moves()

    def turns(self, position: Position) -> Sequence[Move]:
        """The moves that may stand in a turn node."""
        return position.legal_moves()

    def word(self, position: Position, move: Move) -> str:
        del position
        return move

    def leaf(self, position: Position, bound: int) -> Node | None:
        """A node without children that says all, where there is one."""
        del position, bound
        return None


class Liar:
    """Writes one certificate."""

    def __init__(self, matter: Matter, dice: random.Random) -> None:
        self.matter, self.dice = matter, dice
        self.nodes: list[Node] = []
        self.path: list[Node] = []
        self.asked = 0
        self.shared: dict[Hashable, Node] = {}

    def lines(self) -> tuple[list[Node], int]:
        """Nodes as in a file, and the root."""
        root = self._node(self.matter.start, self.matter.bound)
        if root is None:
            root = ["r", self.matter.bound, []]
            self.nodes.append(root)
        numbers = {id(node): at for at, node in enumerate(self.nodes)}
        return [_numbered(node, numbers) for node in self.nodes], numbers[id(root)]

    def certificate(self) -> bytes:
        start, claim = self.matter.start, self.matter.claim
        writer = CertificateWriter(start.game, start.options, start, claim)
        nodes, root = self.lines()
        for node in nodes:
            writer.add(node)
        return writer.to_bytes(root)

    def _node(self, position: Position, bound: int) -> Node | None:
        """What shows the claim here, or pretends to; None where the game is over."""
        position = self.matter.seen(position)
        key = (position.history_key(), bound)
        if key in self.shared:
            return self.shared[key]
        true = self.matter.true(position, bound)
        if position.result() is not None:
            return self._over(position, bound, true)
        tired = self.asked > MOST_ASKED // 3 or len(self.path) > 12
        self.asked += 1
        if bound < 0 or self.asked > MOST_ASKED:
            node: Node | None = self._nothing(position, max(bound, 0))
        elif not true and (tired or bound < 1 or self.dice.random() < 0.25):
            node = self._lie(position, bound)
        else:
            node = self._plain(position, bound)
        if node is not None and not any(node is one for one in self.nodes):
            self.nodes.append(node)
            self.shared[key] = node
        return node

    def _over(self, position: Position, bound: int, true: bool) -> Node | None:
        node: Node | None = self.matter.leaf(position, bound)
        if node is None and not true and self.dice.random() < 0.5:
            node = self._nothing(position, bound)
        if node is not None:
            self.nodes.append(node)
        return node

    def _plain(self, position: Position, bound: int) -> Node:
        """All that is due, and right where it can be."""
        leaf = self.matter.leaf(position, bound)
        if leaf is not None:
            return leaf
        if position.to_move != CHANCE and self.matter.shows(position):
            moves = list(self.matter.turns(position))
            self.dice.shuffle(moves)
            if not moves:
                return self._nothing(position, bound)
            after = [(move, position.play(move)) for move in moves]
            falls = {move: self.matter.fall(position, move, bound) for move in moves}
            good = [one for one in after if self.matter.true(one[1], falls[one[0]])]
            move, below = (good or after)[0]
            node: Node = ["t", bound, self.matter.word(position, move), None]
            self._begin(node, position, bound)
            node[3] = self._node(below, falls[move])
            self.path.pop()
            return node
        kind = "c" if position.to_move == CHANCE else "r"
        node = [kind, bound, []]
        if kind == "c" and self.matter.one_is_enough:
            return self._one(position, bound)
        self._begin(node, position, bound)
        for move in self.matter.counts(position, bound):
            child = self._node(position.play(move), self.matter.fall(position, move, bound))
            node[2].append([self.matter.word(position, move), child])
        self.path.pop()
        if kind == "c" and self.dice.random() < 0.1 and node[2]:
            node[:] = ["o", bound, *self.dice.choice(node[2])]
        return node

    def _begin(self, node: Node, position: Position, bound: int) -> None:
        self.path.append(node)
        if self.matter.circles:
            self.shared[position.history_key(), bound] = node

    def _one(self, position: Position, bound: int) -> Node:
        """Of what chance may do, one thing that goes well."""
        after = {move: position.play(move) for move in position.legal_moves()}
        good = [move for move, below in after.items() if self.matter.true(below, bound)]
        move = self.dice.choice(good or list(after))
        return ["o", bound, move, self._node(after[move], bound)]

    # --- lies ------------------------------------------------------------------------------------

    def _lie(self, position: Position, bound: int) -> Node | None:
        ways: list[Callable[[Position, int], Node | None]] = [
            self._nothing,
            self._leave_out,
            self._stand_in,
            self._other_bound,
            self._other_side,
            self._easier,
        ]
        if self.matter.ends:
            ways += [self._end, self._nobody]
        if self.matter.circles or self.matter.kinds != "tr":
            ways.append(self._back)
        return self.dice.choice(ways)(position, bound)

    def _nothing(self, position: Position, bound: int) -> Node:
        del position
        if self.matter.sure and self.dice.random() < 0.3:
            return ["c", bound]
        return [self._kind("rrrc"), bound, []]

    def _kind(self, kinds: str) -> str:
        return self.dice.choice([kind for kind in kinds if kind in self.matter.kinds])

    def _nobody(self, position: Position, bound: int) -> None:
        del position, bound

    def _moves(self, position: Position) -> list[str]:
        moves = [self.matter.word(position, move) for move in position.legal_moves()]
        self.dice.shuffle(moves)
        return moves

    def _leave_out(self, position: Position, bound: int) -> Node:
        """Entries for what goes well alone."""
        entries = []
        for move in position.legal_moves():
            after, left = position.play(move), self.matter.fall(position, move, bound)
            if after.result() is None and self.matter.true(after, left):
                entries.append([self.matter.word(position, move), self._node(after, left)])
        return [self._kind("rrrc"), bound, entries]

    def _end(self, position: Position, bound: int) -> Node:
        moves = self._moves(position)
        if self.dice.random() < 0.5:
            return [self._kind("rc"), bound, [[word, None] for word in moves]]
        return [self._kind("to"), bound, moves[0], None]

    def _stand_in(self, position: Position, bound: int) -> Node:
        """Nodes of other positions where this one's are due."""
        moves = self._moves(position)
        if not self.nodes:
            return self._nothing(position, bound)
        if self.dice.random() < 0.5:
            return [self._kind("to"), bound, moves[0], self.dice.choice(self.nodes)]
        return ["r", bound, [[word, self.dice.choice(self.nodes)] for word in moves]]

    def _other_bound(self, position: Position, bound: int) -> Node:
        node = self._plain(position, bound)
        node[1] = max(0, bound + self.dice.choice([-1, 1]))
        return node

    def _easier(self, position: Position, bound: int) -> Node | None:
        """What is true with a turn more, or a trick less, in place of what is claimed."""
        other = bound + self.matter.easier
        if other in (bound, -1) or not self.matter.true(position, other):
            return self._nothing(position, bound)
        return self._node(position, other)

    def _other_side(self, position: Position, bound: int) -> Node:
        moves = self._moves(position)
        below = self._node(position.play(position.legal_moves()[0]), bound)
        return ["t", bound, moves[0], below]

    def _back(self, position: Position, bound: int) -> Node | None:
        """Round in a circle: a node that is being written."""
        if not self.path:
            return None
        if self.dice.random() < 0.5:
            return self.dice.choice(self.path)
        words = self._moves(position)
        return ["r", bound, [[word, self.dice.choice(self.path)] for word in words]]


def _numbered(node: Node, numbers: dict[int, int]) -> Node:
    def number(child: Node | None) -> int | None:
        return None if child is None else numbers[id(child)]

    if node[0] in "to" and len(node) == 4:
        return [*node[:3], number(node[3])]
    if node[0] in "rc" and len(node) == 3:
        return [*node[:2], [[word, number(child)] for word, child in node[2]]]
    return node


def forgeries(dice: random.Random, matters: Iterator[Matter], each: int = 6) -> Iterator[Forgery]:
    """Certificates of each matter, true or not."""
    for matter in matters:
        true = matter.true(matter.start, matter.bound)
        for number in range(1 if true else each):
            matter.forgets = number % 3 == 2
            data = Liar(matter, dice).certificate()
            yield Forgery(matter.start, matter.claim, data, true)


def at(game: str, text: str, **options: str) -> Position:
    return room(game).from_text(text, options)
