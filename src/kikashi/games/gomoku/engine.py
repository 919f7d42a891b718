"""What the levels of `kikashi.play.levels` need to know of this room: its weights."""

from __future__ import annotations

from kikashi.law.winning_sets import StonePosition
from kikashi.search.evaluation import SetWeights, general_weights

# Fitted to self-play by `python bench/fit_weights.py gomoku --games 200 --level 8`; see
# docs/reference/evaluation.md. Sets that lack one stone are too rare there: set by hand.
MOVER = (80, 35, 15, 2)
WAITING = (60, 39, 14, 2)
TEMPO = 83  # bench/fit_weights.py gomoku --games 6 --tempo


def weights(position: StonePosition) -> SetWeights:
    """The fitted values for five in a row; the order of moves is the general one."""
    if {len(cells) for cells in position.rules.sets} != {5}:
        return general_weights(position.rules)  # another k is another game
    general = general_weights(position.rules)
    return SetWeights(mover=MOVER, waiting=WAITING, gain=general.gain, tempo=TEMPO)
