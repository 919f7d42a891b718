"""Games that end by mate share their parts: a mate found, and looked for again in plain Python."""

from kikashi import solve
from kikashi.games import room
from kikashi.pieces import slow

for game, text in (
    ("xiangqi", "3k5/9/R8/9/9/9/9/9/1R7/5K3 w - - 0 1 moves a7a8 d9e9"),
    ("minishogi", "4k/5/3GG/5/K4 b - 1"),
):
    position = room(game).from_text(text)
    found = solve(position, "checks")
    print(game, found.verdict, "in", found.turns, "by", *map(" ".join, found.line))
    print("  the plain search agrees:", slow.wins_within(position, found.turns or 1))
