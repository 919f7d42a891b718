"""Nodes of certificates of mates: how judges of games of pieces read them and hold them together.

Two kinds, children before their parents: `["t", bound, move, child]` names one move, `["r", bound,
[[move, child], ...]]` covers all moves that count. Bounds are the attacker's moves to go.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Set
from typing import Generic, NamedTuple, TypeVar

from kikashi.proofs.refusal import Budget, RefusedError

StepT = TypeVar("StepT", bound=tuple[object, ...])
PlaceT = TypeVar("PlaceT")


class Node(NamedTuple, Generic[StepT]):
    """A node as read: `step` and at most one child for a turn, entries for a reply."""

    turn: bool
    bound: int
    step: StepT
    children: tuple[tuple[StepT, int], ...]


class MateNodes(ABC, Generic[StepT, PlaceT]):
    """The nodes of one certificate; a judge says what a step is and replays them."""

    no_step: StepT
    most_turns: int

    def __init__(self) -> None:
        self._nodes: list[Node[StepT]] = []
        self._entries = 0

    @abstractmethod
    def _step(self, raw: object) -> StepT:
        """A move as it stands in a node; RefusedError if it is none."""

    @abstractmethod
    def _word(self, step: StepT) -> str: ...

    def _read_all(
        self, nodes: Iterable[list[object]], roots: tuple[int, ...], turns: int, budget: Budget
    ) -> int:
        """Reads every node and gives the one root, whose bound must be what is claimed."""
        for raw in nodes:
            budget.spend(None)
            self._nodes.append(self._read(raw, budget))
        if len(roots) != 1:
            raise RefusedError("a claim about a mate needs one root")
        root = roots[0]
        bound = self._nodes[root].bound
        if bound != turns:
            raise RefusedError(f"the root's bound is {bound}, but {turns} moves are claimed", root)
        return root

    def _read(self, raw: list[object], budget: Budget) -> Node[StepT]:
        number = len(self._nodes)
        kind, bound = raw[0], raw[1]
        assert isinstance(bound, int)
        if bound > self.most_turns:
            raise RefusedError(f"the bound {bound} is more than {self.most_turns}", number)
        if kind == "t" and len(raw) == 4:
            children = () if raw[3] is None else ((self.no_step, self._child(raw[3], False)),)
            return Node(True, bound, self._step(raw[2]), children)
        if kind == "r" and len(raw) == 3 and isinstance(raw[2], list):
            self._entries += len(raw[2])
            if self._entries > budget.caps.entries:
                raise RefusedError(f"there are more than {budget.caps.entries} entries", number)
            found = []
            for entry in raw[2]:
                if not isinstance(entry, list) or len(entry) != 2:
                    raise RefusedError("an entry is a list of a move and a child", number)
                found.append((self._step(entry[0]), self._child(entry[1], True)))
            return Node(False, bound, self.no_step, tuple(found))
        raise RefusedError(
            'a node is ["t", bound, move, child] or ["r", bound, [[move, child], ...]]', number
        )

    def _child(self, raw: object, turn: bool) -> int:
        number = len(self._nodes)
        if type(raw) is not int or not 0 <= raw < number:
            raise RefusedError(f"a child must be an earlier node, not {raw!r:.40}", number)
        if self._nodes[raw].turn != turn:
            raise RefusedError(f"child {raw} is a node for the wrong side", number)
        return raw

    @staticmethod
    def _once(number: int, node: Node[StepT], named: str = "move") -> Set[StepT]:
        """The steps of the entries, none of them twice."""
        covered = dict(node.children)
        if len(covered) != len(node.children):
            raise RefusedError(f"a {named} stands twice", number)
        return covered.keys()

    def _must_cover(
        self, number: int, node: Node[StepT], steps: set[StepT], named: str = "move"
    ) -> None:
        """The entries are just these steps."""
        covered = self._once(number, node, named)
        missing = steps - covered
        if missing:
            raise RefusedError(f"{self._word(min(missing))} is not covered", number)
        for step in covered:
            if step not in steps:
                raise RefusedError(f"{self._word(step)} is not a move that counts there", number)

    @staticmethod
    def _meet(places: dict[int, PlaceT], number: int, child: int, place: PlaceT) -> None:
        """The child is about this place; where it was met before, about the same one."""
        if places.setdefault(child, place) != place:
            raise RefusedError(f"child {child} is shared by different positions", number)

    def _fall(self, number: int, child: int, most: int) -> None:
        if self._nodes[child].bound > most:
            raise RefusedError(
                f"child {child} has bound {self._nodes[child].bound}; at most {most} may be", number
            )

    def _same(self, number: int, child: int, bound: int) -> None:
        if self._nodes[child].bound != bound:
            raise RefusedError(
                f"child {child} has bound {self._nodes[child].bound}; it must be {bound}", number
            )
