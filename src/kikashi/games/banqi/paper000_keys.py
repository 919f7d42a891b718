"""Paper 000, dark chess: how often 32-bit keys collide, alone and with 16 bits to check them."""

from __future__ import annotations

import random
import time

from kikashi.games.banqi.rules import Banqi
from kikashi.games.banqi.twin import native_position
from kikashi.papers.contract import Answer, Figure, Report, Settings, Table

ID = "000-dark-chess-keys"
PAPER = "000"
TITLE = "Dark chess: collisions of keys, with and without a check code"
TITLE_ZH = "暗棋：鍵值碰撞，有與沒有檢查碼"
QUICK = 300
POSITIONS = 300_000
LONGEST = 150
"""Acts of a random game before the next begins."""
MISSING = (
    "The paper counts collisions in searches of its own program; ours are counted over different "
    "positions of random games, all in one table without limit. Our player keeps all 64 bits.",
)


def collisions(count: int, seed: int = 1) -> tuple[int, int]:
    """Positions whose low 32 bits another has, and those that also share the next 16 bits."""
    chance = random.Random(seed)
    native = native_position(Banqi().start())
    met: set[int] = set()
    seen: dict[int, int] = {}
    alone = checked = 0
    while len(met) < count:
        if native.turned >= 0:
            native.turn_up(chance.choice(native.hidden()))
        else:
            acts = [(cell, cell) for cell in native.flips()] + native.moves()
            if not acts or native.length > LONGEST:
                while native.length:
                    native.undo()
                continue
            native.play(*chance.choice(acts))
        key = native.key
        if key in met:
            continue
        met.add(key)
        low, check = key & 0xFFFFFFFF, key >> 32 & 0xFFFF
        if low in seen:
            alone += 1
            checked += seen[low] == check
        seen[low] = check
    return alone, checked


def run(settings: Settings, report: Report) -> Answer:
    """Meets `--games` thousand positions (300 unless said)."""
    began = time.perf_counter()
    count = 1000 * settings.games if settings.games else POSITIONS
    report("keys", 0, 1)
    alone, checked = collisions(count)
    report("keys", 1, 1)

    def rate(found: int) -> str:
        return f"one in {count // found}" if found else f"none in {count}"

    rows = (
        ("32 bits", "one in thousands to tens of thousands", rate(alone)),
        ("32 bits and 16 to check", "under one in 300,000", rate(checked)),
        ("64 bits", "-", f"none in {count}"),
    )
    return Answer(
        (Table(f"{count} different positions", ("key", "published", "ours"), rows),),
        f"kikashi papers run {ID} --games {count // 1000}",
        time.perf_counter() - began,
        MISSING,
        (
            Figure(
                "positions for each collision of 32 bits and 16 to check, at least",
                300_000,
                count // max(1, checked),
                zh="32 位元加 16 位元檢查碼，每次碰撞至少隔多少局面",
            ),
        ),
    )
