"""The law of the two cups.

Chance rolls a loaded die (faces 1, 2, 3 with weights 1, 2, 3) under each player's cup; each sees
only their own. The first player folds or raises, the second then folds or calls. Folding costs
one; after a call the higher die takes two from the lower, and equal dice take nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Self

from kikashi.law import (
    CHANCE,
    BadTextError,
    Capabilities,
    ClaimKind,
    IllegalMoveError,
    Move,
    Options,
    Outcome,
    Position,
    Result,
    Room,
    View,
)

FACES = (Outcome("1", 1), Outcome("2", 2), Outcome("3", 3))
WORDS = (("fold", "raise"), ("fold", "call"))


@dataclass(frozen=True, eq=False, repr=False)
class Cups(Position):
    rolls: tuple[str, ...] = ()
    words: tuple[str, ...] = ()

    @property
    def game(self) -> str:
        return "toydice"

    @property
    def options(self) -> Mapping[str, str]:
        return {}

    @property
    def players(self) -> int:
        return 2

    @property
    def to_move(self) -> int:
        if len(self.rolls) < 2:
            return CHANCE
        return min(len(self.words), 1) if self.result() is None else max(len(self.words) - 1, 0)

    @property
    def moves_left(self) -> int:
        return 0 if self.result() else 1

    def legal_moves(self) -> tuple[Move, ...]:
        if self.to_move == CHANCE:
            return tuple(face.move for face in FACES)
        return () if self.result() else WORDS[self.to_move]

    def outcomes(self) -> tuple[Outcome, ...]:
        return FACES if self.to_move == CHANCE else ()

    def play(self, move: Move) -> Self:
        if move not in self.legal_moves():
            raise IllegalMoveError(f"{move!r} is not one of {', '.join(self.legal_moves())}")
        if self.to_move == CHANCE:
            return type(self)((*self.rolls, move), self.words)
        return type(self)(self.rolls, (*self.words, move))

    def result(self) -> Result | None:
        if self.words == ("fold",):
            return Result((-1, 1), "folded")
        if self.words == ("raise", "fold"):
            return Result((1, -1), "folded")
        if self.words == ("raise", "call"):
            first, second = map(int, self.rolls)
            sign = (first > second) - (first < second)
            return Result((2 * sign, -2 * sign), "called")
        return None

    def to_text(self) -> str:
        return " ".join((*self.rolls, *self.words)) or "start"

    def view(self, player: int) -> View:
        """Both dice after a call; else one's own alone."""
        self.must_be_viewer(player)
        shown = [
            roll if owner == player or self.words == ("raise", "call") else "?"
            for owner, roll in enumerate(self.rolls)
        ]
        return View(
            self.game,
            (),
            player,
            " ".join((*shown, *self.words)) or "start",
            to_move=self.to_move,
            moves_left=self.moves_left,
            legal_moves=self.answers(player),
            result=self.result(),
        )

    def seen(self, move: Move, player: int) -> Move:
        """A roll is seen by the owner of the cup alone."""
        hidden = self.to_move == CHANCE and player != len(self.rolls)
        return "?" if hidden else move


class ToyDice(Room):
    id = "toydice"
    names = {"en": "Two cups", "zh-Hant": "兩個骰盅"}
    claims = (ClaimKind("value", {"en": "the game is worth n to a side", "zh-Hant": "對一方值 n"}),)
    example = "3 1 raise"

    def capabilities(self, options: Options) -> Capabilities:
        return Capabilities(players=2, chance=True, hidden=True, claims=("value",))

    def start(self, options: Options | None = None) -> Cups:
        self.normal_options(options)
        return Cups()

    def from_text(self, text: str, options: Options | None = None) -> Cups:
        try:
            return self.start(options).play_all("" if text == "start" else text)
        except IllegalMoveError as refusal:
            raise BadTextError(str(refusal)) from None

    def player_names(self, options: Options) -> tuple[str, ...]:
        return ("first", "second")

    def sample(self, seen: View, random: Random) -> Position:
        """The die that is not seen, by its weights; words told nothing that all dice allow."""
        weights = [face.weight for face in FACES]
        words = [
            random.choices(FACES, weights)[0].move if word == "?" else word
            for word in seen.text.split()
        ]
        return self.from_text(" ".join(words))
