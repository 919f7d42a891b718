"""Judges certificates of mates: plain Python, the law and nothing else.

Two kinds of node, children before their parents (docs/reference/minishogi.md has the format):
`["t", bound, move, child]` names one move, `["r", bound, [[move, child], ...]]` covers all moves
that count. Bounds are the attacker's moves to go. For a mate the attacker has the turn nodes; for
'no mate' the roles are swapped. Each node stands for one position: it is replayed once, and an
edge that brings another position to it is refused.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeAlias

from kikashi.games.minishogi.board import (
    Hands,
    Step,
    checking_steps,
    has_legal_step,
    held,
    in_check,
    legal_steps,
    moved,
)
from kikashi.games.minishogi.claims import MOST_TURNS, MateClaim, read_claim
from kikashi.games.minishogi.rules import MinishogiPosition, minishogi_of, move_of, step_of
from kikashi.law import IllegalMoveError, Position
from kikashi.pieces.nodes import MateNodes
from kikashi.proofs.refusal import Budget, RefusedError

Place: TypeAlias = tuple[str, Hands]
"""A board and its hands; whose move it is follows from the kind of node."""


def judge(position: Position) -> MateJudge:
    """What the room offers as its judge."""
    return MateJudge(minishogi_of(position))


class MateJudge(MateNodes[Step, Place]):
    """Replays one certificate."""

    no_step = Step(-1, -1)
    most_turns = MOST_TURNS

    def __init__(self, start: MinishogiPosition) -> None:
        super().__init__()
        self.start = start
        self.claim: MateClaim | None = None
        self.barred = start.seen_thrice()

    def read_claim(self, raw: Mapping[str, object]) -> MateClaim:
        self.claim = read_claim(raw, self.start)
        return self.claim

    def replay(self, nodes: Iterable[list[object]], roots: tuple[int, ...], budget: Budget) -> None:
        claim = self.claim
        assert claim is not None
        root = self._read_all(nodes, roots, claim.turns, budget)
        if claim.kind == "mate":
            self._replay_mate(root, claim, budget)
        else:
            self._replay_refutation(root, claim, budget)

    # --- reading ---------------------------------------------------------------------------------

    def _step(self, raw: object) -> Step:
        if isinstance(raw, str) and len(raw) <= 5:
            try:
                return step_of(raw)
            except IllegalMoveError:
                pass
        raise RefusedError(f"a move looks like 2e3d or P*3c, not {raw!r:.40}", len(self._nodes))

    def _word(self, step: Step) -> str:
        return move_of(step)

    # --- a mate ----------------------------------------------------------------------------------

    def _replay_mate(self, root: int, claim: MateClaim, budget: Budget) -> None:
        """From parents to children; the place of a node is known before the node is met."""
        attacker = self.start.to_move
        places: dict[int, Place] = {root: (self.start.board, self.start.hands)}
        if not self._nodes[root].turn:
            raise RefusedError("the root must be the attacker's turn", root)
        for number in range(root, -1, -1):
            if number not in places:
                continue
            budget.spend(number)
            node, place = self._nodes[number], places[number]
            if not node.turn:
                steps = set(legal_steps(*place, 1 - attacker))
                budget.spend(number, len(steps))
                self._must_cover(number, node, steps)
                for step, child in node.children:
                    after = self._after(number, place, step, 1 - attacker)
                    self._fall(number, child, node.bound)
                    self._meet(places, number, child, after)
                continue
            if node.bound < 1:
                raise RefusedError("a turn that is played needs a bound of at least 1", number)
            if node.step not in set(legal_steps(*place, attacker)):
                raise RefusedError(f"{move_of(node.step)} is not legal there", number)
            after = self._after(number, place, node.step, attacker)
            if claim.by == "checks" and not in_check(after[0], 1 - attacker):
                raise RefusedError(f"{move_of(node.step)} gives no check", number)
            for _, child in node.children:
                self._fall(number, child, node.bound - 1)
                self._meet(places, number, child, after)
            if not node.children and has_legal_step(*after, 1 - attacker):
                raise RefusedError("the branch ends, but the defender can move", number)

    # --- no mate ---------------------------------------------------------------------------------

    def _replay_refutation(self, root: int, claim: MateClaim, budget: Budget) -> None:
        attacker = self.start.to_move
        places: dict[int, Place] = {root: (self.start.board, self.start.hands)}
        if self._nodes[root].turn:
            raise RefusedError("the root must cover the attacker's moves", root)
        for number in range(root, -1, -1):
            if number not in places:
                continue
            budget.spend(number)
            node, place = self._nodes[number], places[number]
            if node.turn:
                if node.step not in set(legal_steps(*place, 1 - attacker)):
                    raise RefusedError(f"{move_of(node.step)} is not legal there", number)
                after = _played(place, node.step, 1 - attacker)
                if not node.children and (*after, attacker) not in self.barred:
                    raise RefusedError("the branch ends, but the attacker can go on", number)
                for _, child in node.children:
                    self._same(number, child, node.bound)
                    self._meet(places, number, child, after)
                continue
            if node.bound < 1:
                raise RefusedError("moves are covered, but the bound is 0", number)
            count = checking_steps if claim.by == "checks" else legal_steps
            steps = {
                step
                for step in count(*place, attacker)
                if (*_played(place, step, attacker), 1 - attacker) not in self.barred
            }
            budget.spend(number, len(steps))
            if node.bound == 1:
                for step in steps:
                    if not has_legal_step(*_played(place, step, attacker), 1 - attacker):
                        raise RefusedError(f"{move_of(step)} leaves no reply", number)
                continue
            self._must_cover(number, node, steps)
            for step, child in node.children:
                self._same(number, child, node.bound - 1)
                self._meet(places, number, child, _played(place, step, attacker))

    # --- both ------------------------------------------------------------------------------------

    def _after(self, number: int, place: Place, step: Step, side: int) -> Place:
        after = _played(place, step, side)
        if (*after, 1 - side) in self.barred:
            raise RefusedError(f"after {move_of(step)} the game ends by repetition", number)
        return after


def _played(place: Place, step: Step, side: int) -> Place:
    board, hands = place
    return moved(board, step, side), held(board, hands, step, side)
