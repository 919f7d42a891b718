"""Four seats round a table: hands, pairs, what was discarded, and the wall."""

from __future__ import annotations

from functools import cache

from kikashi.games.toyclaims.rules import CLAIM, PASS, PLAYERS, TILES
from kikashi.games.toyclaims.words import WORDS

from kikashi.drawing import Choice, Face, Item, Label, Marks, Scene, Seat, Tray, seat_place
from kikashi.law import View

SAY = {
    "title": {"en": "Pairs", "zh-Hant": "湊對"},
    "tile": {"en": "tile {tile}", "zh-Hant": "{tile} 號牌"},
    "discard": {"en": "Discard {tile}", "zh-Hant": "打 {tile}"},
    CLAIM: {"en": "Claim", "zh-Hant": "要"},
    PASS: {"en": "Pass", "zh-Hant": "過"},
    "hand": {"en": "Hand", "zh-Hant": "手牌"},
    "pairs": {"en": "Pairs", "zh-Hant": "對子"},
    "discards": {"en": "Discards", "zh-Hant": "棄牌"},
    "turn": {"en": "{side} to discard.", "zh-Hant": "輪到{side}打牌。"},
    "claims": {"en": "Who claims?", "zh-Hant": "誰要？"},
    "over": {"en": "The game is over.", "zh-Hant": "終局。"},
}
SPOTS = {"1": ((10, 14),), "2": ((10, 8), (10, 20)), "3": ((10, 6), (10, 14), (10, 22))}


@cache
def faces() -> tuple[Face, ...]:
    """A tile shows as many dots as its number."""
    return tuple(
        Face(
            tile,
            {language: words.format(tile=tile) for language, words in SAY["tile"].items()},
            tile,
            "".join(f'<circle cx="{x}" cy="{y}" r="3" fill="currentColor"/>' for x, y in spots),
            height=28.0,
            colour="green",
        )
        for tile, spots in SPOTS.items()
    )


def scene(seen: View, marks: Marks | None = None) -> Scene:
    language = marks.language if marks else "en"
    table = _Table(seen, language)
    said = table.said()
    return Scene(
        width=420,
        height=60,
        title=SAY["title"][language],
        description=" ".join((said, *(f"{tray.label}." for tray in table.trays()))),
        labels=(Label(20, 30, said),),
        choices=tuple(table.choice(word) for word in seen.legal_moves),
        faces=faces(),
        trays=tuple(table.trays()),
        seats=tuple(table.seats()),
        language=language,
    )


class _Table:
    """What the words of a view come to: whose tiles lie where."""

    def __init__(self, seen: View, language: str) -> None:
        self.seen, self.language = seen, language
        *words, pairs = seen.text.split()
        self.hands: list[list[str]] = [[], [], [], []]
        self.pairs = [own.strip("-") for own in pairs.removeprefix("pairs=").split(",")]
        self.thrown: list[str] = []
        self._read([word for word in words if word not in (CLAIM, PASS)])
        for player, own in enumerate(self.pairs):
            for tile in own:
                self.thrown.remove(tile)
                hand = self.hands[player]
                hand.remove(tile if tile in hand else "?")

    def _read(self, words: list[str]) -> None:
        for number, word in enumerate(words):
            turn = (number - 8) // 2 % 4
            if number < 8:
                self.hands[number % 4].append(word)
            elif number % 2 == 0:
                self.hands[turn].append(word)
            else:
                hand = self.hands[turn]
                hand.remove(word if word in hand else "?")
                self.thrown.append(word)

    def name(self, player: int) -> str:
        return str(WORDS[f"colour.{PLAYERS[player]}"][self.language])

    def say(self, key: str, **gaps: str) -> str:
        return SAY[key][self.language].format(**gaps)

    def said(self) -> str:
        if self.seen.result is not None:
            return self.say("over")
        mover = self.seen.to_move
        if mover is None or self.seen.legal_moves[:1] == (CLAIM,):
            return self.say("claims")
        return self.say("turn", side=self.name(mover)) if mover >= 0 else self.say("title")

    def choice(self, word: str) -> Choice:
        if word in TILES:
            return Choice(word, self.say("discard", tile=word), "card", f"hand:{word}")
        return Choice(word, self.say(word), "call")

    def trays(self) -> list[Tray]:
        found = []
        for player, hand in enumerate(self.hands):
            mine = player == self.seen.player
            items = [
                Item(f"hand:{tile}" if mine else "", tile, hand.count(tile))
                for tile in TILES
                if tile in hand
            ]
            if "?" in hand:
                items.append(Item("", "", hand.count("?")))
            found.append(Tray(f"hand{player}", "hand", player, self.say("hand"), tuple(items)))
            laid = tuple(Item("", tile, 2) for tile in self.pairs[player])
            found.append(Tray(f"pairs{player}", "meld", player, self.say("pairs"), laid))
        thrown = tuple(Item("", tile) for tile in self.thrown)
        return [*found, Tray("discards", "discards", -1, self.say("discards"), thrown)]

    def seats(self) -> list[Seat]:
        return [
            Seat(
                player,
                self.name(player),
                seat_place(player, self.seen.player, 4),
                self.seen.to_move == player and self.seen.result is None,
                ((self.say("pairs"), str(len(self.pairs[player]))),),
            )
            for player in range(4)
        ]
