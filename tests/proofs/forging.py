"""Forged certificates: false claims about small games, each shown as well as a liar can.

A liar knows the truth by brute force. Wherever its side really succeeds it gives a right answer;
where it does not, it lies: leaves a reply out, lets one answer stand for too many, ends a branch
too soon, plays what cannot be played. So nearly everything in the file is right, and the checker
must find the rest.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from typing import Any, NamedTuple

from kikashi import games
from kikashi.law.winning_sets import StonePosition, cells_of
from kikashi.proofs import CertificateWriter
from kikashi.proofs.writer import Entry
from tests.proofs.brute import Solver, in_class, least_of, turns
from tests.proofs.scenarios import COLOURS, position, set_game

MOST_NODES = 60
CROWDED = (
    ("gomoku", {"size": "4x4", "k": "3"}),
    ("gomoku", {"size": "3x3", "k": "3"}),
    ("connect", {"size": "4x4", "k": "3", "p": "2", "q": "1"}),
    ("goclub", {"size": "3x3x3", "clubs": "cube"}),
    ("goclub", {"size": "5x5x3", "clubs": "axis"}),
)
"""Real boards, in the plane and in space, with few empty cells left."""


class Forgery(NamedTuple):
    """A false claim and its file."""

    start: StonePosition
    claim: dict[str, Any]
    data: bytes


def small_game(dice: random.Random) -> StonePosition:
    """A position that brute force decides at once; some with symmetries, some in space."""
    while True:
        start = _crowded(dice) if dice.random() < 0.2 else _sets(dice)
        if start is not None and not start.is_over:
            return start


def _sets(dice: random.Random) -> StonePosition | None:
    count, stones = dice.randint(3, 7), dice.choice([1, 1, 1, 2, 2, 3])
    cells = "abcdefg"[:count]
    sets = {
        "".join(sorted(dice.sample(cells, min(count, dice.choice([1, 2, 2, 3, 3, 4])))))
        for _ in range(dice.randint(1, 6))
    }
    symmetries = []
    if dice.random() < 0.3:
        images = "".join(dice.sample(cells, count))
        for _ in range(12):  # the orbit of the sets, so that the symmetry keeps them
            sets |= {"".join(sorted(images[cells.index(c)] for c in one)) for one in sets}
        symmetries = [images] if images != cells and len(sets) < 20 else []
    names: tuple[list[str], list[str]] = ([], [])
    for cell in dice.sample(cells, dice.randint(0, count // 2)):
        names[dice.random() < 0.5].append(cell)
    black, white = (",".join(sorted(n)) or "-" for n in names)
    text = f"setup black={black} white={white} move={dice.choice(COLOURS)} "
    try:
        options = set_game(cells, sorted(sets), stones, symmetries)
        return position("sets", f"{text}left={dice.randint(1, stones)}", **options)
    except ValueError:
        return None  # somebody has won, or two sides have


def _crowded(dice: random.Random) -> StonePosition | None:
    game, options = dice.choice(CROWDED)
    first = games.room(game).start(options)
    assert isinstance(first, StonePosition)
    cells = list(range(len(first.rules.cells)))
    dice.shuffle(cells)
    taken = cells[dice.randint(4, 6) :]
    boards = [0, 0]
    for cell in taken:
        boards[dice.random() < 0.5] |= 1 << cell
    if any(first.rules.fills(board) for board in boards):
        return None
    left = dice.randint(1, first.rules.stones)
    return replace(first, boards=tuple(boards), mover=dice.randrange(2), left=left)


def claims(
    start: StonePosition, dice: random.Random, solver: Solver
) -> Iterator[tuple[dict[str, Any], bool]]:
    """Claims about a position with whether they are true, in a random order."""
    p = start.rules.stones
    wanted: list[dict[str, Any]] = [{"kind": "draw"}]
    for side in COLOURS[:2]:
        wanted += [{"kind": "win", "side": side, "turns": n} for n in (1, 2, 3)]
        wanted += [{"kind": "hold", "side": side}] * 2
        for by in ("vcdt", "vcst", "any"):
            claim: dict[str, Any] = {"kind": "no-forcing-win", "side": side, "by": by}
            wanted += [{**claim, "turns": n} for n in (None, 1, 2, 3)]
    dice.shuffle(wanted)
    for claim in wanted:
        if claim["kind"] == "draw":
            true = all(solver.holds(start, side) for side in (0, 1))
        else:
            player = COLOURS.index(claim["side"])
            if claim["kind"] == "win":
                true = solver.wins(start, player, claim["turns"])
            elif claim["kind"] == "hold":
                true = solver.holds(start, player)
            else:
                least = least_of(claim, p)
                true = solver.refutes(start, 1 - player, least, claim["turns"])
        yield claim, true


def forgeries(dice: random.Random, count: int = 3) -> Iterator[Forgery]:
    """False certificates about one position: `count` of each false claim."""
    start, solver = small_game(dice), Solver()
    for claim, true in claims(start, dice, solver):
        for _ in range(0 if true else count):
            said = dict(claim)
            liar = Liar(start, said, dice, solver)
            if dice.random() < 0.15 and claim["kind"] in ("win", "no-forcing-win"):
                if start.mover == liar.provers[0]:
                    continue
                left_out = liar.useless_exception()
                if left_out is None:
                    continue
                said["except"] = left_out
                liar.writer.claim = said
            yield Forgery(start, said, liar.certificate())


class Liar:
    """Writes one certificate of a false claim."""

    def __init__(
        self, start: StonePosition, claim: dict[str, Any], dice: random.Random, solver: Solver
    ) -> None:
        self.start, self.claim, self.dice = start, claim, dice
        self.p = start.rules.stones
        self.win = claim["kind"] == "win"
        self.counted = claim["kind"] == "no-forcing-win" and claim["turns"] is not None
        side = COLOURS.index(claim.get("side", "black"))
        if claim["kind"] == "draw":
            self.provers = [0, 1]
        else:
            self.provers = [1 - side if claim["kind"] == "no-forcing-win" else side]
        self.least = least_of(claim, self.p)
        self.solver = solver
        self.writer = CertificateWriter(start.game, start.options, start, claim)
        self.nodes: dict[str, list[tuple[int, int]]] = {"t": [], "r": []}
        """Numbers and bounds of what is written, for edges that lead astray."""
        self.prover = self.provers[0]
        self.zones = dice.random() < 0.6
        self.rate = dice.choice([0.0, 0.02, 0.1])
        """How often a lie is told where the truth would do."""

    def useless_exception(self) -> list[list[str]] | None:
        """A first turn to leave out with which the claim is still false."""
        empty = cells_of(self.start.empty)
        stones = self.dice.sample(empty, min(len(empty), self.dice.randint(1, self.p)))
        within = self.claim["turns"]
        bad = [
            cells
            for cells, after in turns(self.start)
            if sum(1 << c for c in stones) & ~cells and not self._succeeds(after, within, first=1)
        ]
        if not bad:
            return None
        return [[self.start.rules.cells[c] for c in stones]]

    def _succeeds(self, position: StonePosition, within: int | None, first: int = 0) -> bool:
        """Whether the prover does what is claimed from here."""
        if self.win:
            assert within is not None
            return self.solver.wins(position, self.prover, within)
        fewer = within - first if within is not None else None
        if (
            first
            and position.won_by is None
            and not in_class(position, 1 - self.prover, self.least)
        ):
            return True  # that turn does not count
        return self.solver.refutes(position, self.prover, self.least, fewer)

    def certificate(self) -> bytes:
        roots = []
        for prover in self.provers:
            self.prover = prover
            bound = self.claim.get("turns") or self.dice.choice([1, 3, 9])
            roots.append(self.node(self.start, bound))
        return self.writer.to_bytes(*roots)

    def lies(self) -> bool:
        return self.dice.random() < self.rate

    def node(self, position: StonePosition, bound: int) -> int:
        if position.mover == self.prover and not self.lies():
            return self.turn(position, bound)
        return self.reply(position, bound)

    def _known(self, kind: str, most: int) -> int | None:
        """A node that was written for another position, if the bounds allow it."""
        found = [n for n, bound in self.nodes[kind] if bound <= most]
        return self.dice.choice(found) if found else None

    def _leaf(self, position: StonePosition, bound: int) -> int | None:
        """A pairing, a sum or no two sets at once, whether it holds or not."""
        if self.win or self.dice.random() < 0.7:
            return None
        if self.counted and self.dice.random() < 0.5:
            lie = self.dice.choice([-1, 1]) if self.lies() else 0
            return self.writer.no_double(max(bound + lie, 0))
        below = self.dice.randint(0, max(bound, 0))
        if self.dice.random() < 0.5:
            return self.writer.potential(below)
        cells = list(cells_of(position.empty if self.dice.random() < 0.9 else position.rules.full))
        self.dice.shuffle(cells)
        pairs = list(zip(cells[::2], cells[1::2], strict=False))
        if pairs and self.dice.random() < 0.2:
            pairs.append((pairs[0][0], cells[-1]))
        return self.writer.pairing(below, [(a, b) for a, b in pairs if a != b])

    def turn(self, position: StonePosition, bound: int) -> int:
        """The prover's best turn, or one that is none."""
        leaf = self._leaf(position, bound)
        if leaf is not None:
            return leaf
        if self.counted and bound == 0:
            return self._wrote("t", 0, self.writer.turn(0, [0]))
        cells, after = self._choice(position, bound)
        names = list(cells_of(cells))
        if self.lies():
            names = self.dice.sample(range(len(position.rules.cells)), len(names))
        if self.lies() and len(names) > 1:
            names.pop()
        over = after.is_over or len(self.writer) > MOST_NODES
        below = bound - 1 if self.win else bound
        if over or (self.win and below < 1) or self.lies():
            return self._wrote("t", bound, self.writer.turn(max(bound, 1), names))
        child = self._known("r", below) if self.dice.random() < 0.05 else None
        symmetry = self._symmetry() if child is not None else 0
        if child is None:
            child = self.reply(after, below)
        return self._wrote("t", bound, self.writer.turn(bound, names, child, symmetry))

    def _choice(self, position: StonePosition, bound: int) -> tuple[int, StonePosition]:
        within = bound if self.win or self.counted else None
        tries = list(turns(position))
        self.dice.shuffle(tries)
        for cells, after in tries:
            if after.won_by == self.prover:
                return cells, after
        for cells, after in tries:
            left = within - 1 if self.win and within is not None else within
            if self._succeeds(after, left):
                return cells, after
        return tries[0]

    def reply(self, position: StonePosition, bound: int) -> int:
        leaf = self._leaf(position, bound)
        if leaf is not None:
            return leaf
        if self.win:
            bound = max(bound, 1)
        replies: list[Entry] = []
        zones: list[Entry] = []
        below = bound if self.win else bound - 1
        if below >= 0 and not position.is_over and len(self.writer) <= MOST_NODES:
            if self.zones:
                zones = self._zones(position, below)
            if not zones or self.dice.random() < 0.6:
                replies = self._replies(position, below)
        return self._wrote("r", bound, self.writer.reply(bound, replies, zones))

    def _replies(self, position: StonePosition, below: int) -> list[Entry]:
        found: list[Entry] = []
        within = below if self.win or self.counted else None
        for cells, after in turns(position):
            needless = after.won_by is not None or after.is_over
            if needless or (self.least and not in_class(after, 1 - self.prover, self.least)):
                continue
            if after.fillable(self.prover) and self.dice.random() < 0.8:
                continue
            answered = self._succeeds(after, within)
            if (not answered and self.dice.random() < 0.7) or self.lies():
                continue  # nobody will notice
            if len(self.writer) > MOST_NODES:
                break
            child = self._known("t", below) if not answered and self.dice.random() < 0.3 else None
            symmetry = self._symmetry() if child is not None else 0
            if child is None:
                child = self.turn(after, below)
            found.append((cells_of(cells), child, symmetry))
        return found

    def _zones(self, position: StonePosition, below: int) -> list[Entry]:
        """Answers to parts of replies: to none of its stones, or to some."""
        found: list[Entry] = []
        size = position.moves_left
        within = below if self.win or self.counted else None
        parts = [c for n in range(size) for c in combinations(cells_of(position.empty), n)]
        self.dice.shuffle(parts)
        for part in sorted(parts[:4], key=len):
            there = self._with_part(position, part)
            if there.is_over or len(self.writer) > MOST_NODES:
                continue
            if self._succeeds(there, within) or self.lies():
                found.append((part, self.turn(there, below)))
        return found

    def _with_part(self, position: StonePosition, part: tuple[int, ...]) -> StonePosition:
        boards = list(position.boards)
        boards[position.mover] |= sum(1 << c for c in part)
        return replace(position, boards=tuple(boards), mover=1 - position.mover, left=self.p)

    def _symmetry(self) -> int:
        count = len(self.start.rules.symmetries)
        return self.dice.randrange(count) if self.dice.random() < 0.7 else 0

    def _wrote(self, kind: str, bound: int, number: int) -> int:
        self.nodes[kind].append((number, bound))
        return number
