"""Take n of m tricks: two open hands with one right card to lead, the easiest first.

The number of tricks is certified from both sides; that every other card gives a trick away is the
exact solver's word. The shipped ones are made again by `python -m kikashi.games.honeymoon.trainer`.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path

from kikashi.games import room
from kikashi.games.honeymoon import open_hands
from kikashi.games.honeymoon.cards import DECK, HAND, NO_TRUMP, SUITS, write_hand
from kikashi.games.honeymoon.line_themes import line_of, tags_of
from kikashi.games.honeymoon.provers import best_line, solve
from kikashi.games.honeymoon.table import Table, table_of
from kikashi.law import GameError
from kikashi.proofs import check

COUNT = 320
SEED = 22
FEWEST, MOST = 4, 8
"""Tricks that are left."""
CHOICES = 4
"""Cards to choose from, at least."""
PLAIN = COUNT // 4
"""At most so many whose answer cashes a winner."""


@dataclass(frozen=True)
class Puzzle:
    """Two hands, the first to lead, and the one card that takes the most tricks."""

    number: int
    first: str
    second: str
    trump: str
    answer: str
    tricks: int
    left: int
    tags: tuple[str, ...]

    @property
    def text(self) -> str:
        return f"first={self.first} second={self.second} trump={self.trump} lead=first"

    def start(self) -> Table:
        return table_of(room("honeymoon").from_text(self.text))


@dataclass(frozen=True)
class Judged:
    """What a card is worth."""

    right: bool
    tricks: int
    best: int


def judge(puzzle: Puzzle, card: str) -> Judged:
    """Compares a card with the best; GameError where the hand does not hold it."""
    values = open_hands.card_values(puzzle.start().state)
    chosen = next((value for value in values if value.card == card.upper()), None)
    if chosen is None:
        raise GameError(f"the hand {puzzle.first} does not hold {card[:20]!r}")
    return Judged(chosen.tricks == values[0].tricks, chosen.tricks, values[0].tricks)


@cache
def puzzles() -> tuple[Puzzle, ...]:
    """The shipped ones."""
    text = resources.files("kikashi.games.honeymoon").joinpath("trainer.txt").read_text("utf-8")
    found = []
    for number, line in enumerate(text.splitlines(), start=1):
        first, second, trump, answer, tricks, left, tags = line.split()
        names = () if tags == "-" else tuple(tags.split(","))
        found.append(Puzzle(number, first, second, trump, answer, int(tricks), int(left), names))
    return tuple(found)


def certify(position: Table) -> int | None:
    """The exact number of tricks of who leads, certified from both sides; None if that is long."""
    verdict = solve(position)
    if verdict.certificate is None or verdict.refutation is None:
        return None
    for proof in (verdict.certificate, verdict.refutation):
        check(proof.to_bytes(), start=position, claim=proof.claim)
    claimed = verdict.certificate.claim["tricks"]
    assert isinstance(claimed, int)
    return claimed


def made(seed: int) -> Iterator[Puzzle]:
    """Problems without end, from deals that are played perfectly to their last tricks; not yet
    certified."""
    chooser = random.Random(seed)
    deck = list(DECK)
    while True:
        chooser.shuffle(deck)
        trump = chooser.choice((*SUITS, NO_TRUMP))
        leader = chooser.choice(("first", "second"))
        one, two = deck[:HAND], deck[HAND : 2 * HAND]
        name = "none" if trump == NO_TRUMP else trump
        position = room("honeymoon").from_text(
            f"first={write_hand(one)} second={write_hand(two)} trump={name} lead={leader}"
        )
        table = table_of(position)
        while len(table.state.hands[table.to_move]) > FEWEST - 1:
            found = None if table.state.led else _puzzle(table, name)
            if found is not None:
                yield found
                break
            values = open_hands.card_values(table.state)
            best = [value.card for value in values if value.tricks == values[0].tricks]
            table = table.play(chooser.choice(best))


def _puzzle(table: Table, trump: str) -> Puzzle | None:
    mover = table.to_move
    mine, theirs = table.state.hands[mover], table.state.hands[1 - mover]
    if not FEWEST <= len(mine) <= MOST:
        return None
    best, second, *rest = open_hands.card_values(table.state)
    if best.tricks == second.tricks or len(rest) + 2 < CHOICES:
        return None
    first, other = write_hand(mine), write_hand(theirs)
    start = table_of(
        room("honeymoon").from_text(f"first={first} second={other} trump={trump} lead=first")
    )
    tags = tags_of(line_of(start, [best_line(start)]))
    return Puzzle(0, first, other, trump, best.card, best.tricks, len(mine), tuple(sorted(tags)))


def main() -> None:
    chosen: dict[str, Puzzle] = {}
    plain = 0
    for puzzle in made(SEED):
        cashes = "cash" in puzzle.tags
        if puzzle.text in chosen or (cashes and plain >= PLAIN):
            continue
        if certify(puzzle.start()) != puzzle.tricks:
            continue
        plain += cashes
        chosen[puzzle.text] = puzzle
        if len(chosen) == COUNT:
            break
    rows = sorted(chosen.values(), key=lambda p: (p.left, "cash" not in p.tags, p.text))
    text = "".join(
        f"{p.first} {p.second} {p.trump} {p.answer} {p.tricks} {p.left} {','.join(p.tags) or '-'}\n"
        for p in rows
    )
    Path(__file__).with_name("trainer.txt").write_text(text, "utf-8")
    print(f"{len(rows)} problems")


if __name__ == "__main__":
    main()
