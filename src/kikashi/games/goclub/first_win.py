"""The first player wins from the centre: one certificate that answers every second stone.

The board's symmetry leaves an eighth of the second stones to answer. Each is answered by a search
that lets the attacker play some quiet stones before its fours (`vct`, within a bound of turns);
the certificate joins the answers, and the other seven eighths are met through the symmetry.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from kikashi.games.goclub import ROOM
from kikashi.law.winning_set_room import stones_of
from kikashi.law.winning_sets import StonePosition
from kikashi.search import Certificate, Limits, Verdict
from kikashi.stones.forcing import solve
from kikashi.stones.joblevel.compose import Composer

FEWEST_TURNS = 3
"""After the second stone: nobody makes five stones into a club in fewer than four turns."""
MOST_TURNS = 30
QUICK_NODES, NODES = 100_000, 12_000_000
"""What one search may spend at first, and where most of the others have been answered by then."""
SAMPLE = 3
"""So many second stones show whether a bound of turns is worth trying on all the others."""


@dataclass(frozen=True)
class FirstWin:
    """A win from the centre within `turns` turns of the first player."""

    size: int
    turns: int
    certificate: Certificate
    nodes: int
    """What the searches saw that answer each second stone."""
    second_stones: int
    """Up to symmetry."""
    sooner: int
    """Second stones after which a win in fewer turns was found: of the others nothing is known."""

    @property
    def plies(self) -> int:
        return 2 * self.turns - 1


def second_stones(after: StonePosition) -> dict[int, tuple[int, int]]:
    """Every empty cell with the cell that stands for it and the symmetry that leads there.

    `after` has one stone, in the centre, which every symmetry keeps.
    """
    standing: dict[int, tuple[int, int]] = {}
    for cell in range(len(after.rules.cells)):
        images = [(image[cell], number) for number, image in enumerate(after.permutations())]
        standing[cell] = min(images)
    return {cell: found for cell, found in standing.items() if after.empty >> cell & 1}


def answers(
    after: StonePosition, turns: int, cells: list[int], jobs: int, nodes: int
) -> Iterator[tuple[int, Verdict]]:
    """A win within `turns` turns after each of these second stones, as far as it is found."""

    def answer(cell: int) -> Verdict:
        return solve(after.with_stone(cell), "vct", Limits(nodes=nodes), most_turns=turns)

    with ThreadPoolExecutor(jobs) as crew:
        yield from zip(cells, crew.map(answer, cells), strict=True)


def first_win(
    size: int,
    jobs: int = 1,
    nodes: int = NODES,
    report: Callable[[int, int], None] = lambda *_: None,
) -> FirstWin | None:
    """The win in the fewest turns that the searches find; None where they find none.

    A bound that fails for one second stone is given up at once, so that the bound only grows.
    """
    start = ROOM.start({"size": f"{size}x{size}"})
    centre = size // 2 * (size + 1)
    after = stones_of(start).with_stone(centre)
    standing = second_stones(after)
    asked = sorted({cell for cell, _ in standing.values()})
    found: dict[int, Verdict] = {}
    for turns in range(FEWEST_TURNS, MOST_TURNS + 1):
        for cells, most in ((asked[:SAMPLE], QUICK_NODES), (asked, QUICK_NODES), (asked, nodes)):
            left = [cell for cell in cells if cell not in found]
            if len(left) * 2 > len(cells) and most > QUICK_NODES:
                break
            for cell, verdict in answers(after, turns, left, jobs, most):
                if verdict.verdict == "win":
                    found[cell] = verdict
                report(len(found), len(asked))
            if not any(cell in found for cell in cells):
                break
        if len(found) == len(asked):
            break
    if len(found) < len(asked):
        return None
    composer = Composer()
    roots = {cell: composer.include(_proved(verdict)) for cell, verdict in found.items()}
    replies = [[[cell], roots[cell_for], n] for cell, (cell_for, n) in sorted(standing.items())]
    bound = max(composer.bound(root) for root in roots.values())
    nodes_of = [*composer.nodes, ["r", bound, replies, []]]
    nodes_of.append(["t", bound + 1, [centre], len(nodes_of) - 1])
    claim = {"kind": "win", "side": "black", "turns": bound + 1}
    certificate = Certificate(start, claim, nodes_of, len(nodes_of) - 1)
    return FirstWin(
        size,
        bound + 1,
        certificate,
        nodes=sum(v.nodes for v in found.values()),
        second_stones=len(asked),
        sooner=sum(composer.bound(root) < bound for root in roots.values()),
    )


def _proved(verdict: Verdict) -> Certificate:
    assert verdict.certificate is not None
    return verdict.certificate
