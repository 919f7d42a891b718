"""The paper's players: a million games of one ply, and plies 1 to 4 against each other."""

from __future__ import annotations

import time

from kikashi.games.goclub.score_players import SHORTEST, Tally, many, one
from kikashi.papers.contract import Answer, Figure, Plot, Report, Settings, Table

ID = "002-players"
PAPER = "002"
TITLE = "GoClub: the paper's players"
TITLE_ZH = "梅花棋：論文的棋手"
QUICK = 20_000
GAMES, PLIES, FEW_PLIES = 1_000_000, 4, 2
PUBLISHED_GAMES, PUBLISHED_WON, PUBLISHED_STONES = 1_000_000, 511_122, 28.08338
PUBLISHED_LENGTHS = {(1, 1): 25, (1, 2): 21, (2, 1): 13, (2, 2): 17}
READINGS = {
    "stones that stand already": True,
    "stones once the cell is taken": False,
}
FEWEST = 9
"""Stones of a game that the first player wins as soon as can be: five of its own."""
MISSING = (
    "The paper does not say whether a cell's score counts the stones that stand in a club or those "
    "after the cell is taken; both are played here. What a deeper ply is worth is ours too: a "
    "cell's worth less the best that the other side then gets.",
)


def run(settings: Settings, report: Report) -> Answer:
    """`--games N` plays N games of one ply instead of a million, and no more than two plies."""
    began = time.perf_counter()
    games = settings.games or GAMES
    plies = range(1, (FEW_PLIES if settings.games else PLIES) + 1)
    tallies: dict[str, Tally] = {}
    spent: dict[str, float] = {}
    for name, standing in READINGS.items():
        clock = time.process_time()
        tallies[name] = many(
            games, standing=standing, jobs=settings.jobs, report=lambda n, of: report("play", n, of)
        )
        spent[name] = (time.process_time() - clock) / games * GAMES
    likeness = SHORTEST / PUBLISHED_STONES * PUBLISHED_WON / PUBLISHED_GAMES
    rows = [
        (
            "paper",
            f"{PUBLISHED_GAMES:,}",
            f"{100 * PUBLISHED_WON / PUBLISHED_GAMES:.2f}%",
            "",
            f"{PUBLISHED_STONES:.2f}",
            f"{100 * likeness:.2f}%",
            "",
        )
    ]
    rows += [
        (
            f"ours, {name}",
            f"{tally.games:,}",
            f"{100 * tally.win_rate:.2f}%",
            f"{100 * tally.error:.2f}",
            f"{tally.stones:.2f}",
            f"{100 * tally.likeness:.2f}%",
            f"{spent[name]:.0f}",
        )
        for name, tally in tallies.items()
    ]
    stones = {name: _stones(plies, standing=how) for name, how in READINGS.items()}
    first, lengths = next(iter(tallies.values())), next(iter(stones.values()))
    return Answer(
        tables=(
            Table(
                "One ply 1.0 against itself",
                (
                    *("", "games", "first wins", "95% +-", "stones of a win", "likeness"),
                    "processor s a million",
                ),
                tuple(rows),
            ),
            *(_against(name, plies, found) for name, found in stones.items()),
        ),
        command=f"kikashi papers run {ID}" + (f" --games {games}" if games != GAMES else ""),
        seconds=time.perf_counter() - began,
        missing=MISSING,
        figures=(
            Figure(
                "games won by the first player, one ply 1.0",
                100 * PUBLISHED_WON / PUBLISHED_GAMES,
                round(100 * first.win_rate, 2),
                "%",
                "一層 1.0 對自己，先手勝率",
            ),
            Figure(
                "stones of a win, one ply 1.0",
                PUBLISHED_STONES,
                round(first.stones, 2),
                zh="一層 1.0 先手獲勝的棋子數",
            ),
            Figure(
                "likeness, one ply 1.0",
                round(100 * likeness, 2),
                round(100 * first.likeness, 2),
                "%",
                "一層 1.0 的相似度",
            ),
            *(
                Figure(
                    f"stones of 2.0 with {mine} ply against {theirs}",
                    published,
                    lengths[mine, theirs],
                    zh=f"2.0，{mine} 層對 {theirs} 層的棋子數",
                )
                for (mine, theirs), published in PUBLISHED_LENGTHS.items()
            ),
        ),
        plots=(
            Plot(
                {name: _lengths(tally) for name, tally in tallies.items()},
                "Lengths of the games that the first player won",
                "stones",
                "games, per cent",
            ),
        ),
    )


def _stones(plies: range, *, standing: bool) -> dict[tuple[int, int], int]:
    """Stones of the game of 2.0 by the plies of the first player and of the second."""
    pairs = [(first, second) for first in plies for second in plies]
    return {pair: len(one(*pair, standing=standing)) for pair in pairs}


def _against(name: str, plies: range, stones: dict[tuple[int, int], int]) -> Table:
    """Rows are the first player's plies, columns the second's."""

    def cell(pair: tuple[int, int]) -> str:
        won = "first" if stones[pair] % 2 else "second"
        published = PUBLISHED_LENGTHS.get(pair)
        return f"{stones[pair]} ({won})" + (f"; paper {published}" if published else "")

    rows = tuple((f"{first} ply", *(cell((first, n)) for n in plies)) for first in plies)
    columns = ("first player", *(f"second {n} ply" for n in plies))
    return Table(f"2.0 against 2.0, stones, {name}", columns, rows)


def _lengths(tally: Tally) -> dict[str, float]:
    """From the shortest win that there can be: so the lengths of two tallies stand in order."""
    most = max(n for n, count in enumerate(tally.first) if count * 1000 >= sum(tally.first))
    return {str(n): 100 * tally.first[n] / sum(tally.first) for n in range(FEWEST, most + 1, 2)}
