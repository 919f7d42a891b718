"""The fast double of the law: words outside, cell numbers inside.

What players say about dead stones, and counting, are asked of the law: that happens once a game.
"""

from __future__ import annotations

from kikashi import _native
from kikashi.games.go.position import AGREE, DEAD, PASS, RESUME, GoPosition, go_of
from kikashi.law import IllegalMoveError, Move, Position, Result
from kikashi.law.contract import printable
from kikashi.law.twins import Progress, TwinBesideLaw


def native_record(position: GoPosition) -> _native.GoRecord:
    """The native form of a position, with the boards that superko forbids."""
    rules, banned = position.rules, position.now.banned
    return _native.go_record(
        position.on.size,
        position.board,
        position.to_move,
        -1 if banned is None else banned,
        list(position.past) if rules.ko != "simple" else [],
        rules.ko,
        rules.suicide,
    )


class GoTwin(TwinBesideLaw[GoPosition, _native.GoRecord]):
    """Plays on one position and takes back; see `kikashi.law.Twin`."""

    def __init__(self, position: GoPosition) -> None:
        super().__init__(position, native_record(position))

    def legal_moves(self) -> list[Move]:
        law = self._law[-1]
        if law.agreement is not None or law.result() is not None:
            return list(law.legal_moves())
        cells = [law.on.names[cell] for cell in self._native.legal_cells()]
        return cells if law.now.left else [*cells, PASS]

    def play(self, move: Move) -> None:
        law, word = self._law[-1], move.lower()
        if law.agreement is not None or law.result() is not None or word == PASS:
            after = law.play(word)
        else:
            cell = law.on.index.get(word)
            if cell is None or word in (AGREE, RESUME) or word.startswith(DEAD):
                raise IllegalMoveError(f"there is no point {printable(move)!r} on this board")
            try:
                if law.now.left > 1:
                    self._native.place(cell)
                else:
                    self._native.play(cell)
            except ValueError as refusal:
                raise IllegalMoveError(f"{move}: {refusal}") from None
            self._law.append(law.play(word))
            return
        if word == PASS:
            self._native.skip()
        elif after.to_move != law.to_move:
            self._native.turn()
        self._law.append(after)

    def _take_back(self, after: GoPosition) -> None:
        said = self._law[-1].agreement is not None
        if not said or after.to_move != self._law[-1].to_move:
            self._native.undo()

    def to_move(self) -> int:
        return self._native.mover

    def moves_left(self) -> int:
        return self._law[-1].moves_left

    def result(self) -> Result | None:
        return self._law[-1].result()

    @property
    def native(self) -> _native.GoRecord:
        """The native record, for tests and for reading."""
        return self._native

    def perft(self, depth: int, turns: bool = False, progress: Progress | None = None) -> int:
        """Sequences of `depth` moves; a turn is one move here, so `turns` changes nothing."""
        del turns, progress
        if depth <= 0:
            return 1
        moves = self.legal_moves()
        if depth == 1:
            return len(moves)
        count = 0
        for move in moves:
            self.play(move)
            count += self.perft(depth - 1)
            self.undo()
        return count


def twin(position: Position) -> GoTwin:
    """What the room offers as its twin."""
    return GoTwin(go_of(position))
