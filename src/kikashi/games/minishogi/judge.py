"""Judges certificates of mates: plain Python, the law and nothing else.

Two kinds of node, children before their parents (docs/reference/minishogi.md has the format):
`["t", bound, move, child]` names one move, `["r", bound, [[move, child], ...]]` covers all moves
that count. Bounds are the attacker's moves to go. For a mate the attacker has the turn nodes; for
'no mate' the roles are swapped. Each node stands for one position: it is replayed once, and an
edge that brings another position to it is refused.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple, TypeAlias

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
from kikashi.proofs.refusal import Budget, RefusedError

Place: TypeAlias = tuple[str, Hands]
"""A board and its hands; whose move it is follows from the kind of node."""
NO_STEP = Step(-1, -1)


class Node(NamedTuple):
    """A node as read: `step` and at most one child for a turn, entries for a reply."""

    turn: bool
    bound: int
    step: Step
    children: tuple[tuple[Step, int], ...]


def judge(position: Position) -> MateJudge:
    """What the room offers as its judge."""
    return MateJudge(minishogi_of(position))


class MateJudge:
    """Replays one certificate."""

    def __init__(self, start: MinishogiPosition) -> None:
        self.start = start
        self.claim: MateClaim | None = None
        self.barred = start.seen_thrice()
        self._nodes: list[Node] = []
        self._entries = 0

    def read_claim(self, raw: Mapping[str, object]) -> MateClaim:
        self.claim = read_claim(raw, self.start)
        return self.claim

    def replay(self, nodes: Iterable[list[object]], roots: tuple[int, ...], budget: Budget) -> None:
        claim = self.claim
        assert claim is not None
        for raw in nodes:
            budget.spend(None)
            self._nodes.append(self._read(raw, budget))
        if len(roots) != 1:
            raise RefusedError("a claim about a mate needs one root")
        root = roots[0]
        bound = self._nodes[root].bound
        if bound != claim.turns:
            raise RefusedError(
                f"the root's bound is {bound}, but {claim.turns} moves are claimed", root
            )
        if claim.kind == "mate":
            self._replay_mate(root, claim, budget)
        else:
            self._replay_refutation(root, claim, budget)

    # --- reading ---------------------------------------------------------------------------------

    def _read(self, raw: list[object], budget: Budget) -> Node:
        number = len(self._nodes)
        kind, bound = raw[0], raw[1]
        assert isinstance(bound, int)
        if bound > MOST_TURNS:
            raise RefusedError(f"the bound {bound} is more than {MOST_TURNS}", number)
        if kind == "t" and len(raw) == 4:
            children = () if raw[3] is None else ((NO_STEP, self._child(raw[3], False)),)
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
            return Node(False, bound, NO_STEP, tuple(found))
        raise RefusedError(
            'a node is ["t", bound, move, child] or ["r", bound, [[move, child], ...]]', number
        )

    def _step(self, raw: object) -> Step:
        if isinstance(raw, str) and len(raw) <= 5:
            try:
                return step_of(raw)
            except IllegalMoveError:
                pass
        raise RefusedError(f"a move looks like 2e3d or P*3c, not {raw!r:.40}", len(self._nodes))

    def _child(self, raw: object, turn: bool) -> int:
        number = len(self._nodes)
        if type(raw) is not int or not 0 <= raw < number:
            raise RefusedError(f"a child must be an earlier node, not {raw!r:.40}", number)
        if self._nodes[raw].turn != turn:
            raise RefusedError(f"child {raw} is a node for the wrong side", number)
        return raw

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

    @staticmethod
    def _must_cover(number: int, node: Node, steps: set[Step]) -> None:
        covered = dict(node.children)
        if len(covered) != len(node.children):
            raise RefusedError("a move stands twice", number)
        missing = steps.difference(covered)
        if missing:
            raise RefusedError(f"{move_of(min(missing))} is not covered", number)
        for step in covered:
            if step not in steps:
                raise RefusedError(f"{move_of(step)} is not a move that counts there", number)

    @staticmethod
    def _meet(places: dict[int, Place], number: int, child: int, place: Place) -> None:
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


def _played(place: Place, step: Step, side: int) -> Place:
    board, hands = place
    return moved(board, step, side), held(board, hands, step, side)
