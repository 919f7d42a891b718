"""Makes a starter set again, by one command: games of our own from a seed, the factory, a choice.

    .venv/bin/python tools/make_starter_sets.py gomoku --into src/kikashi/puzzles/starter_sets

Games, searches and choice follow from the seed and from counts of nodes: the same commit makes the
same bytes again. The first sets were made of such games too, by commits that searched otherwise, so
the puzzles of today are others, and each of them is proved. Questions of one best choice are
brought by the room (`--choices`). Dark chess has positions of its own:
bench/make_banqi_puzzles.py writes the lines for --records. With --work a run that was stopped
goes on where it stood: games and database stay in that folder.
"""

from __future__ import annotations

import argparse
import os
import tempfile
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from kikashi.grid import LocalExecutor
from kikashi.puzzles import Puzzle, Store, choices, puzzles
from kikashi.puzzles.factory import SORTS, make
from kikashi.puzzles.games import games
from kikashi.puzzles.model import BEST_CHOICE
from kikashi.puzzles.starter import write_set


def chosen(found: Iterable[Puzzle], most: int) -> list[Puzzle]:
    """At most so many of each length: those with one answer first, in the order of their ids."""
    kept: list[Puzzle] = []
    lengths: Counter[int] = Counter()
    for puzzle in sorted(found, key=lambda puzzle: (not puzzle.unique, puzzle.id)):
        if lengths[puzzle.length] < most:
            lengths[puzzle.length] += 1
            kept.append(puzzle)
    return sorted(kept, key=lambda puzzle: (puzzle.length, puzzle.id))


def play(records: Path, asked: argparse.Namespace) -> None:
    """Plays the games that the list of an earlier run does not hold yet, a line each."""
    lines = records.read_text("utf-8").splitlines(keepends=True) if records.exists() else []
    whole = [line for line in lines if line.endswith("\n")]
    with records.open("w", encoding="utf-8") as file:
        file.writelines(whole)
        more = games(asked.game, asked.games, seed=asked.seed, level=asked.level, first=len(whole))
        for moves in more:
            file.write(" ".join(moves) + "\n")
            file.flush()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--into", type=Path, required=True, help="the folder for the set")
    parser.add_argument("--games", type=int, default=1000, help="games to play")
    parser.add_argument("--level", type=int, help="let this level play, with slips")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--most", type=int, default=250, help="puzzles of each length")
    parser.add_argument("--also", choices=sorted(SORTS), action="append", default=[])
    parser.add_argument("--records", type=Path, help="lines of moves instead of games of our own")
    parser.add_argument("--choices", action="store_true", help="the room's own questions instead")
    parser.add_argument("--work", type=Path, help="the folder of a run that may be stopped")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    asked = parser.parse_args()
    if asked.choices:
        found = list(choices.made(asked.game))
        write_set(found, asked.game, asked.into, BEST_CHOICE)
        print(f"{asked.game} {BEST_CHOICE}: {len(found)} puzzles")
        return
    with tempfile.TemporaryDirectory() as passing:
        folder = asked.work or Path(passing)
        folder.mkdir(parents=True, exist_ok=True)
        records = asked.records or folder / "games.txt"
        if asked.records is None:
            play(records, asked)
        store = Store(folder / "puzzles.db", create=True)
        with LocalExecutor(asked.jobs) as executor:
            make(store, [records], asked.game, executor, also=asked.also)
        for sort in ("", *asked.also):
            made = chosen(puzzles(store, game=asked.game, sort=sort), asked.most)
            if made:
                write_set(made, asked.game, asked.into, sort)
            print(f"{asked.game} {sort or 'main sort'}: {len(made)} puzzles")
        store.close()


if __name__ == "__main__":
    main()
