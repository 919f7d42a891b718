"""Make a puzzle of a game, look at one that comes with the product, and answer it."""

from pathlib import Path

from kikashi.grid import LocalExecutor
from kikashi.puzzles import Store, make, puzzles, stats
from kikashi.puzzles.answers import judge
from kikashi.puzzles.solution import question
from kikashi.puzzles.starter import starter

records = Path("games.txt")
records.write_text("j10 k11 i11 l11 j12 j9 j13 h11 h10 h12 g10 j8 l10 l8 k9 i9 k7\n")
store = Store("puzzles.db", create=True)
with LocalExecutor(jobs=2) as executor:
    make(store, [records], "connect6", executor)
print(f"{stats(store).positions} positions, {len(list(puzzles(store)))} puzzles")
store.close()

puzzle = starter("connect6")[0]
print(question(puzzle), puzzle.position)
answer = list(puzzle.answers[0])
print(" ".join(answer), "is", judge(puzzle, answer).verdict)
