"""Counting with the law: how many ways there are to play on (perft), by moves or by turns."""

from __future__ import annotations

from collections.abc import Hashable

from kikashi.law import Move, Position
from kikashi.play.game import ends_turn


def perft(position: Position, depth: int, *, turns: bool = False) -> int:
    """The number of sequences of `depth` moves, or turns; a game that ends earlier adds nothing."""
    if depth == 0:
        return 1
    if not turns:
        moves = position.legal_moves()
        if depth == 1:
            return len(moves)
        return sum(perft(position.play(move), depth - 1) for move in moves)
    following = turns_after(position)
    if depth == 1:
        return len(following)
    return sum(perft(after, depth - 1, turns=True) for _, after in following)


def turns_after(position: Position) -> list[tuple[tuple[Move, ...], Position]]:
    """Every way to finish this turn: its moves and the position after them.

    Moves of one turn commute where they lead to equal positions: such orders are one turn.
    """
    finished: dict[Hashable, tuple[tuple[Move, ...], Position]] = {}
    unfinished: dict[Hashable, tuple[tuple[Move, ...], Position]] = {position.key(): ((), position)}
    while unfinished:
        longer: dict[Hashable, tuple[tuple[Move, ...], Position]] = {}
        for moves, before in unfinished.values():
            for move in before.legal_moves():
                after = before.play(move)
                found = finished if ends_turn(before, after) else longer
                found.setdefault(after.key(), ((*moves, move), after))
        unfinished = longer
    return list(finished.values())
