"""Fits the strengths of 3x3 patterns for playouts and priors from games of our own player.

    python bench/fit_go_patterns.py --games 400 --simulations 1000 --keep build/go_games.txt

Each move of a game is a contest that one of all moves won (Coulom 2007, 'Computing Elo ratings of
move patterns'): a move's strength is that of its pattern times that of its distance from the last
move; minorisation-maximisation finds the strengths. Games are kept, one a line, so that a fit can
be made again or continued; the strengths go into the room, with the command on top.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import numpy as np

from kikashi import _native
from kikashi.games.go import ROOM
from kikashi.games.go.engine import ladder, think
from kikashi.games.go.position import PASS, GoPosition
from kikashi.search.playing import Budget

HOME = Path(__file__).resolve().parents[1] / "src/kikashi/games/go/patterns.txt"
SIZE = 9
NEAR = 3
"""Classes of distance from the last move: beside or across a corner, two away, further."""
ROUNDS = 60
PRIOR = 2.0
"""Games won and lost against a strength of 1 that each pattern begins with."""
SEEN = 8
"""A pattern that was met less often keeps the strength 1."""


def self_play(simulations: int, seed: int) -> GoPosition:
    """One game of the player against itself, with noise in the opening so that games differ."""
    position = ROOM.start({"size": str(SIZE), "rules": "tromp-taylor", "suicide": "no"})
    style = ladder(position)[9].style
    while position.result() is None:
        noise = 60 if len(position.moves) < 6 else 0
        budget = Budget(nodes=simulations, seed=seed, noise=noise)
        position = position.play(think(position.view_of_mover(), style, budget).moves[0])
    return position


def swapped(code: int) -> int:
    """The same surroundings with the colours exchanged."""
    return (code & 0x5555) << 1 | (code >> 1 & 0x5555)


def contests(games: list[list[str]]) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Of every legal move in every position: its contest, pattern, distance, and whether it won."""
    contest, pattern, near, won = [], [], [], []
    number = 0
    normal: dict[int, int] = {}
    for moves in games:
        record = _native.go_record(SIZE, "." * SIZE * SIZE, 0, -1, [], "positional", False)
        last = -1
        on = ROOM.start({"size": str(SIZE)}).on
        for move in moves:
            if move == PASS:
                record.skip()
                last = -1
                continue
            chosen = on.index[move]
            for cell in record.legal_cells():
                code = record.around(cell)
                code = code if record.mover == 0 else swapped(code)
                if code not in normal:
                    normal[code] = _native.go_normal_code(code)
                away = 9
                if last >= 0:
                    away = max(abs(cell % SIZE - last % SIZE), abs(cell // SIZE - last // SIZE))
                contest.append(number)
                pattern.append(normal[code])
                near.append(0 if away == 1 else 1 if away == 2 else 2)
                won.append(cell == chosen)
            number += 1
            record.play(chosen)
            last = chosen
    return np.array(contest), np.array(pattern), np.array(near), np.array(won)


def fit(games: list[list[str]]) -> tuple[dict[int, float], np.ndarray, float]:
    """Strengths by pattern and by distance, and what all moves elsewhere weigh together."""
    contest, pattern, near, won = contests(games)
    codes, kind = np.unique(pattern, return_inverse=True)
    strength, distance = np.ones(len(codes)), np.ones(NEAR)
    wins, near_wins = np.bincount(kind[won], minlength=len(codes)), np.bincount(near[won])
    for _ in range(ROUNDS):
        total = np.bincount(contest, strength[kind] * distance[near])[contest]
        share = np.bincount(kind, distance[near] / total, minlength=len(codes))
        strength = (wins + PRIOR) / (share + 2 * PRIOR / (strength + 1))
        total = np.bincount(contest, strength[kind] * distance[near])[contest]
        share = np.bincount(near, strength[kind] / total, minlength=NEAR)
        distance = (near_wins + PRIOR) / (share + 2 * PRIOR / (distance + 1))
        distance = distance / distance[-1]
    away = np.bincount(contest[near > 0], (strength[kind] * distance[near])[near > 0])
    elsewhere = float(np.mean(away) / distance[0])
    seen = np.bincount(kind, minlength=len(codes)) >= SEEN
    found = {int(c): float(s) for c, s, ok in zip(codes, strength, seen, strict=True) if ok}
    return found, distance, elsewhere


def main() -> int:
    """Plays what is missing, fits, writes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--simulations", type=int, default=1_000)
    parser.add_argument("--keep", type=Path, default=Path("build/go_games.txt"))
    parser.add_argument("--into", type=Path, default=HOME)
    asked = parser.parse_args()
    asked.keep.parent.mkdir(parents=True, exist_ok=True)
    games = (
        [line.split() for line in asked.keep.read_text().splitlines()]
        if (asked.keep.exists())
        else []
    )
    with asked.keep.open("a", encoding="ascii") as kept:
        while len(games) < asked.games:
            played = list(self_play(asked.simulations, len(games)).moves)
            games.append(played)
            kept.write(" ".join(played) + "\n")
            kept.flush()
            print(f"game {len(games)}: {len(played)} moves", file=sys.stderr)
    found, distance, elsewhere = fit(games)
    lines = [
        "# Strengths of 3x3 patterns: a normal code of surroundings, the side to move as Black.",
        f"# python bench/fit_go_patterns.py --games {len(games)} --simulations "
        f"{asked.simulations}: {sum(map(len, games))} moves",
        f"# distance 1, 2, more: {', '.join(f'{d:.2f}' for d in distance)}; all moves elsewhere "
        f"weigh {elsewhere:.2f} beside patterns at distance 1",
        *(f"{code} {strength:.4f}" for code, strength in sorted(found.items())),
    ]
    asked.into.write_text("\n".join(lines) + "\n", encoding="ascii")
    print(lines[2], len(found), "patterns")
    return 0


if __name__ == "__main__":
    sys.exit(main())
