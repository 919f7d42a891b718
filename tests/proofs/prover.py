"""A small plain prover for the checker's tests: slow, simple, and no line shared with the checker.

It searches small boards by scanning every set at every node, finds trees, and writes them as
certificates. Zones are computed here a second time, from their definition.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from kikashi.law.winning_sets import Geometry, StonePosition, cells_of
from kikashi.proofs import CertificateWriter


@dataclass(eq=False)
class Tree:
    """A found node: its list with trees where children belong, and its zone."""

    kind: str
    bound: int
    cells: int = 0
    child: tuple[Tree, int] | None = None
    replies: list[tuple[int, Tree, int]] = field(default_factory=list)
    zones: list[tuple[int, Tree, int]] = field(default_factory=list)
    pairs: list[tuple[int, int]] = field(default_factory=list)
    zone: int = 0


def certificate(start: StonePosition, claim: dict[str, Any], *roots: Tree) -> bytes:
    """The file that holds the trees: children first, shared trees once."""
    writer = CertificateWriter(start.game, start.options, start, claim)
    numbers: dict[int, int] = {}
    for root in roots:
        _add(root, writer, numbers)
    return writer.to_bytes(*(numbers[id(root)] for root in roots))


def _add(tree: Tree, writer: CertificateWriter, numbers: dict[int, int]) -> int:
    if id(tree) in numbers:
        return numbers[id(tree)]
    if tree.kind == "t":
        child = None if tree.child is None else _add(tree.child[0], writer, numbers)
        symmetry = 0 if tree.child is None else tree.child[1]
        number = writer.turn(tree.bound, cells_of(tree.cells), child, symmetry)
    elif tree.kind == "r":
        replies, zones = (
            [(cells_of(c), _add(below, writer, numbers), s) for c, below, s in entries]
            for entries in (tree.replies, tree.zones)
        )
        number = writer.reply(tree.bound, replies, zones)
    elif tree.kind == "p":
        number = writer.pairing(tree.bound, tree.pairs)
    elif tree.kind == "d":
        number = writer.no_double(tree.bound)
    else:
        number = writer.potential(tree.bound)
    numbers[id(tree)] = number
    return number


class Board:
    """Scans; everything from the prover's side: `mine` against `theirs`."""

    def __init__(self, rules: Geometry) -> None:
        self.rules = rules
        self.p = rules.stones
        self.full = rules.full

    def empty(self, mine: int, theirs: int) -> int:
        return self.full & ~mine & ~theirs

    def holes(self, own: int, other: int, most: int) -> list[int]:
        return [
            m & ~own
            for m in self.rules.masks
            if not m & other and 1 <= (m & ~own).bit_count() <= most
        ]

    def has_won(self, own: int) -> bool:
        return any(not m & ~own for m in self.rules.masks)

    def needed(self, holes: list[int]) -> int:
        """The fewest stones that hit all holes, by trying them all."""
        cells = cells_of(union(holes))
        for count in range(len(cells) + 1):
            for choice in combinations(cells, count):
                hit = board_of(choice)
                if all(hit & h for h in holes):
                    return count
        raise AssertionError

    def turns(self, mine: int, theirs: int, left: int) -> Iterator[int]:
        empty = cells_of(self.empty(mine, theirs))
        for choice in combinations(empty, min(left, len(empty))):
            yield board_of(choice)

    def image(self, board: int, symmetry: int) -> int:
        there = self.rules.symmetries[symmetry]
        return board_of(there[c] for c in cells_of(board))

    def back(self, board: int, symmetry: int) -> int:
        there = self.rules.symmetries[symmetry]
        return board_of(c for c in range(len(there)) if board >> there[c] & 1)

    def canonical(self, mine: int, theirs: int) -> tuple[int, int, int]:
        """The least image, and the symmetry that leads to it."""
        return min(
            (self.image(mine, s), self.image(theirs, s), s)
            for s in range(len(self.rules.symmetries))
        )


