"""Playing through the proof of a win in a winning-set game.

Zone entries pass over stones of the defender that do not matter. So the walk keeps the board that
the certificate speaks of beside the one on the table: the second holds free stones that the first
does not. By the checker's argument they lie outside the zone, where they stop nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from kikashi.law import Move, Position
from kikashi.law.winning_set_room import stones_of
from kikashi.law.winning_sets import StonePosition, cells_of
from kikashi.proofs.refusal import Budget, Caps, RefusedError
from kikashi.proofs.stack import settle
from kikashi.proofs.strategy import Answer, no_answer, play_turn
from kikashi.stones.proofs.cover import Question, moved
from kikashi.stones.proofs.nodes import Edge, NodeReader, Reply, Turn
from kikashi.stones.proofs.tally import PROVER, Tally
from kikashi.stones.proofs.win import WinReplay


@dataclass(frozen=True)
class _Place:
    """Where the walk stands: a node, and the boards as the certificate sees them there."""

    node: int
    mine: int
    theirs: int
    free: int
    """Stones of the defender that were passed over on the way."""
    view: tuple[int, ...]
    """From cells of the table to cells of the certificate."""


def strategy(
    start: Position, nodes: Iterable[list[object]], root: int, caps: Caps
) -> StoneStrategy:
    """What the family offers for its certificates."""
    return StoneStrategy(stones_of(start), nodes, root, caps)


class StoneStrategy:
    """Answers from the nodes of one certificate."""

    def __init__(
        self, start: StonePosition, nodes: Iterable[list[object]], root: int, caps: Caps
    ) -> None:
        self._start = start
        self._rules = start.rules
        self._prover = start.mover
        self._caps = caps
        reader = NodeReader(start.rules, win=True, exact=False, budget=Budget(caps))
        for node in nodes:
            reader.read(node)
        self._nodes, self._uses = reader.nodes, reader.uses
        self._root = root
        if not isinstance(self._nodes[root], Turn):
            raise RefusedError("the proof must begin with the winner's turn", root)

    @property
    def start(self) -> StonePosition:
        return self._start

    def answer(self, replies: Sequence[Sequence[Move]]) -> Answer:
        position = self._start
        boards = position.boards
        place = _Place(
            self._root,
            boards[self._prover],
            boards[1 - self._prover],
            0,
            tuple(range(len(self._rules.cells))),
        )
        line: list[tuple[Move, ...]] = []
        position, edge, place = self._turn(position, place, line)
        for number, words in enumerate(replies, start=1):
            turn = tuple(word.lower() for word in words)
            after = play_turn(position, turn)
            assert isinstance(after, StonePosition)
            line.append(turn)
            filling = after.fillable(self._prover, after.left)
            if filling:
                # A threat was left open: the law itself says how the win is completed.
                holes = min(
                    (self._rules.masks[s] & after.empty for s in filling), key=int.bit_count
                )
                won, moves = self._place_stones(after, cells_of(holes))
                line.append(moves)
                if number != len(replies):
                    raise no_answer(replies)
                return Answer(moves, 1, tuple(line), won)
            if edge is None:
                raise no_answer(replies[:number])
            place = self._reply(edge, place, turn, replies[:number])
            position, edge, place = self._turn(after, place, line)
        bound = self._nodes[place.node].bound
        return Answer(line[-1], bound, tuple(line), position)

    def _turn(
        self, position: StonePosition, place: _Place, line: list[tuple[Move, ...]]
    ) -> tuple[StonePosition, Edge | None, _Place]:
        """Plays the prover's turn on both boards."""
        node = self._nodes[place.node]
        assert isinstance(node, Turn)
        back = _inverse(place.view)
        position, moves = self._place_stones(position, (back[c] for c in cells_of(node.cells)))
        line.append(moves)
        after = _Place(place.node, place.mine | node.cells, place.theirs, place.free, place.view)
        return position, node.edge, after

    def _place_stones(
        self, position: StonePosition, cells: Iterable[int]
    ) -> tuple[StonePosition, tuple[Move, ...]]:
        moves = []
        for cell in cells:
            if position.won_by is None:
                position = position.play(self._rules.cells[cell])
                moves.append(self._rules.cells[cell])
        return position, tuple(moves)

    def _reply(
        self,
        edge: Edge,
        place: _Place,
        turn: tuple[Move, ...],
        replies: Sequence[Sequence[Move]],
    ) -> _Place:
        """Goes down to the answer of a reply: one that is listed, or a zone entry it fits."""
        place = self._through(edge, place)
        node = self._nodes[place.node]
        assert isinstance(node, Reply)
        stones = 0
        for word in turn:
            stones |= 1 << place.view[self._rules.index[word]]
        size = len(turn)
        found = list(self._fitting(node, place, stones, size))
        if not found:
            raise no_answer(replies)
        part, below, passed = min(found, key=lambda entry: self._nodes[entry[1].child].bound)
        theirs = _Place(
            place.node, place.mine, place.theirs | part, place.free + passed, place.view
        )
        return self._through(below, theirs)

    def _fitting(
        self, node: Reply, place: _Place, stones: int, size: int
    ) -> Iterator[tuple[int, Edge, int]]:
        """Entries that answer a reply: its stones as they count, the edge, stones passed over."""
        if stones in node.replies:
            yield stones, node.replies[stones], 0
            return
        empty = self._rules.full & ~(place.mine | place.theirs)
        for part, edge in node.zones:
            if part & ~stones:
                continue
            passed = size - part.bit_count()
            zone = self._zone(edge, place.mine, place.theirs | part, place.free + passed)
            if not zone & empty & ~part & stones:
                yield part, edge, passed
        # A stone on a dead cell is worth no more than one elsewhere: the checker lets any listed
        # reply with the other stones stand for it. So is one on a cell that counts as taken.
        tally = Tally(self._rules)
        tally.go(place.mine, place.theirs)
        useful = stones & empty & tally.live()
        if useful != stones:
            for listed, edge in node.replies.items():
                if not useful & ~listed:
                    yield listed, edge, 0

    def _zone(self, edge: Edge, mine: int, theirs: int, free: int) -> int:
        replay = WinReplay(self._rules, self._nodes, Budget(self._caps))
        there = self._rules.symmetries[edge.symmetry]
        zone: int = settle(
            Question(
                edge.child,
                moved(mine, there),
                moved(theirs, there),
                PROVER,
                self._rules.stones,
                free,
            ),
            replay.work,
            node_of=lambda question: question.node,
            is_shared=lambda question: self._uses[question.node] > 1,
            budget=replay.budget,
        )
        return moved(zone, _inverse(there))

    def _through(self, edge: Edge, place: _Place) -> _Place:
        """The same place seen from the child."""
        there = self._rules.symmetries[edge.symmetry]
        return _Place(
            edge.child,
            moved(place.mine, there),
            moved(place.theirs, there),
            place.free,
            tuple(there[cell] for cell in place.view),
        )


def _inverse(permutation: tuple[int, ...]) -> tuple[int, ...]:
    back = [0] * len(permutation)
    for cell, image in enumerate(permutation):
        back[image] = cell
    return tuple(back)
