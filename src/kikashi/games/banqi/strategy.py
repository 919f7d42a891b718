"""Playing through the proof of a win: the certificate lists every legal answer."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from kikashi.games.banqi.position import BanqiPosition, banqi_of
from kikashi.law import CHANCE, Move, Position
from kikashi.proofs.refusal import Caps
from kikashi.proofs.strategy import Answer, no_answer


def strategy(
    start: Position,
    nodes: Iterable[list[object]],
    root: int,
    caps: Caps,  # noqa: ARG001 - each question walks one path
) -> BanqiStrategy:
    """What the room offers for its certificates."""
    return BanqiStrategy(banqi_of(start), list(nodes), root)


class BanqiStrategy:
    """Answers from the nodes of a win; `judge` says what they look like.

    A reply that flips is told with what chance turned up, as one turn: `["b8", "R"]`.
    """

    def __init__(self, start: BanqiPosition, nodes: list[list[Any]], root: int) -> None:
        self._start = start
        self._nodes = nodes
        self._root = root

    @property
    def start(self) -> BanqiPosition:
        return self._start

    def answer(self, replies: Sequence[Sequence[Move]]) -> Answer:
        position, number = self._start, self._root
        line: list[tuple[Move, ...]] = []
        _, bound, move, child = self._nodes[number]
        position = position.play(move)
        line.append((move,))
        for count, words in enumerate(replies, start=1):
            for word in words:
                below = None
                if child is not None and self._nodes[child][0] in ("r", "c"):
                    below = dict(self._nodes[child][2]).get(word)
                if below is None:
                    raise no_answer(replies[:count])
                position, child = position.play(word), below
            line.append(tuple(words))
            if position.to_move == CHANCE or self._nodes[child][0] != "t":
                raise no_answer(replies[:count])
            _, bound, move, child = self._nodes[child]
            position = position.play(move)
            line.append((move,))
        return Answer((move,), bound, tuple(line), position)
