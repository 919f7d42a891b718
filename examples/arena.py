"""A match between two players, and what it says: Elo with its error."""

from kikashi import games
from kikashi.arena import Contestant, Plan, estimate, make_openings, run_match

start = games.room("gomoku").start({"size": "7x7", "k": "4"})
players = tuple(Contestant.read(name, start) for name in ("simple", "level:1"))
plan = Plan(start, players, games=4, seconds=1.0, openings=make_openings(start, 2, turns=2))
standing = run_match(plan)
found = estimate(standing.tally())
assert found is not None
print(standing.tally(), f"{found.elo:+.0f} ± {found.error:.0f} Elo")
