"""Makes a room's book of openings again: games of our own player from a seed, counted by position.

    .venv/bin/python tools/make_openings.py gomoku --games 600 --level 6

The first turns of a game are drawn by lot near the middle, or from all that are legal; then the
level plays both sides. Positions count as one under the symmetries of the board. The same commit
makes the same bytes again.
"""

from __future__ import annotations

import argparse
import os
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from random import Random

from kikashi.games import room
from kikashi.law import Move
from kikashi.play.levels import make_player
from kikashi.play.openings import BETWEEN, NAME
from kikashi.play.position_keys import met_positions
from kikashi.puzzles.games import near_the_middle

MOST_MOVES = 200


def one_game(game: str, level: int, lots: int, number: int) -> tuple[tuple[Move, ...], int | None]:
    """The moves, and who won; None: nobody."""
    random = Random(f"openings {game} {number}")
    start = room(game).start()
    player = make_player(start, level, random.randrange(1 << 30))
    position, moves = start, list[Move]()
    by_lot = random.randrange(lots + 1)
    while position.result() is None and len(moves) < MOST_MOVES:
        if len(moves) < by_lot:
            turn: tuple[Move, ...] = (random.choice(near_the_middle(position)),)
        else:
            turn = tuple(player.turn(position.view_of_mover()).moves)
        for move in turn:
            moves.append(move)
            position = position.play(move)
    result = position.result()
    return tuple(moves), None if result is None else result.winner


def rows(game: str, deep: int, played: list[tuple[tuple[Move, ...], int | None]]) -> Iterator[str]:
    """One for each turn that was played at least twice, in the order of their keys."""
    start = room(game).start()
    met: Counter[tuple[str, str, int | None]] = Counter()
    for moves, winner in played:
        for at, key, turn in met_positions(start, moves):
            if at >= deep:
                break
            if turn:
                met[key, turn.replace(" ", BETWEEN), winner] += 1
    for key, turn in sorted({(key, turn) for key, turn, _ in met}):
        counts = [met[key, turn, player] for player in range(start.players)]
        drawn = met[key, turn, None]
        if sum(counts) + drawn > 1:
            yield f"{key} {turn} {' '.join(map(str, counts))} {drawn}"


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("game")
    reader.add_argument("--games", type=int, default=600)
    reader.add_argument("--level", type=int, default=6)
    reader.add_argument("--lots", type=int, default=3, help="at most so many moves by lot")
    reader.add_argument("--deep", type=int, default=12, help="moves before a turn that is counted")
    reader.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    given = reader.parse_args()
    play = partial(one_game, given.game, given.level, given.lots)
    with ProcessPoolExecutor(given.jobs) as pool:
        played = list(pool.map(play, range(given.games), chunksize=4))
    folder = Path(__file__).parent.parent / "src" / "kikashi" / "games" / given.game
    kept = f"level {given.level} with itself, up to {given.lots} moves by lot"
    head = f"# {given.games} games of {kept}."
    made = [head, *rows(given.game, given.deep, played)]
    (folder / NAME).write_text("\n".join(made) + "\n", "utf-8")
    print(f"{given.game}: {len(made) - 1} turns of {given.games} games")


if __name__ == "__main__":
    main()
