"""A match: every pair of players meets in every opening with both colours, several games at once.

Games run in threads: native searches and outside programs leave the interpreter free.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

from kikashi.arena.contestants import Contestant
from kikashi.arena.log import MatchLog, PlayedGame
from kikashi.arena.openings import Opening
from kikashi.arena.playing import play_game
from kikashi.arena.statistics import Rating, Results, Sprt, Tally, rating_list
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

    def seats(self, number: int) -> tuple[int, int, int]:
        """Who is black, who is white, and the opening of a game.

        Games of one opening stand side by side, with colours swapped; pairs take turns.
        """
        first, second = self.pairs[number % len(self.pairs)]
        game = number // len(self.pairs)
        opening = game // 2 % len(self.openings)
        return (first, second, opening) if game % 2 == 0 else (second, first, opening)

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
        }


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
        seed=plan.seed * 1_000_003 + number,
        deal=plan.seed * 1_000_003 + number // len(plan.pairs) // 2,
        margin=plan.margin,
        proofs=plan.proofs,
        most_plies=plan.most_plies,
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
        broken=outcome.broken,
    )
