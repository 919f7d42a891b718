"""Stones placed and taken back a second, with counts and lists and with the counts alone.

The bars: 10 million a second on 19x19 Connect6, 3 million on 19x19 GoClub, one thread.
Run: python bench/bench_stones.py
"""

from __future__ import annotations

from machine import describe

from kikashi import _native
from kikashi.games import room
from kikashi.law.winning_set_room import stones_of
from kikashi.stones.twin import native_geometry

CHANGES = 30_000_000
BARS = {"connect6": 10e6, "goclub": 3e6}


def main() -> None:
    describe()
    print("game      sets a cell  with lists/s  bar        counts alone/s  ratio  bytes a position")
    for game, bar in BARS.items():
        rules = stones_of(room(game).start()).rules
        geometry = native_geometry(rules)
        done, seconds, size = _native.measure_changes(geometry, CHANGES, True)
        alone_done, alone_seconds, alone_size = _native.measure_changes(geometry, CHANGES, False)
        speed, alone = done / seconds, alone_done / alone_seconds
        degree = sum(map(len, rules.sets)) / len(rules.cells)
        print(
            f"{game:9} {degree:11.1f}  {speed:12,.0f}  {bar:9,.0f}  {alone:14,.0f}"
            f"  {alone / speed:5.2f}  {size:,} (counts alone {alone_size:,})"
        )


if __name__ == "__main__":
    main()
