"""Matches between this player and that of another checkout, or between two styles of this one.

    python bench/bench_before.py gomoku --other ../before/.venv/bin/python --seconds 0.3 --pairs 50
    python bench/bench_before.py gomoku --nodes 20000 --ours threat_nodes=60
    python bench/bench_before.py gomoku --other ... --seconds 0.3 --processor

Each pair of games begins with the same random opening (seed n gives opening n) and swaps colours;
games are played to the end. An opening is balanced if a short search sees both sides equal and, in
games of winning sets, if six short games of our player with itself were not all but one won by the
same side: without that most openings are decided, and a pair from them says nothing. Each side
thinks in a process of its own, one at a time. The score is ours; the interval is 95% by the
pentanomial of the pairs. With --sprt the match ends as soon as its log-likelihood ratio leaves
-2.94 .. 2.94 for Elo 0 against 50. With --processor a second is one of the processor for either
side, for a machine that others use too.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import statistics
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import machine
from turn_server import answer

from kikashi import games
from kikashi.law import Position

SERVER = Path(__file__).resolve().parent / "turn_server.py"
OPENING_STONES = {"gomoku": 6, "connect6": 5, "goclub": 4, "xiangqi": 6}
BALANCED = {"gomoku": 60, "connect6": 60, "goclub": 60, "xiangqi": 80}
"""In the units of the evaluation."""
SHORT_GAMES = tuple(int(500 * 1.5**number) for number in range(6))
"""Nodes a turn of the games that show whether an opening is decided."""
MOST_TRIED = 1000
REACH = 4
MOST_PLIES = 400
SPRT_ELO, SPRT_BOUND = 50.0, 2.94

Chooser = Callable[[list[str]], list[str]]
"""From the moves so far to those of a turn."""


class Side:
    """A process that chooses turns."""

    def __init__(self, python: str, style: dict[str, Any], limits: dict[str, float]) -> None:
        self.style, self.limits = style, limits
        self.process = subprocess.Popen(
            [python, str(SERVER)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.seconds: list[float] = []
        self.depths: list[int] = []

    def turn(self, game: str, moves: list[str], seed: int) -> dict[str, Any]:
        """Asks for a turn."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        question = {"game": game, "moves": " ".join(moves), "seed": seed, "style": self.style}
        self.process.stdin.write(json.dumps({**question, **self.limits}) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit("a player's process ended before it answered")
        answer: dict[str, Any] = json.loads(line)
        self.seconds.append(answer["seconds"])
        self.depths.append(answer["depth"])
        return answer

    def close(self) -> None:
        """Ends the process."""
        self.process.communicate()


def opening(game: str, number: int) -> list[str]:
    """The numbered opening: some random moves after which neither side stands better."""
    for attempt in range(MOST_TRIED):
        moves = _random_moves(game, random.Random(number * MOST_TRIED + attempt))
        found = answer({"game": game, "moves": " ".join(moves), "nodes": 3000, "seed": 1})
        seen_equal = found["reason"] == "searched" and abs(found["score"]) <= BALANCED[game]
        if seen_equal and (game == "xiangqi" or not _is_decided(game, moves)):
            return moves
    raise SystemExit("no balanced opening was found")


def _is_decided(game: str, begun: list[str]) -> bool:
    points = sum(_short_game(game, begun, nodes) for nodes in SHORT_GAMES)
    return not 2 <= points <= len(SHORT_GAMES) - 2


def _short_game(game: str, begun: list[str], nodes: int) -> float:
    def turn(moves: list[str]) -> list[str]:
        question = {"game": game, "moves": " ".join(moves), "nodes": nodes, "seed": 1}
        return list(answer(question)["moves"])

    return _played(game, begun, (turn, turn))


def _random_moves(game: str, chooser: random.Random) -> list[str]:
    position = games.room(game).start()
    moves: list[str] = []
    while len(moves) < OPENING_STONES[game]:
        legal = list(position.legal_moves())
        if game != "xiangqi":  # near the middle, where a game begins
            numbers = [(ord(move[0]), int(move[1:])) for move in position.legal_moves()]
            centre = [(min(axis) + max(axis)) / 2 for axis in zip(*numbers, strict=True)]
            near = [
                move
                for move in legal
                if max(abs(ord(move[0]) - centre[0]), abs(int(move[1:]) - centre[1])) <= REACH
            ]
            legal = near or legal
        move = chooser.choice(legal)
        moves.append(move)
        position = position.play(move)
    return moves


def play(game: str, first: Side, second: Side, begun: list[str], seed: int) -> float:
    """The first side's points; it plays for the first player."""

    def asks(side: Side) -> Chooser:
        return lambda moves: side.turn(game, moves, seed)["moves"]

    return _played(game, begun, (asks(first), asks(second)))


def _played(game: str, begun: list[str], sides: tuple[Chooser, Chooser]) -> float:
    moves = list(begun)
    position: Position = games.room(game).start().play_all(" ".join(moves))
    while position.result() is None and len(moves) < MOST_PLIES:
        for move in sides[position.to_move](moves):
            moves.append(move)
            position = position.play(move)
    result = position.result()
    return 0.5 if result is None else (result.payoffs[0] + 1) / 2


def summary(pairs: list[float]) -> tuple[float, float, float]:
    """Share, half the 95% interval, and the log-likelihood ratio of the SPRT."""
    shares = [points / 2 for points in pairs]
    mean = statistics.fmean(shares)
    variance = statistics.pvariance(shares) if len(shares) > 1 else 0.25
    variance = max(variance, 0.02)
    half = 1.96 * math.sqrt(variance / len(shares))
    expected = 1 / (1 + 10 ** (-SPRT_ELO / 400))
    ratio = len(shares) * (expected - 0.5) * (2 * mean - 0.5 - expected) / (2 * variance)
    return mean, half, ratio


def style_of(words: list[str]) -> dict[str, Any]:
    """`name=value` pairs as numbers."""
    return {name: json.loads(value) for name, _, value in (word.partition("=") for word in words)}


def main() -> None:
    """Plays and prints."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("game", choices=sorted(OPENING_STONES))
    parser.add_argument("--other", default=sys.executable, help="the other checkout's Python")
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--nodes", type=int)
    parser.add_argument("--pairs", type=int, default=20)
    parser.add_argument("--first", type=int, default=0, help="the first opening")
    parser.add_argument("--ours", nargs="*", default=[], metavar="NAME=VALUE")
    parser.add_argument("--theirs", nargs="*", default=[], metavar="NAME=VALUE")
    parser.add_argument("--sprt", action="store_true")
    parser.add_argument("--processor", action="store_true")
    asked = parser.parse_args()
    if asked.processor:
        machine.on_processor_clock()  # both sides inherit it
    limits = {k: v for k in ("seconds", "nodes") if (v := getattr(asked, k)) is not None}
    if not limits:
        parser.error("name --seconds or --nodes")
    ours = Side(sys.executable, style_of(asked.ours), limits)
    theirs = Side(asked.other, style_of(asked.theirs), limits)
    pairs: list[float] = []
    for number in range(asked.first, asked.first + asked.pairs):
        begun = opening(asked.game, number)
        points = play(asked.game, ours, theirs, begun, number)
        points += 1 - play(asked.game, theirs, ours, begun, number)
        pairs.append(points)
        share, half, ratio = summary(pairs)
        print(f"{2 * len(pairs)} games: {share:.1%} +- {half:.1%}, llr {ratio:.2f}", flush=True)
        if asked.sprt and abs(ratio) > SPRT_BOUND:
            break
    for name, side in (("ours", ours), ("theirs", theirs)):
        side.close()
        mean, depth = statistics.fmean(side.seconds), statistics.fmean(side.depths)
        print(f"{name}: {mean:.3f} s of processor a turn, depth {depth:.1f}")


if __name__ == "__main__":
    main()
