"""Replays the proof of a win: the prover attacks, the opponent's every reply is covered."""

from __future__ import annotations

from kikashi.stones.proofs.cover import Question, Replay, Work
from kikashi.stones.proofs.nodes import Reply, Turn
from kikashi.stones.proofs.tally import OPPONENT, PROVER


class WinReplay(Replay):
    """The prover completes a set within the bound, whatever the opponent does."""

    def work(self, question: Question) -> Work:
        node = self.nodes[question.node]
        if isinstance(node, Turn) and question.mover == PROVER:
            return self._turn(question, node)
        if isinstance(node, Reply) and question.mover == OPPONENT:
            return self._reply(question, node)
        raise self.refusal(question, "the node is for the other side to move")

    def _turn(self, question: Question, node: Turn) -> Work:
        self.turn_is_legal(question, node.cells, ends=node.edge is None)
        mine = question.mine | node.cells
        self.tally.go(mine, question.theirs)
        completes = self.tally.has_full(PROVER)
        if node.edge is None:
            if not completes:
                raise self.refusal(question, "the branch ends, but the turn completes no set")
            return node.cells
        if completes:
            raise self.refusal(question, "the turn completes a set, but the branch goes on")
        zone = yield from self.ask(node.edge, mine, question.theirs, OPPONENT, question.free)
        return zone | node.cells

    def _reply(self, question: Question, node: Reply) -> Work:
        size = min(question.left, self.empty(question).bit_count())
        if not size:
            raise self.refusal(question, "the board is full, and nobody has won")
        self.tally.go(question.mine, question.theirs)
        self.no_set_to_fill(question, size)
        threats = self.tally.holes(PROVER, self.stones)
        zone = 0
        if question.free:
            zone = self.tally.reach(OPPONENT, size + question.free)
            for holes in threats:
                zone |= holes
        zone |= yield from self.cover(question, node, size, threats)
        return zone

    def pressing(self, question: Question, reply: int, rest: int) -> int | None:  # noqa: ARG002
        return None  # every reply needs an answer
