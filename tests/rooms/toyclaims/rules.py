"""The law of pairs; see rules.en.md. Its text is its moves: deals, draws, discards, answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Self

from kikashi.law import (
    CHANCE,
    BadTextError,
    Capabilities,
    GameError,
    IllegalMoveError,
    Move,
    Options,
    Outcome,
    Position,
    Result,
    Room,
    View,
)

TILES = ("1", "2", "3")
PLAYERS = ("east", "south", "west", "north")
DEALT = 8
DISCARDS = 4
CLAIM, PASS, HIDDEN = "claim", "pass", "?"
NONE = (0, 0, 0, 0)


@dataclass(frozen=True, eq=False, repr=False)
class Pairs(Position):
    moves: tuple[Move, ...] = ()
    wall: tuple[str, ...] = TILES * 4
    hands: tuple[tuple[str, ...], ...] = ((), (), (), ())
    discards: tuple[str, ...] = ()
    """Those that nobody took, and the one that may be claimed now."""
    pairs: tuple[tuple[str, ...], ...] = ((), (), (), ())
    """One tile for each pair that a player has laid down."""
    turn: int = 0
    drawn: bool = False
    thrown: int = 0
    due: tuple[int, ...] = ()
    """Players who are asked whether they claim, as far as they have not answered."""
    taker: int = -1

    @property
    def game(self) -> str:
        return "toyclaims"

    @property
    def options(self) -> Mapping[str, str]:
        return {}

    @property
    def players(self) -> int:
        return len(PLAYERS)

    @property
    def to_move(self) -> int:
        if self.due:
            return self.due[0]
        return self.turn if self.drawn or self.result() is not None else CHANCE

    @property
    def moves_left(self) -> int:
        return 0 if self.result() else 1

    def asked(self) -> tuple[int, ...]:
        return self.due or super().asked()

    def answers(self, player: int) -> tuple[Move, ...]:
        return self.legal_moves() if player in self.asked() else ()

    def legal_moves(self) -> tuple[Move, ...]:
        if self.result() is not None:
            return ()
        if self.due:
            return (CLAIM, PASS)
        return tuple(sorted(set(self.hands[self.turn] if self.drawn else self.wall)))

    def outcomes(self) -> tuple[Outcome, ...]:
        if self.to_move != CHANCE:
            return ()
        return tuple(Outcome(tile, self.wall.count(tile)) for tile in self.legal_moves())

    def play(self, move: Move) -> Self:
        if move not in self.legal_moves():
            raise IllegalMoveError(f"{move!r:.20} is not one of {', '.join(self.legal_moves())}")
        here = replace(self, moves=(*self.moves, move))
        if self.due:
            return here._answer(move)
        if self.drawn:
            return here._discard(move)
        owner = self._drawer()
        hands = _changed(self.hands, owner, (*self.hands[owner], move))
        drawn = len(self.moves) >= DEALT
        return replace(here, wall=_less(self.wall, move), hands=hands, drawn=drawn)

    def _drawer(self) -> int:
        return len(self.moves) % 4 if len(self.moves) < DEALT else self.turn

    def _discard(self, tile: str) -> Self:
        hands = _changed(self.hands, self.turn, _less(self.hands[self.turn], tile))
        others = [(self.turn + step) % 4 for step in (1, 2, 3)]
        due = tuple(player for player in others if tile in hands[player])
        here = replace(self, hands=hands, discards=(*self.discards, tile), due=due, drawn=False)
        here = replace(here, thrown=self.thrown + 1)
        return here if due else here._next()

    def _answer(self, move: Move) -> Self:
        taker = self.due[0] if move == CLAIM and self.taker < 0 else self.taker
        here = replace(self, due=self.due[1:], taker=taker)
        if here.due:
            return here
        if taker < 0:
            return here._next()
        tile = self.discards[-1]
        hands = _changed(self.hands, taker, _less(self.hands[taker], tile))
        pairs = _changed(self.pairs, taker, (*self.pairs[taker], tile))
        here = replace(here, hands=hands, pairs=pairs, discards=self.discards[:-1], taker=-1)
        return here._next()

    def _next(self) -> Self:
        return replace(self, turn=(self.turn + 1) % 4)

    def result(self) -> Result | None:
        if self.thrown < DISCARDS or self.due:
            return None
        total = sum(map(len, self.pairs))
        return Result(tuple(4 * len(own) - total for own in self.pairs), "all-discarded")

    def to_text(self) -> str:
        return " ".join(self.moves) or "start"

    def view(self, player: int) -> View:
        """One's own tiles and answers, every discard and every pair; the rest is hidden."""
        self.must_be_viewer(player)
        position, words = type(self)(), list[str]()
        for move in self.moves:
            words.append(position.seen(move, player))
            position = position.play(move)
        pairs = ",".join("".join(own) or "-" for own in self.pairs)
        known = not self.due or player in self.due[:1] == self.due
        return View(
            self.game,
            (),
            player,
            " ".join([*filter(None, words), f"pairs={pairs}"]),
            to_move=self.to_move if known else None,
            moves_left=self.moves_left,
            legal_moves=self.answers(player),
            result=self.result(),
        )

    def seen(self, move: Move, player: int) -> Move:
        """A drawn tile is its owner's; of an answer nobody else hears."""
        if self.due:
            return move if player == self.due[0] else ""
        return HIDDEN if self.to_move == CHANCE and player != self._drawer() else move


def _less(tiles: tuple[str, ...], tile: str) -> tuple[str, ...]:
    at = tiles.index(tile)
    return tiles[:at] + tiles[at + 1 :]


def _changed(
    rows: tuple[tuple[str, ...], ...], at: int, row: tuple[str, ...]
) -> tuple[tuple[str, ...], ...]:
    return (*rows[:at], row, *rows[at + 1 :])


class ToyClaims(Room):
    id = "toyclaims"
    names = {"en": "Pairs", "zh-Hant": "湊對"}
    example = "1 2 3 1 2 3 1 2 3 1"

    def capabilities(self, options: Options) -> Capabilities:
        return Capabilities(players=4, chance=True, hidden=True)

    def start(self, options: Options | None = None) -> Pairs:
        self.normal_options(options)
        return Pairs()

    def from_text(self, text: str, options: Options | None = None) -> Pairs:
        try:
            return self.start(options).play_all("" if text == "start" else text)
        except IllegalMoveError as refusal:
            raise BadTextError(str(refusal)) from None

    def player_names(self, options: Options) -> tuple[str, ...]:
        return PLAYERS

    def sample(self, seen: View, random: Random) -> Position:
        """Plays what was seen and draws the rest, until the view comes out the same."""
        for _ in range(20_000):
            found = _drawn(seen, random)
            if found is not None:
                return found
        raise GameError("no position fits this view")


def _drawn(seen: View, random: Random) -> Pairs | None:
    words = [word for word in seen.text.split() if "=" not in word]
    position = Pairs()
    while True:
        if not words and position.view(seen.player).text == seen.text:
            return position
        if position.due and position.due[0] != seen.player:
            word = random.choice((CLAIM, PASS))  # nobody but they know
        elif words:
            word = words.pop(0)
        else:
            return None
        if word == HIDDEN:
            word = random.choice(position.wall)
        if word not in position.legal_moves():
            return None
        position = position.play(word)
