"""The contract of every game: positions, moves and turns, chance, results and views."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import Self, TypeAlias

Move: TypeAlias = str
"""One atomic act (a stone, a flip, a drop, a bid, a pass), as a word of the game's notation."""

CHANCE = -1
"""`Position.to_move` where nature moves: see `Position.outcomes`."""

PUBLIC = -2
"""The `player` of a view that anybody may have, whoever watches."""


MAX_CELLS = 729
"""On the largest board: what bounds lists of cells from outside."""


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
    """What one player, or the public, may know of a position; equal to them means equal here.

    Engines, pages, records before the end, tasks and logs are given views. Only the law, the
    referee and the replay of a finished game see the position itself.
    """

    game: str
    options: tuple[tuple[str, str], ...]
    player: int
    """Whose view it is, or PUBLIC."""
    text: str
    """The position as the player knows it; where nothing is hidden, the text of the position."""
    to_move: int | None = None
    """Whose move it is or CHANCE; None where this player may not know who is asked."""
    moves_left: int = 0
    legal_moves: tuple[Move, ...] = ()
    """What this player may answer now; empty where they are not asked."""
    history: tuple[Move, ...] = ()
    """The moves so far as this player saw them; filled in by the game that is played."""
    result: Result | None = None
    whole: Position | None = field(default=None, compare=False, repr=False)
    """The position, where nothing of it is hidden from this player."""

    @property
    def asked(self) -> bool:
        """Whether the game waits for this player."""
        return bool(self.legal_moves)

    def position(self) -> Position:
        """The whole position; GameError where the player may not know it."""
        if self.whole is None:
            raise GameError(f"this view of {self.game} does not show the whole position")
        return self.whole


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

    def asked(self) -> tuple[int, ...]:
        """The players who are asked at once, in the order in which the law takes their answers.

        Where several are asked (who claims this discard?) none of them may know what the others
        answer: the referee waits for all and then plays the answers in this order, so the first
        one is `to_move`. Empty where chance moves and when the game is over.
        """
        return () if self.to_move == CHANCE or self.result() is not None else (self.to_move,)

    def answers(self, player: int) -> tuple[Move, ...]:
        """The moves that `player` may answer with; empty for who is not asked."""
        return self.legal_moves() if player in self.asked() else ()

    def silence(self, player: int) -> Move | None:  # noqa: ARG002 - most questions need an answer
        """What is taken as the answer of who lets a question go by; None where they must choose."""
        return None

    def view(self, player: int) -> View:
        """What `player`, or PUBLIC, may know. Without hidden information: everything."""
        self.must_be_viewer(player)
        return View(
            self.game,
            tuple(sorted(self.options.items())),
            player,
            self.to_text(),
            to_move=self.to_move,
            moves_left=self.moves_left,
            legal_moves=self.answers(player),
            result=self.result(),
            whole=self,
        )

    def view_of_mover(self) -> View:
        """The view of the player to move; the public one where chance moves or nobody does."""
        asked = self.asked()
        return self.view(asked[0] if asked else PUBLIC)

    def seen(self, move: Move, player: int) -> Move:  # noqa: ARG002 - for laws that hide moves
        """How a move that is played here looks to `player` or PUBLIC, for the history of a view.

        Empty where they may not even know that somebody moved, as when a claim is silently passed.
        """
        return move

    def must_be_viewer(self, player: int) -> None:
        """Refuses a view of nobody."""
        if player != PUBLIC and not 0 <= player < self.players:
            raise GameError(f"there is no player {player} in a game of {self.players}")

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

    def picture(self) -> tuple[object, ...] | None:
        """What orders the pictures of a position under its symmetries, where that is quicker
        than texts; None where it is not."""
        return None

    def places(self) -> tuple[Move, ...]:
        """The cells by the numbers that certificates give them; empty where these write moves."""
        return ()

    def permutations(self) -> tuple[tuple[int, ...], ...]:
        """Where each symmetry takes the numbered cells, in the order of `symmetries`."""
        return ()

    def recoloured(self) -> Self | None:
        """The same problem with the two sides exchanged; None where that is another one."""
        return None

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

    def __str__(self) -> str:
        """The board as a terminal shows it, seen by whoever is to move; `to_text` is its text."""
        return self._drawn("to_terminal")

    def _repr_svg_(self) -> str:
        """Notebooks show this."""
        return self._drawn("to_svg")

    def _drawn(self, how: str) -> str:
        # By name: laws, and the checker with them, stand without pictures until one is wanted.
        room = import_module("kikashi.games").room(self.game)
        drawn: str = getattr(import_module("kikashi.drawing"), how)(
            room.scene(self.view_of_mover())
        )
        return drawn

    def __repr__(self) -> str:
        return f"<{self.game} {self.to_text()!r}>"
