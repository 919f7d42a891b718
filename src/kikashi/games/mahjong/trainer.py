"""Which discard is fastest? Hands with one best answer, exact by the tables, easiest first.

The best discard leaves the least distance and, at that distance, the most copies of useful tiles
(only the own hand is seen). A hand is kept where one tile is best, the next best is close, and the
answer is no tile that stands alone. The shipped hands are made again by
`python -m kikashi.games.mahjong.trainer`.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path

from kikashi.games.mahjong.hands import Discard, Hand
from kikashi.games.mahjong.tiles import KINDS, NUMBERS, WORDS, counts_of, hand_text
from kikashi.law import GameError

COUNT = 1200
SEED = 21
NEAR = 0.75
"""The second best discard leaves at least this share of the copies that the best one leaves."""


@dataclass(frozen=True)
class Puzzle:
    """A hand of seventeen tiles and its fastest discard."""

    number: int
    hand: str
    answer: str
    distance: int
    copies: int
    """Of useful tiles, after the best discard."""
    second: int
    """The same after the next best one at that distance."""

    @property
    def difficulty(self) -> float:
        """0 to 1 and more: how far the hand is, and how close the second best comes."""
        return self.distance / 4 + self.second / max(1, self.copies) - NEAR


@dataclass(frozen=True)
class Judged:
    """What an answer is worth."""

    right: bool
    best: Discard
    chosen: Discard


def judge(puzzle: Puzzle, answer: str) -> Judged:
    """Compares an answer with the tables; GameError where the hand does not hold the tile."""
    hand = Hand.read(puzzle.hand)
    chosen = next((one for one in hand.discards if one.tile == NUMBERS.get(answer)), None)
    if chosen is None:
        raise GameError(f"the hand {puzzle.hand} does not hold {answer[:20]!r}")
    best = hand.discards[0]
    return Judged((chosen.distance, chosen.left) == (best.distance, best.left), best, chosen)


@cache
def puzzles() -> tuple[Puzzle, ...]:
    """The shipped ones."""
    text = resources.files("kikashi.games.mahjong").joinpath("trainer.txt").read_text("utf-8")
    found = []
    for number, line in enumerate(text.splitlines(), start=1):
        hand, answer, distance, copies, second = line.split()
        found.append(Puzzle(number, hand, answer, int(distance), int(copies), int(second)))
    return tuple(found)


def made(seed: int) -> Iterator[tuple[str, str, int, int, int]]:
    """Puzzles without end, from hands drawn at random and improved as a player would."""
    chooser = random.Random(seed)
    wall = [tile for tile in range(KINDS) for _ in range(4)]
    while True:
        chooser.shuffle(wall)
        tiles, rest = wall[:17], wall[17:]
        for drawn in rest[: chooser.randrange(4, 14)]:
            hand = Hand(counts_of(tiles))
            if hand.distance <= 1:
                break
            tiles.remove(hand.discards[0].tile)
            tiles.append(drawn)
        found = _puzzle(tiles)
        if found is not None:
            yield found


def _puzzle(tiles: list[int]) -> tuple[str, str, int, int, int] | None:
    hand = Hand(counts_of(tiles))
    if not 1 <= hand.distance <= 4:
        return None
    best, second, *_ = hand.discards
    alone = all(
        hand.held[other] == (other == best.tile)
        for other in range(max(0, best.tile - 2), min(KINDS, best.tile + 3))
        if other // 9 == best.tile // 9
    )
    if (
        alone
        or best.tile >= 27
        or best.distance != second.distance
        or best.left == second.left
        or second.left < NEAR * best.left
    ):
        return None
    return hand_text(tiles), WORDS[best.tile], best.distance, best.left, second.left


def main() -> None:
    rows = []
    seen = set()
    for row in made(SEED):
        if row[0] not in seen:
            seen.add(row[0])
            rows.append(row)
        if len(rows) == COUNT:
            break
    rows.sort(key=lambda row: (row[2], row[4] / row[3], row[0]))
    text = "".join(" ".join(map(str, row)) + "\n" for row in rows)
    Path(__file__).with_name("trainer.txt").write_text(text, "utf-8")
    print(f"{len(rows)} hands")


if __name__ == "__main__":
    main()
