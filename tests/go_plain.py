"""A plain search of a local game of Go: every state in reach, and a least fixed point over them."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from kikashi.games.go.judge import LocalGame, State


def captures(
    game: LocalGame, start: State, moves: Callable[[State], Iterable[State]] | None = None
) -> bool:
    """Whether the attacker captures; `moves`: the states that follow one, else all replies."""
    edges: dict[State, list[State]] = {}
    ahead = [start]
    while ahead:
        state = ahead.pop()
        if state in edges or game.captured(state):
            continue
        edges[state] = list(moves(state) if moves else (to for _, to in game.replies(state)))
        ahead += edges[state]
    won: set[State] = set()
    while True:
        fresh = {
            state
            for state, below in edges.items()
            if state not in won
            and (any if state.mover == game.claimant else all)(
                after in won or game.captured(after) for after in below
            )
        }
        if not fresh:
            return start in won
        won |= fresh
