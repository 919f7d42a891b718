"""A deal by the law: who may do what, what it leads to, and what each player sees of it.

Phases: the deal, the bidding, the exchange (thirteen rounds for the cards of the stock), the play
(thirteen tricks). In the classic form the bidding comes after the exchange. Chance deals card by
card and turns the stock when it is needed, so a position holds no order of the stock.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Self

from kikashi.games.honeymoon.cards import HAND, NO_TRUMP, STRAINS, beats, followers, sorted_hand
from kikashi.games.honeymoon.state import State, with_card, without_card
from kikashi.law import (
    CHANCE,
    GameError,
    IllegalMoveError,
    Move,
    Outcome,
    Position,
    Result,
    View,
)
from kikashi.law.contract import printable

PASS = "pass"
PLAYERS = ("first", "second")
UNSEEN = "?"
EVERYBODY = -1


@dataclass(frozen=True, eq=False, repr=False)
class Table(Position):
    """A deal with everything that happened in it."""

    chosen: tuple[tuple[str, str], ...]
    start: str
    """Of a deal that began with two open hands, their text; else empty."""
    moves: tuple[Move, ...]
    state: State
    owners: tuple[int, ...] = ()
    """Of each move, who alone saw it; EVERYBODY for those that lay open."""

    @property
    def game(self) -> str:
        return "honeymoon"

    @cached_property
    def options(self) -> Mapping[str, str]:
        return dict(self.chosen)

    @property
    def players(self) -> int:
        return 2

    @property
    def to_move(self) -> int:
        return self.state.to_move

    @property
    def moves_left(self) -> int:
        return 0 if self.state.phase == "over" else 1

    # --- moves -----------------------------------------------------------------------------------

    @cached_property
    def _legal(self) -> tuple[Move, ...]:
        state = self.state
        if state.phase == "over":
            return ()
        if state.to_move == CHANCE:
            return state.stock
        if state.phase == "bidding":
            return (PASS, *self._higher_bids())
        hand = sorted_hand(state.hands[state.to_move])
        return followers(hand, state.led) if state.led else hand

    def legal_moves(self) -> tuple[Move, ...]:
        return self._legal

    def outcomes(self) -> tuple[Outcome, ...]:
        if self.state.to_move != CHANCE or self.state.phase == "over":
            return ()
        return tuple(Outcome(card, 1) for card in self._legal)

    def _higher_bids(self) -> tuple[Move, ...]:
        strains = STRAINS if self.options["notrump"] == "yes" else STRAINS[:-1]
        bids = [f"{level}{strain}" for level in range(1, 8) for strain in strains]
        made = [bid for _, bid in self.state.bids if bid != PASS]
        return tuple(bids[bids.index(made[-1]) + 1 :]) if made else tuple(bids)

    def play(self, move: Move) -> Self:
        word = PASS if move.lower() == PASS else move.upper()
        if word not in self._legal:
            raise IllegalMoveError(self._why_not(word))
        return replace(
            self,
            moves=(*self.moves, word),
            state=self._after(word),
            owners=(*self.owners, self._owner()),
        )

    def _why_not(self, word: str) -> str:
        state, shown = self.state, printable(word)
        if state.phase == "over":
            return "the game is over"
        if state.to_move == CHANCE:
            return f"{shown} is not among the cards that nobody has seen"
        if state.phase == "bidding":
            return f"{shown} is neither a pass nor a higher bid, such as {self._legal[-1]}"
        if word in state.hands[state.to_move]:
            return f"{shown} does not follow suit: {state.led} was led"
        return f"{PLAYERS[state.to_move]} does not hold {shown}"

    def _after(self, word: Move) -> State:
        state = self.state
        if state.phase == "deal":
            return self._dealt(word)
        if state.phase == "bidding":
            return self._bid(word)
        if state.to_move == CHANCE:
            return self._turned(word)
        if not state.led:
            hands = without_card(state.hands, state.to_move, word)
            return replace(state, hands=hands, led=word, to_move=1 - state.to_move)
        return self._answered(word)

    def _dealt(self, card: Move) -> State:
        state = self.state
        held = len(state.hands[0]) + len(state.hands[1])
        hands = with_card(state.hands, held % 2, card)
        if held + 1 < 2 * HAND:
            return replace(state, hands=hands)
        if self.options["form"] == "classic":
            return replace(state, hands=hands, phase="exchange", trump=NO_TRUMP, to_move=0)
        return replace(state, hands=hands, phase="bidding", to_move=0)

    def _bid(self, word: Move) -> State:
        state = self.state
        bids = (*state.bids, (state.to_move, word))
        if word != PASS or len(bids) == 1:
            return replace(state, bids=bids, to_move=1 - state.to_move)
        made = [(player, bid) for player, bid in bids if bid != PASS]
        if not made:
            return replace(state, bids=bids, phase="over")
        player, bid = made[-1]
        ended = replace(state, bids=bids, declarer=player, level=int(bid[0]), trump=bid[1])
        if self.options["form"] == "classic":
            return replace(ended, phase="play", to_move=self._leader(ended))
        return replace(ended, phase="exchange", to_move=CHANCE, last=player)

    def _leader(self, state: State) -> int:
        """Who leads to the first trick of the play."""
        who = self.options["lead"]
        if who == "last":
            return state.last
        return state.declarer if who == "declarer" else 1 - state.declarer

    def _turned(self, card: Move) -> State:
        """Chance turns up the next card of the stock, or gives one to whoever is owed it."""
        state = self.state
        if state.owed >= 0:
            given = with_card(state.hands, state.owed, card)
            return self._exchanged(replace(state, hands=given, owed=-1))
        if self.options["form"] == "classic" and state.led:
            # The winner's card comes from the top unseen, the loser's after it.
            given = with_card(state.hands, state.last, card)
            return replace(state, hands=given, owed=1 - state.last)
        return replace(state, upcard=card, to_move=state.last)

    def _exchanged(self, state: State) -> State:
        done = replace(state, exchanged=state.exchanged + 1, led="", upcard="")
        if done.exchanged < HAND:
            to_move = done.last if self.options["form"] == "classic" else CHANCE
            return replace(done, to_move=to_move)
        if self.options["form"] == "classic":
            return replace(done, phase="bidding", to_move=0)
        return replace(done, phase="play", to_move=self._leader(done))

    def _answered(self, card: Move) -> State:
        state = self.state
        follower = state.to_move
        leader = 1 - follower
        hands = without_card(state.hands, follower, card)
        gone = state.gone | {state.led, card}
        exchange = state.phase == "exchange"
        trump = state.trump if not exchange or self.options["ruff"] == "yes" else NO_TRUMP
        winner = follower if beats(card, state.led, trump) else leader
        played = replace(state, hands=hands, gone=gone, last=winner)
        if exchange:
            if self.options["form"] == "classic":
                return replace(played, to_move=CHANCE)
            taken = with_card(hands, winner, state.upcard)
            return replace(played, hands=taken, upcard="", led="", owed=1 - winner, to_move=CHANCE)
        tricks = (state.tricks[0] + (winner == 0), state.tricks[1] + (winner == 1))
        over = not hands[0] and not hands[1]
        return replace(
            played,
            led="",
            tricks=tricks,
            to_move=winner,
            phase="over" if over else "play",
        )

    # --- the end, texts, views -------------------------------------------------------------------

    def result(self) -> Result | None:
        state = self.state
        if state.phase != "over":
            return None
        if state.declarer < 0 and not self.start:
            return Result((0, 0), "passed-out")
        if self.start:
            difference = state.tricks[0] - state.tricks[1]
            return Result((difference, -difference), "tricks")
        over = state.tricks[state.declarer] - 6 - state.level
        made = over >= 0
        gain = (over if over < 0 else over + 1) if self.options["score"] == "tricks" else 1
        payoff = abs(gain) if made else -abs(gain)
        payoffs = (payoff, -payoff) if state.declarer == 0 else (-payoff, payoff)
        return Result(payoffs, "made" if made else "beaten")

    def to_text(self) -> str:
        if self.start:
            return " ".join((self.start, *self.moves))
        return " ".join(self.moves) or "start"

    def view(self, player: int) -> View:
        """One's own cards, what was shown and played; everything once the game is over."""
        self.must_be_viewer(player)
        return View(
            self.game,
            tuple(sorted(self.options.items())),
            player,
            self._seen_text(player),
            to_move=self.to_move,
            moves_left=self.moves_left,
            legal_moves=self.answers(player),
            result=self.result(),
            whole=self if self.start else None,
        )

    def _seen_text(self, player: int) -> str:
        if self.start or self.state.phase == "over":
            return self.to_text()
        words = [
            move if owner in (player, EVERYBODY) else UNSEEN
            for move, owner in zip(self.moves, self.owners, strict=True)
        ]
        return " ".join(words) or "start"

    def seen(self, move: Move, player: int) -> Move:
        """A dealt card, or one of the stock that is not turned up, is seen by its owner alone."""
        return move if self._owner() in (player, EVERYBODY) else UNSEEN

    def _owner(self) -> int:
        """Who alone sees the next move."""
        state = self.state
        if state.to_move != CHANCE or self.start:
            return EVERYBODY
        if state.phase == "deal":
            return (len(state.hands[0]) + len(state.hands[1])) % 2
        if state.owed >= 0:
            return state.owed if self.options["loser"] == "hidden" else EVERYBODY
        if self.options["form"] == "classic" and state.led:
            return state.last
        return EVERYBODY


def table_of(position: Position) -> Table:
    """The same position, known to be of this room."""
    if not isinstance(position, Table):
        raise GameError(f"{position.game} is not honeymoon bridge")
    return position
