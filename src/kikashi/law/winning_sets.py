"""The law of the winning-set family.

Cells, winning sets, p stones a turn (q on the first): whoever first holds every cell of one set
wins; a full board without that is a draw. Boards are Python integers, one bit a cell.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Self

from kikashi.law.contract import (
    MAX_CELLS,
    BadTextError,
    GameError,
    IllegalMoveError,
    Move,
    Position,
    Result,
    printable,
)

COLOURS = ("black", "white", "red")

MAX_SETS = 65_000
MAX_SET_SIZE = 15
MAX_STONES = 7


@dataclass(frozen=True, eq=False)
class Geometry:
    """Where stones can lie and what wins: all that distinguishes the games of the family."""

    cells: tuple[str, ...]
    coordinates: tuple[tuple[int, ...], ...]
    sets: tuple[tuple[int, ...], ...]
    stones: int = 1
    """p: stones a turn."""
    first: int = 1
    """q: stones of the very first turn."""
    players: int = 2
    symmetries: tuple[tuple[int, ...], ...] = ()
    """Permutations (cell -> cell) that keep sets and `first_cells`; the identity comes first."""
    first_cells: frozenset[int] | None = None
    """Where the first stone of the game may lie, if that is limited."""

    def __post_init__(self) -> None:
        if not self.symmetries:
            object.__setattr__(self, "symmetries", (tuple(range(len(self.cells))),))
        self._refuse_what_no_board_can_hold()

    def _refuse_what_no_board_can_hold(self) -> None:
        count = len(self.cells)
        if not 1 <= count <= MAX_CELLS:
            raise GameError(f"a board has 1 to {MAX_CELLS} cells, not {count}")
        if len(self.sets) > MAX_SETS:
            raise GameError(f"at most {MAX_SETS} winning sets, not {len(self.sets)}")
        if not 1 <= self.stones <= MAX_STONES or not 1 <= self.first <= MAX_STONES:
            raise GameError(f"a turn has 1 to {MAX_STONES} stones, not {self.stones}/{self.first}")
        if not 2 <= self.players <= len(COLOURS):
            raise GameError(f"2 or 3 players, not {self.players}")
        if len(self.coordinates) != count or len(set(self.cells)) != count:
            raise GameError("each cell needs one name of its own and one coordinate")
        for cells in self.sets:
            if not 1 <= len(cells) <= MAX_SET_SIZE or len(set(cells)) != len(cells):
                raise GameError(f"a winning set has 1 to {MAX_SET_SIZE} different cells: {cells}")
            if not all(0 <= cell < count for cell in cells):
                raise GameError(f"a winning set names a cell that is not there: {cells}")
        if len(set(self.masks)) != len(self.masks):
            raise GameError("a winning set is listed twice")
        known = set(self.masks)
        for permutation in self.symmetries:
            if sorted(permutation) != list(range(count)):
                raise GameError("a symmetry must map the cells one to one")
            if any(sum(1 << permutation[c] for c in cells) not in known for cells in self.sets):
                raise GameError("a symmetry must map winning sets to winning sets")
            if self.first_cells is not None and self.first_cells != {
                permutation[cell] for cell in self.first_cells
            }:
                raise GameError("a symmetry must keep the cells allowed for the first stone")
        if self.symmetries[0] != tuple(range(count)):
            raise GameError("the first symmetry must be the identity")

    @cached_property
    def masks(self) -> tuple[int, ...]:
        """The winning sets as boards."""
        return tuple(sum(1 << cell for cell in cells) for cells in self.sets)

    @cached_property
    def through(self) -> tuple[tuple[int, ...], ...]:
        """For each cell the indices of the winning sets that hold it."""
        found: list[list[int]] = [[] for _ in self.cells]
        for index, cells in enumerate(self.sets):
            for cell in cells:
                found[cell].append(index)
        return tuple(map(tuple, found))

    @cached_property
    def led(self) -> tuple[tuple[int, ...], ...]:
        """For each cell the winning sets, as boards, of which it is the lowest cell."""
        found: list[list[int]] = [[] for _ in self.cells]
        for cells, mask in zip(self.sets, self.masks, strict=True):
            found[min(cells)].append(mask)
        return tuple(map(tuple, found))

    def fills(self, board: int) -> bool:
        """Whether a board holds every cell of some set: only sets led by a stone can be full."""
        return any(mask & ~board == 0 for cell in cells_of(board) for mask in self.led[cell])

    @cached_property
    def index(self) -> Mapping[str, int]:
        """Cell numbers by name."""
        return {name: cell for cell, name in enumerate(self.cells)}

    @cached_property
    def full(self) -> int:
        """The board with a bit on every cell."""
        return (1 << len(self.cells)) - 1

    def names(self, cells: Iterable[int]) -> str:
        """Cell names in board order, for texts."""
        return ",".join(self.cells[cell] for cell in sorted(cells))


def cells_of(board: int) -> tuple[int, ...]:
    """The cells of a board, lowest first."""
    found = []
    while board:
        lowest = board & -board
        found.append(lowest.bit_length() - 1)
        board ^= lowest
    return tuple(found)


def fewest_stoppers(threats: Sequence[int], most: int) -> int:
    """The fewest cells that hit every threat (a board of its empty cells), or most + 1 if more."""
    if not threats:
        return 0
    if most <= 0:
        return 1
    best = most + 1
    for cell in cells_of(min(threats, key=int.bit_count)):
        rest = [threat for threat in threats if not threat >> cell & 1]
        best = min(best, 1 + fewest_stoppers(rest, best - 2))
    return best


def stopping_sets(threats: Sequence[int], count: int) -> tuple[int, ...]:
    """Every board of exactly `count` cells that hits every threat, none of them idle."""
    found: set[int] = set()
    partial = {0}
    for _ in range(count):
        longer = set()
        for stones in partial:
            missed = [threat for threat in threats if not threat & stones]
            if missed:
                longer |= {stones | 1 << c for c in cells_of(min(missed, key=int.bit_count))}
        partial = longer
    for stones in partial:
        if all(threat & stones for threat in threats):
            found.add(stones)
    return tuple(sorted(found))


@dataclass(frozen=True, eq=False, repr=False)
class StonePosition(Position):
    """A position of a winning-set game."""

    room: str
    rules: Geometry
    chosen: tuple[tuple[str, str], ...]
    """The rule options."""
    boards: tuple[int, ...]
    mover: int
    left: int
    """Stones left in this turn; a win may come with stones to spare."""
    won_by: int | None = None

    @property
    def game(self) -> str:
        return self.room

    @property
    def options(self) -> Mapping[str, str]:
        return dict(self.chosen)

    @property
    def players(self) -> int:
        return self.rules.players

    @property
    def to_move(self) -> int:
        return self.mover

    @property
    def moves_left(self) -> int:
        return 0 if self.is_over else min(self.left, self.empty.bit_count())

    @cached_property
    def occupied(self) -> int:
        """All stones."""
        board = 0
        for stones in self.boards:
            board |= stones
        return board

    @property
    def empty(self) -> int:
        """The empty cells."""
        return self.rules.full & ~self.occupied

    @property
    def is_over(self) -> bool:
        return self.won_by is not None or self.occupied == self.rules.full

    def legal_cells(self) -> int:
        """The cells where the next stone may lie."""
        if self.is_over:
            return 0
        if self.occupied == 0 and self.rules.first_cells is not None:
            return sum(1 << cell for cell in self.rules.first_cells)
        return self.empty

    def legal_moves(self) -> tuple[Move, ...]:
        return tuple(self.rules.cells[cell] for cell in cells_of(self.legal_cells()))

    def play(self, move: Move) -> Self:
        cell = self.rules.index.get(move.lower())
        if cell is None:
            raise IllegalMoveError(f"there is no cell {move!r} on this board")
        if self.is_over:
            raise IllegalMoveError("the game is over")
        if self.occupied >> cell & 1:
            raise IllegalMoveError(f"{move} already holds a stone")
        if not self.legal_cells() >> cell & 1:
            raise IllegalMoveError(f"the first stone may not lie on {move} (rule option 'ring')")
        return self.with_stone(cell)

    def with_stone(self, cell: int) -> Self:
        """The position after a stone on a cell that is known to be legal."""
        mine = self.boards[self.mover] | 1 << cell
        rules = self.rules
        wins = any(rules.masks[s] & ~mine == 0 for s in rules.through[cell])
        boards = (*self.boards[: self.mover], mine, *self.boards[self.mover + 1 :])
        turn_goes_on = self.left > 1
        return type(self)(
            self.room,
            rules,
            self.chosen,
            boards,
            self.mover if turn_goes_on or wins else (self.mover + 1) % rules.players,
            self.left - 1 if turn_goes_on or wins else rules.stones,
            self.mover if wins else None,
        )

    def result(self) -> Result | None:
        if self.won_by is not None:
            losses = [-1] * self.players
            losses[self.won_by] = self.players - 1
            return Result(tuple(losses), "set-filled")
        if self.is_over:
            return Result((0,) * self.players, "board-full")
        return None

    def fillable(self, player: int, stones: int | None = None) -> tuple[int, ...]:
        """The sets that `player` could fill with the stones of one turn: indices, in order."""
        reach = self.rules.stones if stones is None else stones
        mine = self.boards[player]
        theirs = self.occupied & ~mine
        return tuple(
            index
            for index, mask in enumerate(self.rules.masks)
            if mask & theirs == 0 and 0 < (mask & ~mine).bit_count() <= reach
        )

    def threats(self, player: int) -> tuple[tuple[int, ...], int]:
        """The fillable sets of `player`, and t: the fewest stones that stop them all.

        More than a turn's stones counts as one more than a turn's stones.
        """
        sets = self.fillable(player)
        holes = [self.rules.masks[s] & self.empty for s in sets]
        return sets, min(fewest_stoppers(holes, self.rules.stones), self.rules.stones + 1)

    def stops(self, player: int) -> tuple[tuple[int, ...], ...]:
        """The smallest ways to stop all threats of `player`; none if a turn is not enough."""
        sets, level = self.threats(player)
        if not sets or level > self.rules.stones:
            return ()
        holes = [self.rules.masks[s] & self.empty for s in sets]
        return tuple(cells_of(board) for board in stopping_sets(holes, level))

    def to_text(self) -> str:
        stones = " ".join(
            f"{colour}={self.rules.names(cells_of(board)) or '-'}"
            for colour, board in zip(COLOURS, self.boards, strict=False)
        )
        return f"setup {stones} move={COLOURS[self.mover]} left={self.left}"

    def picture(self) -> tuple[int, ...]:
        return self.boards

    def places(self) -> tuple[Move, ...]:
        return self.rules.cells

    def permutations(self) -> tuple[tuple[int, ...], ...]:
        return self.rules.symmetries

    def recoloured(self) -> Self | None:
        """Sides differ by colour alone."""
        if self.players != 2:
            return None
        return replace(self, boards=self.boards[::-1], mover=1 - self.mover)

    def key(self) -> Hashable:
        return (self.room, self.chosen, self.boards, self.mover, self.left)

    def symmetries(self) -> tuple[str, ...]:
        return ("identity", *(f"s{n}" for n in range(1, len(self.rules.symmetries))))

    def permutation(self, symmetry: str) -> tuple[int, ...]:
        """The cell -> cell map of a symmetry."""
        if symmetry not in self.symmetries():
            raise GameError(f"{self.room} has no symmetry called {symmetry!r}")
        return self.rules.symmetries[self.symmetries().index(symmetry)]

    def transform(self, symmetry: str) -> Self:
        to = self.permutation(symmetry)
        boards = tuple(sum(1 << to[cell] for cell in cells_of(board)) for board in self.boards)
        return type(self)(
            self.room, self.rules, self.chosen, boards, self.mover, self.left, self.won_by
        )

    def transform_move(self, symmetry: str, move: Move) -> Move:
        cell = self.rules.index.get(move.lower())
        if cell is None:
            raise IllegalMoveError(f"there is no cell {move!r} on this board")
        return self.rules.cells[self.permutation(symmetry)[cell]]


def start(room: str, rules: Geometry, options: Mapping[str, str]) -> StonePosition:
    """The empty board, the first player to place q stones."""
    empty = (0,) * rules.players
    return StonePosition(room, rules, tuple(options.items()), empty, 0, rules.first)


def from_text(text: str, first: StonePosition) -> StonePosition:
    """Reads a setup text or a list of moves from `first`, the empty board."""
    if text.split()[:1] == ["setup"]:
        return _from_setup(text, first)
    try:
        return first.play_all(text)
    except IllegalMoveError as refusal:
        raise BadTextError(str(refusal)) from None


def _from_setup(text: str, first: StonePosition) -> StonePosition:
    rules = first.rules
    colours = COLOURS[: rules.players]
    fields: dict[str, str] = {}
    for word in text.split()[1:]:
        name, equals, value = word.partition("=")
        if not equals or name not in (*colours, "move", "left"):
            wanted = ", ".join(f"{c}=" for c in (*colours, "move", "left"))
            raise BadTextError(f"a setup text has the fields {wanted}; {word!r} is none of them")
        if name in fields:
            raise BadTextError(f"the field {name}= stands twice in the setup text")
        fields[name] = value
    boards = [_board(fields.get(colour, "-"), rules) for colour in colours]
    for number, board in enumerate(boards):
        for other in boards[:number]:
            if board & other:
                cell = rules.names(cells_of(board & other))
                raise BadTextError(f"two stones lie on one cell: {cell}")
    if fields.get("move") not in colours:
        raise BadTextError(f"the setup text must say who moves: move={' or move='.join(colours)}")
    winners = [number for number, board in enumerate(boards) if rules.fills(board)]
    if len(winners) > 1:
        raise BadTextError("two sides hold a full winning set; no game can end like that")
    if winners and fields["move"] != colours[winners[0]]:
        winner = colours[winners[0]]
        raise BadTextError(f"{winner} holds a full winning set, so the last turn was {winner}'s")
    most = max(rules.stones, rules.first)
    least, most = (0, most - 1) if winners else (1, most)
    left = fields.get("left", str(min(rules.stones, most)))
    if not (left.isascii() and left.isdigit() and len(left) < 3 and least <= int(left) <= most):
        raise BadTextError(
            f"left={printable(left, 9)}: here a turn has {least} to {most} stones left"
        )
    return StonePosition(
        first.room,
        rules,
        first.chosen,
        tuple(boards),
        colours.index(fields["move"]),
        int(left),
        winners[0] if winners else None,
    )


def _board(names: str, rules: Geometry) -> int:
    board = 0
    for name in names.split(",") if names != "-" else ():
        cell = rules.index.get(name.lower())
        if cell is None:
            raise BadTextError(f"there is no cell {name!r} on this board")
        if board >> cell & 1:
            raise BadTextError(f"two stones lie on one cell: {name}")
        board |= 1 << cell
    return board
