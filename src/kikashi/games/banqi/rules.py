"""The law of Chinese dark chess: the room. What may be done in a position is in `position`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kikashi.games.banqi.board import DOWN, in_order
from kikashi.games.banqi.position import PLAYERS, BanqiPosition
from kikashi.games.banqi.settings import OPTIONS, check, resolved, settings_of
from kikashi.games.banqi.texts import Setup, line_of_words, read_setup, words_of
from kikashi.law import (
    BadOptionError,
    BadTextError,
    Capabilities,
    ClaimKind,
    IllegalMoveError,
    Move,
    Options,
    Room,
)

LEVELS = tuple(str(number) for number in range(1, 11))
"""Of the room's engine; `kikashi.play.levels` gives them their names."""
METHODS = ("win", "tables", "value")
WIN = {
    "en": "a side wins within n of its turns, whatever is flipped",
    "zh-Hant": "一方在 n 手內必勝，不論翻出什麼",
}
NO_WIN = {
    "en": "a side has no win within n of its turns that is sure whatever is flipped",
    "zh-Hant": "一方在 n 手內沒有不論翻出什麼都成立的必勝",
}
HOLD = {
    "en": "a side does not lose, whatever is flipped",
    "zh-Hant": "一方不敗，不論翻出什麼",
}


class Banqi(Room):
    id = "banqi"
    names = {"en": "Chinese dark chess", "zh-Hant": "暗棋"}
    options = OPTIONS
    claims = (ClaimKind("win", WIN), ClaimKind("no-win", NO_WIN), ClaimKind("hold", HOLD))
    example = "b8 R d8 c c8 C b7 P a8 r b3 g"

    def normal_options(self, options: Options | None) -> dict[str, str]:
        """The preset is written out, so that two ways to say the same are the same."""
        given = dict(options or {})
        normal = resolved(super().normal_options(given))
        try:
            check(normal)
        except ValueError as why:
            chosen = ", ".join(f"{name}={normal[name]:.40}" for name in given) or "its defaults"
            raise BadOptionError(f"{self.id} with {chosen}: {why}") from None
        return normal

    def start(self, options: Options | None = None) -> BanqiPosition:
        chosen = tuple(self.normal_options(options).items())
        settings = settings_of(chosen)
        board = DOWN * len(settings.form.names)
        return BanqiPosition(chosen, Setup(board, in_order(settings.bag), 0, None, 0))

    def from_text(self, text: str, options: Options | None = None) -> BanqiPosition:
        """A setup as `to_text` writes it, or moves from the start; `b8(R)` is a flip that showed R.

        After a setup `moves` and moves may follow.
        """
        first = self.start(options)
        setup, line = text, ""
        words = text[:200].split()
        if words and "/" in words[0]:
            setup, _, line = text.partition(" moves ")
            read = read_setup(setup, first.settings)
            first = replace(first, setup=read)
        elif words[:1] == ["start"]:
            line = text.strip().removeprefix("start")
        else:
            line = text
        try:
            return first.play_all(words_of(line))
        except IllegalMoveError as refusal:
            raise BadTextError(str(refusal)) from None

    def record_words(self, line: str) -> list[Move]:
        """Records write a flip with what it showed, `b8(R)`: two moves here."""
        return list(words_of(line))

    def record_line(self, moves: Sequence[Move]) -> str:
        return line_of_words(moves)

    def player_names(self, options: Options) -> tuple[str, ...]:
        self.normal_options(options)
        return PLAYERS

    def capabilities(self, options: Options) -> Capabilities:
        chosen = self.normal_options(options)
        plain = not settings_of(tuple(chosen.items())).house_rules
        twin = self.has_part("twin") and plain
        return Capabilities(
            players=2,
            chance=True,
            cycles=True,
            twin=twin,
            provers=METHODS if twin and self.has_part("provers") else (),
            levels=LEVELS if twin and self.has_part("engine") else (),
            protocols=("mgtp",) if plain and self.has_part("engine") else (),
            claims=tuple(kind.name for kind in self.claims),
        )
