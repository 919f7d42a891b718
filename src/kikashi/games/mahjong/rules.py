"""The law of Taiwanese mahjong with sixteen tiles; `rules.en.md` tells it to people."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Self

from kikashi.games.mahjong import claims
from kikashi.games.mahjong.deal import Deal
from kikashi.games.mahjong.example import EXAMPLE
from kikashi.games.mahjong.options import OPTIONS, rules_of
from kikashi.games.mahjong.tiles import NUMBERS, WORDS
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
from kikashi.law.contract import printable

UNSEEN = "?"
MOST_TEXT = 200_000
"""Characters of a text that is looked at; 64 long deals take less."""


@dataclass(frozen=True, eq=False, repr=False)
class MahjongPosition(Position):
    """A table, and the moves that led to it."""

    settings: tuple[tuple[str, str], ...]
    deal: Deal
    moves: tuple[Move, ...] = ()

    @property
    def game(self) -> str:
        return "mahjong"

    @property
    def options(self) -> Mapping[str, str]:
        return dict(self.settings)

    @property
    def players(self) -> int:
        return 4

    @property
    def to_move(self) -> int:
        deal = self.deal
        if deal.phase == "draw":
            return CHANCE
        if deal.phase in ("claims", "rob"):
            return deal.asked[len(deal.answered)]
        return deal.turn

    @property
    def moves_left(self) -> int:
        return 0 if self.deal.phase == "over" else 1

    def asked(self) -> tuple[int, ...]:
        """The players asked now, in the order in which their answers are taken."""
        deal = self.deal
        if deal.phase in ("claims", "rob"):
            return deal.asked[len(deal.answered) :]
        return (deal.turn,) if deal.phase == "turn" else ()

    def answers(self, player: int) -> tuple[Move, ...]:
        """What one of the players asked may say."""
        if player not in self.asked():
            return ()
        return self._words if self.deal.phase == "turn" else claims.answers(self.deal, player)

    def silence(self, player: int) -> Move | None:
        """Who says nothing to a discard claims nothing."""
        return "pass" if self.deal.phase in ("claims", "rob") and player in self.asked() else None

    @cached_property
    def _words(self) -> tuple[Move, ...]:
        return claims.turn_words(self.deal)

    def legal_moves(self) -> tuple[Move, ...]:
        deal = self.deal
        if deal.phase == "over":
            return ()
        if deal.phase == "draw":
            return tuple(word for word, count in zip(WORDS, deal.wall, strict=True) if count)
        return self._words if deal.phase == "turn" else claims.answers(deal, self.to_move)

    def outcomes(self) -> tuple[Outcome, ...]:
        if self.deal.phase != "draw":
            return ()
        wall = zip(WORDS, self.deal.wall, strict=True)
        return tuple(Outcome(word, count) for word, count in wall if count)

    def play(self, move: Move) -> Self:
        phase = self.deal.phase
        if phase == "draw":
            tile = NUMBERS.get(move)
            if tile is None or not self.deal.wall[tile]:
                raise IllegalMoveError(f"{printable(move)!r} is no tile that is left in the wall")
            deal = self.deal.copy()
            deal.draw(tile)
        else:
            words = self.legal_moves()
            if move not in words:
                raise IllegalMoveError(
                    f"{printable(move)!r} is not one of {', '.join(words)}"
                    if words
                    else "the game is over"
                )
            deal = self.deal.copy()
            if phase == "turn":
                deal.act(move)
            else:
                deal.answer(self.to_move, move)
        return type(self)(self.settings, deal, (*self.moves, move))

    def result(self) -> Result | None:
        deal = self.deal
        if deal.phase != "over":
            return None
        if not deal.settled:
            return Result(deal.totals, "wall-empty")
        reason = "self-drawn" if deal.settled[0].giver is None else "won-on-discard"
        return Result(deal.totals, reason)

    def to_text(self) -> str:
        return " ".join(self.moves) or "start"

    def view(self, player: int) -> View:
        """The events as one player, or anybody, sees them.

        Who is asked about a discard is known to those players alone, and whether anybody was
        asked at all to nobody else: between a discard and the next draw all tables look alike.
        """
        self.must_be_viewer(player)
        deal = self.deal
        legal_moves = self.answers(player)
        if deal.phase == "draw" and deal.source in ("deal", "first"):
            to_move: int | None = CHANCE
        elif deal.phase in ("turn", "over") or legal_moves:
            to_move = player if legal_moves else self.to_move
        else:
            to_move = None
        return View(
            self.game,
            tuple(sorted(self.settings)),
            player,
            " ".join(self.events_seen(player)),
            to_move=to_move,
            moves_left=self.moves_left,
            legal_moves=legal_moves,
            result=self.result(),
        )

    def events_seen(self, player: int) -> tuple[str, ...]:
        """What happened as a player sees it, event by event."""
        events = (event.seen_by(player) for event in self.deal.events)
        return tuple(event for event in events if event is not None)

    def seen(self, move: Move, player: int) -> Move:
        """Draws are seen by who draws, answers to a discard by who answers; "" is not seen at all.

        What a claim led to stands in the text of the view.
        """
        if self.deal.phase == "draw":
            return move if player == self.deal.turn else UNSEEN
        if self.deal.phase in ("claims", "rob"):
            return move if player == self.to_move else ""
        return move


def mahjong_of(position: Position) -> MahjongPosition:
    """For parts that are handed a position of any game."""
    if not isinstance(position, MahjongPosition):
        raise GameError(f"this is a position of {position.game}, not of mahjong")
    return position


class Mahjong(Room):
    """The room."""

    id = "mahjong"
    names = {"en": "Taiwanese mahjong", "zh-Hant": "台灣麻將"}
    options = OPTIONS
    example = EXAMPLE
    longest_text = MOST_TEXT

    def capabilities(self, options: Options) -> Capabilities:  # noqa: ARG002 - all forms alike
        return Capabilities(
            players=4,
            chance=True,
            hidden=True,
            twin=self.has_part("twin"),
            levels=tuple(str(n) for n in range(1, 11)),
            protocols=("events",),
        )

    def start(self, options: Options | None = None) -> MahjongPosition:
        settings = self.normal_options(options)
        return MahjongPosition(tuple(settings.items()), Deal(rules_of(settings)))

    def from_text(self, text: str, options: Options | None = None) -> MahjongPosition:
        if len(text) > MOST_TEXT:
            raise BadTextError(f"a game has at most {MOST_TEXT} characters, not {len(text)}")
        start = self.start(options)
        try:
            return start.play_all("" if text == "start" else text)
        except IllegalMoveError as refusal:
            raise BadTextError(str(refusal)) from None

    def sample(self, seen: View, random: Random) -> Position:
        """A table that this view allows."""
        sampling = self.part("sample")
        found: Position = sampling.sample(self.start(dict(seen.options)), seen, random)
        return found

    def player_names(self, options: Options) -> tuple[str, ...]:  # noqa: ARG002 - always four
        return ("east", "south", "west", "north")
