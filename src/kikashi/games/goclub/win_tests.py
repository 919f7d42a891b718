"""Six tests for a club among the stones of one side, as the paper came to them one by one.

Each takes the stones as cells (x, y) of a board and answers whether they hold a club; `Steps`
counts the elementary steps it took, so that the stated orders can be measured. The first two are
wrong on some shapes, and are kept as they were: that is what the page shows. The last two are right
and quick.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import combinations

Cell = tuple[int, int]
Stones = Sequence[Cell]


class Steps:
    """Counts what a test looks at."""

    def __init__(self) -> None:
        self.count = 0

    def each(self, found: Iterable[Cell]) -> Iterable[Cell]:
        for item in found:
            self.count += 1
            yield item


def average(stones: Stones, size: int, steps: Steps) -> bool:  # noqa: ARG001
    """Some stone is the mean of four others. Wrong: every symmetric shape passes, a line too."""
    for centre in stones:
        others = [stone for stone in stones if stone != centre]
        for four in combinations(others, 4):
            steps.count += 1
            if _mean_is(four, centre):
                return True
    return False


def pythagorean(stones: Stones, size: int, steps: Steps) -> bool:  # noqa: ARG001
    """Four equal arms, and among all stones at that arm a chord that occurs four times.

    Wrong, since the four chords need not be those of one square, and since 'seven equal arms win'
    fails where twelve stones have the same arm.
    """
    for petals in _by_arm(stones, steps):
        if len(petals) == 7:
            return True
        chords = Counter(_squared(a, b) for a, b in combinations(petals, 2))
        steps.count += len(petals) * (len(petals) - 1) // 2
        if max(chords.values()) >= 4:
            return True
    return False


def combined(stones: Stones, size: int, steps: Steps) -> bool:  # noqa: ARG001
    """Both before: four of the stones with equal arms, their mean the centre, their sides equal."""
    for centre in stones:
        for petals in _by_arm_of(centre, stones, steps):
            for four in combinations(petals, 4):
                steps.count += 1
                if _mean_is(four, centre):
                    chords = Counter(_squared(a, b) for a, b in combinations(four, 2))
                    steps.count += 6
                    if max(chords.values()) >= 4:
                        return True
    return False


def spiral(stones: Stones, size: int, steps: Steps) -> bool:
    """Four stones have the same code in the table laid around a fifth."""
    for centre in stones:
        laid = Counter[int]()
        for stone in steps.each(stones):
            if stone != centre:
                laid[spiral_code(stone[0] - centre[0], stone[1] - centre[1])] += 1
        steps.count += size * size  # the paper lays the whole table for each stone
        if 4 in laid.values():
            return True
    return False


def vector(stones: Stones, size: int, steps: Steps) -> bool:  # noqa: ARG001
    """A centre and one petal name the other three."""
    held = set(stones)
    for x, y in stones:
        for petal in steps.each(stones):
            p, q = petal[0] - x, petal[1] - y
            if (p or q) and {(x - p, y - q), (x - q, y + p), (x + q, y - p)} <= held:
                return True
    return False


def mesh(stones: Stones, size: int, steps: Steps) -> bool:
    """Every club has a number; each cell knows its clubs by theirs, laid once for the board."""
    through = clubs_through(size)
    stones_in = Counter[int]()
    for stone in stones:
        for club in through[stone]:
            stones_in[club] += 1
            if stones_in[club] == 5:
                return True
        steps.count += 1  # one stone a turn is all that a game has to add
    return False


Test = Callable[[Stones, int, Steps], bool]
TESTS: dict[str, tuple[str, Test]] = {
    "average": ("n^5", average),
    "Pythagorean": ("n^6", pythagorean),
    "combined": ("n^7", combined),
    "spiral code": ("n^3", spiral),
    "vector": ("n^2", vector),
    "mesh code": ("n", mesh),
}
"""Each with its stated order."""


def holds_club(stones: Stones) -> bool:
    """The definition itself, for the tests of the tests."""
    return vector(stones, 0, Steps())


def spiral_code(x: int, y: int) -> int:
    """The paper's code of a place seen from the centre: equal for the four petals of one club.

    Ring r has 2r codes from 2 + r(r - 1) on, along its upper side from left to right.
    """
    ring = max(abs(x), abs(y))
    while not (y == ring and x > -ring):
        x, y = -y, x
    return 2 + ring * (ring - 1) + x + ring - 1


@cache
def clubs_through(size: int) -> dict[Cell, tuple[int, ...]]:
    """For each cell the numbers of the clubs that hold it."""
    found: dict[Cell, list[int]] = {(x, y): [] for x in range(size) for y in range(size)}
    number = 0
    for x, y in found:
        for a in range(1, size):
            for b in range(size):
                club = ((x, y), (x + a, y + b), (x - b, y + a), (x - a, y - b), (x + b, y - a))
                if all(cell in found for cell in club):
                    for cell in club:
                        found[cell].append(number)
                    number += 1
    return {cell: tuple(numbers) for cell, numbers in found.items()}


def wrong_in_box(name: str, count: int, box: int) -> tuple[Stones, ...]:
    """Shapes of `count` stones in a box that a test calls a club and that hold none."""
    cells = [(x, y) for x in range(box) for y in range(box)]
    return _wrong(name, combinations(cells, count))


def wrong_on_arms(name: str, arm: int) -> tuple[Stones, ...]:
    """The same for a centre and the fewest petals at one (squared) distance from it."""
    reach = range(-arm, arm + 1)
    petals = [(x, y) for x in reach for y in reach if x * x + y * y == arm]
    for count in range(4, len(petals) + 1):
        shapes = (((0, 0), *chosen) for chosen in combinations(petals, count))
        if found := _wrong(name, shapes):
            return found
    return ()


def _wrong(name: str, shapes: Iterable[Stones]) -> tuple[Stones, ...]:
    _, test = TESTS[name]
    found = {
        _one_of_all(stones)
        for stones in shapes
        if test(stones, 0, Steps()) and not holds_club(stones)
    }
    return tuple(sorted(found))


def picture(stones: Stones) -> str:
    """A shape in rows, the upper first: `x` a stone, `.` none."""
    wide = max(x for x, _ in stones) + 1
    high = max(y for _, y in stones) + 1
    rows = ("".join(".x"[(x, y) in stones] for x in range(wide)) for y in reversed(range(high)))
    return " / ".join(rows)


def _mean_is(four: Sequence[Cell], centre: Cell) -> bool:
    return all(sum(cell[axis] for cell in four) == 4 * centre[axis] for axis in (0, 1))


def _squared(a: Cell, b: Cell) -> int:
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2


def _by_arm(stones: Stones, steps: Steps) -> Iterable[list[Cell]]:
    for centre in stones:
        yield from _by_arm_of(centre, stones, steps)


def _by_arm_of(centre: Cell, stones: Stones, steps: Steps) -> Iterable[list[Cell]]:
    """The other stones that stand at one distance, where they are at least four."""
    arms: dict[int, list[Cell]] = {}
    for stone in steps.each(stones):
        if stone != centre:
            arms.setdefault(_squared(centre, stone), []).append(stone)
    return [petals for petals in arms.values() if len(petals) >= 4]


def _one_of_all(stones: Stones) -> tuple[Cell, ...]:
    """The same for all turned, mirrored and shifted images of a shape."""
    images = []
    for swap in (False, True):
        for sx in (1, -1):
            for sy in (1, -1):
                image = [(sx * x, sy * y) if not swap else (sx * y, sy * x) for x, y in stones]
                left, low = min(x for x, _ in image), min(y for _, y in image)
                images.append(tuple(sorted((x - left, y - low) for x, y in image)))
    return min(images)
