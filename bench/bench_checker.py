"""How many nodes a second the checker replays on 19x19 Connect6 and GoClub (the bar is 2,000).

The certificates come from a plain forcing search over the checker's own tally: Connect6 from the
sample games a few turns before their end, with double threats and then with single threats and
zones; GoClub from scattered stones. Only the checking is timed, in processor seconds.
"""

from __future__ import annotations

import csv
import os
import random
import time
from collections.abc import Iterator
from pathlib import Path

from kikashi import games
from kikashi.law.winning_sets import StonePosition, cells_of, fewest_stoppers
from kikashi.proofs import CertificateWriter, check_stated
from kikashi.proofs.writer import Entry
from kikashi.stones.proofs.tally import OPPONENT, PROVER, Tally

SEED = 20
NODES_A_SEARCH = 3_000
LEAST_NODES = 5
"""Smaller files measure the start-up, not the replay."""
SECONDS_A_SERIES = 20
DATA = Path(os.environ.get("KIKASHI_DATA", Path(__file__).resolve().parents[2] / "shared/data"))


class SpentError(Exception):
    """The search has used up its nodes."""


class Search:
    """Wins by turns that leave `least` stones to answer; with zones where stones are free."""

    def __init__(self, start: StonePosition, least: int) -> None:
        self.start = start
        self.rules = start.rules
        self.stones = start.rules.stones
        self.least = least
        self.tally = Tally(start.rules)
        self.left = NODES_A_SEARCH

    def certificate(self, most: int) -> CertificateWriter | None:
        """The shortest win it can find, written down."""
        side = self.start.mover
        mine, theirs = self.start.boards[side], self.start.boards[1 - side]
        for bound in range(1, most + 1):
            claim = {"kind": "win", "side": ("black", "white")[side], "turns": bound}
            self.writer = CertificateWriter(self.start.game, self.start.options, self.start, claim)
            try:
                if self._turn(mine, theirs, self.start.left, 0, bound) is not None:
                    return self.writer
            except SpentError:
                return None
        return None

    def _turn(
        self, mine: int, theirs: int, left: int, free: int, bound: int
    ) -> tuple[int, int] | None:
        """Node and zone; nodes of failed tries are left in the file, where they cost a line."""
        self.left -= 1
        if self.left < 0:
            raise SpentError
        self.tally.go(mine, theirs)
        for holes in self.tally.holes(PROVER, left):
            return self.writer.turn(bound, cells_of(holes)), holes
        if bound == 1:
            return None
        for cells in list(self.attacks(mine, theirs, left)):
            before = len(self.writer)
            found = self._reply(mine | cells, theirs, free, bound - 1)
            if found is not None:
                return self.writer.turn(bound, cells_of(cells), found[0]), found[1] | cells
            self.writer.forget(before)
        return None

    def attacks(self, mine: int, theirs: int, left: int, *, spare: bool = False) -> Iterator[int]:
        """Turns that leave enough to answer; with `spare`, also those with an idle stone."""
        todo, seen = [0], {0}
        while todo:
            part = todo.pop()
            rest = left - part.bit_count()
            self.tally.go(mine | part, theirs)
            threats = self.tally.holes(PROVER, self.stones)
            enough = fewest_stoppers(threats, self.least - 1) >= self.least
            if not rest:
                if enough:
                    yield part
                continue
            grow = self.tally.reach(PROVER, self.stones + rest)
            if enough and spare:
                grow = self.rules.full & ~(mine | theirs | part)
            for cell in cells_of(grow):
                grown = part | 1 << cell
                if grown not in seen:
                    seen.add(grown)
                    todo.append(grown)

    def _reply(self, mine: int, theirs: int, free: int, bound: int) -> tuple[int, int] | None:
        self.tally.go(mine, theirs)
        size = self.stones
        if self.tally.holes(OPPONENT, size):
            return None
        threats = self.tally.holes(PROVER, size)
        zone = self.tally.reach(OPPONENT, size + free)
        for holes in threats:
            zone |= holes
        if fewest_stoppers(threats, size) > size:
            return self.writer.reply(bound), zone
        if bound == 1:
            return None
        empty = self.rules.full & ~mine & ~theirs
        replies: list[Entry] = []
        zones: list[Entry] = []
        todo, seen = [0], {0}
        while todo:
            part = todo.pop()
            rest = size - part.bit_count()
            grow = next((t for t in threats if not t & part), 0)
            if grow:
                if not rest:
                    continue
            else:
                found = self._turn(mine, theirs | part, size, free + rest, bound)
                if found is None:
                    return None
                zone |= found[1]
                (zones if rest else replies).append((cells_of(part), found[0]))
                grow = found[1] & empty & ~part if rest else 0
            for cell in cells_of(grow):
                grown = part | 1 << cell
                if grown not in seen:
                    seen.add(grown)
                    todo.append(grown)
        return self.writer.reply(bound, replies, zones), zone


