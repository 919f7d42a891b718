"""Which replies of the defender still need an answer, and the zone that an answer leaves alone.

The rule by which the checker covers a reply node (docs/reference/certificate-format.md), asked
beforehand: a reply that leaves a threat open has its answer, one that contains an answered part and
keeps off the zone of that answer has it too. What is left must be searched.
"""

from __future__ import annotations

from collections.abc import Sequence

from kikashi.law.winning_sets import StonePosition, cells_of
from kikashi.proofs import Budget, Caps
from kikashi.proofs.stack import settle
from kikashi.stones.proofs.cover import Question
from kikashi.stones.proofs.nodes import NodeReader
from kikashi.stones.proofs.tally import OPPONENT, PROVER, Tally
from kikashi.stones.proofs.win import WinReplay

Nodes = Sequence[Sequence[object]]
CAPS = Caps(seconds=60.0)


def zone_of(
    position: StonePosition, nodes: Nodes, root: int, free: int, attacker: int | None = None
) -> int:
    """The zone of a proof that the attacker wins, with `free` stones of the defender about.

    The attacker is the side to move unless it is named. RefusedError where the proof does not hold
    with so many stones; the zone is a board.
    """
    budget = Budget(CAPS)
    reader = NodeReader(position.rules, win=True, exact=False, budget=budget)
    for node in nodes:
        reader.read(list(node))
    attacker = position.mover if attacker is None else attacker
    mover = PROVER if position.mover == attacker else OPPONENT
    mine, theirs = position.boards[attacker], position.boards[1 - attacker]
    return settle(
        Question(root, mine, theirs, mover, position.left, free),
        WinReplay(position.rules, reader.nodes, budget).work,
        node_of=lambda question: question.node,
        is_shared=lambda question: reader.uses[question.node] > 1,
        budget=budget,
    )


class ReplyCover:
    """The replies at one position; `position` has the defender to move."""

    def __init__(self, position: StonePosition) -> None:
        self.position = position
        self.size = position.moves_left
        """Stones of the defender's turn."""
        self.zones: dict[int, int] = {}
        """What is answered: by the stones of the (part of a) reply, the zone of its answer."""
        defender = position.mover
        tally = Tally(position.rules)
        tally.go(position.boards[1 - defender], position.boards[defender])
        self._threats = tally.holes(PROVER, position.rules.stones)
        self.lost = bool(tally.holes(OPPONENT, self.size))
        """Whether the defender completes a set now."""

    def answered(self, part: int, zone: int = 0) -> None:
        """Books an answer. A whole reply leaves no stones to keep off a zone."""
        self.zones[part] = zone

    def wanted(self) -> list[int]:
        """The smallest parts of replies that need an answer of their own, as boards.

        None: every reply is covered. A part that gets its answer may bring larger ones.
        """
        found: list[int] = []
        seen, todo = {0}, [0]
        while todo:
            reply = todo.pop()
            rest = self.size - reply.bit_count()
            missed = [holes for holes in self._threats if not holes & reply]
            if missed:
                branches = min(missed, key=int.bit_count) if rest else 0
            else:
                inside = self._narrowest(reply)
                if inside is None:
                    found.append(reply)
                    continue
                branches = inside if rest else 0
            for cell in cells_of(branches):
                grown = reply | 1 << cell
                if grown not in seen:
                    seen.add(grown)
                    todo.append(grown)
        return sorted(found)

    def _narrowest(self, reply: int) -> int | None:
        """The smallest zone, in empty cells, of an answer that fits this part of a reply."""
        best = None
        for part, zone in self.zones.items():
            cells = zone & self.position.empty & ~part
            if not part & ~reply and not cells & reply:
                best = cells if best is None else min(best, cells, key=int.bit_count)
        return best


def with_part(position: StonePosition, part: int) -> StonePosition:
    """After a part of the defender's turn, the rest of it passed: the attacker is to move."""
    defender = position.mover
    boards = list(position.boards)
    boards[defender] |= part
    return StonePosition(
        position.room,
        position.rules,
        position.chosen,
        tuple(boards),
        1 - defender,
        position.rules.stones,
    )
