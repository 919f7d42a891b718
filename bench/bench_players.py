"""How strong the levels are: matches between them, with error bars.

Every game is one line of a log (bench/results/local/players.jsonl) and is not played again: a run
that was stopped, or is still going on elsewhere, goes on where it was. A line says of which player
it is (a hash of what it does with a few nodes and of both levels), so that games of an older player
do not count for a newer one. The score is A's share of the points; the bars are 95% (Wilson). Games
differ by their seeds: colours are swapped, and pairs of games share a seed. Nobody plays from a
book of openings, but for the player `book:N`: level 10 with N nodes a turn and its book, whom
`think:N`, the same without, is to measure.

    python bench/bench_players.py                        every bar of the levels, a long run
    python bench/bench_players.py --only ladder          or plain, top, steady, threads
    python bench/bench_players.py --only ladder --report only what the log has
    python bench/bench_players.py gomoku level:10 plain:4 --games 100 --seconds 1
    python bench/bench_players.py gomoku book:2000 think:2000 --games 60 --seconds 60
    python bench/bench_players.py xiangqi level:3 level:2 --first 4000 --games 60 --seconds 60

A turn is late that takes longer than its seconds by the wall clock, and at fault that takes longer
in processor time of its own thread: on a busy machine the first can happen without the second.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import math
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass, replace
from functools import cache
from importlib import resources
from pathlib import Path

from kikashi import games
from kikashi.law import Position, View
from kikashi.law.winning_sets import StonePosition
from kikashi.play.levels import LevelPlayer, levels, make_player
from kikashi.play.openings import NAME
from kikashi.play.players import Opinion
from kikashi.search.playing import Budget
from kikashi.stones.engine import StoneStyle, search

GAMES = ("connect6", "gomoku", "goclub")
LOG = Path(__file__).resolve().parent / "results/local/players.jsonl"
SLACK = 0.02
"""Seconds beyond the limit that a busy machine may add before a turn counts as late."""
MOST_TURNS = 300
"""A game of pieces need not end; after so many turns it is drawn."""
PLAIN = StoneStyle(width=16, root_width=40, glance=0, forces=False, partial=0.0)


@dataclass(frozen=True)
class Match:
    """A against B."""

    game: str
    a: str
    b: str
    seconds: float
    games: int
    first: int = 0
    """The number of the first game: other numbers, other seeds."""

    @property
    def numbers(self) -> range:
        return range(self.first, self.first + self.games)

    @property
    def name(self) -> str:
        return f"{self.game} {self.a} {self.b} {self.seconds:g}"


class Plain:
    """Alpha-beta of a fixed depth with the same evaluation and no forcing search."""

    def __init__(self, depth: int, seed: int) -> None:
        self.depth, self.seed = depth, seed

    def choose_turn(self, seen: View, _seconds: float) -> Opinion:
        position = seen.position()
        assert isinstance(position, StonePosition)
        weights = games.room(position.game).part("engine").weights(position)
        style = StoneStyle(**{**asdict(PLAIN), "most_depth": self.depth})
        budget = Budget(nodes=10**9, seed=self.seed, variety=12)
        thought = search(position, weights, style, budget)
        return Opinion(thought.moves, thought.reason)


class Bounded:
    """Level 10 by nodes, with its book or without."""

    def __init__(self, position: Position, nodes: int, seed: int, *, book: bool) -> None:
        made = make_player(position, 10, seed, book=book)
        assert isinstance(made, LevelPlayer)
        self.player, self.nodes = made, nodes

    def choose_turn(self, seen: View, seconds: float) -> Opinion:
        return self.player.choose_turn(seen, seconds, nodes=self.nodes)


def player(name: str, position: Position, seed: int):  # type: ignore[no-untyped-def]
    kind, _, number = name.partition(":")
    if kind == "plain":
        return Plain(int(number), seed)
    if kind in ("book", "think"):
        return Bounded(position, int(number), seed, book=kind == "book")
    threads = int(number.partition("x")[2] or 1)
    return make_player(position, number.partition("x")[0] or kind, seed, threads)


def play(match: Match, number: int) -> dict[str, object]:
    """One game; A has the first move in the even ones."""
    position: Position = games.room(match.game).start()
    seed = number // 2
    a, b = player(match.a, position, 2 * seed + 1), player(match.b, position, 2 * seed + 2)
    sides = (a, b) if number % 2 == 0 else (b, a)
    slowest, late, at_fault, turns = 0.0, 0, 0, 0
    while position.result() is None and turns < MOST_TURNS:
        side = sides[position.to_move]
        begun, worked = time.monotonic(), time.thread_time()
        opinion = side.choose_turn(position.view_of_mover(), match.seconds)
        spent = time.monotonic() - begun
        if not isinstance(side, Plain):
            slowest = max(slowest, spent)
            late += spent > match.seconds + SLACK
            at_fault += time.thread_time() - worked > match.seconds + SLACK
        turns += 1
        for move in opinion.moves:
            position = position.play(move)  # an illegal move would end the run here
    result = position.result()
    first = 0 if number % 2 == 0 else 1
    points = 0.5 if result is None else (result.payoffs[first] + 1) / 2
    return {
        "match": match.name,
        "player": mark(match.game, match.a, match.b),
        "number": number,
        "points": points,
        "turns": turns,
        "slowest": round(slowest, 4),
        "late": late,
        "at_fault": at_fault,
    }


@cache
def mark(game: str, a: str, b: str) -> str:
    """A short hash that changes when one of the two players of a game does."""
    room = games.room(game)
    position = room.start()
    ladder = levels(game)
    kinds = {name.partition(":")[0] for name in (a, b)}
    if not isinstance(position, StonePosition) or "book" in kinds:
        return _mark_by_turns(game, a, b)
    weights = room.part("engine").weights(position)
    sides = [name.partition(":") for name in (a, b)]
    playing = {number.partition("x")[0] for kind, _, number in sides if kind == "level"}
    said = [repr([level for level in ladder if level.id in playing]), repr(weights)]
    for seed in range(3):  # a few turns of a short game
        position = room.start()
        for _ in range(6):
            assert isinstance(position, StonePosition)
            if position.is_over:
                break
            budget = Budget(nodes=2_000, seed=seed, variety=60)
            thought = search(position, weights, ladder[-1].style, budget)
            said.append(f"{thought.moves} {thought.score} {thought.nodes}")
            position = position.play_all(" ".join(thought.moves))
    return hashlib.sha256("\n".join(said).encode()).hexdigest()[:10]


def _mark_by_turns(game: str, a: str, b: str) -> str:
    """The same by both levels, the book and a few turns, for what has no weights of sets."""
    playing = {name.partition(":")[2] for name in (a, b)}
    said = [repr([level for level in levels(game) if level.id in playing])]
    if any(name.startswith("book:") for name in (a, b)):
        said.append(resources.files(games.room(game).package).joinpath(NAME).read_text("utf-8"))
    position: Position = games.room(game).start()
    for seed in range(6):
        thought = Bounded(position, 2_000, seed, book=False).choose_turn(
            position.view_of_mover(), 60.0
        )
        said.append(f"{thought.moves} {thought.score} {thought.nodes}")
        position = position.play_all(thought.moves)
    return hashlib.sha256("\n".join(said).encode()).hexdigest()[:10]


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
            who = mark(match.game, match.a, match.b)
            if entry["match"] == match.name and entry["player"] == who:
                found[entry["number"]] = entry
    return found


def run(match: Match, jobs: int) -> None:
    """Plays what is missing and prints the score."""
    have = known(match)
    missing = [n for n in match.numbers if n not in have]
    LOG.parent.mkdir(parents=True, exist_ok=True)
    with LOG.open("a", encoding="utf-8") as log, ProcessPoolExecutor(max_workers=jobs) as pool:
        for entry in pool.map(play, [match] * len(missing), missing):
            log.write(json.dumps(entry) + "\n")
            log.flush()
    show(match)


def show(match: Match) -> None:
    """The score of the games that the log has."""
    rows = [row for number, row in known(match).items() if number in match.numbers]
    if not rows:
        print(f"{match.name:34} no games yet")
        return
    points = sum(float(str(row["points"])) for row in rows)
    draws = sum(row["points"] == 0.5 for row in rows)
    low, high = interval(points, len(rows))
    late, at_fault = (sum(int(str(row[key])) for row in rows) for key in ("late", "at_fault"))
    slowest = max(float(str(row["slowest"])) for row in rows)
    print(
        f"{match.name:34} {points / len(rows):6.1%} [{low:.1%}, {high:.1%}] of {len(rows)} games, "
        f"{draws} drawn; {late} late turns ({at_fault} at fault), slowest {slowest:.3f} s",
        flush=True,
    )


def ladder() -> Iterator[Match]:
    """Each level against the one below."""
    for game in GAMES:
        for number in range(2, 11):
            yield Match(game, f"level:{number}", f"level:{number - 1}", 0.05, 400)


def top() -> Iterator[Match]:
    """Full strength against levels 5 and 1."""
    for other in (1, 5):
        for game in GAMES:
            yield Match(game, "level:10", f"level:{other}", 1.0, 200)


def plain() -> Iterator[Match]:
    """Full strength against alpha-beta of four plies without forcing search."""
    yield Match("gomoku", "level:10", "plain:4", 1.0, 100)


def steady() -> Iterator[Match]:
    """No time loss, illegal move or crash."""
    for game, count in zip(GAMES, (334, 333, 333), strict=True):
        yield Match(game, "level:10", "level:9", 0.1, count)


def threads() -> Iterator[Match]:
    """Two threads against one, in the game where a longer thought counts most. It wants two cores
    for itself, and one game at a time.
    """
    yield Match("connect6", "level:10x2", "level:10", 0.05, 1000)


BARS = {"ladder": ladder, "plain": plain, "top": top, "steady": steady, "threads": threads}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("match", nargs="*", help="GAME A B; nothing: all bars")
    parser.add_argument("--games", type=int)
    parser.add_argument("--first", type=int, default=0, help="the number of the first game")
    parser.add_argument("--seconds", type=float, default=0.3)
    parser.add_argument("--jobs", type=int, default=1, help="games at once")
    parser.add_argument("--only", nargs="*", choices=BARS, help="these bars")
    parser.add_argument("--game", nargs="*", choices=GAMES, default=GAMES, help="of these games")
    parser.add_argument("--report", action="store_true", help="play nothing, print what is known")
    given = parser.parse_args()
    if given.match:
        game, a, b = given.match
        chosen = [Match(game, a, b, given.seconds, given.games or 40, given.first)]
    else:
        every = (match for bar in given.only or BARS for match in BARS[bar]())
        chosen = [match for match in every if match.game in given.game]
        if given.games is not None:
            chosen = [replace(match, games=given.games) for match in chosen]
    for match in chosen:
        if given.report:
            show(match)
        else:
            run(match, given.jobs)


if __name__ == "__main__":
    main()
