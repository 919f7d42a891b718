"""A match: every pair of players meets in every opening in all seatings, several games at once.

At two seats that is with both colours, at four in six ways, two seats each.

Games run in threads: native searches and outside programs leave the interpreter free.
"""

from __future__ import annotations

import hashlib
import math
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

from kikashi.arena.contestants import Contestant
from kikashi.arena.log import MatchLog, PlayedGame
from kikashi.arena.openings import Opening
from kikashi.arena.playing import play_game
from kikashi.arena.statistics import Z95, Rating, Results, Sprt, Tally, rating_list
from kikashi.law import GameError, Position
from kikashi.protocols.hosts import MARGIN, StoppedError
from kikashi.protocols.levels_door import Stop

Watch = Callable[["Standing"], None]


@dataclass(frozen=True)
class Plan:
    """What is to be played."""

    start: Position
    players: tuple[Contestant, ...]
    games: int
    """For each pair of players."""
    seconds: float
    openings: tuple[Opening, ...]
    seed: int = 0
    jobs: int = 1
    margin: float = MARGIN
    proofs: bool = False
    most_plies: int | None = None
    sprt: Sprt | None = None
    book: bool = False
    """Whether levels play their first turns from a book; given openings ask what they find."""

    def __post_init__(self) -> None:
        names = [player.text for player in self.players]
        if len(names) < 2:
            raise GameError("a match needs two players or more")
        if len(set(names)) != len(names) and len(names) > 2:
            raise GameError("in a rating list each player can stand once")
        if self.games < 1 or self.jobs < 1 or not self.seconds > 0 or not self.openings:
            raise GameError("a match needs games, openings, seconds a turn and at least one job")
        if self.sprt is not None and len(names) != 2:
            raise GameError("SPRT is a test between two players")

    @property
    def pairs(self) -> tuple[tuple[int, int], ...]:
        return tuple(combinations(range(len(self.players)), 2))

    @property
    def total(self) -> int:
        return self.games * len(self.pairs)

    @property
    def layouts(self) -> tuple[tuple[int, ...], ...]:
        """Which of two contestants has each seat: the first has the first one, and as many as the
        other, or one more or less."""
        return layouts(self.start.players)

    @property
    def seatings(self) -> int:
        """Games of one opening, or one deal, for each pair."""
        return 2 * len(self.layouts)

    def seats(self, number: int) -> tuple[int, int, int]:
        """Who has the first seat (black), who is the other, and the opening of a game.

        Games of one opening stand side by side, with colours swapped; pairs take turns.
        """
        first, second = self.pairs[number % len(self.pairs)]
        game = number // len(self.pairs)
        opening = self.deal(number) % len(self.openings)
        return (first, second, opening) if game % 2 == 0 else (second, first, opening)

    def layout(self, number: int) -> tuple[int, ...]:
        """The seats of a game: 0 for who has the first one."""
        return self.layouts[number // len(self.pairs) // 2 % len(self.layouts)]

    def deal(self, number: int) -> int:
        """Games of one deal are dealt alike, so that luck cancels."""
        return number // len(self.pairs) // self.seatings

    def heading(self) -> dict[str, Any]:
        """What must be the same for a log to go on; more games may be asked for later."""
        text = "\n".join(" ".join(opening) for opening in self.openings)
        return {
            "game": self.start.game,
            "options": dict(self.start.options),
            "start": self.start.to_text(),
            "players": [player.text for player in self.players],
            "seconds": self.seconds,
            "seed": self.seed,
            "proofs": self.proofs,
            "most_plies": self.most_plies,
            "openings": hashlib.sha256(text.encode()).hexdigest()[:16],
            **({"book": True} if self.book else {}),
            **({"seatings": self.seatings} if self.seatings > 2 else {}),
        }


@cache
def layouts(seats: int) -> tuple[tuple[int, ...], ...]:
    """All ways to share seats evenly between two, the first seat being the first one's."""
    found = []
    for size in sorted({seats // 2, seats - seats // 2}, reverse=True):
        for others in combinations(range(1, seats), size - 1):
            found.append(tuple(int(seat not in (0, *others)) for seat in range(seats)))
    return tuple(found)


@dataclass(frozen=True)
class Points:
    """Points a seat and deal, with the half width of the 95% interval over the deals."""

    mean: float
    error: float
    deals: int


class Standing:
    """The games played so far and what they add up to."""

    def __init__(self, plan: Plan, games: Sequence[PlayedGame]) -> None:
        self.plan = plan
        self.games = tuple(sorted(games, key=lambda game: game.number))

    def tally(self, player: int = 0, other: int | None = None) -> Tally:
        """One player's wins, draws and losses, against one other or all of them."""
        total = Tally()
        for game in self.games:
            first, second, _ = self.plan.seats(game.number)
            if not game.broken and player in (first, second) and other in (None, first, second):
                total += points(game, 0 if player == first else 1)
        return total

    def points(self) -> Points | None:
        """What a seat of the first player gets in a deal, over the deals that were played in all
        seatings; None where fewer than two were."""
        deals: dict[int, list[float]] = {}
        for game in self.games:
            seats = self.plan.seats(game.number)
            if len(game.points) == 2 and 0 in seats[:2]:
                got = game.points[seats.index(0)]
                deals.setdefault(self.plan.deal(game.number), []).append(got)
        whole = self.plan.seatings * (len(self.plan.players) - 1)
        means = [fmean(got) for got in deals.values() if len(got) == whole]
        if len(means) < 2:
            return None
        return Points(fmean(means), Z95 * stdev(means) / math.sqrt(len(means)), len(means))

    @property
    def broken(self) -> tuple[PlayedGame, ...]:
        """The games that decided nothing, because a program was not there or talked nonsense."""
        return tuple(game for game in self.games if game.broken)

    def results(self) -> Results:
        names = [contestant.text for contestant in self.plan.players]
        return {(names[a], names[b]): self.tally(a, b) for a, b in self.plan.pairs}

    def ratings(self) -> tuple[Rating, ...]:
        return rating_list(self.results(), [player.text for player in self.plan.players])

    def reasons(self) -> dict[str, int]:
        """How often games ended in which way."""
        return dict(sorted(Counter(game.reason for game in self.games).items()))

    def failures(self, player: int) -> dict[str, int]:
        """How often this player lost by what is no defeat on the board."""
        found: Counter[str] = Counter()
        for game in self.games:
            seats = self.plan.seats(game.number)
            lost = None if game.winner is None else seats[1 - game.winner]
            if lost == player and game.reason in FAILURES:
                found[game.reason] += 1
        return dict(sorted(found.items()))

    def decided(self) -> str:
        """What SPRT says; empty without it or while it goes on."""
        return self.plan.sprt.verdict(self.tally()) if self.plan.sprt else ""


FAILURES = ("time", "died", "illegal")
MOST_BROKEN = 3
"""After so many broken games a match is given up: the next ones would be no better."""


def points(game: PlayedGame, side: int) -> Tally:
    """What a game counts for who moved first (0) or second (1)."""
    if game.winner is None:
        return Tally(draws=1)
    return Tally(wins=1) if game.winner == side else Tally(losses=1)


def run_match(
    plan: Plan, log: Path | None = None, *, watch: Watch | None = None, stop: Stop | None = None
) -> Standing:
    """Plays what the log does not hold yet. After `stop` what is finished is kept and returned."""
    stop = stop or Stop()
    book = MatchLog(log, plan.heading())
    games = {n: game for n, game in book.games.items() if n < plan.total}
    waiting = [number for number in range(plan.total) if number not in games]
    waiting.reverse()
    pool = ThreadPoolExecutor(max_workers=plan.jobs, thread_name_prefix="game")
    running: dict[Future[PlayedGame], int] = {}
    standing = Standing(plan, list(games.values()))
    try:
        while (waiting or running) and not stop.is_set():
            if standing.decided() or len(standing.broken) >= MOST_BROKEN:
                break
            while waiting and len(running) < plan.jobs:
                number = waiting.pop()
                running[pool.submit(_one, plan, number, stop)] = number
            done, _ = wait(running, timeout=0.2, return_when=FIRST_COMPLETED)
            for future in done:
                del running[future]
                game = future.result()
                book.add(game)
                games[game.number] = game
            if done:
                standing = Standing(plan, list(games.values()))
                if watch is not None:
                    watch(standing)
    except StoppedError:
        pass
    finally:
        stop.set()  # games that nobody waits for end now, and their programs with them
        pool.shutdown(wait=True, cancel_futures=True)
    return standing


def _one(plan: Plan, number: int, stop: Stop) -> PlayedGame:
    first, second, opening = plan.seats(number)
    players = plan.players
    outcome = play_game(
        plan.start,
        plan.openings[opening],
        (players[first], players[second]),
        plan.seconds,
        layout=plan.layout(number),
        seed=plan.seed * 1_000_003 + number,
        deal=plan.seed * 1_000_003 + plan.deal(number),
        margin=plan.margin,
        proofs=plan.proofs,
        most_plies=plan.most_plies,
        book=plan.book,
        stop=stop,
    )
    return PlayedGame(
        number=number,
        first=players[first].text,
        second=players[second].text,
        opening=opening,
        moves=list(outcome.moves),
        winner=outcome.winner,
        reason=outcome.reason,
        detail=outcome.detail,
        slowest=[round(seconds, 4) for seconds in outcome.slowest],
        points=list(outcome.points or ()),
        broken=outcome.broken,
    )
