"""Plays games of the player against itself and prints tsume positions out of them, one a line.

    python bench/minishogi/tsume.py GAMES SEED > setups.txt
    kikashi puzzles make setups.txt --game minishogi --into tsume.db
    python bench/minishogi/tsume.py --ship tsume.db          the starter set of the product

A position is taken where the side to move mates by checks, where exactly one first move does so in
time, and where the game has not given a position of the same length yet.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

from kikashi.games.minishogi import ROOM
from kikashi.games.minishogi.engine import think
from kikashi.games.minishogi.provers import first_turns
from kikashi.games.minishogi.rules import MinishogiPosition
from kikashi.games.minishogi.sfen import write_sfen
from kikashi.games.minishogi.solver import solve
from kikashi.puzzles import Store, puzzles
from kikashi.puzzles.starter import write_set
from kikashi.search.playing import Budget, Style

THINKING = Budget(nodes=2_000, noise=60)
MATE_NODES = 20_000
MOST_TURNS = 8
MOST_PLIES = 100
ORIGIN = "a game of the player against itself"
SETS = Path("src/kikashi/puzzles/starter_sets")


def game(seed: int) -> list[MinishogiPosition]:
    """The positions of one game."""
    here, found = ROOM.start(), list[MinishogiPosition]()
    while here.result() is None and len(found) < MOST_PLIES:
        found.append(here)
        noise = 200 if len(found) < 14 else THINKING.noise
        budget = Budget(nodes=THINKING.nodes, noise=noise, seed=seed)
        here = here.play(think(here.view_of_mover(), Style(), budget).moves[0])
    return found


def tsume(positions: list[MinishogiPosition]) -> list[str]:
    """Mates with one first move, the last positions of the game first, each length once."""
    found: dict[int, str] = {}
    for position in reversed(positions):
        fresh = ROOM.from_text(write_sfen(position.sfen._replace(number=1)))
        mate = solve(fresh, "checks", turns=MOST_TURNS, nodes=MATE_NODES)
        if mate.verdict != "win" or mate.turns is None or mate.turns in found:
            continue
        firsts = first_turns(fresh, mate.turns, most=1)
        if len([one for one in firsts.found if one.when == "in-time"]) == 1 and not firsts.unknown:
            found[mate.turns] = fresh.to_text()
    return list(found.values())


def main() -> None:
    if sys.argv[1] == "--ship":
        store = Store(sys.argv[2])
        unique = [puzzle for puzzle in puzzles(store, game="minishogi") if len(puzzle.answers) == 1]
        chosen = [replace(puzzle, origin=ORIGIN) for puzzle in unique]
        write_set(chosen, "minishogi", SETS)
        print(f"{len(chosen)} puzzles")
        return
    for number in range(int(sys.argv[1])):
        for text in tsume(game(int(sys.argv[2]) + number)):
            print(text, flush=True)


if __name__ == "__main__":
    main()