def board_of(cells: Any) -> int:
    board = 0
    for cell in cells:
        board |= 1 << cell
    return board


def union(boards: Any) -> int:
    board = 0
    for b in boards:
        board |= b
    return board


class WinProver(Board):
    """Finds wins in which every turn but the last leaves at least `forcing` stones to answer.

    With `dice` it takes its turns in any order and is in no hurry: its proofs are longer than they
    need be, and pass over more free stones.
    """

    def __init__(
        self,
        rules: Geometry,
        *,
        forcing: int = 0,
        zones: bool = False,
        symmetric: bool = False,
        dice: random.Random | None = None,
    ) -> None:
        super().__init__(rules)
        self.forcing = forcing
        self.dice = dice
        self.zones = zones
        self.symmetric = symmetric
        self.known: dict[Any, Tree | None] = {}

    def prove(self, start: StonePosition, side: int, most: int) -> Tree | None:
        mine, theirs = start.boards[side], start.boards[1 - side]
        method = self.turn if start.mover == side else self.reply
        for bound in range(most if self.dice else 1, most + 1):
            found = method(mine, theirs, start.left, 0, bound)
            if found is not None:
                found.bound = bound
                return found
        return None

    def _look(
        self, method: Callable[..., Tree | None], mine: int, theirs: int, free: int, bound: int
    ) -> tuple[Tree, int, int] | None:
        """A sub-proof, its symmetry and its zone as seen from here."""
        symmetry = 0
        if self.symmetric:
            mine, theirs, symmetry = self.canonical(mine, theirs)
        key = (method.__name__, mine, theirs, free, bound)
        if key not in self.known:
            self.known[key] = method(mine, theirs, self.p, free, bound)
        found = self.known[key]
        return None if found is None else (found, symmetry, self.back(found.zone, symmetry))

    def turn(self, mine: int, theirs: int, left: int, free: int, bound: int) -> Tree | None:
        for holes in self.holes(mine, theirs, left):
            return Tree("t", 1, holes, zone=holes)
        if bound == 1:
            return None
        turns = list(self.turns(mine, theirs, left))
        if self.dice:
            self.dice.shuffle(turns)
        for cells in turns:
            if self.forcing:
                threats = self.holes(mine | cells, theirs, self.p)
                if self.needed(threats) < self.forcing:
                    continue
            found = self._look(self.reply, mine | cells, theirs, free, bound - 1)
            if found is not None:
                below, symmetry, zone = found
                return Tree("t", below.bound + 1, cells, (below, symmetry), zone=zone | cells)
        return None

    def reply(self, mine: int, theirs: int, left: int, free: int, bound: int) -> Tree | None:
        empty = self.empty(mine, theirs)
        size = min(left, empty.bit_count())
        if not size or self.holes(theirs, mine, size):
            return None
        threats = self.holes(mine, theirs, self.p)
        tree = Tree("r", 1)
        tree.zone = union(threats) | union(self.holes(theirs, mine, size + free))
        passed: dict[int, int] = {}
        seen: set[int] = set()
        todo = [0]
        while todo:
            part = todo.pop()
            if part in seen:
                continue
            seen.add(part)
            rest = size - part.bit_count()
            missed = next((t for t in threats if not t & part), 0)
            if missed:
                todo += [part | 1 << c for c in cells_of(missed)] if rest else []
                continue
            inner = [z for h, z in passed.items() if not h & ~part and not z & part & ~h]
            if not inner and self.zones and rest:
                found = self._look(self.turn, mine, theirs | part, free + rest, bound)
                if found is not None:
                    tree.zones.append((part, found[0], found[1]))
                    tree.bound = max(tree.bound, found[0].bound)
                    tree.zone |= found[2]
                    passed[part] = found[2]
                    inner = [found[2]]
            if rest:
                grow = min(inner, key=int.bit_count) if inner else empty
                todo += [part | 1 << c for c in cells_of(grow & empty & ~part)]
            elif not inner:
                found = self._look(self.turn, mine, theirs | part, free, bound)
                if found is None:
                    return None
                tree.replies.append((part, found[0], found[1]))
                tree.bound = max(tree.bound, found[0].bound)
                tree.zone |= found[2]
        return tree


