"""How strong the levels are: matches between them, with error bars.

Every game is one line of a log (bench/results/local/players.jsonl) and is not played again: a run
that was stopped goes on where it was. The score is A's share of the points; the bars are 95%
(Wilson). Games differ by their seeds: colours are swapped, and pairs of games share a seed.

    python bench/bench_players.py                        every bar of the levels, a long run
    python bench/bench_players.py gomoku level:10 plain:4 --games 100 --seconds 0.3
"""

from __future__ import annotations

import argparse
import json
import math
import os
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path

from kikashi import games
from kikashi.law import Position
from kikashi.law.winning_sets import StonePosition
from kikashi.play.levels import make_player
from kikashi.play.players import Opinion
from kikashi.search.playing import Budget, Style, think

GAMES = ("connect6", "gomoku", "goclub")
LOG = Path(__file__).resolve().parent / "results/local/players.jsonl"
SLACK = 0.02
"""Seconds beyond the limit that a busy machine may add before a turn counts as late."""
PLAIN = Style(width=16, root_width=40, glance=0, forces=False, partial=0.0)


@dataclass(frozen=True)
class Match:
    """A against B."""

    game: str
    a: str
    b: str
    seconds: float
    games: int

    @property
    def name(self) -> str:
        return f"{self.game} {self.a} {self.b} {self.seconds:g}"


class Plain:
    """Alpha-beta of a fixed depth with the same evaluation and no forcing search."""

    def __init__(self, depth: int, seed: int) -> None:
        self.depth, self.seed = depth, seed

    def choose_turn(self, position: Position, _seconds: float) -> Opinion:
        assert isinstance(position, StonePosition)
        weights = games.room(position.game).part("engine").weights(position)
        style = Style(**{**asdict(PLAIN), "most_depth": self.depth})
        budget = Budget(nodes=10**9, seed=self.seed, variety=12)
        thought = think(position, weights, style, budget)
        return Opinion(thought.moves, thought.reason)


def player(name: str, position: Position, seed: int):  # type: ignore[no-untyped-def]
    kind, _, number = name.partition(":")
    if kind == "plain":
        return Plain(int(number), seed)
    threads = int(number.partition("x")[2] or 1)
    return make_player(position, number.partition("x")[0] or kind, seed, threads)


def play(match: Match, number: int) -> dict[str, object]:
    """One game; A has the first move in the even ones."""
    position: Position = games.room(match.game).start()
    seed = number // 2
    a, b = player(match.a, position, 2 * seed + 1), player(match.b, position, 2 * seed + 2)
    sides = (a, b) if number % 2 == 0 else (b, a)
    slowest, late, turns = 0.0, 0, 0
    while position.result() is None:
        side = sides[position.to_move]
        begun = time.monotonic()
        opinion = side.choose_turn(position, match.seconds)
        spent = time.monotonic() - begun
        if not isinstance(side, Plain):
            slowest = max(slowest, spent)
            late += spent > match.seconds + SLACK
        turns += 1
        for move in opinion.moves:
            position = position.play(move)  # an illegal move would end the run here
    result = position.result()
    assert result is not None
    first = 0 if number % 2 == 0 else 1
    points = (result.payoffs[first] + 1) / 2
    return {
        "match": match.name,
        "number": number,
        "points": points,
        "turns": turns,
        "slowest": round(slowest, 4),
        "late": late,
    }


def interval(points: float, count: int) -> tuple[float, float]:
    """Wilson's 95% interval of a share; draws count half."""
    if count == 0:
        return 0.0, 1.0
    z, share = 1.96, points / count
    middle = (share + z * z / (2 * count)) / (1 + z * z / count)
    half = z * math.sqrt(share * (1 - share) / count + z * z / (4 * count**2)) / (1 + z * z / count)
    return max(0.0, middle - half), min(1.0, middle + half)


def known(match: Match) -> dict[int, dict[str, object]]:
    """The games of a match that the log has."""
    found: dict[int, dict[str, object]] = {}
    if LOG.exists():
        for row in LOG.read_text("utf-8").splitlines():
            entry = json.loads(row)
            if entry["match"] == match.name:
                found[entry["number"]] = entry
    return found


def run(match: Match, jobs: int) -> None:
    """Plays what is missing and prints the score."""
    have = known(match)
    missing = [n for n in range(match.games) if n not in have]
    LOG.parent.mkdir(parents=True, exist_ok=True)
    with LOG.open("a", encoding="utf-8") as log, ProcessPoolExecutor(max_workers=jobs) as pool:
        for entry in pool.map(play, [match] * len(missing), missing):
            have[int(str(entry["number"]))] = entry
            log.write(json.dumps(entry) + "\n")
            log.flush()
    rows = [have[n] for n in range(match.games)]
    points = sum(float(str(row["points"])) for row in rows)
    draws = sum(row["points"] == 0.5 for row in rows)
    low, high = interval(points, len(rows))
    late = sum(int(str(row["late"])) for row in rows)
    slowest = max(float(str(row["slowest"])) for row in rows)
    print(
        f"{match.name:34} {points / len(rows):6.1%} [{low:.1%}, {high:.1%}] of {len(rows)} games, "
        f"{draws} drawn; {late} late turns, slowest {slowest:.3f} s",
        flush=True,
    )


def bars() -> Iterator[Match]:
    """What the levels promise."""
    for game in GAMES:
        yield Match(game, "level:10", "level:5", 1.0, 200)
        yield Match(game, "level:10", "level:1", 1.0, 200)
    yield Match("gomoku", "level:10", "plain:4", 0.3, 100)
    for game in GAMES:
        for number in range(2, 11):
            yield Match(game, f"level:{number}", f"level:{number - 1}", 0.05, 400)
    for game in GAMES:
        yield Match(game, "level:10x2", "level:10", 0.1, 1000)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("match", nargs="*", help="GAME A B; nothing: all bars")
    parser.add_argument("--games", type=int)
    parser.add_argument("--seconds", type=float, default=0.3)
    parser.add_argument("--jobs", type=int, default=max(1, (os.cpu_count() or 2) // 2))
    given = parser.parse_args()
    if given.match:
        game, a, b = given.match
        run(Match(game, a, b, given.seconds, given.games or 40), given.jobs)
        return
    for match in bars():
        short = match if given.games is None else Match(**{**asdict(match), "games": given.games})
        run(short, given.jobs)


if __name__ == "__main__":
    main()
