"""Points at the end of a game: area or territory, komi and the bonus of a handicap."""

from __future__ import annotations

from dataclasses import dataclass

from kikashi.games.go.board import EMPTY, STONES, Grid, without
from kikashi.games.go.presets import halves, rules_of
from kikashi.law import Options


@dataclass(frozen=True)
class Count:
    """What each side has, in half points, komi and bonus with White's."""

    black: int
    white: int

    @property
    def margin(self) -> int:
        """Half points that Black has more than White."""
        return self.black - self.white

    @property
    def text(self) -> str:
        """As records write it: `B+3.5`, `W+0.5`, `0`."""
        if self.margin == 0:
            return "0"
        side, whole = "B" if self.margin > 0 else "W", abs(self.margin)
        return f"{side}+{whole // 2}" if whole % 2 == 0 else f"{side}+{whole / 2:.1f}"


def owners(board: str, on: Grid) -> str:
    """Who owns each point: a stone its own side, an empty region the one side it touches."""
    owner = list(board)
    seen: set[int] = set()
    for point, stone in enumerate(board):
        if stone != EMPTY or point in seen:
            continue
        region, ahead, touched = {point}, [point], set()
        while ahead:
            for beside in on.neighbours[ahead.pop()]:
                if board[beside] != EMPTY:
                    touched.add(board[beside])
                elif beside not in region:
                    region.add(beside)
                    ahead.append(beside)
        seen |= region
        if len(touched) == 1:
            for inner in region:
                owner[inner] = next(iter(touched))
    return "".join(owner)


def count(
    board: str, on: Grid, options: Options, dead: frozenset[int], prisoners: tuple[int, int]
) -> Count:
    """The count with the dead stones off; `prisoners` are those that each side has taken."""
    rules = rules_of(options)
    owner = owners(without(board, dead), on)
    points = [0, 0]
    for player in range(2):
        if rules.score == "area":
            points[player] = owner.count(STONES[player])
        else:
            stones = without(board, dead).count(STONES[player])
            taken = sum(1 for at in dead if board[at] == STONES[1 - player])
            points[player] = owner.count(STONES[player]) - stones + prisoners[player] + taken
    bonus = 0
    if rules.bonus is not None and int(options["handicap"]):
        bonus = int(options["handicap"]) - rules.bonus
    return Count(2 * points[0], 2 * points[1] + halves(options) + 2 * bonus)
