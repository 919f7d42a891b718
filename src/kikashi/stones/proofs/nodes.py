"""The nodes of a winning-set certificate, read from their lists.

Children come before their parents, so the edges hold no cycle; and the bounds fall along them:
with each turn of the prover where a win is claimed, with each turn of the opponent elsewhere.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from kikashi.law.winning_sets import Geometry
from kikashi.proofs.refusal import Budget, LimitError, RefusedError


@dataclass(frozen=True, slots=True)
class Edge:
    """Where to go on, and through which symmetry of the board to look from there."""

    child: int
    symmetry: int


@dataclass(frozen=True, slots=True)
class Turn:
    """The prover's whole turn; no edge where the branch ends with it."""

    bound: int
    cells: int
    edge: Edge | None


@dataclass(frozen=True, slots=True)
class Reply:
    """The opponent's turn: whole replies, and zone entries for parts of replies."""

    bound: int
    replies: dict[int, Edge]
    zones: tuple[tuple[int, Edge], ...]


@dataclass(frozen=True, slots=True)
class Pairing:
    """From here on the prover answers in pairs."""

    bound: int
    pairs: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Potential:
    """From here on the Erdos-Selfridge sum is too small for the opponent."""

    bound: int


@dataclass(frozen=True, slots=True)
class NoDouble:
    """From here on the opponent has too few turns for two sets that miss a stone each."""

    bound: int


Node: TypeAlias = Turn | Reply | Pairing | Potential | NoDouble


