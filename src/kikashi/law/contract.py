"""The contract of every game: positions, moves and turns, chance, results and views."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import Self, TypeAlias

Move: TypeAlias = str
"""One atomic act (a stone, a flip, a drop, a bid, a pass), as a word of the game's notation."""

CHANCE = -1
"""`Position.to_move` where nature moves: see `Position.outcomes`."""


def printable(text: str, most: int = 20) -> str:
    """Text from outside as it may stand in a sentence: short, and nothing a terminal obeys."""
    short = text if len(text) <= most else text[:most] + "…"
    return short if short.isprintable() else ascii(short)


class GameError(ValueError):
    """Something a person can mend; its text is a whole sentence that says what and where."""


class IllegalMoveError(GameError):
    """A move that the law does not allow here."""


class BadTextError(GameError):
    """A text that describes no position of the game."""


class BadOptionError(GameError):
    """A rule option that the game does not have, or a value it does not take."""


@dataclass(frozen=True)
class Outcome:
    """One thing that chance may do, with its exact weight among all outcomes here."""

    move: Move
    weight: int


@dataclass(frozen=True)
class Result:
    """How a game ended: what each player gets, and a catalogue key that says why."""

    payoffs: tuple[int, ...]
    reason: str

    @property
    def winner(self) -> int | None:
        """The one player who gets more than everybody else, if there is one."""
        best = max(self.payoffs)
        return self.payoffs.index(best) if self.payoffs.count(best) == 1 else None


@dataclass(frozen=True)
class View:
    """What one player may know of a position; equal to them means equal here."""

    game: str
    options: tuple[tuple[str, str], ...]
    player: int
    text: str


class Position(ABC):
    """An immutable state of a game.

    A turn is one or more moves of one player; `moves_left` says how many moves, the next one
    included, `to_move` still has in this turn.
    """

    @property
    @abstractmethod
    def game(self) -> str:
        """The id of the room that this position belongs to."""

    @property
    @abstractmethod
    def options(self) -> Mapping[str, str]:
        """The rule options, complete and in their normal form."""

    @property
    @abstractmethod
    def players(self) -> int:
        """How many players the game has (chance is not one of them)."""

    @property
    @abstractmethod
    def to_move(self) -> int:
        """The player whose move it is, or CHANCE. Keeps its last value when the game is over."""

    @property
    @abstractmethod
    def moves_left(self) -> int:
        """Moves left in this turn, the next one included; 0 when the game is over."""

    @abstractmethod
    def legal_moves(self) -> tuple[Move, ...]:
        """Every legal move in the game's own order; empty when the game is over.

        Where chance moves, these are the moves of `outcomes()`.
        """

    @abstractmethod
    def play(self, move: Move) -> Self:
        """The position after a legal move; IllegalMoveError says why another is refused."""

    @abstractmethod
    def result(self) -> Result | None:
        """None while the game goes on."""

    @abstractmethod
    def to_text(self) -> str:
        """One line that holds all the law needs; the room's `from_text` reads it back."""

    def outcomes(self) -> tuple[Outcome, ...]:
        """What chance may do here; empty unless `to_move` is CHANCE."""
        return ()

    def view(self, player: int) -> View:
        """What `player` may know. Without hidden information: everything."""
        if not 0 <= player < self.players:
            raise GameError(f"there is no player {player} in a game of {self.players}")
        return View(self.game, tuple(sorted(self.options.items())), player, self.to_text())

    def symmetries(self) -> tuple[str, ...]:
        """Names of the symmetries that rules and options leave; the first is 'identity'."""
        return ("identity",)

    def transform(self, symmetry: str) -> Self:
        """The same position seen through a symmetry."""
        if symmetry == "identity":
            return self
        raise GameError(f"{self.game} has no symmetry called {symmetry!r}")

    def transform_move(self, symmetry: str, move: Move) -> Move:
        """A move seen through a symmetry."""
        if symmetry == "identity":
            return move
        raise GameError(f"{self.game} has no symmetry called {symmetry!r}")

    def key(self) -> Hashable:
        """Equal for positions that are equal to the rules, whatever led to them."""
        return (self.game, tuple(sorted(self.options.items())), self.to_text())

    def history_key(self) -> Hashable:
        """Like `key`, and also what repetition rules remember; the same where nothing repeats."""
        return self.key()

    def play_all(self, moves: str | tuple[Move, ...] | list[Move]) -> Self:
        """Play several moves; a refusal names the number of the move."""
        words = moves.replace(",", " ").split() if isinstance(moves, str) else list(moves)
        position = self
        for number, move in enumerate(words, start=1):
            try:
                position = position.play(move)
            except IllegalMoveError as refusal:
                raise IllegalMoveError(f"move {number} ({printable(move)}): {refusal}") from None
        return position

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self.key() == other.key()

    def __hash__(self) -> int:
        return hash(self.key())

    def __repr__(self) -> str:
        return f"<{self.game} {self.to_text()!r}>"
