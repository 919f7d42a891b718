"""The mate searches: tsume (checks only) and mates by moves of any kind."""

from __future__ import annotations

from collections.abc import Callable

from kikashi import _native
from kikashi.games.minishogi.claims import CLASSES, MOST_TURNS, SIDES
from kikashi.games.minishogi.rules import minishogi_of
from kikashi.games.minishogi.twin import native_position
from kikashi.law import GameError, Position
from kikashi.pieces.mates import Mate, read_answer, run_of

REFUTATION_NODES = 200_000
"""A refutation with more nodes is not written: its verdict says 'searched, not certified'."""


def solve(
    position: Position,
    by: str = "checks",
    *,
    turns: int | None = None,
    fastest: bool = True,
    refute: bool = False,
    table: bool = True,
    nodes: int = 0,
    seconds: float = 0.0,
    memory: int = 0,
    progress: Callable[[int, float], bool | None] | None = None,
) -> Mate:
    """Whether the side to move mates, by checks only or by moves of any kind.

    With `turns` only mates within so many moves count. `fastest` goes on until the win is the
    shortest one (by checks it always is); `refute` also proves that no faster one exists. Limits
    of 0 are none. Every interposition counts as the law plays it; `futile` reads a line as tsume
    collections count it.
    """
    if by not in CLASSES:
        raise GameError(f"minishogi is solved by {' or '.join(CLASSES)}, not by {by!r:.40}")
    if turns is not None and not 1 <= turns <= MOST_TURNS:
        raise GameError(f"a mate is looked for within 1 to {MOST_TURNS} moves, not {turns}")
    law = minishogi_of(position)
    if law.result():
        raise GameError("the game is over; there is nothing to solve")
    found = _native.minishogi_mate(
        native_position(law),
        any=by == "any",
        table=table,
        most_turns=turns or 0,
        shortest=fastest,
        refute=refute,
        proof_nodes=REFUTATION_NODES,
        barred=sorted(law.seen_thrice()),
        nodes=nodes,
        seconds=seconds,
        memory=memory,
        progress=progress,
    )
    verdict, length = read_answer(found["answer"], found["turns"], turns)
    return Mate(
        verdict=verdict,
        by=by,
        side=SIDES[law.to_move],
        turns=length,
        refuted=found["refuted"] if verdict != "win" or found["shortest"] else 0,
        **run_of(found),
    )
