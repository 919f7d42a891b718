"""Sit an exam by program, and see how well its ladder tells players apart."""

from kikashi.exam import Rating, begin, pool_of, rate, separation
from kikashi.puzzles.starter import starter

sitting = begin("Lin", seed=1, pool=pool_of(starter("connect6")))
assert sitting.question is not None
print("first question:", sitting.question.position)

solved = rate(Rating(1500, 200), [(Rating(1600, 50), 1.0)])
print(f"after solving a puzzle of 1600: {solved.value:.0f}")
for standing in separation(sittings=200).standings:
    print(f"a player of {standing.strength} passes {standing.passed:.1f} levels")
