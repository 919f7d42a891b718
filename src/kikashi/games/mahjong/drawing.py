"""A table for four: own hand sorted, discards and melds at their seats, and what may be said."""

from __future__ import annotations

from collections.abc import Iterator

from kikashi.drawing import Choice, Item, Label, Marks, Panel, Scene, Seat, Tray
from kikashi.drawing.scene import Side
from kikashi.games.mahjong.faces import faces
from kikashi.games.mahjong.scoring import explanation
from kikashi.games.mahjong.seen import SeenPlayer, SeenTable, seen_table
from kikashi.games.mahjong.tiles import NUMBERS, WORDS, run_name, tile_name
from kikashi.games.mahjong.words import WORDS as ROOM_WORDS
from kikashi.law import Move, View

WIDTH, HEIGHT = 420.0, 72.0
PLAYERS = ("east", "south", "west", "north")
SIDES: tuple[Side, ...] = ("south", "east", "north", "west")
WINDS = {"en": ("east", "south", "west", "north"), "zh-Hant": ("東", "南", "西", "北")}
TEXTS = {
    "title": {"en": "Taiwanese mahjong", "zh-Hant": "台灣麻將"},
    "round": {
        "en": "Round of the {wind} wind, dealer {dealer}, deals kept {streak}.",
        "zh-Hant": "{wind}風圈，莊家{dealer}，連莊 {streak}。",
    },
    "left": {"en": "{n} tiles may still be drawn.", "zh-Hant": "尚可摸 {n} 張。"},
    "given": {"en": "{side} gives {tile}.", "zh-Hant": "{side}打出{tile}。"},
    "won": {"en": "{side} wins.", "zh-Hant": "{side}胡牌。"},
    "hand": {"en": "Your hand", "zh-Hant": "你的手牌"},
    "hand-of": {"en": "Hand of {side}", "zh-Hant": "{side}手牌"},
    "discards": {"en": "Discards of {side}", "zh-Hant": "{side}捨牌"},
    "melds": {"en": "Melds of {side}", "zh-Hant": "{side}吃碰槓"},
    "flowers": {"en": "Flowers of {side}", "zh-Hant": "{side}花牌"},
    "tiles": {"en": "tiles", "zh-Hant": "張"},
    "ready": {"en": "ready", "zh-Hant": "聽牌"},
    "wind": {"en": "wind", "zh-Hant": "門風"},
    "discard": {"en": "Discard {tile}", "zh-Hant": "打{tile}"},
    "declare": {"en": "Discard {tile} and declare ready", "zh-Hant": "打{tile}並報聽"},
    "own-kong": {"en": "Kong of {tile}", "zh-Hant": "槓{tile}"},
    "win": {"en": "Win", "zh-Hant": "胡"},
    "pass": {"en": "Pass", "zh-Hant": "過"},
    "kong": {"en": "Kong", "zh-Hant": "槓"},
    "pong": {"en": "Pong", "zh-Hant": "碰"},
    "chow": {"en": "Chow {tiles}", "zh-Hant": "吃{tiles}"},
}


def say(key: str, language: str, **values: object) -> str:
    return TEXTS[key][language].format(**values)


def scene(seen: View, marks: Marks | None = None) -> Scene:
    """What the viewer sees and may do."""
    return _Drawing(seen, marks or Marks()).scene()


def choice_label(word: Move, language: str) -> str:
    """What people read on a button."""
    kind, _, tile = word.partition(":")
    if word in NUMBERS:
        return say("discard", language, tile=tile_name(NUMBERS[word], language))
    if kind == "ready":
        return say("declare", language, tile=tile_name(NUMBERS[tile], language))
    if kind == "kong" and tile:
        return say("own-kong", language, tile=tile_name(NUMBERS[tile], language))
    if kind == "chow":
        low = NUMBERS[tile]
        return say("chow", language, tiles=run_name(low, language))
    return say(kind, language)


def move_name(word: Move, language: str) -> str:
    """A move in a list: a tile by its name, a call by its own."""
    kind, _, tile = word.partition(":")
    if word in NUMBERS:
        return tile_name(NUMBERS[word], language)
    if kind in TEXTS and (not tile or tile in NUMBERS):
        return choice_label(word, language)
    return word


