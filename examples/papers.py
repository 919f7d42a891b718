"""List the published tables that can be repeated, and what they say."""

from kikashi.papers import entries
from kikashi.papers.paper004_puzzles import FUNNEL, UNIQUE

for entry in entries():
    print(entry.ID, entry.TITLE)
print("paper 004:", FUNNEL, "unique by length:", UNIQUE)
