"""What a reading problem is about: themes as pure functions of a played-out line.

Each gives 1 where it applies. `who` solves is the side to move at the start; the first, third ...
moves of the line are theirs. Names are those that players use.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from kikashi.games.go.benson import unconditionally_alive
from kikashi.games.go.board import EMPTY, STONES, Grid, Placed, place, string_at
from kikashi.games.go.position import PASS


class Step(NamedTuple):
    """One move: the board before it, where (None: a pass), who, and what it did."""

    board: str
    point: int | None
    player: int
    placed: Placed | None


@dataclass(frozen=True)
class ReadingLine:
    """A problem about one stone, and the moves of both sides."""

    on: Grid
    board: str
    solver: int
    target: int
    kind: str
    """`capture` and `save` about a string, `kill` and `live` about a group."""
    moves: tuple[str, ...]
    seki: bool = False

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        board, made = self.board, []
        for number, move in enumerate(self.moves):
            player = self.solver ^ (number & 1)
            point = None if move == PASS else self.on.index[move]
            placed = None if point is None else place(board, self.on, point, player)
            made.append(Step(board, point, player, placed))
            board = placed.board if placed else board
        return tuple(made)

    @property
    def attacks(self) -> bool:
        return self.kind in ("capture", "kill")

    @property
    def first(self) -> Step:
        return self.steps[0]


def _liberties(board: str, on: Grid, point: int) -> int:
    return len(string_at(board, on, point).liberties)


def ladder(line: ReadingLine) -> int:
    """Every move of the attacker is an atari on the target, three at least, until it is taken."""
    own = [step for step in line.steps[::2] if step.placed]
    ataris = [
        step
        for step in own
        if step.placed
        and step.placed.board[line.target] != EMPTY
        and _liberties(step.placed.board, line.on, line.target) == 1
    ]
    return int(line.kind == "capture" and len(ataris) >= 3 and len(own) - len(ataris) <= 1)


def net(line: ReadingLine) -> int:
    """A string that could run is shut in by a move that is none of its liberties."""
    before = string_at(line.board, line.on, line.target)
    point = line.first.point
    return int(
        line.kind == "capture"
        and point is not None
        and point not in before.liberties
        and len(before.liberties) >= 2
        and not (line.first.placed and line.first.placed.taken)
    )


def throw_in(line: ReadingLine) -> int:
    """The first move is one stone that can be taken at once."""
    step = line.first
    if step.point is None or step.placed is None or step.placed.taken:
        return 0
    made = string_at(step.placed.board, line.on, step.point)
    return int(len(made.stones) == 1 == len(made.liberties))


def snapback(line: ReadingLine) -> int:
    """One stone is given and taken, and what took it is taken with more."""
    for given, taking, back in zip(line.steps, line.steps[1:], line.steps[2:], strict=False):
        if given.player != line.solver or not (given.placed and taking.placed and back.placed):
            continue
        one = given.point is not None and taking.placed.taken == {given.point}
        if one and taking.point in back.placed.taken and len(back.placed.taken) >= 2:
            return 1
    return 0


def under_the_stones(line: ReadingLine) -> int:
    """The solver plays where its own stones, two at least, were taken just before."""
    for taking, answer in zip(line.steps, line.steps[1:], strict=False):
        if answer.player == line.solver and taking.placed and len(taking.placed.taken) >= 2:
            inside = answer.point in taking.placed.taken
            if inside and not (answer.placed and taking.point in answer.placed.taken):
                return 1
    return 0


def sacrifice(line: ReadingLine) -> int:
    """Stones of the solver are taken on the way."""
    return int(any(s.player != line.solver and s.placed and s.placed.taken for s in line.steps))


def eye_space(line: ReadingLine) -> frozenset[int]:
    """The empty points around the first move that the target's side alone surrounds; none where
    stones of the other side bound them."""
    if line.first.point is None:
        return frozenset()
    area = string_at(line.board, line.on, line.first.point).stones  # of an empty point: its area
    own = line.board[line.target]
    for at in area:
        for beside in line.on.neighbours[at]:
            if line.board[beside] not in (EMPTY, own):
                return frozenset()
    return area


def _shape(area: frozenset[int], on: Grid) -> tuple[int, ...]:
    """How many neighbours in the area each of its points has, the fewest first."""
    return tuple(sorted(sum(beside in area for beside in on.neighbours[at]) for at in area))


EYE_SHAPES = {
    "three": (1, 1, 2),
    "pyramid-four": (1, 1, 1, 3),
    "square-four": (2, 2, 2, 2),
    "straight-four": (1, 1, 2, 2),
    "bulky-five": (1, 2, 2, 2, 3),
    "cross-five": (1, 1, 1, 1, 4),
    "rabbity-six": (1, 1, 2, 2, 2, 4),
}
"""Eye spaces told by the neighbours of their points."""


def _of_shape(name: str) -> Callable[[ReadingLine], int]:
    def shape(line: ReadingLine) -> int:
        return int(_shape(eye_space(line), line.on) == EYE_SHAPES[name])

    return shape


def nakade(line: ReadingLine) -> int:
    """The attacker plays inside an eye space of three to six points."""
    return int(line.kind == "kill" and 3 <= len(eye_space(line)) <= 6)


def two_eyes(line: ReadingLine) -> int:
    """The first move makes life that needs no answer."""
    after = line.first.placed
    return int(
        line.kind == "live"
        and after is not None
        and unconditionally_alive(after.board, line.on, line.target)
    )


def seki(line: ReadingLine) -> int:
    """The group stands without two eyes."""
    return int(line.kind == "live" and line.seki)


def ko(line: ReadingLine) -> int:
    """A ko is taken on the way."""
    return int(any(step.placed and step.placed.banned is not None for step in line.steps))


def liberty_race(line: ReadingLine) -> int:
    """A string of the solver beside the target has three liberties or fewer, and so has it."""
    if _liberties(line.board, line.on, line.target) > 3:
        return 0
    other = STONES[1 - STONES.index(line.board[line.target])]
    beside = {
        near
        for at in string_at(line.board, line.on, line.target).stones
        for near in line.on.neighbours[at]
        if line.board[near] == other
    }
    return int(
        any(
            len(found.stones) >= 2 and len(found.liberties) <= 3
            for found in (string_at(line.board, line.on, at) for at in beside)
        )
    )


def double_atari(line: ReadingLine) -> int:
    """The first move leaves two strings beside it with one liberty each."""
    step = line.first
    if step.point is None or step.placed is None:
        return 0
    theirs, after = STONES[1 - step.player], step.placed.board
    beside = [at for at in line.on.neighbours[step.point] if after[at] == theirs]
    found = {string_at(after, line.on, at).stones for at in beside}
    caught = [one for one in found if _liberties(after, line.on, min(one)) == 1]
    return int(len(caught) >= 2)


def captures_first(line: ReadingLine) -> int:
    """The first move takes stones."""
    return int(bool(line.first.placed and line.first.placed.taken))


def first_line(line: ReadingLine) -> int:
    """The first move is on the edge of the board."""
    point = line.first.point
    return int(point is not None and len(line.on.neighbours[point]) < 4)


TAGS: dict[str, Callable[[ReadingLine], int]] = {
    "ladder": ladder,
    "net": net,
    "snapback": snapback,
    "throw-in": throw_in,
    "under-the-stones": under_the_stones,
    "sacrifice": sacrifice,
    "nakade": nakade,
    **{name: _of_shape(name) for name in EYE_SHAPES},
    "two-eyes": two_eyes,
    "seki": seki,
    "ko": ko,
    "liberty-race": liberty_race,
    "double-atari": double_atari,
    "captures-first": captures_first,
    "first-line": first_line,
}
KINDS = ("capture", "save", "kill", "live")
WORDS = {
    "capture": {"en": "capture", "zh-Hant": "吃子"},
    "save": {"en": "save", "zh-Hant": "救子"},
    "kill": {"en": "kill", "zh-Hant": "殺棋"},
    "live": {"en": "live", "zh-Hant": "做活"},
    "ladder": {"en": "ladder", "zh-Hant": "征子"},
    "net": {"en": "net", "zh-Hant": "枷"},
    "snapback": {"en": "snapback", "zh-Hant": "倒撲"},
    "throw-in": {"en": "throw-in", "zh-Hant": "撲"},
    "under-the-stones": {"en": "under the stones", "zh-Hant": "倒脫靴"},
    "sacrifice": {"en": "sacrifice", "zh-Hant": "棄子"},
    "nakade": {"en": "nakade", "zh-Hant": "點殺"},
    "three": {"en": "eye space of three", "zh-Hant": "三目眼形"},
    "pyramid-four": {"en": "pyramid four", "zh-Hant": "丁四"},
    "square-four": {"en": "square four", "zh-Hant": "方四"},
    "straight-four": {"en": "straight or bent four", "zh-Hant": "直四或曲四"},
    "bulky-five": {"en": "bulky five", "zh-Hant": "刀把五"},
    "cross-five": {"en": "cross five", "zh-Hant": "梅花五"},
    "rabbity-six": {"en": "rabbity six", "zh-Hant": "葡萄六"},
    "two-eyes": {"en": "two eyes at once", "zh-Hant": "立成兩眼"},
    "seki": {"en": "seki", "zh-Hant": "雙活"},
    "ko": {"en": "ko on the way", "zh-Hant": "劫"},
    "liberty-race": {"en": "liberty race", "zh-Hant": "對殺"},
    "double-atari": {"en": "double atari", "zh-Hant": "雙叫吃"},
    "captures-first": {"en": "begins with a capture", "zh-Hant": "先提子"},
    "first-line": {"en": "first-line move", "zh-Hant": "一路妙手"},
}


def tags_of(line: ReadingLine) -> dict[str, int]:
    """The kind of a problem and the themes that apply."""
    found = {name: tag(line) for name, tag in TAGS.items()}
    return {line.kind: 1, **{name: count for name, count in found.items() if count}}
