"""What both kinds of replay share: asking about children, and covering every reply.

A question is a node at a position, from the prover's side: its board, the opponent's board, who
moves, the stones left in the turn, and the free stones: how many stones of the opponent were
passed over by zone entries on the way here. The answer is a zone: the cells on which those free
stones must not lie for the sub-proof to hold. docs/reference/soundness.md has the argument.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Generator
from typing import NamedTuple, TypeAlias

from kikashi.law.winning_sets import Geometry, cells_of
from kikashi.proofs.refusal import Budget, RefusedError
from kikashi.stones.proofs.nodes import Edge, Node, Reply
from kikashi.stones.proofs.tally import OPPONENT, PROVER, Tally


class Question(NamedTuple):
    """One node at one position."""

    node: int
    mine: int
    theirs: int
    mover: int
    left: int
    free: int


class Exceptions(NamedTuple):
    """Replies of the opponent that the claim leaves out, at its first question alone.

    They are those that hold all cells of one of `turns`.
    """

    first: Question
    turns: tuple[int, ...]


Work: TypeAlias = Generator[Question, int, int]


class Replay(ABC):
    """Answers questions about nodes of one certificate for one prover."""

    def __init__(
        self,
        rules: Geometry,
        nodes: list[Node],
        budget: Budget,
        exceptions: Exceptions | None = None,
    ) -> None:
        self.rules = rules
        self.nodes = nodes
        self.budget = budget
        self.exceptions = exceptions
        self.tally = Tally(rules)
        self.stones = rules.stones
        self.full = rules.full
        self._inverses: dict[int, tuple[int, ...]] = {}

    @abstractmethod
    def work(self, question: Question) -> Work:
        """Verifies the node there and returns its zone, or raises RefusedError."""

    @abstractmethod
    def pressing(self, question: Question, reply: int, rest: int) -> int | None:
        """Which completions of a partial reply, by `rest` stones, need an answer at all.

        None: all of them. Otherwise those that hold at least one of the cells returned.
        """

    def empty(self, question: Question) -> int:
        return self.full & ~(question.mine | question.theirs)

    def refusal(self, question: Question, why: str) -> RefusedError:
        return RefusedError(why, question.node)

    def ask(self, edge: Edge, mine: int, theirs: int, mover: int, free: int) -> Work:
        """The zone of a child at a position; a symmetry is applied on the way in and out."""
        if not edge.symmetry:
            return (yield Question(edge.child, mine, theirs, mover, self.stones, free))
        there = self.rules.symmetries[edge.symmetry]
        zone = yield Question(
            edge.child,
            moved(mine, there),
            moved(theirs, there),
            mover,
            self.stones,
            free,
        )
        return moved(zone, self._back(edge.symmetry)) if zone else 0

    def _back(self, symmetry: int) -> tuple[int, ...]:
        if symmetry not in self._inverses:
            back = [0] * len(self.rules.cells)
            for cell, image in enumerate(self.rules.symmetries[symmetry]):
                back[image] = cell
            self._inverses[symmetry] = tuple(back)
        return self._inverses[symmetry]

    def turn_is_legal(self, question: Question, cells: int, *, ends: bool) -> None:
        """Refuses a turn of the prover that the law does not allow."""
        empty = self.empty(question)
        if cells & ~empty:
            names = self.rules.names(cells_of(cells & ~empty))
            raise self.refusal(question, f"the turn plays on {names}, which is not empty")
        count, due = cells.bit_count(), min(question.left, empty.bit_count())
        if count > due or (count < due and not ends):
            raise self.refusal(question, f"the turn has {count} stones, but {due} are due")
        first = self.rules.first_cells
        if empty == self.full and first is not None and not first.intersection(cells_of(cells)):
            raise self.refusal(question, "the first stone of the game may not lie there")

    def cover(self, question: Question, node: Reply, size: int, threats: list[int]) -> Work:
        """Verifies that every reply of `size` stones has an answer; returns the zone of all used.

        A reply that misses one of `threats` (the prover's, as empty cells) has its answer: the
        prover fills that set. Partial replies are grown only by cells of which an unanswered
        reply must hold one, from the empty partial reply up.
        """
        mine, theirs, free = question.mine, question.theirs, question.free
        empty = self.empty(question)
        left_out = self._left_out(question)
        # Fewest cells first; the order is part of the format, so that all checkers grow alike.
        threats.sort()
        threats.sort(key=int.bit_count)
        passed: dict[int, int] = {}
        zone = spent = 0
        seen = {0}
        todo = [0]
        while todo:
            reply = todo.pop()
            spent += 1 + len(node.zones)
            if left_out and any(not turn & ~reply for turn in left_out):
                continue
            rest = size - reply.bit_count()
            branches = 0
            for holes in threats:
                if not holes & reply:
                    branches = holes
                    break
            if branches:
                if not rest:
                    continue
            else:
                wanted = self.pressing(question, reply, rest)
                if wanted == 0:
                    continue
                if not rest and (edge := node.replies.get(reply)):
                    zone |= yield from self.ask(edge, mine, theirs | reply, PROVER, free)
                    continue
                inside, used = None, 0
                for number, (part, edge) in enumerate(node.zones):
                    if part & ~reply:
                        continue
                    if number not in passed:
                        passed[number] = yield from self.ask(
                            edge, mine, theirs | part, PROVER, free + size - part.bit_count()
                        )
                    cells = passed[number] & empty & ~part
                    if not cells & reply and (
                        inside is None or cells.bit_count() < inside.bit_count()
                    ):
                        inside, used = cells, passed[number]
                zone |= used
                if not rest:
                    if inside is not None:
                        continue
                    names = self.rules.names(cells_of(reply))
                    raise self.refusal(question, f"the reply {names} has no answer")
                branches = self._narrower(question, reply, rest, wanted, inside)
            spent += branches.bit_count()
            if spent > Budget.LOOK_EVERY:
                self.budget.spend(question.node, spent)
                spent = 0
            while branches:
                cell = branches & -branches
                branches ^= cell
                grown = reply | cell
                if grown not in seen:
                    seen.add(grown)
                    todo.append(grown)
        self.budget.spend(question.node, spent)
        return zone

    def _narrower(
        self, question: Question, reply: int, rest: int, wanted: int | None, inside: int | None
    ) -> int:
        """An unanswered completion holds a cell of `wanted` and one of the zone: take the fewer.

        They need not be the same cell, unless only one stone is to come.
        """
        if wanted is None:
            return self.anywhere(question, reply) if inside is None else inside
        if inside is None:
            return wanted
        if rest == 1:
            return wanted & inside
        return min(wanted, inside, key=int.bit_count)

    def anywhere(self, question: Question, reply: int) -> int:
        """The cells for a further stone of a reply when every reply needs an answer.

        A stone on a dead cell (no open set of either side) is worth no more to the opponent than
        one elsewhere, so dead cells wait until nothing else is left; then one stands for all.
        With free stones about, that argument is not made, and every cell counts.
        """
        left = self.empty(question) & ~reply
        # A stone on a dead cell stands for one elsewhere: not where that reply may be left out.
        if question.free or self._left_out(question):
            return left
        self.tally.go(question.mine, question.theirs)
        return left & self.tally.live() or left & -left

    def _left_out(self, question: Question) -> tuple[int, ...]:
        if self.exceptions is None or question != self.exceptions.first:
            return ()
        return self.exceptions.turns

    def no_set_to_fill(self, question: Question, size: int) -> None:
        """Refuses if the opponent completes a set with its next stones."""
        for holes in self.tally.holes(OPPONENT, size):
            names = self.rules.names(cells_of(holes))
            raise self.refusal(question, f"the opponent completes a set by {names}")


def moved(board: int, permutation: tuple[int, ...]) -> int:
    """A board through a symmetry."""
    image = 0
    for cell in cells_of(board):
        image |= 1 << permutation[cell]
    return image
