"""Mahjong: tables, hands a second, deals a second, seconds a decision, matches on equal walls.

    python bench/bench_mahjong.py                all that takes seconds
    python bench/bench_mahjong.py match [WALLS]  the best level against three of each baseline
    python bench/bench_mahjong.py levels [WALLS [LEVEL]]  levels 7 to 10 against three of fastest

Processor time on one thread. The match plays each wall in four seatings (500 walls: 2,000 deals).
The peers (PyPI `mahjong` and `xiangting`) are measured where they are installed, in the same run.
"""

from __future__ import annotations

import importlib
import random
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial

import numpy as np
from machine import describe, needed
from numpy.typing import NDArray

from kikashi import _native
from kikashi.games import room
from kikashi.games.mahjong.engine import LADDER, think
from kikashi.games.mahjong.hands import distances
from kikashi.games.mahjong.rules import MahjongPosition, mahjong_of
from kikashi.games.mahjong.tiles import counts_of, tiles_from
from kikashi.games.mahjong.tournament import match
from kikashi.search.playing import Budget

BEST = "expected"
WALLS = 500
LEVEL_WALLS = 25


def seconds(work: Callable[[], object]) -> float:
    begun = time.process_time()
    work()
    return time.process_time() - begun


def hands(name: str) -> NDArray[np.uint8]:
    lines = needed(f"mahjong/{name}").read_text("utf-8").splitlines()
    texts = [line.split()[0] for line in lines if not line.startswith("#")]
    return np.array([counts_of(tiles_from(text)) for text in texts], np.uint8)


def speed() -> None:
    size, rows, built = _native.mahjong_suit_tables()
    print(f"tables: {size / 1e6:.2f} MB (bar 15), {rows} distinct rows, {built:.2f} s (bar 10)")
    for name in ("hands16_taiwan.txt", "hands17_taiwan.txt"):
        batch = np.tile(hands(name), (200, 1))
        data = batch.tobytes()
        native = len(batch) / seconds(partial(_native.mahjong_distances, data, 5))
        python = len(batch) / seconds(partial(distances, batch))
        print(f"{name}: {native / 1e6:.1f} M hands/s native (bar 2.5), {python / 1e6:.1f} M/s from")
        print("  Python in batches (bar 1)")


def peers() -> None:
    """Fourteen tiles, one hand a call for the peers, a batch for us."""
    batch = hands("hands14_normal.txt")
    ours = len(batch) / seconds(lambda: [distances(batch, 4) for _ in range(20)]) * 20
    print(f"14 tiles, ours in a batch: {ours / 1e6:.2f} M/s")
    try:
        shanten = importlib.import_module("mahjong.shanten").Shanten()
    except ImportError:
        print("PyPI mahjong is not installed")
    else:
        part = [row.tolist() for row in batch[:400]]

        def theirs() -> None:
            for row in part:
                shanten.calculate_shanten_for_regular_hand(row)

        rate = len(part) / seconds(theirs)
        same = sum(
            shanten.calculate_shanten_for_regular_hand(row) == distance
            for row, distance in zip(part, distances(batch[: len(part)], 4).tolist(), strict=True)
        )
        print(f"PyPI mahjong: {rate:.0f}/s, ratio {ours / rate:.0f}; {same} of {len(part)} equal")
    try:
        xiangting = importlib.import_module("xiangting")
    except ImportError:
        print("PyPI xiangting is not installed")
    else:
        calculate = xiangting.calculate_replacement_number
        part = [row.tolist() for row in batch[:4000]]
        players = xiangting.PlayerCount.FOUR
        rate = len(part) / seconds(lambda: [calculate(row, players) for row in part])
        print(f"PyPI xiangting: {rate:.0f}/s, ratio {ours / rate:.1f}")


def deals() -> None:
    took = seconds(lambda: match("fastest", "fastest", walls=250, seating="one"))
    print(f"1,000 deals of four 'fastest hand' players: {took:.2f} s (bar 20)")


def tables_to_decide(count: int) -> list[MahjongPosition]:
    chooser = random.Random(1)
    found: list[MahjongPosition] = []
    position = mahjong_of(room("mahjong").start())
    while len(found) < count and position.result() is None:
        outcomes = position.outcomes()
        if outcomes:
            words = [o.move for o in outcomes]
            position = position.play(chooser.choices(words, [o.weight for o in outcomes])[0])
            continue
        view = position.view(position.to_move)
        if len(view.legal_moves) > 1:
            found.append(position)
        position = position.play(think(view, LADDER[3].style, Budget()).moves[0])
    return found


def decisions() -> None:
    found = tables_to_decide(30)
    for number, rung in enumerate(LADDER, start=1):
        begun = time.process_time()
        for position in found:
            think(position.view(position.to_move), rung.style, Budget(noise=rung.noise))
        print(f"level {number}: {(time.process_time() - begun) / len(found):.4f} s a decision")


def matches(walls: int) -> None:
    """The bars: a mean above zero, the interval clear of it, deal-ins a fifth fewer."""
    for baseline in ("fastest", "paper"):
        ours = match(BEST, baseline, walls=walls, seed=900_001, seating="one")
        same = match(baseline, baseline, walls=walls, seed=900_001, seating="one")
        fewer = 1 - ours.deal_ins / same.deal_ins
        print(f"{BEST} against three of {baseline}, {ours.deals} deals on {ours.walls} walls:")
        print(f"  {ours.mean:+.3f} points a deal (95% within {ours.interval:.3f}), ", end="")
        print(f"wins {ours.wins:.3f}, deal-ins {ours.deal_ins:.3f} against {same.deal_ins:.3f} of ")
        print(f"  theirs: {fewer:.0%} fewer (bar 20%)")


def levels(walls: int, numbers: Sequence[int]) -> None:
    """The upper levels on the same walls; sampling makes them slow."""
    for number in numbers:
        begun = time.process_time()
        score = match(f"level:{number}", "fastest", walls=walls, seed=700_001, seating="one")
        took = (time.process_time() - begun) / score.deals
        print(f"level {number} against three of fastest, {score.deals} deals on {walls} walls: ")
        print(f"  {score.mean:+.3f} points a deal (95% within {score.interval:.3f}), ", end="")
        print(f"deal-ins {score.deal_ins:.3f}, {took:.2f} s a deal", flush=True)


if __name__ == "__main__":
    describe()
    if sys.argv[1:2] == ["match"]:
        matches(int(sys.argv[2]) if len(sys.argv) > 2 else WALLS)
    elif sys.argv[1:2] == ["levels"]:
        chosen = [int(text) for text in sys.argv[3:]] or range(7, 11)
        levels(int(sys.argv[2]) if len(sys.argv) > 2 else LEVEL_WALLS, chosen)
    else:
        speed()
        peers()
        deals()
        decisions()
