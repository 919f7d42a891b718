"""The native double of winning-set positions: words outside, cell numbers inside."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from kikashi import _native
from kikashi.law import GameError, IllegalMoveError, Move, Position, Result
from kikashi.law.winning_set_room import stones_of
from kikashi.law.winning_sets import COLOURS, Geometry, StonePosition, cells_of

if TYPE_CHECKING:
    from collections.abc import Callable


@lru_cache(maxsize=64)
def native_geometry(rules: Geometry) -> _native.Geometry:
    """The native form of a geometry; kept, since building it costs more than a small search."""
    return _native.Geometry(
        len(rules.cells),
        [list(cells) for cells in rules.sets],
        rules.stones,
        rules.first,
        rules.players,
        [list(permutation) for permutation in rules.symmetries],
        sorted(rules.first_cells or ()),
    )


def native_game(position: StonePosition) -> _native.Game2 | _native.Game3:
    """The position as a native game that can be played on."""
    kind = _native.Game2 if position.players == 2 else _native.Game3
    game = kind(native_geometry(position.rules))
    if position.occupied or position.mover or position.left != position.rules.first:
        game.set_up([list(cells_of(b)) for b in position.boards], position.mover, position.left)
    return game


class StonesTwin:
    """Plays on one position and takes back; see `kikashi.law.Twin`."""

    def __init__(self, position: StonePosition) -> None:
        self._start = position
        self._rules = position.rules
        self._game = native_game(position)

    def legal_moves(self) -> list[Move]:
        return [self._rules.cells[cell] for cell in self._game.legal_cells()]

    def play(self, move: Move) -> None:
        cell = self._rules.index.get(move.lower())
        if cell is None:
            raise IllegalMoveError(f"there is no cell {move!r} on this board")
        try:
            self._game.play(cell)
        except ValueError as refusal:
            raise IllegalMoveError(f"{move}: {refusal}") from None

    def undo(self) -> None:
        try:
            self._game.undo()
        except ValueError as refusal:
            raise GameError(str(refusal)) from None

    def to_move(self) -> int:
        return self._game.to_move

    def moves_left(self) -> int:
        return 0 if self._game.over else min(self._game.left, self._empty())

    def _empty(self) -> int:
        stones = self._start.occupied.bit_count() + self._game.length
        return len(self._rules.cells) - stones

    def result(self) -> Result | None:
        if not self._game.over:
            return None
        winner, players = self._game.winner, self._rules.players
        if winner < 0:
            return Result((0,) * players, "board-full")
        payoffs = tuple(players - 1 if p == winner else -1 for p in range(players))
        return Result(payoffs, "set-filled")

    def to_text(self) -> str:
        cells = range(len(self._rules.cells))
        owners = [self._game.owner(cell) for cell in cells]
        stones = " ".join(
            f"{colour}={self._rules.names(c for c in cells if owners[c] == player) or '-'}"
            for player, colour in enumerate(COLOURS[: self._rules.players])
        )
        return f"setup {stones} move={COLOURS[self._game.to_move]} left={self._game.left}"

    def key(self) -> int:
        return self._game.key

    def threats(self, player: int) -> tuple[tuple[int, ...], int]:
        """The sets that one turn of `player` could fill, and the fewest stones that stop them."""
        return tuple(sorted(self._game.fillable(player))), self._game.fewest_stoppers(player)

    def perft(
        self,
        depth: int,
        turns: bool = False,
        progress: Callable[[int, float], bool | None] | None = None,
    ) -> int:
        """Sequences of `depth` moves, or of turns whose stones count in any order once."""
        count, finished = self._game.perft(depth, turns, 0.0, progress)
        if not finished:
            raise GameError("the count was stopped before it was done")
        return count


def twin(position: Position) -> StonesTwin:
    """What a winning-set room's `twin` module offers."""
    return StonesTwin(stones_of(position))
