"""The fast double of the law, for one deal; `kikashi.law.Twin` says what it answers."""

from __future__ import annotations

from kikashi import _native
from kikashi.games.mahjong.native_rules import native_rules
from kikashi.games.mahjong.rules import MahjongPosition, mahjong_of
from kikashi.law import GameError, IllegalMoveError, Move, Position, Result

MOST_PLIES = 4
"""Of a count: a wall has 42 kinds of tiles, so that more would never end."""


class MahjongTwin:
    """Plays on one position and takes back. Texts are the law's: they are the moves themselves."""

    def __init__(self, position: MahjongPosition) -> None:
        if position.deal.rules.deals > 1:
            raise GameError("the twin plays one deal: leave deals=1")
        self._native = _native.MahjongGame(native_rules(position.deal.rules))
        for move in position.moves:
            self._native.play(move)
        self._moves = list(position.moves)
        self._first = len(self._moves)

    def legal_moves(self) -> list[Move]:
        return self._native.words()

    def play(self, move: Move) -> None:
        try:
            self._native.play(move)
        except ValueError as refusal:
            raise IllegalMoveError(f"{move[:20]!r}: {refusal}") from None
        self._moves.append(move)

    def undo(self) -> None:
        if len(self._moves) == self._first:
            raise GameError("there is no move to take back")
        self._native.undo()
        self._moves.pop()

    def to_move(self) -> int:
        return self._native.to_move

    def moves_left(self) -> int:
        return 0 if self._native.over else 1

    def result(self) -> Result | None:
        if not self._native.over:
            return None
        settled = self._native.settled
        if not settled:
            return Result((0, 0, 0, 0), "wall-empty")
        reason = "self-drawn" if settled[0][1] < 0 else "won-on-discard"
        return Result(tuple(self._native.payoffs), reason)

    def to_text(self) -> str:
        return " ".join(self._moves) or "start"

    def key(self) -> int:
        return self._native.key

    def perft(self, depth: int, turns: bool = False) -> int:
        """Sequences of `depth` moves, those of chance included; `turns` changes nothing."""
        del turns
        if depth > MOST_PLIES:
            raise GameError(f"a count of mahjong goes {MOST_PLIES} moves deep, not {depth}")
        return self._native.perft(depth)


def twin(position: Position) -> MahjongTwin:
    """What the room offers as its twin."""
    return MahjongTwin(mahjong_of(position))
