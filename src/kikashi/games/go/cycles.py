"""Targets that stand only because moves go round: a cycle that neither side may leave.

Repetition counts for who keeps the target. Where it would fall if a cycle of moves on the board
alone (no pass, no threat of either side) counted for the attacker instead, neither side has more
than the cycle: triple ko, eternal life. Cycles that somebody's passes or threats keep up are
explained by a single ko and are not meant.
"""

from __future__ import annotations

from collections.abc import Sequence

from kikashi import _native
from kikashi.games.go.board import STONES
from kikashi.games.go.claims import LocalClaim
from kikashi.games.go.judge import LocalGame, State
from kikashi.games.go.position import COLOURS, PASS, GoPosition
from kikashi.law import Move

NODES = 24_000
"""Of each search."""
LONGEST = 60


def cycle_of(
    law: GoPosition, cell: int, region: Sequence[int] = (), liberties: int = 0, nodes: int = NODES
) -> tuple[Move, ...]:
    """The moves up to the first position that comes again, of a target that is known to stand
    without threats on either side; none where it stands without a cycle.

    In a closed region, or of a string that so many liberties save."""
    size, names = law.on.size, law.on.names
    against = _native.go_prover(size, cell, region, liberties, cycles_fall=True)
    keeping = _native.go_prover(size, cell, region, liberties)
    defender = STONES.index(law.board[cell])
    claim = LocalClaim("capture", COLOURS[1 - defender], names[cell], 0, 0)
    game = LocalGame(law.on, claim, law.board)
    state = game.first(law)
    moves: list[Move] = []
    seen: set[State] = set()
    while state not in seen and len(moves) < LONGEST:
        seen.add(state)
        banned = -1 if state.banned is None else state.banned
        asked = state.board, state.mover, banned, 0, 0, nodes
        if against.ask(*asked)[0] != 1:
            return ()
        prover, stands = (keeping, -1) if state.mover == defender else (against, 1)
        result, at, _ = prover.ask(*asked)
        after = game.after(state, PASS if at < 0 else names[at])
        if result != stands or after is None or game.captured(after):
            return ()
        moves.append(PASS if at < 0 else names[at])
        state = after
    return tuple(moves) if state in seen else ()
