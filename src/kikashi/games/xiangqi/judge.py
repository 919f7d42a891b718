"""Judges certificates of mates: plain Python, the law and nothing else.

Two kinds of node, children before their parents (docs/reference/xiangqi.md has the format):
`["t", bound, move, child]` names one move, `["r", bound, [[move, child], ...]]` covers all moves
that count. Bounds are the attacker's moves to go. For a mate the attacker has the turn nodes; for
'no mate' the roles are swapped. A win is a mate, except that the defender may be left nothing but
to check for ever, which the law forbids: there a reply may lead back to an earlier turn. Each node
stands for one position: it is replayed once, and an edge that brings another position to it is
refused.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from kikashi.games.xiangqi.board import (
    CELL_OF,
    NAMES,
    Step,
    checking_steps,
    has_legal_step,
    in_check,
    is_legal,
    legal_steps,
    moved,
)
from kikashi.games.xiangqi.claims import MOST_TURNS, MateClaim, read_claim
from kikashi.games.xiangqi.rules import XiangqiPosition, xiangqi_of
from kikashi.law import Position
from kikashi.pieces.nodes import MateNodes, Node
from kikashi.proofs.refusal import Budget, RefusedError


def judge(position: Position) -> MateJudge:
    """What the room offers as its judge."""
    return MateJudge(xiangqi_of(position))


class MateJudge(MateNodes[Step, str]):
    """Replays one certificate."""

    no_step = (-1, -1)
    most_turns = MOST_TURNS

    def __init__(self, start: XiangqiPosition) -> None:
        super().__init__()
        self.start = start
        self.claim: MateClaim | None = None
        self.barred = start.seen_twice()

    def read_claim(self, raw: Mapping[str, object]) -> MateClaim:
        self.claim = read_claim(raw, self.start)
        return self.claim

    def replay(self, nodes: Iterable[list[object]], roots: tuple[int, ...], budget: Budget) -> None:
        claim = self.claim
        assert claim is not None
        root = self._read_all(nodes, roots, claim.turns, budget)
        if claim.kind == "win":
            self._replay_win(root, budget)
        elif claim.kind == "mate":
            self._replay_mate(root, claim, budget)
        else:
            self._replay_refutation(root, claim, budget)

    # --- reading ---------------------------------------------------------------------------------

    def _step(self, raw: object) -> Step:
        if isinstance(raw, str) and len(raw) == 4:
            start, end = CELL_OF.get(raw[:2]), CELL_OF.get(raw[2:])
            if start is not None and end is not None:
                return start, end
        raise RefusedError(f"a move is two points such as h2e2, not {raw!r:.40}", len(self._nodes))

    def _word(self, step: Step) -> str:
        return NAMES[step[0]] + NAMES[step[1]]

    def _child(self, raw: object, turn: bool) -> int:
        assert self.claim is not None
        if type(raw) is int and raw >= len(self._nodes) and turn and self.claim.kind == "win":
            return raw  # perhaps a way back; looked at once all nodes are read
        return super()._child(raw, turn)

    # --- a mate ----------------------------------------------------------------------------------

    def _replay_mate(self, root: int, claim: MateClaim, budget: Budget) -> None:
        """From parents to children; the board of a node is known before the node is met."""
        attacker = self.start.to_move
        boards: dict[int, str] = {root: self.start.board}
        quiet = [False] * len(self._nodes)
        if not self._nodes[root].turn:
            raise RefusedError("the root must be the attacker's turn", root)
        for number in range(root, -1, -1):
            if number not in boards:
                continue
            budget.spend(number)
            node, board = self._nodes[number], boards[number]
            if node.turn:
                after = self._play(number, board, attacker, node.step)
                checks = in_check(after, 1 - attacker)
                answers = claim.free and in_check(board, attacker)
                quiet[number] = not checks and not answers
                if node.bound < 1:
                    raise RefusedError("a turn that is played needs a bound of at least 1", number)
                for _, child in node.children:
                    self._fall(number, child, node.bound - 1)
                    self._meet(boards, number, child, after)
                if not node.children and has_legal_step(after, 1 - attacker):
                    raise RefusedError("the branch ends, but the defender can move", number)
                continue
            self._must_cover_replies(number, node, board, 1 - attacker)
            for step, child in node.children:
                after = self._play(number, board, 1 - attacker, step)
                self._fall(number, child, node.bound)
                self._meet(boards, number, child, after)
        self._count_quiet(root, boards, quiet, claim.quiet)

    def _count_quiet(self, root: int, met: Mapping[int, str], quiet: list[bool], most: int) -> None:
        """The most quiet moves on a path below each node, from the children up."""
        used = [0] * len(self._nodes)
        for number in range(root + 1):
            if number in met:
                below = max((used[child] for _, child in self._nodes[number].children), default=0)
                used[number] = below + quiet[number]
        if used[root] > most:
            raise RefusedError(
                f"a path has {used[root]} quiet moves; the claim allows {most}", root
            )

    # --- a win, perhaps by the rule against perpetual check --------------------------------------

    def _replay_win(self, root: int, budget: Budget) -> None:
        """From the root on, each node once; a reply may lead back to a turn above it.

        A turn that answers a check and gives none counts for nothing, any other turn for one, and
        bounds never grow. So only turns of the first kind can stand on a circle: there the defender
        checks with each of its moves, the attacker with none, and the law makes the defender lose.
        """
        attacker = self.start.to_move
        boards: dict[int, str] = {root: self.start.board}
        waiting = [root]
        if not self._nodes[root].turn:
            raise RefusedError("the root must be the attacker's turn", root)
        while waiting:
            number = waiting.pop()
            budget.spend(number)
            node, board = self._nodes[number], boards[number]
            if node.turn:
                after = self._play(number, board, attacker, node.step)
                answers = in_check(board, attacker) and not in_check(after, 1 - attacker)
                left = node.bound if answers else node.bound - 1
                if left < 0:
                    raise RefusedError("a turn that counts needs a bound of at least 1", number)
                if not node.children and has_legal_step(after, 1 - attacker):
                    raise RefusedError("the branch ends, but the defender can move", number)
                below = [(child, after) for _, child in node.children]
            else:
                left = node.bound
                self._must_cover_replies(number, node, board, 1 - attacker)
                below = [
                    (child, self._play(number, board, 1 - attacker, step))
                    for step, child in node.children
                ]
            for child, after in below:
                self._must_be(number, child, turn=not node.turn)
                self._fall(number, child, left)
                if child not in boards:
                    waiting.append(child)
                self._meet(boards, number, child, after)

    def _must_be(self, number: int, child: int, *, turn: bool) -> None:
        if child >= len(self._nodes) or self._nodes[child].turn != turn:
            raise RefusedError(f"child {child!r:.40} is not a node for that side", number)

    # --- no mate ---------------------------------------------------------------------------------

    def _replay_refutation(self, root: int, claim: MateClaim, budget: Budget) -> None:
        attacker = self.start.to_move
        boards: dict[int, str] = {root: self.start.board}
        allowed: dict[int, int] = {root: claim.quiet}
        if self._nodes[root].turn:
            raise RefusedError("the root must cover the attacker's moves", root)
        for number in range(root, -1, -1):
            if number not in boards:
                continue
            budget.spend(number)
            node, board, quiet = self._nodes[number], boards[number], allowed[number]
            if node.turn:
                after = self._play(number, board, 1 - attacker, node.step, may_end=True)
                if not node.children and (after, attacker) not in self.barred:
                    raise RefusedError("the branch ends, but the attacker can go on", number)
                for _, child in node.children:
                    self._same(number, child, node.bound)
                    self._meet(boards, number, child, after)
                    self._allow(allowed, number, child, quiet)
                continue
            if node.bound < 1:
                raise RefusedError("moves are covered, but the bound is 0", number)
            free = claim.free and in_check(board, attacker)
            checks = set(checking_steps(board, attacker))
            steps = set(legal_steps(board, attacker)) if quiet > 0 or free else checks
            steps = {s for s in steps if (moved(board, *s), 1 - attacker) not in self.barred}
            budget.spend(number, len(steps))
            self._once(number, node)
            if node.bound == 1:
                for step in steps:
                    if not has_legal_step(moved(board, *step), 1 - attacker):
                        raise RefusedError(f"{self._word(step)} leaves no reply", number)
                continue
            self._must_cover(number, node, steps)
            for step, child in node.children:
                left = quiet if free or step in checks else quiet - 1
                self._same(number, child, node.bound - 1)
                self._meet(boards, number, child, moved(board, *step))
                self._allow(allowed, number, child, left)

    # --- both ------------------------------------------------------------------------------------

    def _play(
        self, number: int, board: str, side: int, step: Step, *, may_end: bool = False
    ) -> str:
        if not is_legal(board, side, *step):
            raise RefusedError(f"{self._word(step)} is not legal there", number)
        after = moved(board, *step)
        if not may_end and (after, 1 - side) in self.barred:
            raise RefusedError(f"after {self._word(step)} the game ends by repetition", number)
        return after

    def _must_cover_replies(self, number: int, node: Node[Step], board: str, side: int) -> None:
        self._must_cover(number, node, set(legal_steps(board, side)), "reply")

    @staticmethod
    def _allow(allowed: dict[int, int], number: int, child: int, quiet: int) -> None:
        if allowed.setdefault(child, quiet) != quiet:
            raise RefusedError(f"child {child} is shared by different allowances", number)
