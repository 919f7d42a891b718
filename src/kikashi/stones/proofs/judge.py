"""The judge of the winning-set family."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from kikashi.law import Position
from kikashi.law.winning_set_room import stones_of
from kikashi.law.winning_sets import StonePosition
from kikashi.proofs.claims import Claim
from kikashi.proofs.refusal import Budget, RefusedError
from kikashi.proofs.stack import settle
from kikashi.stones.proofs.claims import StoneClaim, read_claim
from kikashi.stones.proofs.cover import Exceptions, Question, Replay
from kikashi.stones.proofs.nodes import NodeReader
from kikashi.stones.proofs.refute import RefuteReplay
from kikashi.stones.proofs.tally import OPPONENT, PROVER
from kikashi.stones.proofs.win import WinReplay


def judge(position: Position) -> StoneJudge:
    """What the family offers as its judge."""
    return StoneJudge(stones_of(position))


class StoneJudge:
    """The judge of the winning-set family."""

    def __init__(self, start: StonePosition) -> None:
        self.start = start
        self.claim: StoneClaim | None = None

    def read_claim(self, raw: Mapping[str, object]) -> Claim:
        self.claim = read_claim(raw, self.start.rules)
        if self.start.is_over:
            raise RefusedError("the game is already over at the start position")
        if self.claim.other_than and self.start.mover in self.claim.provers:
            raise RefusedError("only first turns of the side that shows nothing can be left out")
        return self.claim

    def replay(self, nodes: Iterable[list[object]], roots: tuple[int, ...], budget: Budget) -> None:
        claim = self.claim
        assert claim is not None
        if len(roots) != len(claim.provers):
            raise RefusedError(
                f"a claim of kind {claim.kind!r} needs {len(claim.provers)} root(s), "
                f"not {len(roots)}"
            )
        counted = claim.kind == "no-forcing-win" and claim.turns is not None
        reader = NodeReader(self.start.rules, win=claim.kind == "win", exact=counted, budget=budget)
        for node in nodes:
            reader.read(node)
        for root, prover in zip(roots, claim.provers, strict=True):
            bound = reader.nodes[root].bound
            if claim.turns is not None and bound != claim.turns:
                raise RefusedError(
                    f"the root's bound is {bound}, but {claim.turns} turns are claimed", root
                )
            first = self._first(root, prover)
            exceptions = self._exceptions(first, claim)
            replay: Replay
            if claim.kind == "win":
                replay = WinReplay(self.start.rules, reader.nodes, budget, exceptions)
            else:
                replay = RefuteReplay(
                    self.start.rules,
                    reader.nodes,
                    budget,
                    exceptions,
                    least=self._least(claim),
                    counted=counted,
                )
            settle(
                first,
                replay.work,
                node_of=lambda question: question.node,
                is_shared=lambda question: reader.uses[question.node] > 1,
                budget=budget,
            )

    def _least(self, claim: StoneClaim) -> int:
        """How many stones a turn of the claim's class leaves the other side in need of."""
        if claim.kind != "no-forcing-win" or claim.by == "any":
            return 0
        return self.start.rules.stones if claim.by == "vcdt" else 1

    def _exceptions(self, first: Question, claim: StoneClaim) -> Exceptions | None:
        if not claim.other_than:
            return None
        index = self.start.rules.index
        turns = (sum(1 << index[name] for name in stones) for stones in claim.other_than)
        return Exceptions(first, tuple(turns))

    def _first(self, root: int, prover: int) -> Question:
        boards = self.start.boards
        mover = PROVER if self.start.mover == prover else OPPONENT
        return Question(root, boards[prover], boards[1 - prover], mover, self.start.left, 0)
