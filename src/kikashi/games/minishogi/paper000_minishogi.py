"""Paper 000 on minishogi: its piece values against ours, and its table with a check code.

The paper prints piece values and says that a second code of 32 bits beside the key lowers the rate
of collisions much; it gives no figure of strength and none of collisions. Both are measured here.
"""

from __future__ import annotations

import random
import time

from kikashi import _native
from kikashi.games.minishogi import ROOM
from kikashi.games.minishogi.engine import LADDER, think
from kikashi.games.minishogi.engine import PAPER as PAPER_RUNG
from kikashi.games.minishogi.rules import step_of
from kikashi.papers.contract import Answer, Report, Settings, Table
from kikashi.search.playing import Budget, Rung

ID = "000-minishogi"
PAPER = "000"
TITLE = "Minishogi: the paper's evaluation and its table with a check code"
TITLE_ZH = "5五將棋：論文的審局與帶檢查碼的表"
QUICK = 2
GAMES = 20
NODES = 2_000
MOST_PLIES = 200
POSITIONS = 200_000
SLOT_BITS = 16
CHECK_BITS = (0, 8, 16, 32)
MISSING = (
    "The paper gives no figure of strength and no rate of collisions: there is nothing to compare.",
    "It has no values for a promoted silver and a promoted pawn; ours are 260 and 220, fitted.",
)
NO_FIGURE = "-"


def run(settings: Settings, report: Report) -> Answer:
    """A match at equal nodes, and collisions among positions of random games."""
    began = time.perf_counter()
    games = settings.games or GAMES
    points = _match(games, report)
    rows = tuple(_collisions(report))
    strength = Table(
        f"{games} games at {NODES} nodes a move",
        ("evaluation", "paper", "ours"),
        (
            ("the paper's values", NO_FIGURE, f"{games - points:g} points"),
            ("our network", NO_FIGURE, f"{points:g} points"),
        ),
    )
    table = Table(
        f"{POSITIONS:,} different positions, {1 << SLOT_BITS:,} slots, each always replaced",
        ("check code", "paper", "ours: wrong hits", "one in"),
        rows,
    )
    return Answer(
        tables=(strength, table),
        command=f"kikashi papers run {ID}",
        seconds=time.perf_counter() - began,
        missing=MISSING,
    )


def _match(games: int, report: Report) -> float:
    points = 0.0
    for number in range(games):
        chance = random.Random(number // 2)
        here, ours = ROOM.start(), number % 2
        for _ in range(2):
            here = here.play(chance.choice(here.legal_moves()))
        while here.result() is None and len(here.past) < MOST_PLIES:
            rung: Rung = LADDER[-1] if here.to_move == ours else PAPER_RUNG
            seen = here.view_of_mover()
            here = here.play(think(seen, rung.style, Budget(nodes=NODES, seed=number)).moves[0])
        result = here.result()
        points += 0.5 if result is None else (result.payoffs[ours] + 1) / 2
        report("play", number + 1, games)
    return points


def _collisions(report: Report) -> list[tuple[str, ...]]:
    """How often a look-up finds another position's entry, by the bits that are compared."""
    chance = random.Random(1)
    keys = set[int]()
    order = list[int]()
    start = ROOM.start()
    while len(order) < POSITIONS:
        here = _native.MinishogiPosition(start.board, start.hands, start.to_move)
        for _ in range(80):
            moves = here.legal_moves()
            if not moves:
                break
            here.play(*step_of(chance.choice(moves)))
            if here.key not in keys:
                keys.add(here.key)
                order.append(here.key)
        report("positions", min(len(order), POSITIONS), POSITIONS)
    rows = list[tuple[str, ...]]()
    for bits in CHECK_BITS:
        slots = dict[int, int]()
        wrong = 0
        for key in order[:POSITIONS]:
            slot, code = key & ((1 << SLOT_BITS) - 1), key >> 32 & ((1 << bits) - 1)
            wrong += slots.get(slot) == code
            slots[slot] = code
        rate = f"{POSITIONS // wrong:,}" if wrong else f"more than {POSITIONS:,}"
        rows.append((f"{bits} bits", NO_FIGURE, f"{wrong:,}", rate))
    return rows
