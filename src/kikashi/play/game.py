"""A game as it is played: the moves so far, whole turns, taking back, resigning."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from kikashi.law import GameError, Move, Position, Result, View, of_type


@dataclass(frozen=True)
class Turn:
    """The moves that one player made before the next turn began."""

    player: int
    moves: tuple[Move, ...]
    complete: bool
    """False while the player still has moves left in it."""
    until: int = 0
    """How many moves the game had after it; 0 where nobody counted."""


class Game:
    """A start position and the moves played from it. Every position on the way is kept."""

    def __init__(self, start: Position, moves: Iterable[Move] = ()) -> None:
        of_type(start, Position, "a game begins with a position, such as room(...).start()")
        self._positions: list[Position] = [start]
        self._moves: list[Move] = []
        self._ended: Result | None = None
        for number, move in enumerate(moves, start=1):
            try:
                self.play(move)
            except GameError as refusal:
                raise type(refusal)(f"move {number} ({move}): {refusal}") from None

    @property
    def start(self) -> Position:
        """Where the game began; not always the empty board."""
        return self._positions[0]

    @property
    def position(self) -> Position:
        """The position now."""
        return self._positions[-1]

    @property
    def positions(self) -> tuple[Position, ...]:
        """Every position on the way, the first and the present one too."""
        return tuple(self._positions)

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves in the order of play."""
        return tuple(self._moves)

    @property
    def to_move(self) -> int:
        """Whose move it is; see `Position.to_move`."""
        return self.position.to_move

    @property
    def result(self) -> Result | None:
        """How the game ended, by the law, by resignation or on time; None while it goes on."""
        return self._ended or self.position.result()

    @property
    def turns(self) -> tuple[Turn, ...]:
        """The moves grouped by turn; the last turn may still be open."""
        turns: list[Turn] = []
        pending: list[Move] = []
        for number, move in enumerate(self._moves):
            before, after = self._positions[number], self._positions[number + 1]
            pending.append(move)
            if ends_turn(before, after):
                turns.append(Turn(before.to_move, tuple(pending), complete=True))
                pending = []
        if pending:
            turns.append(Turn(self.position.to_move, tuple(pending), complete=False))
        return tuple(turns)

    @property
    def pending(self) -> tuple[Move, ...]:
        """The moves of a turn that is not complete yet."""
        turns = self.turns
        return turns[-1].moves if turns and not turns[-1].complete else ()

    def play(self, move: Move) -> Position:
        """Plays one move and gives the position after it."""
        if self._ended is not None:
            raise GameError("the game is over")
        before = self.position
        after = before.play(move)
        self._positions.append(after)
        self._moves.append(as_written(move, before))
        return after

    def view(self, player: int, *, answered: bool = False) -> View:
        """What a player, or PUBLIC, may know now, with the history as they saw it.

        Who has `answered` already, while others are still asked, has nothing more to choose.
        """
        seen = self.view_after(len(self._moves), player)
        legal_moves = () if answered or self._ended is not None else seen.legal_moves
        return replace(seen, legal_moves=legal_moves, result=self._ended or seen.result)

    def view_after(self, moves: int, player: int) -> View:
        """What they could know when so many moves had been made."""
        history = (
            before.seen(move, player)
            for before, move in zip(self._positions, self._moves[:moves], strict=False)
        )
        return replace(
            self._positions[moves].view(player), history=tuple(word for word in history if word)
        )

    def turns_seen(self, player: int) -> tuple[Turn, ...]:
        """The turns as a player, or PUBLIC, saw them; what they may not know of is left out."""
        turns: list[Turn] = []
        start = 0
        for turn in self.turns:
            end = start + len(turn.moves)
            words = (
                before.seen(move, player)
                for before, move in zip(self._positions[start:end], turn.moves, strict=True)
            )
            seen = tuple(word for word in words if word)
            start = end
            if seen:
                turns.append(replace(turn, moves=seen, until=end))
        return tuple(turns)

    def take_back(self, count: int = 1) -> tuple[Move, ...]:
        """Takes back the last moves, newest first; a resignation is forgotten with them."""
        if not 0 <= count <= len(self._moves):
            raise GameError(
                f"{count} moves cannot be taken back: {len(self._moves)} have been played"
            )
        self._ended = None
        taken = tuple(self._moves.pop() for _ in range(count))
        del self._positions[len(self._moves) + 1 :]
        return taken

    def take_back_turn(self) -> tuple[Move, ...]:
        """Takes back the open turn, or else the last complete one."""
        if not self._moves:
            raise GameError("there is no turn to take back")
        return self.take_back(len(self.turns[-1].moves))

    def resign(self, player: int) -> Result:
        """Ends the game: `player` gives up and the others gain by it alike."""
        return self._lose(player, "resigned")

    def lose_on_time(self, player: int) -> Result:
        """Ends the game: `player` has no time left."""
        return self._lose(player, "time")

    def _lose(self, player: int, reason: str) -> Result:
        players = self.position.players
        if not 0 <= player < players:
            raise GameError(f"there is no player {player} in a game of {players}")
        if self.result is not None:
            raise GameError("the game is over")
        payoffs = tuple(1 - players if p == player else 1 for p in range(players))
        self._ended = Result(payoffs, reason)
        return self._ended


def as_written(move: Move, position: Position) -> Move:
    """The move as the game itself writes it: laws may read `J10` and write `j10`."""
    lower = move.lower()
    if lower == move:  # most moves are written so, and listing the legal ones takes a while
        return move
    legal = position.legal_moves()
    return lower if move not in legal and lower in legal else move


def ends_turn(before: Position, after: Position) -> bool:
    """Whether the move between two positions was the last of its turn."""
    return (
        before.moves_left <= 1
        or after.to_move != before.to_move
        or after.moves_left == 0  # the game ended, with moves to spare
    )
