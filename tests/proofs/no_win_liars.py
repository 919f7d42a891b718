"""Forgeries of one claim: that a side has no win at all within some turns.

Two enemies of the leaf 'no two sets at once'. Hasty liars put it wherever they like, among free
stones and below symmetries, in games where the first turn has other stones than the rest, where
the first stone is limited, and where sets differ in size and share cells. And a witness asks the
judge about single nodes with free stones, as no file can, and lays those stones wherever the zone
allows: the main claim of docs/reference/soundness.md, word by word.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import combinations
from typing import Any, NamedTuple

from kikashi import games
from kikashi.law.winning_sets import Geometry, StonePosition, cells_of
from kikashi.proofs import Caps, RefusedError
from kikashi.proofs.refusal import Budget
from kikashi.proofs.stack import settle
from kikashi.stones.proofs.cover import Question
from kikashi.stones.proofs.nodes import NodeReader
from kikashi.stones.proofs.refute import RefuteReplay
from kikashi.stones.proofs.tally import OPPONENT, PROVER
from tests.proofs.brute import Solver
from tests.proofs.forging import Forgery, Liar
from tests.proofs.scenarios import COLOURS, position, set_game

LETTERS = "abcdefghi"
BOARDS = (
    ("gomoku", {"size": "3x3", "k": "3"}),
    ("gomoku", {"size": "4x4", "k": "3"}),
    ("gomoku", {"size": "5x5", "k": "4"}),
    ("connect", {"size": "4x4", "k": "4", "p": "1", "q": "2"}),
    ("connect", {"size": "4x4", "k": "3", "p": "2", "q": "1"}),
    ("connect", {"size": "5x5", "k": "4", "p": "1", "q": "1"}),
    ("connect6", {"size": "6x6"}),
    ("goclub", {"size": "3x3x3", "clubs": "cube"}),
)
TURNS = (1, 2, 3, 4)


def no_win_game(dice: random.Random) -> StonePosition:
    """A position that brute force decides at once, nearly always of one stone a turn."""
    while True:
        start = _board(dice) if dice.random() < 0.3 else _sets(dice)
        if start is not None and not start.is_over:
            return start


def _sets(dice: random.Random) -> StonePosition | None:
    count, stones = dice.randint(3, 8), dice.choice([1] * 9 + [2])
    cells = LETTERS[:count]
    sets = random_sets(dice, cells)
    options = json.loads(set_game(cells, sets, stones)["sets"])
    options["first"] = dice.choice([stones, stones, 1, 2])
    most = max(stones, options["first"])
    names: tuple[list[str], list[str]] = ([], [])
    for cell in dice.sample(cells, dice.randint(0, count // 2)):
        names[dice.random() < 0.5].append(cell)
    black, white = (",".join(sorted(n)) or "-" for n in names)
    left = dice.choice([1, 1, 1, dice.randint(1, most)])
    text = f"setup black={black} white={white} move={dice.choice(COLOURS)} left={left}"
    try:
        return position("sets", text, sets=json.dumps(options))
    except ValueError:
        return None


def random_sets(dice: random.Random, cells: str) -> list[str]:
    """Sets of different sizes, many within others and many that share cells."""
    core = "".join(dice.sample(cells, min(len(cells), dice.randint(0, 2))))
    sets = set()
    for _ in range(dice.randint(1, 7)):
        size = min(len(cells), dice.choice([1, 2, 2, 3, 3, 3, 4]))
        chosen = set(dice.sample(cells, size))
        if dice.random() < 0.5:
            chosen |= set(core)
        sets.add("".join(sorted(chosen)))
    return sorted(sets)


def _board(dice: random.Random) -> StonePosition | None:
    game, options = dice.choice(BOARDS)
    if game == "gomoku" and dice.random() < 0.3:
        options = {**options, "ring": "1"}
    first = games.room(game).start(options)
    assert isinstance(first, StonePosition)
    cells = list(range(len(first.rules.cells)))
    dice.shuffle(cells)
    boards = [0, 0]
    for cell in cells[dice.randint(4, 7) :]:
        boards[dice.random() < 0.5] |= 1 << cell
    if any(first.rules.fills(board) for board in boards):
        return None
    left = dice.choice([1, max(first.rules.stones, first.rules.first)])
    return replace(first, boards=tuple(boards), mover=dice.randrange(2), left=left)


def no_win_claims(start: StonePosition, solver: Solver) -> Iterator[tuple[dict[str, Any], bool]]:
    """Claims that a side has no win within some turns, with whether they are true."""
    for player, side in enumerate(COLOURS):
        for turns in TURNS:
            claim = {"kind": "no-forcing-win", "side": side, "by": "any", "turns": turns}
            yield claim, solver.refutes(start, 1 - player, 0, turns)


def hasty(dice: random.Random, count: int = 4) -> Iterator[tuple[bool, Forgery]]:
    """Certificates of the claims about one position, with whether the claim is true."""
    start, solver = no_win_game(dice), Solver()
    for claim, true in no_win_claims(start, solver):
        for _ in range(count if not true else 1):
            yield true, Forgery(start, claim, HastyLiar(start, claim, dice, solver).certificate())


class HastyLiar(Liar):
    """Ends every other branch with 'no two sets at once', whether it is so or not."""

    def __init__(self, *about: Any) -> None:
        super().__init__(*about)
        self.hurry = self.dice.choice([0.1, 0.4, 0.8])

    def _leaf(self, position: StonePosition, bound: int) -> int | None:
        if self.dice.random() < self.hurry:
            lie = self.dice.choice([-1, 1]) if self.lies() else 0
            return self.writer.no_double(max(bound + lie, 0))
        return super()._leaf(position, bound) if self.dice.random() < 0.1 else None


class Seen(NamedTuple):
    """What the judge said of a node at a position with free stones, and stones that refute it."""

    position: tuple[int, int, int, int]
    """The prover's board, the opponent's, who moves, and the free stones."""
    nodes: list[list[Any]]
    accepted: bool
    zone: int = 0
    against: int | None = None


class Witness:
    """Asks about nodes of a game of one stone a turn, and plays out what the judge accepts."""

    def __init__(self, dice: random.Random) -> None:
        self.dice = dice
        cells = LETTERS[: dice.randint(4, 8)]
        sets = random_sets(dice, cells)
        self.rules = Geometry(
            cells=tuple(cells),
            coordinates=tuple((n, 0) for n in range(len(cells))),
            sets=tuple(tuple(cells.index(c) for c in one) for one in sets),
            first_cells=frozenset({dice.randrange(len(cells))}) if dice.random() < 0.2 else None,
        )
        self.safe = cache(self._safe)

    def _safe(self, mine: int, theirs: int, mover: int, turns: int) -> bool:
        """Whether the opponent completes nothing in so many turns of its own."""
        rules = self.rules
        empty = rules.full & ~(mine | theirs)
        if not turns or not empty:
            return True
        limited = rules.first_cells is not None and empty == rules.full
        cells = [1 << c for c in (rules.first_cells or () if limited else cells_of(empty))]
        if mover == PROVER:
            return any(
                rules.fills(mine | c) or self.safe(mine | c, theirs, OPPONENT, turns) for c in cells
            )
        return not any(
            rules.fills(theirs | c) or not self.safe(mine, theirs | c, PROVER, turns - 1)
            for c in cells
        )

    def look(self) -> Seen | None:
        """One question, or None where the position is over already."""
        dice, rules = self.dice, self.rules
        boards = [0, 0]
        for cell in range(len(rules.cells)):
            if dice.random() < 0.35:
                boards[dice.random() < 0.6] |= 1 << cell
        empty = rules.full & ~(boards[0] | boards[1])
        if not empty or any(map(rules.fills, boards)):
            return None
        mover, turns, free = dice.randrange(2), dice.randint(1, 4), dice.randint(0, 3)
        nodes: list[list[Any]] = []
        self._write(nodes, boards[0], boards[1], mover, turns)
        at = (boards[0], boards[1], mover, free)
        try:
            zone = self.asked(nodes, *at)
        except RefusedError:
            return Seen(at, nodes, accepted=False)
        for size in range(free + 1):
            for stones in combinations(cells_of(empty & ~zone), size):
                laid = sum(1 << c for c in stones)
                theirs = boards[1] | laid
                if not rules.fills(theirs) and not self.safe(boards[0], theirs, mover, turns):
                    return Seen(at, nodes, accepted=True, zone=zone, against=laid)
        return Seen(at, nodes, accepted=True, zone=zone)

    def asked(self, nodes: list[list[Any]], mine: int, theirs: int, mover: int, free: int) -> int:
        """The judge's zone of the last node there."""
        budget = Budget(Caps())
        reader = NodeReader(self.rules, win=False, exact=True, budget=budget)
        for node in nodes:
            reader.read(node)
        replay = RefuteReplay(self.rules, reader.nodes, budget, least=0, counted=True)
        return settle(
            Question(len(nodes) - 1, mine, theirs, mover, 1, free),
            replay.work,
            node_of=lambda question: question.node,
            is_shared=lambda _question: False,
            budget=budget,
        )

    def _write(self, nodes: list[list[Any]], mine: int, theirs: int, mover: int, turns: int) -> int:
        """A fragment of strategy that knows the truth and ends as soon as it likes."""
        dice = self.dice
        empty = cells_of(self.rules.full & ~(mine | theirs))
        if not empty or dice.random() < (0.5 if nodes or turns == 1 else 0.3):
            node: list[Any] = ["d", turns]
        elif mover == PROVER:
            cell = self._best(mine, theirs, empty, turns)
            child = None
            if not self.rules.fills(mine | 1 << cell) and len(empty) > 1:
                child = self._write(nodes, mine | 1 << cell, theirs, OPPONENT, turns)
            node = ["t", turns, [cell], child]
        else:
            zones, replies = [], []
            if turns and dice.random() < 0.7:
                zones = [[[], self._write(nodes, mine, theirs, PROVER, turns - 1)]]
            for cell in empty:
                after = theirs | 1 << cell
                if turns > 1 and not self.rules.fills(after) and dice.random() < 0.7:
                    replies.append([[cell], self._write(nodes, mine, after, PROVER, turns - 1)])
            node = ["r", turns, replies, zones]
        nodes.append(node)
        return len(nodes) - 1

    def _best(self, mine: int, theirs: int, empty: tuple[int, ...], turns: int) -> int:
        cells = self.dice.sample(empty, len(empty))
        for cell in cells:
            if self.rules.fills(mine | 1 << cell):
                return cell
        for cell in cells:
            if self.safe(mine | 1 << cell, theirs, OPPONENT, turns):
                return cell
        return cells[0]
