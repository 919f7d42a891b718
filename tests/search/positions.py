"""Random positions of small winning-set games, for comparing searches."""

from __future__ import annotations

import random

from kikashi.games import room
from kikashi.law.winning_sets import StonePosition, cells_of

BOARDS: dict[str, tuple[str, dict[str, str], int]] = {
    # name: game, options, about how many stones
    "two stones a turn, four in a row": (
        "connect",
        {"size": "5x5", "k": "4", "p": "2", "q": "1"},
        9,
    ),
    "two stones a turn, five in a row": (
        "connect",
        {"size": "6x5", "k": "5", "p": "2", "q": "1"},
        13,
    ),
    "connect6 on a tiny board": ("connect6", {"size": "6x6"}, 19),
    "one stone a turn, four in a row": ("gomoku", {"size": "6x6", "k": "4"}, 14),
    "clubs": ("goclub", {"size": "5x5"}, 10),
    "three stones a turn": ("connect", {"size": "4x4", "k": "4", "p": "3", "q": "1"}, 10),
}


def random_position(name: str, seed: int) -> StonePosition:
    """A position that nobody has won, with stones drawn at random and either side to move."""
    game, options, about = BOARDS[name]
    draw = random.Random(seed)
    start = room(game).start(options)
    assert isinstance(start, StonePosition)
    while True:
        board = range(len(start.rules.cells))
        cells = draw.sample(board, min(len(board) - 6, about + draw.randint(-2, 2)))
        # The attacker gets a few stones more, or forced wins would be rare.
        share = int(len(cells) * draw.uniform(0.45, 0.65))
        boards = [sum(1 << cell for cell in side) for side in (cells[:share], cells[share:])]
        mover = draw.randint(0, 1)
        if mover:
            boards.reverse()
        position = StonePosition(
            start.room, start.rules, start.chosen, tuple(boards), mover, start.rules.stones
        )
        if not any(mask & ~board == 0 for mask in start.rules.masks for board in boards):
            assert cells_of(position.empty)
            return position
