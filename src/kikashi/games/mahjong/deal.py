"""One deal at the table: what happens, in order. Who may do what is in `claims`.

A `Deal` is changed while one move is made and never after; `copy` is cheap, since all it holds
is tuples.
"""

from __future__ import annotations

from typing import Self

from kikashi.games.mahjong import claims
from kikashi.games.mahjong.events import Event
from kikashi.games.mahjong.melds import Meld, waits
from kikashi.games.mahjong.options import Rules
from kikashi.games.mahjong.scoring import Settled, settle, settled_text
from kikashi.games.mahjong.tai import Win
from kikashi.games.mahjong.tiles import FIRST_FLOWER, NUMBERS, WORDS, counts_of, hand_text

DEALT = 65
"""Sixteen tiles each in blocks of four, and the dealer's seventeenth."""


class Deal:
    """The table in the middle of a game; `phase` says what it waits for.

    draw: chance gives `turn` a tile; turn: `turn` discards, lays a kong down or wins; claims: the
    others answer a discard; rob: they answer a fourth tile added to a pong; over.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.number = 0
        self.dealer, self.streak, self.round = rules.dealer, rules.streak, rules.round
        self.totals: tuple[int, ...] = (0, 0, 0, 0)
        self.events: tuple[Event, ...] = ()
        self.settled: tuple[Settled, ...] = ()
        self.shuffle()

    def shuffle(self) -> None:
        """A new deal begins, with the wall whole."""
        self.wall: tuple[int, ...] = self.rules.wall
        self.left = self.rules.tiles
        self.hands: tuple[tuple[int, ...], ...] = ((),) * 4
        self.melds: tuple[tuple[Meld, ...], ...] = ((),) * 4
        self.flowers: tuple[tuple[int, ...], ...] = ((),) * 4
        self.river: tuple[tuple[int, ...], ...] = ((),) * 4
        """Discards of each player in order, claimed ones too."""
        self.taken: tuple[tuple[int, ...], ...] = ((),) * 4
        """Which of them, by number, were claimed."""
        self.ready: tuple[str, ...] = ("",) * 4
        self.passed: frozenset[int] = frozenset()
        """Players who let a win go by and have not drawn since."""
        self.phase, self.source = "draw", "deal"
        self.turn = self.dealer
        self.dealt = self.owed = 0
        self.drawn: int | None = None
        self.replaced = ""
        self.calls = 0
        self.target: tuple[int, int] | None = None
        """The tile that the others may claim: who gave it, and what."""
        self.asked: tuple[int, ...] = ()
        self.answered: tuple[tuple[int, str], ...] = ()
        self._say(self.dealer, "@", f"{self.round}.{self.streak}")

    def copy(self) -> Self:
        made = object.__new__(type(self))
        made.__dict__.update(self.__dict__)
        return made

    @property
    def drawable(self) -> int:
        """Tiles that may still be drawn."""
        return self.left - self.rules.left

    def counts(self, seat: int) -> tuple[int, ...]:
        return counts_of(self.hands[seat])

    # What chance and players do

    def draw(self, tile: int) -> None:
        """Chance gives a tile to `turn`."""
        seat = self.turn
        self.wall = _with(self.wall, tile, self.wall[tile] - 1)
        self.left -= 1
        self._say(seat, "*" if self.source in ("first", "kong", "flower") else "+", WORDS[tile])
        if self.source in ("deal", "first"):
            self._take(seat, tile)
            if tile < FIRST_FLOWER and seat == self.dealer:
                self.drawn = tile
            self._go_on_dealing()
            return
        self.passed -= {seat}
        if tile >= FIRST_FLOWER:
            self._lay_flower(seat, tile)
            self._draw_for(seat, "flower")
            return
        self._take(seat, tile)
        self.drawn = tile
        self.replaced = self.source if self.source != "turn" else ""
        self.phase = "turn"

    def act(self, word: str) -> None:
        """What the player does whose turn it is."""
        seat = self.turn
        if word == "win":
            self._win((seat,), None)
        elif word.startswith("kong:"):
            self._own_kong(seat, NUMBERS[word[5:]])
        else:
            declares = word.startswith("ready:")
            self._discard(seat, NUMBERS[word.removeprefix("ready:")], declares)

    def answer(self, seat: int, word: str) -> None:
        """One answer to a discard or an added kong; the last one decides."""
        assert self.target is not None
        if word != "win" and self.rules.passed_win and "win" in claims.answers(self, seat):
            self.passed |= {seat}
        self.answered = (*self.answered, (seat, word))
        self._say(seat, "~", word)
        if len(self.answered) < len(self.asked):
            return
        answers, self.answered, self.asked = self.answered, (), ()
        winners = tuple(who for who, said in answers if said == "win")
        giver, tile = self.target
        if winners:
            self._win(winners if self.rules.all_win else winners[:1], giver)
            return
        if self.phase == "rob":
            self._draw_for(giver, "kong")
            return
        for kind in ("kong", "pong", "chow"):
            for who, said in answers:
                if said.startswith(kind):
                    self._claim(who, said, giver, tile)
                    return
        self._next_turn(giver)

    # Steps

    def _say(self, seat: int, sign: str, word: str) -> None:
        self.events = (*self.events, Event(seat, sign, word))

    def _take(self, seat: int, tile: int) -> None:
        self.hands = _with(self.hands, seat, tuple(sorted((*self.hands[seat], tile))))

    def _give(self, seat: int, *tiles: int) -> None:
        rest = list(self.hands[seat])
        for tile in tiles:
            rest.remove(tile)
        self.hands = _with(self.hands, seat, tuple(rest))

    def _lay_flower(self, seat: int, tile: int) -> None:
        self.flowers = _with(self.flowers, seat, (*self.flowers[seat], tile))
        self._say(seat, "!", WORDS[tile])

    def _draw_for(self, seat: int, source: str) -> None:
        if self.drawable <= 0:
            self._exhausted()
            return
        self.turn, self.source, self.phase, self.drawn = seat, source, "draw", None

    def _go_on_dealing(self) -> None:
        """The next tile of the deal, then flowers from the dealer round, then the dealer's turn."""
        if self.source == "deal":
            self.dealt += 1
            if self.dealt < DEALT:
                block = 0 if self.dealt == DEALT - 1 else self.dealt // 4
                self.turn = (self.dealer + block) % 4
                return
            self.turn, self.source = self.dealer, "first"
        else:
            self.owed -= 1
        while self.owed == 0:
            for tile in [t for t in self.hands[self.turn] if t >= FIRST_FLOWER]:
                self._give(self.turn, tile)
                self._lay_flower(self.turn, tile)
                self.owed += 1
            if self.owed == 0:
                self.turn = (self.turn + 1) % 4
                if self.turn == self.dealer:
                    self.phase = "turn"
                    if self.drawn is None:
                        self.drawn = self.hands[self.dealer][-1]
                    return

    def _discard(self, seat: int, tile: int, declares: bool) -> None:
        self._give(seat, tile)
        if declares:
            early = not self.calls and not self.river[seat]
            self.ready = _with(self.ready, seat, "early" if early else "yes")
        self.river = _with(self.river, seat, (*self.river[seat], tile))
        self._say(seat, "r" if declares else "-", WORDS[tile])
        self._ask(seat, tile, "claims")

    def _ask(self, giver: int, tile: int, phase: str) -> None:
        self.phase, self.target, self.drawn = phase, (giver, tile), None
        others = [(giver + n) % 4 for n in (1, 2, 3)]
        self.asked = tuple(seat for seat in others if len(claims.answers(self, seat)) > 1)
        if not self.asked:
            if phase == "rob":
                self._draw_for(giver, "kong")
            else:
                self._next_turn(giver)

    def _next_turn(self, giver: int) -> None:
        self._draw_for((giver + 1) % 4, "turn")

    def _own_kong(self, seat: int, tile: int) -> None:
        self.calls += 1
        if self.hands[seat].count(tile) == 4:
            self._give(seat, *(tile,) * 4)
            self.melds = _with(self.melds, seat, (*self.melds[seat], Meld("hidden", tile)))
            self._say(seat, ":", f"hidden:{WORDS[tile]}")
            self._draw_for(seat, "kong")
            return
        self._give(seat, tile)
        melds = tuple(
            Meld("added", tile, meld.taken, meld.giver)
            if meld.kind == "pong" and meld.tile == tile
            else meld
            for meld in self.melds[seat]
        )
        self.melds = _with(self.melds, seat, melds)
        self._say(seat, ":", f"added:{WORDS[tile]}")
        self._ask(seat, tile, "rob")

    def _claim(self, seat: int, word: str, giver: int, tile: int) -> None:
        self.calls += 1
        kind = word.partition(":")[0]
        low = NUMBERS[word[5:]] if kind == "chow" else tile
        meld = Meld(kind, low, tile, giver)
        own = list(meld.tiles)
        own.remove(tile)
        self._give(seat, *own)
        self.melds = _with(self.melds, seat, (*self.melds[seat], meld))
        number = len(self.river[giver]) - 1
        self.taken = _with(self.taken, giver, (*self.taken[giver], number))
        self._say(seat, ":", word)
        if kind == "kong":
            self._draw_for(seat, "kong")
        else:
            self.turn, self.phase, self.drawn, self.replaced = seat, "turn", None, ""

    # The end

    def win_of(self, seat: int, giver: int | None) -> Win:
        """What is known of a win that is declared now."""
        if giver is None:
            tile = self.drawn if self.drawn is not None else self.hands[seat][-1]
            held = self.counts(seat)
            before = _with(held, tile, held[tile] - 1)
        else:
            assert self.target is not None
            tile = self.target[1]
            before = self.counts(seat)
            held = _with(before, tile, before[tile] + 1)
        robbed = giver is not None and self.phase == "rob"
        return Win(
            held=held,
            melds=self.melds[seat],
            flowers=self.flowers[seat],
            tile=tile,
            self_drawn=giver is None,
            robbed=robbed,
            replaced=self.replaced if giver is None else "",
            last=self.drawable <= 0,
            waits=len(waits(before, self.melds[seat])),
            seat=(seat - self.dealer) % 4,
            round=self.round,
            first=self._first(seat, giver),
            declared=self.ready[seat],
            eight=len(self.flowers[seat]) == 8,
        )

    def _first(self, seat: int, giver: int | None) -> str:
        if self.calls or self.river[seat]:
            return ""
        if giver is not None:
            return "human"
        return "heavenly" if seat == self.dealer else "earthly"

    def _win(self, winners: tuple[int, ...], giver: int | None) -> None:
        settled = []
        for seat in winners:
            win = self.win_of(seat, giver)
            settled.append(
                settle(
                    self.rules,
                    win,
                    winner=seat,
                    giver=giver,
                    dealer=self.dealer,
                    streak=self.streak,
                )
            )
            self._say(seat, ":", "win")
            self._say(seat, "#", hand_text(self.hands[seat]))
            self._say(seat, "$", settled_text(settled[-1]))
        self._end(tuple(settled))

    def _exhausted(self) -> None:
        self._end(())

    def _end(self, settled: tuple[Settled, ...]) -> None:
        self.settled = settled
        totals = list(self.totals)
        for part in settled:
            for payment in part.payments:
                totals[payment.payer] -= payment.points
                totals[payment.payee] += payment.points
        self.totals = tuple(totals)
        self.number += 1
        if self.number == self.rules.deals:
            self.phase, self.asked = "over", ()
            return
        if not settled or any(part.winner == self.dealer for part in settled):
            self.streak += 1
        else:
            self.streak = 0
            self.dealer = (self.dealer + 1) % 4
            if self.dealer == self.rules.dealer:
                self.round = (self.round + 1) % 4
        self.shuffle()


def _with(items: tuple, index: int, value: object) -> tuple:  # type: ignore[type-arg]
    return (*items[:index], value, *items[index + 1 :])