class NodeReader:
    """Reads nodes in order; `nodes` and `uses` (edges into each) grow with them."""

    def __init__(self, rules: Geometry, *, win: bool, exact: bool, budget: Budget) -> None:
        self.nodes: list[Node] = []
        self.uses: list[int] = []
        self._cells = len(rules.cells)
        self._symmetries = len(rules.symmetries)
        self._win = win
        self._exact = exact
        """Each bound is one less than the last, so that the root's bound counts the turns."""
        self._budget = budget
        self._entries = 0

    def read(self, raw: list[object]) -> None:
        """Adds the next node."""
        self._budget.spend(len(self.nodes))
        kind = raw[0]
        if kind == "t":
            node: Node = self._turn(raw)
        elif kind == "r":
            node = self._reply(raw)
        elif kind == "p" and not self._win:
            node = self._pairing(raw)
        elif kind == "e" and not self._win:
            self._length(raw, 2)
            node = Potential(self._bound(raw))
        elif kind == "d" and self._exact:
            self._length(raw, 2)
            node = NoDouble(self._bound(raw))
        else:
            kinds = "t and r" if self._win else f"t, r, p{', e and d' if self._exact else ' and e'}"
            raise self._refusal(f"there is no kind {kind!r:.40} here; this claim has {kinds}")
        self.nodes.append(node)
        self.uses.append(0)

    def _turn(self, raw: list[object]) -> Turn:
        self._length(raw, 4, 5)
        bound = self._bound(raw)
        cells = self._board(raw[2])
        if not cells:
            raise self._refusal("a turn has at least one stone")
        if self._win and bound < 1:
            raise self._refusal("a turn that is played needs a bound of at least 1")
        if raw[3] is None:
            if len(raw) == 5:
                raise self._refusal("a turn without a child has no symmetry")
            return Turn(bound, cells, None)
        edge = self._edge(raw[3:])
        below = self.nodes[edge.child]
        if isinstance(below, Turn):
            raise self._refusal(f"child {edge.child} must be the opponent's, not another turn")
        self._fall(bound, below, edge.child, 1 if self._win else 0)
        return Turn(bound, cells, edge)

    def _reply(self, raw: list[object]) -> Reply:
        self._length(raw, 4)
        bound = self._bound(raw)
        if self._win and bound < 1:
            raise self._refusal("where a win is claimed, a reply needs a bound of at least 1")
        replies: dict[int, Edge] = {}
        for cells, edge in self._entries_of(raw[2], bound):
            if not cells or cells in replies:
                raise self._refusal("a reply has stones, and each reply stands once")
            replies[cells] = edge
        zones = tuple(self._entries_of(raw[3], bound))
        return Reply(bound, replies, zones)

    def _entries_of(self, raw: object, bound: int) -> list[tuple[int, Edge]]:
        if not isinstance(raw, list):
            raise self._refusal("replies and zone entries are lists of [cells, child]")
        self._count(len(raw))
        found = []
        for entry in raw:
            if not isinstance(entry, list) or len(entry) not in (2, 3):
                raise self._refusal("an entry is [cells, child] or [cells, child, symmetry]")
            cells = self._board(entry[0])
            edge = self._edge(entry[1:])
            below = self.nodes[edge.child]
            if isinstance(below, Reply):
                raise self._refusal(f"child {edge.child} must be the prover's, not another reply")
            self._fall(bound, below, edge.child, 0 if self._win else 1)
            found.append((cells, edge))
        return found

    def _pairing(self, raw: list[object]) -> Pairing:
        self._length(raw, 3)
        bound = self._bound(raw)
        if not isinstance(raw[2], list):
            raise self._refusal("the pairs are a list")
        self._count(len(raw[2]))
        pairs = []
        taken = 0
        for pair in raw[2]:
            if not isinstance(pair, list) or len(pair) != 2:
                raise self._refusal("a pair is a list of two cells")
            board = self._board(pair)
            if board & taken:
                raise self._refusal("the pairs share a cell")
            taken |= board
            pairs.append((pair[0], pair[1]))
        return Pairing(bound, tuple(pairs))

    def _fall(self, bound: int, below: Node, child: int, step: int) -> None:
        leaf = isinstance(below, Pairing | Potential)
        if self._exact and not leaf and below.bound != bound - step:
            raise self._refusal(
                f"child {child} has bound {below.bound}; under {bound} it must be {bound - step}"
            )
        if below.bound > bound - step:
            raise self._refusal(
                f"child {child} has bound {below.bound}; under {bound} it may be at most "
                f"{bound - step}"
            )

    def _edge(self, raw: list[object]) -> Edge:
        child = raw[0]
        if type(child) is not int or not 0 <= child < len(self.nodes):
            raise self._refusal(f"a child must be an earlier node, not {child!r:.40}")
        symmetry = raw[1] if len(raw) == 2 else 0
        if type(symmetry) is not int or not 0 <= symmetry < self._symmetries:
            raise self._refusal(
                f"the symmetry must be a number under {self._symmetries}, not {symmetry!r:.40}"
            )
        self.uses[child] += 1
        return Edge(child, symmetry)

    def _board(self, raw: object) -> int:
        if not isinstance(raw, list):
            raise self._refusal(f"cells are a list of numbers, not {raw!r:.40}")
        if len(raw) > self._cells:
            raise self._refusal("more cells are named than the board has")
        board = 0
        for cell in raw:
            if type(cell) is not int or not 0 <= cell < self._cells:
                raise self._refusal(
                    f"a cell must be a number under {self._cells}, not {cell!r:.40}"
                )
            if board >> cell & 1:
                raise self._refusal(f"cell {cell} is named twice")
            board |= 1 << cell
        return board

    def _count(self, entries: int) -> None:
        self._entries += entries
        self._budget.spend(len(self.nodes), entries)
        if self._entries > self._budget.caps.entries:
            raise LimitError(f"there are more than {self._budget.caps.entries} entries in all")

    def _length(self, raw: list[object], *lengths: int) -> None:
        if len(raw) not in lengths:
            wanted = " or ".join(map(str, lengths))
            raise self._refusal(f"a node of kind {raw[0]!r:.40} has {wanted} parts, not {len(raw)}")

    @staticmethod
    def _bound(raw: list[object]) -> int:
        bound = raw[1]
        assert isinstance(bound, int)
        return bound

    def _refusal(self, why: str) -> RefusedError:
        return RefusedError(why, len(self.nodes))