class HoldProver(Board):
    """Shows that the other side does not win: at all, or by forcing turns, or within `turns`."""

    def __init__(
        self,
        rules: Geometry,
        *,
        leaves: str = "",
        least: int = 0,
        turns: int | None = None,
        symmetric: bool = False,
        dead: bool = False,
        zones: bool = False,
    ) -> None:
        super().__init__(rules)
        self.leaves = leaves
        self.least = least
        self.counted = turns
        self.symmetric = symmetric
        # The rule for dead cells is made without zones in mind: the checker does not join them.
        self.dead = dead and not zones
        self.zones = zones
        self.known: dict[Any, Tree | None] = {}

    def prove(self, start: StonePosition, side: int) -> Tree | None:
        mine, theirs = start.boards[side], start.boards[1 - side]
        method = self.turn if start.mover == side else self.reply
        return method(mine, theirs, start.left, 0, self.counted)

    def _look(
        self,
        method: Callable[..., Tree | None],
        mine: int,
        theirs: int,
        free: int,
        bound: int | None,
    ) -> tuple[Tree, int, int] | None:
        symmetry = 0
        if self.symmetric:
            mine, theirs, symmetry = self.canonical(mine, theirs)
        key = (method.__name__, mine, theirs, free, bound)
        if key not in self.known:
            self.known[key] = method(mine, theirs, self.p, free, bound)
        found = self.known[key]
        return None if found is None else (found, symmetry, self.back(found.zone, symmetry))

    def _no_double(
        self, mine: int, theirs: int, left: int, free: int, bound: int, *, moves: bool
    ) -> Tree | None:
        """No two sets that miss a stone each in `bound` turns, from the definition."""
        if self.p != 1 or left != 1 or (not moves and self.holes(theirs, mine, 1)):
            return None
        zone = 0 if moves else union(self.holes(theirs, mine, 1 + free))
        for one, other in combinations(self.holes(theirs, mine, 99), 2):
            count = (one | other).bit_count()
            if one & ~other and other & ~one and count <= bound + 1 + free:
                if count <= bound + 1:
                    return None
                zone |= one | other
        return Tree("d", bound, zone=zone if free else 0)

    def _leaf(self, mine: int, theirs: int, left: int, free: int, moves: bool) -> Tree | None:
        if free:
            return None
        missing = [h.bit_count() for h in self.holes(theirs, mine, 99)]
        base, p = 1 + self.p, self.p
        total = sum(base ** (-m / p) for m in missing)
        if "e" in self.leaves:
            ahead = 1.0 if moves else base ** (left / p)
            limit = (1 + min(left, p)) / base if moves else 1.0
            if total * ahead < limit - 1e-9:
                return Tree("e", 0)
        if "p" in self.leaves and p == 1 and (moves or left == 1):
            pairs = self._pairs(self.holes(theirs, mine, 99), 0)
            if pairs is not None:
                return Tree("p", 0, pairs=pairs)
        return None

    def _pairs(self, holes: list[int], taken: int) -> list[tuple[int, int]] | None:
        if not holes:
            return []
        hardest = min(holes, key=lambda h: (h & ~taken).bit_count())
        for one, other in combinations(cells_of(hardest & ~taken), 2):
            pair = 1 << one | 1 << other
            rest = self._pairs([h for h in holes if pair & ~h], taken | pair)
            if rest is not None:
                return [(one, other), *rest]
        return None

    def turn(self, mine: int, theirs: int, left: int, free: int, bound: int | None) -> Tree | None:
        if bound == 0:
            return Tree("t", 0, self._any_turn(mine, theirs, left))
        for holes in self.holes(mine, theirs, left):
            return Tree("t", bound or 0, holes, zone=holes)
        leaf = self._leaf(mine, theirs, left, free, moves=True)
        if leaf is None and bound and "d" in self.leaves:
            leaf = self._no_double(mine, theirs, left, free, bound, moves=True)
        if leaf is not None:
            return leaf
        for cells in self.turns(mine, theirs, left):
            if cells == self.empty(mine, theirs):
                return Tree("t", bound or 0, cells, zone=cells)
            found = self._look(self.reply, mine | cells, theirs, free, bound)
            if found is not None:
                below, symmetry, zone = found
                number = below.bound if bound is None else bound
                return Tree("t", number, cells, (below, symmetry), zone=zone | cells)
        return None

    def _any_turn(self, mine: int, theirs: int, left: int) -> int:
        return next(self.turns(mine, theirs, left))

    def reply(self, mine: int, theirs: int, left: int, free: int, bound: int | None) -> Tree | None:
        empty = self.empty(mine, theirs)
        size = min(left, empty.bit_count())
        if bound == 0:
            return Tree("r", 0)
        if self.holes(theirs, mine, size):
            return None
        last = bound == 1
        ahead = 0 if last or not self.least else self.p
        wins = self.holes(mine, theirs, self.p)
        tree = Tree("r", bound or 0)
        tree.zone = union(self.holes(theirs, mine, size + ahead + free)) | union(wins)
        if last or size == empty.bit_count():
            return tree
        leaf = self._leaf(mine, theirs, left, free, moves=False)
        if leaf is None and bound and "d" in self.leaves:
            leaf = self._no_double(mine, theirs, left, free, bound, moves=False)
        if leaf is not None:
            return leaf
        passed: dict[int, int] = {}
        for answer in self._class(mine, theirs, size, free):
            if any(not w & answer for w in wins):
                continue
            if any(not h & ~answer and not z & answer & ~h for h, z in passed.items()):
                continue
            under = None if bound is None else bound - 1
            for part in self._parts(answer) if self.zones else ():
                found = self._look(
                    self.turn, mine, theirs | part, free + size - part.bit_count(), under
                )
                if found is not None and not found[2] & answer & ~part:
                    tree.zones.append((part, found[0], found[1]))
                    passed[part] = found[2]
                    break
            else:
                found = self._look(self.turn, mine, theirs | answer, free, under)
                if found is None:
                    return None
                tree.replies.append((answer, found[0], found[1]))
            tree.zone |= found[2]
            tree.bound = max(tree.bound, found[0].bound + 1)
        return tree

    @staticmethod
    def _parts(answer: int) -> Iterator[int]:
        cells = cells_of(answer)
        for count in range(len(cells)):
            for choice in combinations(cells, count):
                yield board_of(choice)

    def _class(self, mine: int, theirs: int, size: int, free: int) -> list[int]:
        """Every turn of the class; with `dead`, dead cells only where nothing else is left."""
        found = []
        live = union(self.holes(mine, theirs, 99)) | union(self.holes(theirs, mine, 99))
        empty = self.empty(mine, theirs)
        for answer in self.turns(mine, theirs, size):
            if self.dead and not free and not self.least and not self._plain(answer, empty, live):
                continue
            if self.least:
                threats = self.holes(theirs | answer, mine, self.p)
                if self.needed(threats) < self.least:
                    continue
            found.append(answer)
        return found

    @staticmethod
    def _plain(answer: int, empty: int, live: int) -> bool:
        """Not a dead cell while a live one is left over, and the lowest dead cells only."""
        dead = empty & ~live
        if answer & dead and live & ~answer:
            return False
        return all(answer >> c & 1 or not answer & dead >> c << c for c in cells_of(dead))
