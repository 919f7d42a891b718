"""What sets are worth to the computer player of this game, and how weak levels are blurred."""

from __future__ import annotations

from pathlib import Path

from kikashi.law.winning_sets import StonePosition
from kikashi.stones.evaluation import SetWeights, cell_net, general_weights

# Fitted to self-play by `python bench/fit_weights.py connect6 --games 200 --level 8`; see
# docs/reference/nets.md. Sets that lack one or two stones are too rare there: set by hand.
MOVER = (60, 40, 24, 12, 2)
WAITING = (40, 36, 22, 12, 2)
# The fit says 134 (bench/fit_weights.py connect6 --games 6 --tempo), but with it the player is not
# stronger: 43.8% of 40 games at 0.1 s, plus or minus 6.8%.
TEMPO = 0

BOARD = 19 * 19  # cells of the board that the net of the player `puct` was fitted to

# By level: how far each value is blurred. With these each step from 2 to 9 is 66 to 73% of 120 to
# 200 games (docs/reference/ladders.md).
NOISE = (2000, 200, 85, 55, 165, 95, 66, 49, 6, 0)


def weights(position: StonePosition) -> SetWeights:
    """The fitted values; the order of moves is the general one."""
    rules = position.rules
    general = general_weights(rules)
    usual = len(rules.cells) == BOARD and rules.stones == 2 and {*map(len, rules.sets)} == {6}
    cells = cell_net(Path(__file__).parent) if usual else None
    return SetWeights(mover=MOVER, waiting=WAITING, gain=general.gain, tempo=TEMPO, cells=cells)
