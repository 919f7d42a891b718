"""The table: both hands, the open card of the stock, the trick, and a bidding box of choices."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from kikashi.drawing import Choice, Face, Item, Label, Marks, Panel, Scene, Seat, Tray
from kikashi.games.honeymoon.cards import DECK, HAND, ORDER, SUITS, sorted_hand
from kikashi.games.honeymoon.knowledge import Knowledge, knowledge_of
from kikashi.games.honeymoon.state import EMPTY, State
from kikashi.games.honeymoon.table import PASS, PLAYERS, Table, table_of
from kikashi.games.honeymoon.words import WORDS
from kikashi.law import CHANCE, Move, View

WIDTH, HEIGHT = 420.0, 70.0
CARD_WIDTH, CARD_HEIGHT = 50.0, 70.0
SUIT_NAMES = {
    "S": {"en": "spades", "zh-Hant": "黑桃"},
    "H": {"en": "hearts", "zh-Hant": "紅心"},
    "D": {"en": "diamonds", "zh-Hant": "方塊"},
    "C": {"en": "clubs", "zh-Hant": "梅花"},
    "N": {"en": "no trumps", "zh-Hant": "無王"},
}
RANK_NAMES = {"A": "ace", "K": "king", "Q": "queen", "J": "jack", "T": "ten"}
SIGNS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣", "N": "NT"}
SHAPES = {
    # In a square from 0 to 20: two lobes and a stem, a heart, a lozenge, three lobes and a stem.
    "S": "M10 2 C13 6 18 9 18 13 A4 4 0 0 1 11 15 L13 19 H7 L9 15 A4 4 0 0 1 2 13 C2 9 7 6 10 2 Z",
    "H": "M10 18 C6 13 2 10 2 6.5 A4 4 0 0 1 10 5 A4 4 0 0 1 18 6.5 C18 10 14 13 10 18 Z",
    "D": "M10 1 L17 10 L10 19 L3 10 Z",
    "C": "M10 2 A4 4 0 0 1 13 8.5 A4 4 0 1 1 11 14.5 L13 19 H7 L9 14.5 A4 4 0 1 1 7 8.5 "
    "A4 4 0 0 1 10 2 Z",
}
TEXTS = {
    "title": {"en": "Honeymoon bridge", "zh-Hant": "蜜月橋牌"},
    "hand": {"en": "Your hand", "zh-Hant": "你的手牌"},
    "hand-of": {"en": "{side}'s hand", "zh-Hant": "{side}的手牌"},
    "upcard": {"en": "Open card", "zh-Hant": "翻開的牌"},
    "stock": {"en": "Stock", "zh-Hant": "牌堆"},
    "trick": {"en": "Led", "zh-Hant": "已出的牌"},
    "last": {"en": "Last trick", "zh-Hant": "上一磴"},
    "tricks": {"en": "tricks", "zh-Hant": "磴數"},
    "cards": {"en": "cards", "zh-Hant": "張數"},
    "contract": {
        "en": "{side} must take {need} tricks, {strain}.",
        "zh-Hant": "{side}須取得 {need} 磴，{strain}。",
    },
    "deal": {"en": "The cards are being dealt.", "zh-Hant": "發牌中。"},
    "bidding": {"en": "Bidding: {bids}", "zh-Hant": "喊牌：{bids}"},
    "exchange": {"en": "Exchange {round} of 13.", "zh-Hant": "第 {round} 次換牌，共 13 次。"},
    "play": {"en": "Trick {round} of {total}.", "zh-Hant": "第 {round} 磴，共 {total} 磴。"},
    "trumps": {"en": "Trumps: {strain}.", "zh-Hant": "王牌：{strain}。"},
    "no-trumps": {"en": "No trumps.", "zh-Hant": "無王。"},
    "over": {"en": "The deal is over.", "zh-Hant": "此局結束。"},
    "pass": {"en": "Pass", "zh-Hant": "派司"},
    "bid": {"en": "{level} {strain}", "zh-Hant": "{level}{strain}"},
}


def say(key: str, language: str, **values: object) -> str:
    return TEXTS[key][language].format(**values)


def card_name(card: str, language: str) -> str:
    suit, rank = card[0], card[1]
    if language == "zh-Hant":
        return SUIT_NAMES[suit][language] + ("10" if rank == "T" else rank)
    return f"{RANK_NAMES.get(rank, rank)} of {SUIT_NAMES[suit]['en']}"


@cache
def faces() -> tuple[Face, ...]:
    """The deck."""
    return tuple(_face(card) for card in DECK)


def _face(card: str) -> Face:
    suit, rank = card[0], card[1]
    shown = "10" if rank == "T" else rank
    icon = (
        f'<rect x="1" y="1" width="{CARD_WIDTH - 2:g}" height="{CARD_HEIGHT - 2:g}" rx="5" '
        'fill="#fffdf7" stroke="#8a8578"/>'
        f'<text x="12" y="22" font-size="19" font-weight="700" text-anchor="middle" '
        f'fill="currentColor">{shown}</text>'
        f'<g transform="translate(5 26) scale(.7)" fill="currentColor">'
        f'<path d="{SHAPES[suit]}"/></g>'
        f'<g transform="translate(20 38) scale(1.25)" fill="currentColor">'
        f'<path d="{SHAPES[suit]}"/></g>'
    )
    return Face(
        card,
        {language: card_name(card, language) for language in ("en", "zh-Hant")},
        SIGNS[suit] + shown,
        icon,
        CARD_WIDTH,
        CARD_HEIGHT,
        "red" if suit in "HD" else "black",
        bare=True,
    )


def scene(seen: View, marks: Marks | None = None) -> Scene:
    """What the viewer sees and may do."""
    return _Drawing(seen, marks or Marks()).scene()


class _Drawing:
    def __init__(self, seen: View, marks: Marks) -> None:
        self.seen = seen
        self.language = marks.language
        self.viewer = seen.player if seen.player >= 0 else 0
        self.state = _state(seen)
        self.shown = _shown_hands(seen, self.state)

    def scene(self) -> Scene:
        lines = tuple(self.lines())
        trays = tuple(self.trays())
        return Scene(
            width=WIDTH,
            height=HEIGHT,
            title=say("title", self.language),
            description=" ".join((*lines, *self.in_words(trays))),
            panels=(Panel(4, 4, WIDTH - 8, HEIGHT - 8),),
            labels=tuple(Label(16, 24 + 22 * n, line) for n, line in enumerate(lines)),
            choices=tuple(self.choices()),
            faces=faces(),
            trays=trays,
            seats=tuple(self.seats()),
            language=self.language,
        )

    def side(self, player: int) -> str:
        return WORDS[f"colour.{PLAYERS[player]}"][self.language]

    def lines(self) -> Iterator[str]:
        state = self.state
        if state.phase == "bidding":
            bids = " ".join(bid_label(bid, self.language) for _, bid in state.bids)
            yield say("bidding", self.language, bids=bids or "–")
        elif state.phase == "exchange":
            yield say("exchange", self.language, round=state.exchanged + 1)
        elif state.phase == "play":
            yield say("play", self.language, round=sum(state.tricks) + 1, total=self.total())
        else:
            yield say(state.phase, self.language)
        if state.declarer >= 0:
            yield say(
                "contract",
                self.language,
                side=self.side(state.declarer),
                need=6 + state.level,
                strain=SUIT_NAMES[state.trump][self.language],
            )
        elif state.trump in SUITS and state.phase == "play":
            yield say("trumps", self.language, strain=SUIT_NAMES[state.trump][self.language])
        elif state.phase == "play":
            yield say("no-trumps", self.language)

    def total(self) -> int:
        """Tricks of the whole play; two open hands may be fewer cards."""
        if self.seen.whole is None:
            return HAND
        return sum(self.state.tricks) + max(map(len, self.state.hands))

    def in_words(self, trays: tuple[Tray, ...]) -> Iterator[str]:
        names = {face.id: face.names[self.language] for face in faces()}
        for tray in trays:
            cards = [names[item.face] for item in tray.items if item.face]
            if cards:
                yield f"{tray.label}: {', '.join(cards)}."

    def choices(self) -> Iterator[Choice]:
        for word in self.seen.legal_moves:
            if word in ORDER:
                yield Choice(word, card_name(word, self.language), "card", f"hand:{word}")
            else:
                yield Choice(word, bid_label(word, self.language), "call")

    def trays(self) -> Iterator[Tray]:
        state, language = self.state, self.language
        for player in (1 - self.viewer, self.viewer):
            mine = player == self.seen.player
            label = (
                say("hand", language) if mine else say("hand-of", language, side=self.side(player))
            )
            known = self.shown[player]
            hidden = _count(self.seen, state, player) - len(known)
            items = [Item(f"hand:{card}" if mine else "", card) for card in sorted_hand(known)]
            if hidden > 0:
                items.append(Item("", "", hidden))
            yield Tray(f"hand-{player}", "hand", player, label, tuple(items))
        if state.upcard:
            yield Tray("upcard", "table", -1, say("upcard", language), (Item("", state.upcard),))
        if state.led:
            leader = 1 - state.to_move if state.to_move != CHANCE else -1
            yield Tray("trick", "table", leader, say("trick", language), (Item("", state.led),))
        if state.phase == "exchange":
            left = 2 * (HAND - state.exchanged) - bool(state.upcard) - (state.owed >= 0)
            yield Tray("stock", "stock", -1, say("stock", language), (Item("", "", left),))

    def seats(self) -> Iterator[Seat]:
        for player in (self.viewer, 1 - self.viewer):
            counts = ((say("tricks", self.language), str(self.state.tricks[player])),)
            yield Seat(
                player,
                self.side(player),
                "south" if player == self.viewer else "north",
                self.seen.result is None and self.seen.to_move == player,
                counts,
            )


def move_name(word: Move, language: str) -> str:
    """A move in a list: a card by its name, a bid with its suit's sign."""
    if word in ORDER:
        return card_name(word, language)
    known = word == PASS or (len(word) == 2 and word[0] in "1234567" and word[1] in (*SUITS, "N"))
    return bid_label(word, language) if known else word


