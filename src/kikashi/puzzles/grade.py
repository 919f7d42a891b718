"""The first estimate of difficulty, on the scale of the ratings that later correct it."""

from __future__ import annotations

import math
from collections.abc import Mapping

# Our own first guesses, none of them measured on solvers yet: a player of rating r is meant to
# solve half of the puzzles graded r. Length weighs most, as the exam of paper 004 has it.
BASE = 700.0
PER_TURN = 190.0
PER_DOUBLED_BREADTH = 60.0
PER_DOUBLED_TEMPTATION = 35.0
QUIET = 120.0
COUNTER = 60.0
SECOND_ANSWER = 90.0
KEY_STONE = 60.0
EASIEST, HARDEST = 400.0, 3000.0


def difficulty(
    length: int,
    breadth: float,
    tempting: int,
    answers: int,
    *,
    key_stone: bool,
    tags: Mapping[str, int],
) -> float:
    """From length, the breadth of the defence and the number of tempting wrong turns.

    `tempting` counts turns of the class that do not win in time; with one stone spare a few look
    like hundreds, so it counts by doublings.
    """
    value = BASE + PER_TURN * (length - 1)
    value += PER_DOUBLED_BREADTH * math.log2(1 + breadth)
    value += PER_DOUBLED_TEMPTATION * math.log2(1 + tempting)
    value += QUIET * (tags.get("quiet-first", 0) > 0)
    value += COUNTER * min(tags.get("counter-threat", 0), 3)
    value -= SECOND_ANSWER * (answers - 1) + KEY_STONE * key_stone
    return round(min(max(value, EASIEST), HARDEST), 1)
