"""Positions for puzzles of dark chess: ends of games of the player, or pieces put down by chance.

    .venv/bin/python bench/make_banqi_puzzles.py --games 300 --out starts.txt
    kikashi puzzles make starts.txt --game banqi --format moves ...

Each line is a position without face-down pieces in which the side to move has a win within two to
six turns; the factory then proves it, looks for the first acts that win, and publishes.
"""

from __future__ import annotations

import argparse
import random
import re
from pathlib import Path

from kikashi import _native
from kikashi.games import room
from kikashi.games.banqi.position import BanqiPosition, banqi_of
from kikashi.games.banqi.provers import first_turns, solve
from kikashi.games.banqi.twin import native_position
from kikashi.law import CHANCE, Position
from kikashi.search import Limits

FEWEST, MOST = 2, 8


def game(number: int, nodes: int) -> list[BanqiPosition]:
    """The positions of a game in which every piece is face up and a player is to move."""
    chance = random.Random(number)
    position: Position = room("banqi").start()
    found: list[BanqiPosition] = []
    while position.result() is None:
        law = banqi_of(position)
        if position.to_move == CHANCE:
            outcomes = position.outcomes()
            weights = [outcome.weight for outcome in outcomes]
            position = position.play(chance.choices(outcomes, weights)[0].move)
            continue
        if not law.hidden:
            found.append(law)
        thought = _native.banqi_think(
            native_position(law),
            nodes=nodes,
            seconds=0.0,
            soft=0.0,
            seed=chance.getrandbits(40),
            noise=60,
            most_depth=4,
            tables=False,
        )
        position = position.play(thought["candidates"][0]["move"])
    return found


def placed(number: int) -> BanqiPosition | None:
    """Two to four pieces a side, somewhere; None where the game is over there."""
    chance = random.Random(f"placed {number}")
    full = "KGGMMRRNNCCPPPPP"
    pieces = chance.sample(full, chance.randint(2, 4))
    pieces += [piece.lower() for piece in chance.sample(full, chance.randint(1, 3))]
    board = ["."] * 32
    for cell, piece in zip(chance.sample(range(32), len(pieces)), pieces, strict=True):
        board[cell] = piece
    rows = ["".join(board[n : n + 4]) for n in range(28, -1, -4)]
    text = "/".join(re.sub(r"[.]+", lambda gap: str(len(gap[0])), row) for row in rows)
    position = banqi_of(room("banqi").from_text(f"{text} first red 0 -"))
    return None if position.result() else position


def main() -> None:
    said = argparse.ArgumentParser(description=__doc__)
    said.add_argument("--games", type=int, default=20)
    said.add_argument("--placed", type=int, default=0, help="so many by chance besides")
    said.add_argument("--first", type=int, default=1)
    said.add_argument("--nodes", type=int, default=400)
    said.add_argument("--out", type=Path, required=True)
    chosen = said.parse_args()
    seen: set[str] = set()
    wanted: list[BanqiPosition] = []
    for number in range(chosen.first, chosen.first + chosen.games):
        # After a capture: the turning points of a game.
        wanted += [position for position in game(number, chosen.nodes) if not position.past]
    for number in range(chosen.placed):
        position = placed(number)
        wanted += [position] if position else []
    with chosen.out.open("w", encoding="ascii") as out:
        for position in wanted:
            verdict = solve(position, "win", Limits(nodes=20_000), most_turns=MOST)
            text = position.to_text()
            if verdict.verdict == "win" and (verdict.turns or 0) >= FEWEST and text not in seen:
                turns = verdict.turns or 0
                if len(first_turns(position, turns, most=1).in_time) == 1:
                    seen.add(text)
                    print(text, file=out)
    print(f"{len(seen)} positions")


if __name__ == "__main__":
    main()
