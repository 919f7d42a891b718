"""What sets are worth to the computer player of this game, and how weak levels are blurred."""

from __future__ import annotations

from kikashi.law.winning_sets import StonePosition
from kikashi.stones.evaluation import SetWeights, general_weights

# Fitted to self-play by `python bench/fit_weights.py goclub --games 200 --level 8`; see
# docs/reference/nets.md. Sets that lack one or two stones are too rare there: set by hand.
MOVER = (80, 30, 24, 1)
WAITING = (84, 60, 21, 1)
TEMPO = 174  # bench/fit_weights.py goclub --games 6 --tempo

# For the order of moves: what `learning.py` found when it played 384,000 games against itself, one
# stone ahead. A stone in a club that lacks two is worth 31 in one that lacks three, and own clubs
# ten times theirs. Sets that lack one stone are filled or stopped before any order is asked for.
GAIN = (100_000, 14_700, 470, 22, 0)
OWN_SHARE, THEIR_SHARE = 10, 1

# By level: how far each value is blurred. The ladder of the other games leaves levels of equal
# strength here, since a club is nearer than it looks: what a level sees by force counts for more
# than what it thinks of a position, so the noise of 5 to 7 is large. With the learned order the
# steps from 1 to 9 are 74, 74, 60, 75, 56, 70, 60 and 64% of 50 to 80 games each
# (docs/reference/ladders.md).
NOISE = (2000, 220, 140, 10, 120, 90, 105, 30, 8, 0)


def weights(position: StonePosition) -> SetWeights:
    """The fitted values and the learned order of moves for clubs of five."""
    if {len(cells) for cells in position.rules.sets} != {5}:
        return general_weights(position.rules)  # clubs in space have more cells
    return SetWeights(
        mover=MOVER,
        waiting=WAITING,
        gain=GAIN,
        own_share=OWN_SHARE,
        their_share=THEIR_SHARE,
        tempo=TEMPO,
    )
