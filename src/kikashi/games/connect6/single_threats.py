"""Paper 003's single-threat search and the player that trusts it: measured, never proved."""

from __future__ import annotations

from kikashi import _native
from kikashi.law.winning_sets import StonePosition, cells_of
from kikashi.stones import paper_flow
from kikashi.stones.twin import native_geometry

LEANINGS = ("defensive", "aggressive")
"""What the defender's free stone is for, in the search."""
MOST_TURNS, NODES, SECONDS = 12, 2_000, 5.0


def claimed(position: StonePosition, leaning: str, nodes: int = NODES) -> tuple[str, ...] | None:
    """The first turn of a win that the search claims for the side to move; None: it claims none."""
    found = _native.connect6_single_threats(
        native_geometry(position.rules),
        [list(cells_of(board)) for board in position.boards],
        position.mover,
        [(point[0], point[1]) for point in position.rules.coordinates],
        leaning == "aggressive",
        MOST_TURNS,
        nodes,
        SECONDS,
    )
    if found["answer"] != "win":
        return None
    turn = found["turn"]
    assert isinstance(turn, list)
    return tuple(position.rules.cells[cell] for cell in turn)


def trusting(position: StonePosition, leaning: str) -> tuple[str, ...]:
    """A turn of the paper's player: what the search claims, else by its decision flow."""
    turn = claimed(position, leaning)
    if turn is None:
        return paper_flow.think(position).moves
    after = position.play_all(" ".join(turn))
    while not after.is_over and after.mover == position.mover:  # a six may take one stone
        turn = (*turn, after.rules.cells[cells_of(after.legal_cells())[0]])
        after = after.play(turn[-1])
    return turn