def bid_label(word: Move, language: str) -> str:
    if word == PASS:
        return say("pass", language)
    return f"{word[0]} {SIGNS[word[1]]}" if word[1] in SUITS else f"{word[0]} NT"


def _state(seen: View) -> State:
    """The state as the viewer knows it; what is hidden is left out of the hands."""
    if seen.whole is not None:
        return table_of(seen.whole).state
    if seen.result is not None:
        chosen = tuple(seen.options)
        words = () if seen.text == "start" else tuple(seen.text.split())
        table = Table(chosen, "", (), EMPTY)
        return table.play_all(list(words)).state
    known = knowledge_of(_as_player(seen))
    hands = [frozenset(known.mine), frozenset(known.theirs)]
    if known.player == 1:
        hands.reverse()
    return State(
        known.phase,
        (hands[0], hands[1]),
        to_move=seen.to_move if seen.to_move is not None else CHANCE,
        bids=tuple(known.bids),
        trump=known.trump,
        declarer=known.declarer,
        level=known.level,
        upcard=known.upcard,
        led=known.led,
        exchanged=known.exchanged,
        tricks=(known.tricks[0], known.tricks[1]),
    )


def _as_player(seen: View) -> View:
    """The public follows the game as if from the first seat, with no cards shown."""
    return seen if seen.player >= 0 else View(seen.game, seen.options, 0, seen.text)


def _shown_hands(seen: View, state: State) -> tuple[frozenset[str], frozenset[str]]:
    """The cards of each hand that the viewer may see; unseen ones are counted, not shown."""
    cards = frozenset(DECK)
    if seen.whole is not None or seen.result is not None:
        return state.hands
    if state.phase == "play" and seen.player >= 0:
        known: Knowledge = knowledge_of(seen)
        hands = (frozenset(known.mine), known.their_hand())
        return hands if seen.player == 0 else (hands[1], hands[0])
    return state.hands[0] & cards, state.hands[1] & cards


def _count(seen: View, state: State, player: int) -> int:
    if seen.whole is not None or seen.result is not None:
        return len(state.hands[player])
    known = knowledge_of(_as_player(seen))
    return len(known.mine) if player == known.player else known.their_count


__all__ = ["faces", "scene"]
