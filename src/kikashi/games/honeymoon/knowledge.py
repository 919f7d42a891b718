"""What one player can know, worked out from a view and from nothing else."""

from __future__ import annotations

from dataclasses import dataclass, field

from kikashi.games.honeymoon.cards import DECK, HAND, SUITS, beats
from kikashi.games.honeymoon.table import PASS, UNSEEN
from kikashi.law import GameError, View


@dataclass
class Knowledge:
    """A deal as one player has followed it; hidden cards are counted, not known."""

    player: int
    phase: str = "deal"
    mine: set[str] = field(default_factory=set)
    theirs: set[str] = field(default_factory=set)
    """Cards that the other side is known to hold."""
    gone: set[str] = field(default_factory=set)
    their_count: int = 0
    bids: list[tuple[int, str]] = field(default_factory=list)
    trump: str = ""
    declarer: int = -1
    level: int = 0
    upcard: str = ""
    led: str = ""
    to_move: int = 0
    exchanged: int = 0
    last: int = 0
    """Who won the last exchange."""
    tricks: list[int] = field(default_factory=lambda: [0, 0])
    most: dict[str, int] = field(default_factory=lambda: dict.fromkeys(SUITS, HAND))
    """How many hidden cards of a suit the other side can have: those it was given since it did not
    follow to that suit."""

    @property
    def unseen(self) -> tuple[str, ...]:
        """Cards of the other hand that are not known, and of the stock."""
        out = self.mine | self.theirs | self.gone | {self.upcard, self.led}
        return tuple(card for card in DECK if card not in out)

    @property
    def their_unknown(self) -> int:
        """How many of the unseen cards the other side holds."""
        return self.their_count - len(self.theirs)

    def their_hand(self) -> frozenset[str]:
        """After the exchange everything can be worked out: what is unseen is in the other hand."""
        if len(self.theirs) + len(self.unseen) != self.their_count:
            raise GameError("the other hand is known after the exchange alone")
        return frozenset(self.theirs) | frozenset(self.unseen)


def knowledge_of(seen: View) -> Knowledge:
    """Follows the moves of a view, masked cards and all."""
    if seen.player < 0:
        raise GameError("the public has no hand to think about")
    if "=" in seen.text:
        raise GameError("two open hands hide nothing")
    return Follower(seen).run()


class Follower:
    """Takes the words of a view one by one, and says before each what it will be."""

    def __init__(self, seen: View) -> None:
        self.options = dict(seen.options)
        self.words = [] if seen.text == "start" else seen.text.split()
        self.known = Knowledge(seen.player)
        self.classic = self.options["form"] == "classic"
        self.leader = 0
        self.waiting: list[int] = []
        """Who is to be given cards of the stock, in order."""
        self._taken = 0

    def run(self) -> Knowledge:
        for word in self.words:
            self.take(word)
        return self.known

    def next(self) -> tuple[str, int | None]:
        """What the next word is, and whose: `deal`, `bid`, `draw`, `open` or `play`."""
        known = self.known
        if self._taken < 2 * HAND:
            return "deal", self._taken % 2
        if known.phase == "bidding":
            return "bid", known.to_move
        if self.waiting:
            return "draw", self.waiting[0]
        if known.phase == "exchange" and not known.upcard and not self.classic:
            return "open", None
        return "play", known.to_move

    def take(self, word: str) -> None:
        known = self.known
        kind, _ = self.next()
        self._taken += 1
        if kind == "deal":
            self._give((self._taken - 1) % 2, word)
            if self._taken == 2 * HAND:
                known.phase = "exchange" if self.classic else "bidding"
                if self.classic:
                    known.trump = "N"
        elif kind == "bid":
            self._bid(word)
        elif kind == "draw":
            self._give(self.waiting.pop(0), word)
            if not self.waiting:
                self._exchanged()
        elif kind == "open":
            known.upcard = word
        else:
            self._card(word)

    def _give(self, player: int, word: str) -> None:
        known = self.known
        if player == known.player:
            known.mine.add(word)
            return
        known.their_count += 1
        if word != UNSEEN:
            known.theirs.add(word)
        elif known.phase != "deal":
            for suit in SUITS:
                known.most[suit] = min(HAND, known.most[suit] + 1)

    def _bid(self, word: str) -> None:
        known = self.known
        known.bids.append((known.to_move, word))
        known.to_move = 1 - known.to_move
        made = [(player, bid) for player, bid in known.bids if bid != PASS]
        if word != PASS or not made:
            return
        player, bid = made[-1]
        known.declarer, known.level, known.trump = player, int(bid[0]), bid[1]
        known.phase = "play" if self.classic else "exchange"
        self.leader = self._play_leader() if self.classic else player
        known.to_move = self.leader

    def _play_leader(self) -> int:
        who = self.options["lead"]
        if who == "last":
            return self.leader
        return self.known.declarer if who == "declarer" else 1 - self.known.declarer

    def _card(self, card: str) -> None:
        known = self.known
        mover = known.to_move
        if mover == known.player:
            known.mine.discard(card)
        else:
            known.theirs.discard(card)
            known.their_count -= 1
            if known.led and card[0] != known.led[0]:
                known.most[known.led[0]] = 0
        if not known.led:
            known.led = card
            known.to_move = 1 - mover
            return
        exchange = known.phase == "exchange"
        trump = known.trump if not exchange or self.options["ruff"] == "yes" else "N"
        winner = mover if beats(card, known.led, trump) else 1 - mover
        known.gone |= {card, known.led}
        known.led = ""
        known.to_move = self.leader = winner
        if not exchange:
            known.tricks[winner] += 1
            return
        self.waiting = [winner, 1 - winner] if self.classic else [1 - winner]
        if not self.classic:
            self._give(winner, known.upcard)
            known.upcard = ""

    def _exchanged(self) -> None:
        known = self.known
        known.exchanged += 1
        known.to_move = known.last = self.leader
        if known.exchanged < HAND:
            return
        known.phase = "bidding" if self.classic else "play"
        known.to_move = 0 if self.classic else self._play_leader()
