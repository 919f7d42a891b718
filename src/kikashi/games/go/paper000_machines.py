"""Paper 000, one move by many machines (V3): seven workers against one, in Go.

Workers search the same position with other random numbers and never talk; their root statistics are
merged as the grid merges them (`kikashi.grid.voting.merge`). Every worker has so many simulations a
move and not seconds, so that two cores are enough and a busy machine changes nothing. The control
gives one worker seven times the simulations: what it wins more than the seven is what was wasted.
"""

from __future__ import annotations

import json
import math
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path

from kikashi.games.go.engine import Search, word_of
from kikashi.games.go.position import PASS, GoPosition
from kikashi.games.go.rules import Go
from kikashi.grid.voting import Ballot, merge
from kikashi.papers.contract import Answer, Figure, Plot, Report, Settings, Table

ID = "000-go"
PAPER = "000"
TITLE = "Go: seven machines against one"
TITLE_ZH = "圍棋：七台機器對一台"
QUICK = 1
PUBLISHED = "71.4"
WORKERS = 7
BOARDS = ((9, 1_000, 200), (13, 500, 120))
"""Lines, simulations a worker and games."""
CERTAIN = 0.95
"""Chances from which a game is thought to be won."""
AGREED = 4
"""Moves, of both sides in turn, for which they must think so until the game ends."""
QUICK_BOARDS = ((9, 50, 1),)
"""Where one game of each is asked for: a look at how it goes, and no figure."""
KINDS = ("sum", "control", "majority", "average")
"""In the order in which they are played, each on all boards before the next."""
MISSING = (
    "The paper does not say the board, the time or the number of games behind its 71.4%.",
    "The majority and the average are played with a quarter of the games.",
    "A game ends where both sides give the same one 95% and more for four moves running.",
)


def ballot(law: GoPosition, simulations: int, seed: int) -> Ballot:
    """What one worker says."""
    found = Search(law).run(simulations=simulations, seed=seed, stop_early=False)
    turns = [
        ([word_of(law, move["cell"])], float(move["visits"]), float(move["value"]))
        for move in found["moves"]
        if move["visits"]
    ]
    return Ballot(turns or [([PASS], 1.0, 0.0)], "searched", found["simulations"], 0)


def chosen(law: GoPosition, kind: str, simulations: int, seed: int) -> tuple[str, float]:
    """The move of seven workers, or of one with as much work as seven (control), or of one.

    With it, what they think of the mover's chances."""
    if kind in ("one", "control"):
        work = simulations * (WORKERS if kind == "control" else 1)
        best = merge([ballot(law, work, seed)])[0]
    else:
        ballots = [ballot(law, simulations, seed * WORKERS + n) for n in range(WORKERS)]
        best = merge(ballots, kind)[0]
    move = best.turn[0]
    if law.now.passes and law.score().margin * (1 if law.to_move == 0 else -1) > 0:
        return PASS, 1.0
    return move, best.value


def play(size: int, kind: str, simulations: int, number: int) -> bool:
    """One game; whether the many (or the control) won it. They are Black in every second one.

    It ends by two passes, or where both have agreed for AGREED moves who wins.
    """
    law = Go().start({"size": str(size), "rules": "tromp-taylor", "suicide": "no"})
    many = number % 2
    agreed = 0
    """Moves for which Black has been thought to win, negative for White."""
    while law.result() is None:
        mover = law.to_move
        who = kind if mover == many else "one"
        seed = 1_000_003 * number + 101 * len(law.moves) + mover
        move, value = chosen(law, who, simulations, seed)
        black = value if mover == 0 else 1 - value
        if black >= CERTAIN:
            agreed = max(agreed, 0) + 1
        elif black <= 1 - CERTAIN:
            agreed = min(agreed, 0) - 1
        else:
            agreed = 0
        if abs(agreed) >= AGREED:
            return (agreed > 0) == (many == 0)
        law = law.play(move)
    result = law.result()
    assert result is not None
    return result.payoffs[many] > 0


def interval(won: int, games: int) -> tuple[float, float]:
    """Wilson's 95% interval, in per cent."""
    z, share = 1.96, won / games
    middle = share + z * z / (2 * games)
    half = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    scale = 100 / (1 + z * z / games)
    return scale * (middle - half), scale * (middle + half)


def _boards(settings: Settings) -> tuple[tuple[int, int, int], ...]:
    return QUICK_BOARDS if settings.games == 1 else BOARDS


def _wanted(settings: Settings) -> Iterator[tuple[int, str, int, int]]:
    for kind in KINDS:
        for size, simulations, games in _boards(settings):
            asked = games if settings.games is None else settings.games
            most = asked if kind in ("sum", "control") or asked == 1 else max(2, asked // 4)
            for number in range(most):
                yield size, kind, simulations, number


def run(
    settings: Settings, report: Report, one: Callable[[int, str, int, int], bool] = play
) -> Answer:
    """Plays what the log does not hold yet; a run that is stopped goes on where it was."""
    began = time.perf_counter()
    settings.work.mkdir(parents=True, exist_ok=True)
    log = settings.work / f"{ID}.jsonl"
    done = _logged(log)
    wanted = list(_wanted(settings))
    waiting = [game for game in wanted if game not in done]
    finished_now = 0
    with log.open("a", encoding="utf-8") as file, ThreadPoolExecutor(settings.jobs) as pool:
        running = {pool.submit(one, *game): game for game in waiting}
        try:
            for finished in as_completed(running):
                game = running[finished]
                done[game] = finished.result()
                file.write(json.dumps([*game, done[game]]) + "\n")
                file.flush()
                finished_now += 1
                report("games", len(wanted) - len(waiting) + finished_now, len(wanted))
        finally:
            for future in running:
                future.cancel()
    rows = []
    bars: dict[str, float] = {}
    for size, simulations, _ in _boards(settings):
        for kind in KINDS:
            won = [done[game] for game in wanted if game[:3] == (size, kind, simulations)]
            low, high = interval(sum(won), len(won))
            what = (
                f"{WORKERS} workers, {kind}" if kind != "control" else "1 worker, 7 times the work"
            )
            share = 100 * sum(won) / len(won)
            published = PUBLISHED if kind == "sum" else ""
            rows.append(
                (
                    f"{size}x{size}",
                    str(simulations),
                    what,
                    str(len(won)),
                    published,
                    f"{share:.1f}",
                    f"{low:.1f} to {high:.1f}",
                )
            )
            bars[f"{size} {kind}"] = share
    columns = ("board", "simulations", "against one", "games", "published %", "ours %", "95%")
    return Answer(
        tables=(Table(TITLE, columns, tuple(rows)),),
        command=f"kikashi papers run {ID}"
        + ("" if settings.games is None else f" --games {settings.games}"),
        seconds=time.perf_counter() - began,
        missing=MISSING,
        figures=tuple(
            Figure(
                f"games won by {WORKERS} machines against one, {size}x{size}",
                float(PUBLISHED),
                round(bars[f"{size} sum"], 1),
                "%",
                f"{WORKERS} 台對一台的勝率，{size}x{size}",
            )
            for size, _, _ in _boards(settings)
        ),
        plots=(Plot({"ours": bars}, TITLE, "board and players", "games won, per cent"),),
    )


def _logged(log: Path) -> dict[tuple[int, str, int, int], bool]:
    if not log.exists():
        return {}
    rows = (json.loads(line) for line in log.read_text("utf-8").splitlines())
    return {(row[0], row[1], row[2], row[3]): bool(row[4]) for row in rows}
