"""Replays the proof that the opponent does not win: at all, or not by forcing turns.

The opponent's turns that count are those that leave the prover in need of at least `least`
stones: none for 'does not lose', so that every turn counts. With `turns` counted, a node of bound
b shows that no set is completed within b turns of the opponent.
"""

from __future__ import annotations

from kikashi.law.winning_sets import Geometry, cells_of
from kikashi.proofs.refusal import Budget
from kikashi.stones.proofs.cover import Exceptions, Question, Replay, Work
from kikashi.stones.proofs.leaves import joined, potential_holds, unpaired
from kikashi.stones.proofs.nodes import Node, NoDouble, Pairing, Potential, Reply, Turn
from kikashi.stones.proofs.tally import OPPONENT, PROVER


class RefuteReplay(Replay):
    """The opponent completes no set by turns of the class."""

    def __init__(
        self,
        rules: Geometry,
        nodes: list[Node],
        budget: Budget,
        exceptions: Exceptions | None = None,
        *,
        least: int,
        counted: bool,
    ) -> None:
        super().__init__(rules, nodes, budget, exceptions)
        self.least = least
        self.counted = counted

    def work(self, question: Question) -> Work:
        node = self.nodes[question.node]
        if isinstance(node, Turn) and question.mover == PROVER:
            return self._turn(question, node)
        if isinstance(node, Reply) and question.mover == OPPONENT:
            return self._reply(question, node)
        if isinstance(node, Pairing):
            return self._pairing(question, node)
        if isinstance(node, Potential):
            return self._potential(question)
        if isinstance(node, NoDouble):
            return self._no_double(question, node)
        raise self.refusal(question, "the node is for the other side to move")

    def _turn(self, question: Question, node: Turn) -> Work:
        if self.counted and not node.bound:
            return 0
        ends = node.edge is None
        self.turn_is_legal(question, node.cells, ends=ends)
        mine = question.mine | node.cells
        self.tally.go(mine, question.theirs)
        completes = self.tally.has_full(PROVER)
        if node.edge is None:
            fills = node.cells == self.empty(question)
            if not completes and not fills:
                raise self.refusal(question, "the branch ends, but the game does not")
            return node.cells
        if completes:
            raise self.refusal(question, "the turn completes a set, but the branch goes on")
        zone = yield from self.ask(node.edge, mine, question.theirs, OPPONENT, question.free)
        return zone | node.cells

    def _reply(self, question: Question, node: Reply) -> Work:
        empty = self.empty(question)
        size = min(question.left, empty.bit_count())
        if not size or (self.counted and not node.bound):
            return 0
        self.tally.go(question.mine, question.theirs)
        self.no_set_to_fill(question, size)
        last = self.counted and node.bound == 1
        zone = 0
        if question.free:
            ahead = 0 if last or not self.least else self.stones
            zone = self.tally.reach(OPPONENT, size + ahead + question.free)
        if last or size == empty.bit_count():
            return zone
        wins = self.tally.holes(PROVER, self.stones)
        if question.free:
            for holes in wins:
                zone |= holes
        zone |= yield from self.cover(question, node, size, wins)
        return zone

    def pressing(self, question: Question, reply: int, rest: int) -> int | None:
        if not self.least:
            return None
        self.tally.go(question.mine, question.theirs | reply)
        threats = self.tally.holes(OPPONENT, self.stones)
        if not self._stopped_by_fewer(question, threats):
            return None  # and more stones of its own only make the opponent's threats harder
        return self.tally.reach(OPPONENT, self.stones + rest) if rest else 0

    def _stopped_by_fewer(self, question: Question, threats: list[int]) -> bool:
        """Whether fewer stones than the class demands stop all threats.

        The law's own count, but with every step paid for: threats can be made so that it takes
        very long.
        """
        waiting = [(threats, self.least - 1)]
        while waiting:
            some, most = waiting.pop()
            self.budget.spend(question.node, 1 + len(some))
            if not some:
                return True
            if not most:
                continue
            for cell in cells_of(min(some, key=int.bit_count)):
                waiting.append(([t for t in some if not t >> cell & 1], most - 1))
        return False

    def _pairing(self, question: Question, node: Pairing) -> Work:
        self._leaf_stands_alone(question)
        if self.stones != 1 or (question.mover == OPPONENT and question.left != 1):
            raise self.refusal(question, "a pairing answers one stone at a time, not more")
        taken = question.mine | question.theirs
        for pair in node.pairs:
            for cell in pair:
                if taken >> cell & 1:
                    raise self.refusal(
                        question, f"the pairing uses {self.rules.cells[cell]}, which is not empty"
                    )
        self.tally.go(question.mine, question.theirs)
        holes = self.tally.holes(OPPONENT, len(self.rules.cells))
        self.budget.spend(question.node, len(holes))
        open_set = unpaired(holes, node.pairs)
        if open_set is not None:
            names = self.rules.names(cells_of(open_set))
            raise self.refusal(question, f"no pair stops the set that misses {names}")
        return 0
        yield question  # never reached: it makes this a generator, as `work` promises

    def _potential(self, question: Question) -> Work:
        self._leaf_stands_alone(question)
        nothing_lies = not question.mine | question.theirs
        if question.mover == PROVER and nothing_lies and self.rules.first_cells is not None:
            # The sum falls because the prover takes its best cell, which may be forbidden here.
            raise self.refusal(question, "a sum may not begin where the first stone is limited")
        self.tally.go(question.mine, question.theirs)
        if not potential_holds(
            self.tally.by_missing(OPPONENT),
            self.stones,
            prover_moves=question.mover == PROVER,
            left=question.left,
        ):
            raise self.refusal(question, "the Erdos-Selfridge sum is too large to hold")
        return 0
        yield question  # never reached: it makes this a generator, as `work` promises

    def _no_double(self, question: Question, node: NoDouble) -> Work:
        """The prover fills the set that misses one stone: there are never two such sets."""
        if self.stones != 1 or question.left != 1:
            raise self.refusal(question, "a set is stopped one stone at a time, not more")
        if not node.bound:
            return 0
        nothing_lies = not question.mine | question.theirs
        if question.mover == PROVER and nothing_lies and self.rules.first_cells is not None:
            raise self.refusal(question, "no set is stopped where the first stone is limited")
        self.tally.go(question.mine, question.theirs)
        zone = 0
        if question.mover == OPPONENT:
            self.no_set_to_fill(question, 1)
            if question.free:
                zone = self.tally.reach(OPPONENT, 1 + question.free)
        most = node.bound + 1
        holes = self.tally.holes(OPPONENT, node.bound + question.free)
        for cells in joined(
            holes, most + question.free, lambda steps: self.budget.spend(question.node, steps)
        ):
            if cells.bit_count() <= most:
                names = self.rules.names(cells_of(cells))
                raise self.refusal(question, f"there is time for two sets at once, on {names}")
            zone |= cells
        return zone
        yield question  # never reached: it makes this a generator, as `work` promises

    def _leaf_stands_alone(self, question: Question) -> None:
        if question.free:
            raise self.refusal(question, "a pairing or a sum may not follow free stones")
