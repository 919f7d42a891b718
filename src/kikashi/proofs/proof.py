"""A proof to be walked: turns, replies, the tree. It checks nothing; the checker does.

Puzzles, studio, job-level search and records all read proofs here, so what the longest resistance
is, and how symmetries on the way are followed, is said once.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from kikashi import games
from kikashi.law import GameError, Move, Position, Room
from kikashi.proofs.reader import opened, size_of
from kikashi.proofs.refusal import Budget, Caps, RefusedError


class Place(NamedTuple):
    """A node as the walk meets it."""

    node: int
    view: tuple[int, ...] | None = None
    """From cells of the node to cells of the board, where a symmetry was passed."""


class Branch(NamedTuple):
    """A turn, and where the proof goes on after it; None where it ends."""

    moves: tuple[Move, ...]
    """Of a reply perhaps only those that matter: the rest of the turn is free."""
    below: Place | None


class Proof:
    """The nodes of one certificate, of whatever game."""

    def __init__(
        self,
        start: Position,
        claim: Mapping[str, object],
        nodes: Sequence[Sequence[object]],
        root: int,
    ) -> None:
        self.start = start
        self.claim = claim
        self.nodes = nodes
        self.root = Place(root)

    @classmethod
    def read(
        cls,
        source: bytes | Path,
        start: Position | None = None,
        *,
        caps: Caps | None = None,
        room_of: Callable[[str], Room] = games.room,
    ) -> Proof:
        """From a file or its bytes. With `start`, no law reads the position that it states."""
        caps = caps or Caps.of(size_of(source))
        budget = Budget(caps)
        header, raw = opened(source, caps)
        if start is None:
            start = room_of(header.game).from_text(header.start, header.options)
        elif (header.game, header.start) != (start.game, start.to_text()):
            raise RefusedError("the proof is about another position")
        nodes: list[list[object]] = []
        for node in raw:
            budget.spend(len(nodes), 1 + sum(len(part) for part in node if isinstance(part, list)))
            nodes.append(node)
        return cls(start, header.claim, nodes, header.roots[0])

    def __len__(self) -> int:
        return len(self.nodes)

    def bound(self, place: Place) -> int:
        """The turns that the claim still takes from here, at most."""
        return _number(self.nodes[place.node][1])

    def is_turn(self, place: Place) -> bool:
        """Whether the side that shows something is to move."""
        return self.nodes[place.node][0] == "t"

    def turn(self, place: Place) -> Branch:
        """The prover's turn here."""
        node = self.nodes[place.node]
        if node[0] != "t" or len(node) < 4:
            raise GameError(f"node {place.node} of the proof is no turn")
        below = None if node[3] is None else self._through(place, node[3:])
        return Branch(self._words(node[2], place.view), below)

    def replies(self, place: Place) -> list[Branch]:
        """The replies that are answered here; the longest resistance first, as far as is known."""
        entries = []
        for part in self.nodes[place.node][2:]:
            for entry in _list(part):
                cells, *edge = _list(entry)
                below = None if edge[:1] == [None] else self._through(place, edge)
                entries.append(Branch(self._words(cells, place.view), below))
        return sorted(entries, key=lambda branch: -self.bound(branch.below or place))

    def branches(self, place: Place) -> list[Branch]:
        """What may follow here: one turn, or the replies to it."""
        return [self.turn(place)] if self.is_turn(place) else self.replies(place)

    def tree(self, most: int) -> tuple[list[tuple[int, tuple[Move, ...]]], bool]:
        """Turns of both sides, each with the number of the one before it (-1: none).

        Breadth first, so that a cut takes the far ends and not whole branches. The second is
        whether something was cut.
        """
        found: list[tuple[int, tuple[Move, ...]]] = []
        waiting = deque([(-1, self.root)])
        while waiting:
            parent, place = waiting.popleft()
            for moves, below in self.branches(place):
                if len(found) >= most:
                    return found, True
                found.append((parent, moves))
                if below is not None:
                    waiting.append((len(found) - 1, below))
        return found, False

    def line(self) -> list[tuple[Move, ...]]:
        """The turns against what is answered latest, down to the win or once round a circle.

        Of a reply perhaps only the stones that matter: the rest of it is free.
        """
        found: list[tuple[Move, ...]] = []
        place: Place | None = self.root
        seen: set[int] = set()
        while place is not None and place.node not in seen:
            seen.add(place.node)
            moves, place = next(iter(self.branches(place)), Branch((), None))
            found += [moves] if moves else []
        return found

    def breadth(self) -> float:
        """How many whole replies a reply node lists, on average; 0 where none lists any."""
        counts = [len(_list(node[2])) for node in self.nodes if node[0] == "r" and node[2]]
        return round(sum(counts) / len(counts), 3) if counts else 0.0

    def _through(self, place: Place, edge: Sequence[object]) -> Place:
        child, symmetry = _number(edge[0]), _number(edge[1]) if len(edge) > 1 else 0
        if not 0 <= child < len(self.nodes):
            raise GameError(f"the proof has no node {child}")
        if not symmetry:
            return Place(child, place.view)
        there = self.start.permutations()[symmetry]
        back = [0] * len(there)
        for cell, image in enumerate(there):
            back[image] = cell if place.view is None else place.view[cell]
        return Place(child, tuple(back))

    def _words(self, content: object, view: tuple[int, ...] | None) -> tuple[Move, ...]:
        if isinstance(content, str):
            return (content,)
        names = self.start.places()
        cells = [_number(cell) for cell in _list(content)]
        return tuple(names[cell if view is None else view[cell]] for cell in cells)


def _list(value: object) -> Sequence[object]:
    if not isinstance(value, list | tuple):
        raise GameError("a node of the proof does not have the form of its kind")
    return value


def _number(value: object) -> int:
    if not isinstance(value, int):
        raise GameError("a node of the proof does not have the form of its kind")
    return value
