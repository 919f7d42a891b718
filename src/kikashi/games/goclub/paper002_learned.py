"""A GoClub player that learns by itself: how strong it gets, and whether it finds the win."""

from __future__ import annotations

import random
import time
from collections.abc import Callable

from kikashi import _native
from kikashi.arena.statistics import Tally, wilson
from kikashi.games.goclub import ROOM
from kikashi.games.goclub.learning import GAMES, PAIRS, ROUNDS, SIZE, Learned, learn
from kikashi.law.winning_set_room import stones_of
from kikashi.law.winning_sets import StonePosition, cells_of
from kikashi.papers.contract import Answer, Report, Settings, Table
from kikashi.play.levels import LevelPlayer, make_player
from kikashi.stones.twin import native_geometry

ID = "002-learned"
PAPER = "002"
TITLE = "GoClub: a player that learns by playing against itself"
TITLE_ZH = "梅花棋：自己和自己下而學會的棋手"
QUICK = 4
MATCH, LEVEL_NODES = 100, 300
QUICK_ROUNDS = 60
DRAWN = 2
"""Stones drawn by lot before each pair of games, near the middle, the same for both."""
NEAR = 4
MISSING = (
    "The paper wishes for a learned player and has none, so that there is no published figure. "
    "Ours has ten weights and looks one stone ahead: what it learns is how much a club with so "
    "many stones is worth, not how to search.",
)

Mover = Callable[[StonePosition, int], int]


def score_player(plies: int, *, standing: bool) -> Mover:
    """The paper's 2.0."""

    def move(position: StonePosition, seed: int) -> int:
        del seed
        stones = [list(cells_of(board)) for board in position.boards]
        geometry = native_geometry(position.rules)
        return _native.goclub_score_move(geometry, stones, position.mover, plies, standing)

    return move


def level(number: int, nodes: int) -> Mover:
    """One of the house's levels, by nodes."""

    def move(position: StonePosition, seed: int) -> int:
        player = make_player(position, number, seed)
        assert isinstance(player, LevelPlayer)
        turn = player.choose_turn(position.view_of_mover(), 60.0, nodes=nodes)
        return position.rules.index[turn.moves[0]]

    return move


def game(first: Mover, second: Mover, start: StonePosition, seed: int) -> tuple[int | None, int]:
    """The winner, 0 for who moves first in the game, and the stones."""
    position = start
    while not position.is_over:
        mover = (first, second)[position.mover]
        position = position.with_stone(mover(position, 2 * seed + position.mover))
    return position.won_by, position.occupied.bit_count()


def match(player: Mover, other: Mover, games: int, report: Callable[[int], None]) -> Tally:
    """Pairs of games from the same drawn stones, colours changed; of `player`."""
    tally = Tally()
    source = random.Random(5)
    middle = SIZE // 2
    near = range(middle - NEAR, middle + NEAR + 1)
    start = stones_of(ROOM.start({"size": f"{SIZE}x{SIZE}"}))
    cells = [c for c, p in enumerate(start.rules.coordinates) if p[0] in near and p[1] in near]
    for number in range(games // 2):
        opening = start
        for cell in source.sample(cells, DRAWN):
            opening = opening.with_stone(cell)
        for side in (0, 1):
            pair = (player, other) if side == 0 else (other, player)
            won = game(*pair, opening, number)[0]
            tally += Tally(int(won == side), int(won is None), int(won == 1 - side))
        report(number + 1)
    return tally


def run(settings: Settings, report: Report) -> Answer:
    """`--games N` plays N games against each, after a shorter fit."""
    began = time.perf_counter()
    rounds = ROUNDS if settings.games is None else QUICK_ROUNDS
    clock = time.process_time()
    made = learn(rounds, jobs=settings.jobs, report=lambda n, of: report("learn", n, of))
    spent = time.process_time() - clock
    games = settings.games or MATCH
    others = {
        "the player before it learned": _weighted(learn(0)),
        "2.0, one ply, stones that stand": score_player(1, standing=True),
        "2.0, one ply, stones once taken": score_player(1, standing=False),
        "2.0, two plies, stones that stand": score_player(2, standing=True),
        "2.0, two plies, stones once taken": score_player(2, standing=False),
        "level 5": level(5, LEVEL_NODES),
        "level 10": level(10, LEVEL_NODES),
    }
    rows = []
    for number, (name, other) in enumerate(others.items()):
        report("matches", number, len(others))
        tally = match(_weighted(made), other, games, lambda _: None)
        low, high = wilson(tally)
        rows.append(
            (
                name,
                str(tally.games),
                f"{tally.wins}-{tally.draws}-{tally.losses}",
                f"{100 * tally.score:.1f}%",
                f"{100 * low:.0f} to {100 * high:.0f}%",
            )
        )
    centre = stones_of(ROOM.start()).with_stone(SIZE // 2 * (SIZE + 1))
    finds = []
    for name, other in (*list(others.items())[1:], ("itself", _weighted(made))):
        won, stones = game(_weighted(made), other, centre, 1)
        finds.append((name, {0: "wins", 1: "loses", None: "draws"}[won], str(stones)))
    return Answer(
        tables=(
            Table(
                f"After {made.games:,} games against itself ({spent:.0f} s of processor time)",
                ("against", "games", "won-drawn-lost", "score", "95%"),
                tuple(rows),
            ),
            Table(
                "Moving first, from the centre (a win within 13 plies is proved there)",
                ("against", "it", "stones"),
                tuple(finds),
            ),
            Table(
                "What it learned: the worth of a stone in a club that holds so many, of one side",
                ("", *(f"{n} stones" for n in range(5))),
                (
                    ("own", *(f"{w:.1g}" for w in made.weights[:5])),
                    ("theirs", *(f"{w:.1g}" for w in made.weights[5:])),
                ),
            ),
        ),
        command=f"kikashi papers run {ID}" + (f" --games {games}" if settings.games else ""),
        seconds=time.perf_counter() - began,
        missing=(
            *MISSING,
            f"Fitted in {rounds} rounds of {PAIRS * GAMES} games each; seed 1.",
        ),
    )


def _weighted(player: Learned) -> Mover:
    return lambda position, _: player.move(position)