class Refutation:
    """That the side to move has no win by such turns within so many of them."""

    def __init__(self, start: StonePosition, by: str) -> None:
        self.start = start
        self.attack = Search(start, start.rules.stones)
        self.tally = self.attack.tally
        self.stones = start.rules.stones
        self.by = by
        self.left = NODES_A_SEARCH

    def certificate(self, turns: int) -> CertificateWriter | None:
        side = self.start.mover
        colour = ("black", "white")[side]
        claim = {"kind": "no-forcing-win", "side": colour, "by": self.by, "turns": turns}
        self.writer = CertificateWriter(self.start.game, self.start.options, self.start, claim)
        try:
            found = self._reply(self.start.boards[1 - side], self.start.boards[side], turns)
        except SpentError:
            return None
        return None if found is None else self.writer

    def _reply(self, mine: int, theirs: int, bound: int) -> int | None:
        self.left -= 1
        if self.left < 0:
            raise SpentError
        # The attacker's turns are found by its own search, for which it is the prover.
        self.tally.go(theirs, mine)
        if self.tally.holes(PROVER, self.stones):
            return None
        replies: list[Entry] = []
        if bound > 1:
            wins = self.tally.holes(OPPONENT, self.stones)
            for cells in list(self.attack.attacks(theirs, mine, self.stones, spare=True)):
                if all(win & cells for win in wins):
                    answer = self._turn(mine, theirs | cells, bound - 1)
                    if answer is None:
                        return None
                    replies.append((cells_of(cells), answer))
        return self.writer.reply(bound, replies)

    def _turn(self, mine: int, theirs: int, bound: int) -> int | None:
        self.tally.go(theirs, mine)
        threats = self.tally.holes(PROVER, self.stones)
        todo, seen = [0], {0}
        while todo:
            part = todo.pop()
            missed = next((t for t in threats if not t & part), 0)
            if not missed and part.bit_count() == self.stones:
                before = len(self.writer)
                found = self._reply(mine | part, theirs, bound)
                if found is not None:
                    return self.writer.turn(bound, cells_of(part), found)
                self.writer.forget(before)
            elif part.bit_count() < self.stones:
                for cell in cells_of(missed):
                    if part | 1 << cell not in seen:
                        seen.add(part | 1 << cell)
                        todo.append(part | 1 << cell)
        return None


def connect6_positions() -> Iterator[StonePosition]:
    """The winner to move, one to four of its turns before it wins."""
    first = games.room("connect6").start()
    with (DATA / "connect6/human_games_sample2000.csv").open() as file:
        for row in csv.DictReader(file):
            moves = row["moves"].split(",")
            end = len(moves) - 1 if len(moves) % 2 else len(moves)
            for turns in (2, 3, 4):
                cut = end - 4 * (turns - 1) - (1 if len(moves) % 2 == 0 else 0)
                cut -= (cut + 1) % 2
                if cut > 1:
                    position = first.play_all(moves[:cut])
                    assert isinstance(position, StonePosition)
                    yield position


def goclub_positions() -> Iterator[StonePosition]:
    """Stones scattered over the middle of the board, Black with a few more."""
    dice = random.Random(SEED)
    first = games.room("goclub").start()
    assert isinstance(first, StonePosition)
    middle = [
        c for c, point in enumerate(first.rules.coordinates) if all(4 < x < 14 for x in point)
    ]
    while True:
        cells = dice.sample(middle, 13)
        boards = (sum(1 << c for c in cells[:7]), sum(1 << c for c in cells[7:]))
        position = StonePosition(first.room, first.rules, first.chosen, boards, 0, 1)
        whole = any(not mask & ~board for mask in first.rules.masks for board in boards)
        if not whole and not any(position.fillable(side, 1) for side in (0, 1)):
            yield position


def measure(name: str, makers: Iterator[CertificateWriter | None]) -> None:
    """Makes certificates for a while, then checks them all."""
    until = time.monotonic() + SECONDS_A_SERIES
    found = []
    for writer in makers:
        if writer is not None and len(writer) >= LEAST_NODES:
            found.append(writer.to_bytes())
        if time.monotonic() > until:
            break
    began = time.process_time()
    checked = [check_stated(data) for data in found]
    seconds = time.process_time() - began
    nodes = sum(c.nodes for c in checked)
    if not checked:
        print(f"{name}: nothing found in {SECONDS_A_SERIES} s")
        return
    print(
        f"{name}: {len(found)} certificates, {nodes} nodes (largest "
        f"{max(c.nodes for c in checked)}), {seconds:.2f} s of processor, "
        f"{nodes / seconds:,.0f} nodes a second",
        flush=True,
    )


def main() -> None:
    club, six = "goclub 19x19", "connect6 19x19"
    if (DATA / "connect6").is_dir():
        starts = connect6_positions
        measure(f"{six}, wins by double threats", (Search(p, 2).certificate(5) for p in starts()))
        measure(f"{six}, wins by single threats", (Search(p, 1).certificate(3) for p in starts()))
        measure(
            f"{six}, no win by double threats",
            (Refutation(p, "vcdt").certificate(3) for p in starts()),
        )
    else:
        print(f"{six}: no sample games in {DATA}")
    clubs = goclub_positions
    measure(f"{club}, wins by fours", (Search(p, 1).certificate(9) for p in clubs()))
    measure(f"{club}, no win by fours", (Refutation(p, "vcf").certificate(4) for p in clubs()))


if __name__ == "__main__":
    main()
