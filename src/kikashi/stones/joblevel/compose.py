"""Composes the proofs of many jobs into the nodes of one certificate; equal pieces are shared."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from kikashi.law.winning_sets import cells_of
from kikashi.proofs import Proof
from kikashi.search import Certificate


class Composer:
    """Collects nodes, children first."""

    def __init__(self) -> None:
        self.nodes: list[list[object]] = []
        self._numbers: dict[str, int] = {}

    def bound(self, number: int) -> int:
        """The attacker's turns that a node still takes."""
        bound = self.nodes[number][1]
        assert isinstance(bound, int)
        return bound

    def include(self, proof: Proof | Certificate) -> int:
        """Adds the proof of a job; returns the number that its root has here."""
        numbers: list[int] = []
        for node in proof.nodes:
            kind, bound, first, second, *rest = node
            if kind == "t":
                child = numbers[second] if isinstance(second, int) else None
                numbers.append(self._add([kind, bound, first, child, *rest]))
            else:
                both = [[self._entry(e, numbers) for e in _list(part)] for part in (first, second)]
                numbers.append(self._add([kind, bound, *both]))
        return numbers[proof.root if isinstance(proof, Certificate) else proof.root.node]

    def turn(self, cells: Sequence[int], reply: int) -> int:
        """The attacker's turn, answered by a reply node."""
        return self._add(["t", self.bound(reply) + 1, sorted(cells), reply])

    def reply(self, answers: Mapping[int, int], size: int) -> int:
        """The defender's turn of `size` stones: answers by the stones (a board) they are to."""
        entries: tuple[list[object], list[object]] = ([], [])
        for part in sorted(answers):
            whole = part.bit_count() == size
            entries[0 if whole else 1].append([list(cells_of(part)), answers[part]])
        bound = max((self.bound(child) for child in answers.values()), default=1)
        return self._add(["r", bound, *entries])

    def _add(self, node: list[object]) -> int:
        text = json.dumps(node)
        number = self._numbers.get(text)
        if number is None:
            number = self._numbers[text] = len(self.nodes)
            self.nodes.append(node)
        return number

    @staticmethod
    def _entry(entry: object, numbers: list[int]) -> list[object]:
        cells, child, *symmetry = _list(entry)
        assert isinstance(child, int)
        return [cells, numbers[child], *symmetry]


def _list(value: object) -> list[object]:
    assert isinstance(value, list)
    return value
