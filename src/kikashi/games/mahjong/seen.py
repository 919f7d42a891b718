"""A table as one player sees it, put together from the text of a view and from nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from kikashi.games.mahjong.melds import Meld
from kikashi.games.mahjong.options import Rules, rules_of
from kikashi.games.mahjong.scoring import Settled, settled_from
from kikashi.games.mahjong.tiles import FIRST_FLOWER, NUMBERS, tiles_from
from kikashi.law import BadTextError, GameError, View

UNKNOWN = "?"


@dataclass
class SeenPlayer:
    """One player as the viewer sees them; `hand` is what is known of their tiles."""

    tiles: int = 0
    hand: list[int] = field(default_factory=list)
    melds: list[Meld] = field(default_factory=list)
    flowers: list[int] = field(default_factory=list)
    river: list[int] = field(default_factory=list)
    taken: list[int] = field(default_factory=list)
    ready: str = ""
    shown: tuple[int, ...] = ()
    """The hand that a winner showed."""


@dataclass
class SeenTable:
    """What lies open, the viewer's own hand, and how the deal stands."""

    rules: Rules
    viewer: int
    dealer: int = 0
    round: int = 0
    streak: int = 0
    left: int = 0
    deals: int = 0
    players: list[SeenPlayer] = field(default_factory=lambda: [SeenPlayer() for _ in range(4)])
    discards: list[tuple[int, int]] = field(default_factory=list)
    """All discards in order, as (player, tile)."""
    turn: int = 0
    phase: str = "deal"
    """deal, turn (after a draw or a claim), given (a tile that may be claimed) or won."""
    drawn: int | None = None
    replaced: str = ""
    target: tuple[int, int] | None = None
    calls: int = 0
    robbing: bool = False
    winners: list[int] = field(default_factory=list)
    settled: list[Settled] = field(default_factory=list)
    started: bool = False
    """Somebody has discarded: draws are turns now."""

    def happens(self, event: str) -> None:
        """One more event, as `kikashi.games.mahjong.events` writes them."""
        seat, sign, word = int(event[0]), event[1], event[2:]
        if not 0 <= seat < 4:
            raise ValueError(event)
        player = self.players[seat]
        match sign:
            case "@":
                self._begin(seat, word)
            case "+" | "*":
                self._draw(player, seat, sign, word)
            case "!":
                tile = NUMBERS[word]
                player.tiles -= 1
                if tile in player.hand:
                    player.hand.remove(tile)
                player.flowers.append(tile)
                self.drawn = None
                self.replaced = "flower"
            case "-" | "r":
                self._discard(player, seat, NUMBERS[word], declares=sign == "r")
            case ":":
                self._claim(player, seat, word)
            case "#":
                player.shown = tiles_from(word)
            case "$":
                self.settled.append(settled_from(seat, word))
            case "~":
                pass
            case _:
                raise ValueError(event)

    def _begin(self, dealer: int, word: str) -> None:
        round_, streak = word.split(".")
        self.__init__(  # type: ignore[misc] # a new deal forgets all but the rules
            self.rules,
            self.viewer,
            dealer,
            int(round_),
            int(streak),
            self.rules.tiles,
            self.deals + 1,
        )
        self.turn = dealer

    def _draw(self, player: SeenPlayer, seat: int, sign: str, word: str) -> None:
        self.left -= 1
        player.tiles += 1
        if word != UNKNOWN:
            player.hand.append(NUMBERS[word])
        dealing = not self.started
        own = word != UNKNOWN and NUMBERS[word] < FIRST_FLOWER
        if dealing:
            if own and seat == self.dealer:
                self.drawn = NUMBERS[word]
            if self.rules.tiles - self.left >= 65:
                self.turn, self.phase = self.dealer, "turn"
            return
        if sign == "+":
            self.replaced = ""
        elif self.replaced != "flower":
            self.replaced = "kong"
        self.turn, self.phase, self.target = seat, "turn", None
        self.drawn = NUMBERS[word] if own else None

    def _discard(self, player: SeenPlayer, seat: int, tile: int, *, declares: bool) -> None:
        self.started = True
        self._lose(player, tile)
        if declares:
            early = not self.calls and not player.river
            player.ready = "early" if early else "yes"
        player.river.append(tile)
        self.discards.append((seat, tile))
        self.phase, self.target, self.robbing = "given", (seat, tile), False
        self.drawn, self.replaced = None, ""

    def _claim(self, player: SeenPlayer, seat: int, word: str) -> None:
        kind, _, low = word.partition(":")
        if kind == "win":
            self.phase = "won"
            self.winners.append(seat)
            return
        self.calls += 1
        self.started = True
        if kind in ("hidden", "added"):
            self._own_kong(player, seat, kind, NUMBERS[low])
            return
        if self.target is None:
            raise ValueError(word)
        giver, tile = self.target
        meld = Meld(kind, NUMBERS[low] if low else tile, tile, giver)
        own = list(meld.tiles)
        own.remove(tile)
        for one in own:
            self._lose(player, one)
        player.melds.append(meld)
        self.players[giver].taken.append(len(self.players[giver].river) - 1)
        self.turn, self.phase, self.target = seat, "turn", None
        self.drawn, self.replaced = None, ""

    def _own_kong(self, player: SeenPlayer, seat: int, kind: str, tile: int) -> None:
        if kind == "hidden":
            for _ in range(4):
                self._lose(player, tile)
            player.melds.append(Meld("hidden", tile))
        else:
            self._lose(player, tile)
            player.melds = [
                replace(meld, kind="added") if meld.kind == "pong" and meld.tile == tile else meld
                for meld in player.melds
            ]
            self.phase, self.target, self.robbing = "given", (seat, tile), True
        self.drawn, self.replaced = None, ""

    def _lose(self, player: SeenPlayer, tile: int) -> None:
        player.tiles -= 1
        if tile in player.hand:
            player.hand.remove(tile)

    @property
    def drawable(self) -> int:
        return max(0, self.left - self.rules.left)

    def visible(self) -> list[int]:
        """Copies of each kind that lie open: melds, and discards that nobody took."""
        counts = [0] * 34
        for player in self.players:
            for meld in player.melds:
                for tile in meld.tiles:
                    counts[tile] += 1
            for number, tile in enumerate(player.river):
                if number not in player.taken:
                    counts[tile] += 1
        return counts


def seen_table(view: View) -> SeenTable:
    """The table of a view; BadTextError where the text is none of mahjong's."""
    if view.game != "mahjong":
        raise GameError(f"this is a view of {view.game}, not of mahjong")
    return read_events(view.text.split(), rules_of(dict(view.options)), view.player)


def read_events(events: Sequence[str], rules: Rules, viewer: int) -> SeenTable:
    table = SeenTable(rules, viewer)
    for number, event in enumerate(events, start=1):
        try:
            table.happens(event)
        except (ValueError, KeyError, IndexError):
            raise BadTextError(f"event {number} ({event[:20]!r}) does not fit the table") from None
    return table
