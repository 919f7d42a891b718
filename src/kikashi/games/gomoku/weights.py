"""What sets are worth to the computer player of this game, and how weak levels are blurred."""

from __future__ import annotations

from pathlib import Path

from kikashi.law.winning_sets import StonePosition
from kikashi.stones.evaluation import SetWeights, general_weights, line_net

# Fitted to self-play by `python bench/fit_weights.py gomoku --games 200 --level 8`; see
# docs/reference/nets.md. Sets that lack one stone are too rare there: set by hand.
MOVER = (80, 35, 15, 2)
WAITING = (60, 39, 14, 2)
TEMPO = 83  # bench/fit_weights.py gomoku --games 6 --tempo

BOARD = 15 * 15  # cells of the board that the net was fitted to

# By level: how far each value is blurred. Level 3 is the first that sees an answer, which outweighs
# much noise; with these each step from 2 to 9 is 60 to 74% of 100 or 120 games
# (docs/reference/ladders.md).
NOISE = (500, 135, 240, 110, 95, 62, 45, 32, 20, 0)


def weights(position: StonePosition) -> SetWeights:
    """The fitted values for five in a row; the order of moves is the general one."""
    if {len(cells) for cells in position.rules.sets} != {5}:
        return general_weights(position.rules)  # another k is another game
    general = general_weights(position.rules)
    net = line_net(Path(__file__).parent) if len(position.rules.cells) == BOARD else None
    return SetWeights(mover=MOVER, waiting=WAITING, gain=general.gain, tempo=TEMPO, net=net)
