"""Playing through the proof of a mate: the certificate lists every legal reply."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from kikashi.games.minishogi.rules import MinishogiPosition, minishogi_of, move_of, step_of
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
    return MateStrategy(minishogi_of(start), list(nodes), root)


class MateStrategy:
    """Answers from the nodes of a mate; `judge` says what they look like."""

    def __init__(self, start: MinishogiPosition, nodes: list[list[Any]], root: int) -> None:
        self._start = start
        self._nodes = nodes
        self._root = root

    @property
    def start(self) -> MinishogiPosition:
        return self._start

    def answer(self, replies: Sequence[Sequence[Move]]) -> Answer:
        _, bound, move, child = self._nodes[self._root]
        position = self._start.play(move)
        line: list[tuple[Move, ...]] = [(move,)]
        for number, words in enumerate(replies, start=1):
            position = minishogi_of(play_turn(position, words))
            reply = move_of(step_of(words[0]))
            below = dict(self._nodes[child][2]).get(reply) if child is not None else None
            if below is None:
                raise no_answer(replies[:number])
            _, bound, move, child = self._nodes[below]
            position = position.play(move)
            line += [(reply,), (move,)]
        return Answer((move,), bound, tuple(line), position)
