"""List the published tables that can be repeated, and what they say."""

from kikashi.games.connect6.paper004_puzzles import FUNNEL, UNIQUE
from kikashi.papers import entries

for entry in entries():
    print(entry.ID, entry.TITLE)
print("paper 004:", FUNNEL, "unique by length:", UNIQUE)
