"""Playing through the proof of a mate: the certificate lists every legal reply."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any

from kikashi.games.xiangqi.board import moved
from kikashi.games.xiangqi.rules import XiangqiPosition, move_of, step_of, xiangqi_of
from kikashi.law import Move, Position
from kikashi.proofs.refusal import Caps
from kikashi.proofs.strategy import Answer, no_answer, play_turn


def strategy(
    start: Position,
    nodes: Iterable[list[object]],
    root: int,
    caps: Caps,  # noqa: ARG001 - nothing here outgrows the reader's
) -> MateStrategy:
    """What the room offers for its certificates."""
    return MateStrategy(xiangqi_of(start), list(nodes), root)


class MateStrategy:
    """Answers from the nodes of a mate; `judge` says what they look like.

    A proof may meet one position at several turns. The one with the least bound is played wherever
    the position stands: then a position comes again only where the defender checks for ever.
    """

    def __init__(self, start: XiangqiPosition, nodes: list[list[Any]], root: int) -> None:
        self._start = start
        self._nodes = nodes
        self._root = root

    @cached_property
    def _turns(self) -> dict[str, int]:
        """The turn to play by board."""
        best: dict[str, int] = {}
        boards = {self._root: self._start.board}
        waiting = [self._root]
        while waiting:
            number = waiting.pop()
            kind, bound, *rest = self._nodes[number]
            board = boards[number]
            if kind == "t":
                if board not in best or bound < self._nodes[best[board]][1]:
                    best[board] = number
                edges = [] if rest[1] is None else [(rest[0], rest[1])]
            else:
                edges = rest[0]
            for move, child in edges:
                if child not in boards:
                    boards[child] = moved(board, *step_of(move))
                    waiting.append(child)
        return best

    @property
    def start(self) -> XiangqiPosition:
        return self._start

    def answer(self, replies: Sequence[Sequence[Move]]) -> Answer:
        _, bound, move, child = self._nodes[self._turns[self._start.board]]
        position = self._start.play(move)
        line: list[tuple[Move, ...]] = [(move,)]
        for number, words in enumerate(replies, start=1):
            position = xiangqi_of(play_turn(position, words))
            reply = move_of(step_of(words[0]))
            below = dict(self._nodes[child][2]).get(reply) if child is not None else None
            if below is None:
                raise no_answer(replies[:number])
            if position.result():  # one check too many: the law has ended the game
                return Answer((), 0, (*line, (reply,)), position)
            _, bound, move, child = self._nodes[self._turns[position.board]]
            position = position.play(move)
            line += [(reply,), (move,)]
        return Answer((move,), bound, tuple(line), position)