class _Drawing:
    def __init__(self, seen: View, marks: Marks) -> None:
        self.seen = seen
        self.language = marks.language
        self.viewer = seen.player if seen.player >= 0 else 0
        self.table: SeenTable = seen_table(seen)

    def side(self, player: int) -> str:
        return ROOM_WORDS[f"colour.{PLAYERS[player]}"][self.language]

    def scene(self) -> Scene:
        lines, trays = tuple(self.lines()), tuple(self.trays())
        return Scene(
            width=WIDTH,
            height=max(HEIGHT, 32.0 + 20 * len(lines)),
            title=say("title", self.language),
            description=" ".join((*lines, *self.in_words(trays))),
            panels=(Panel(4, 4, WIDTH - 8, max(HEIGHT, 32.0 + 20 * len(lines)) - 8),),
            labels=tuple(Label(16, 24 + 20 * n, line) for n, line in enumerate(lines)),
            choices=tuple(self.choices()),
            faces=faces(),
            trays=trays,
            seats=tuple(self.seats()),
            language=self.language,
        )

    def lines(self) -> Iterator[str]:
        table, language = self.table, self.language
        wind = WINDS[language][table.round]
        dealer = self.side(table.dealer)
        yield say("round", language, wind=wind, dealer=dealer, streak=table.streak)
        yield say("left", language, n=table.drawable)
        if table.winners:
            yield " ".join(say("won", language, side=self.side(who)) for who in table.winners)
            for settled in table.settled:
                yield from explanation(table.rules, settled, table.dealer, language)
        elif table.target is not None:
            giver, tile = table.target
            yield say("given", language, side=self.side(giver), tile=tile_name(tile, language))

    def in_words(self, trays: tuple[Tray, ...]) -> Iterator[str]:
        for tray in trays:
            tiles = [
                tile_name(NUMBERS[item.face], self.language) for item in tray.items if item.face
            ]
            if tiles:
                yield f"{tray.label}: {', '.join(tiles)}."

    def choices(self) -> Iterator[Choice]:
        first = {tile: place for place, tile in reversed(list(enumerate(self.own_tiles())))}
        for word in self.seen.legal_moves:
            label = choice_label(word, self.language)
            if word in NUMBERS:
                yield Choice(word, label, "card", f"hand:{first[NUMBERS[word]]}")
            else:
                yield Choice(word, label, "call")

    def own_tiles(self) -> list[int]:
        """Sorted, and the tile just drawn apart at the end."""
        player = self.table.players[self.viewer]
        if self.seen.player < 0:
            return []
        tiles = sorted(player.hand)
        drawn = self.table.drawn
        if drawn is not None and self.table.turn == self.viewer and drawn in tiles:
            tiles.remove(drawn)
            tiles.append(drawn)
        return tiles

    def trays(self) -> Iterator[Tray]:
        for n in range(4):
            number = (self.viewer + n) % 4
            player, side = self.table.players[number], self.side(number)
            label = {
                kind: say(kind, self.language, side=side)
                for kind in ("hand-of", "discards", "melds", "flowers")
            }
            if number == self.seen.player:
                yield Tray(
                    f"hand-{number}", "hand", number, say("hand", self.language), self.hand()
                )
            else:
                yield Tray(f"hand-{number}", "hand", number, label["hand-of"], _hidden(player))
            if player.melds:
                melds = tuple(_melds(player))
                yield Tray(f"melds-{number}", "meld", number, label["melds"], melds)
            if player.flowers:
                items = tuple(Item("", WORDS[tile]) for tile in player.flowers)
                yield Tray(f"flowers-{number}", "meld", number, label["flowers"], items)
            yield Tray(
                f"discards-{number}", "discards", number, label["discards"], self.river(number)
            )

    def hand(self) -> tuple[Item, ...]:
        tiles = self.own_tiles()
        drawn = self.table.drawn if self.table.turn == self.viewer else None
        return tuple(
            Item(
                f"hand:{place}",
                WORDS[tile],
                turned=place == len(tiles) - 1 and tile == drawn,
            )
            for place, tile in enumerate(tiles)
        )

    def river(self, number: int) -> tuple[Item, ...]:
        player = self.table.players[number]
        target = self.table.target
        last = len(player.river) - 1 if target is not None and target[0] == number else -1
        return tuple(
            Item("", WORDS[tile], marked="last" if place == last else "")
            for place, tile in enumerate(player.river)
            if place not in player.taken
        )

    def seats(self) -> Iterator[Seat]:
        for n in range(4):
            number = (self.viewer + n) % 4
            player = self.table.players[number]
            counts = [
                (
                    say("wind", self.language),
                    WINDS[self.language][(number - self.table.dealer) % 4],
                ),
                (say("tiles", self.language), str(player.tiles)),
            ]
            if player.ready:
                counts.append((say("ready", self.language), "✓"))
            moves = self.seen.result is None and self.seen.to_move == number
            yield Seat(number, self.side(number), SIDES[n], moves, tuple(counts))


def _hidden(player: SeenPlayer) -> tuple[Item, ...]:
    if player.shown:
        return tuple(Item("", WORDS[tile]) for tile in sorted(player.shown))
    return (Item("", "", player.tiles),) if player.tiles else ()


def _melds(player: SeenPlayer) -> Iterator[Item]:
    for meld in player.melds:
        turned = False
        for tile in meld.tiles:
            claimed = tile == meld.taken and not turned
            turned = turned or claimed
            yield Item("", WORDS[tile], turned=claimed)


__all__ = ["choice_label", "faces", "scene"]
