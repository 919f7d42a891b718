"""The options of the rules, and the rules that they make."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache

from kikashi.games.mahjong.tiles import KINDS
from kikashi.law import Option
from kikashi.law.values import one_of

PROFILES = ("common", "modest", "bare")


def _number(least: int, most: int) -> Callable[[str], str]:
    def normal(text: str) -> str:
        if not (
            text.isascii() and text.isdigit() and len(text) <= 6 and least <= int(text) <= most
        ):
            raise ValueError(f"expected a whole number from {least} to {most}")
        return str(int(text))

    return normal


OPTIONS = (
    Option(
        "flowers",
        "yes",
        one_of("yes", "no"),
        {
            "en": "144 tiles with the eight flowers, or 136 without",
            "zh-Hant": "144 張含花牌，或 136 張不含",
        },
    ),
    Option(
        "left",
        "16",
        _number(0, 40),
        {
            "en": "tiles at the end of the wall that are never drawn",
            "zh-Hant": "牌牆末端保留不摸的張數",
        },
    ),
    Option(
        "winners",
        "all",
        one_of("all", "first"),
        {
            "en": "all who can win on a discard win, or only the first in turn order",
            "zh-Hant": "一炮多響 (all) 或截胡 (first)",
        },
    ),
    Option(
        "passed",
        "off",
        one_of("off", "on"),
        {
            "en": "who lets a win go by may not win on a discard before drawing again",
            "zh-Hant": "過水：放過胡牌後，下次摸牌前不得胡別人打出的牌",
        },
    ),
    Option(
        "ready",
        "off",
        one_of("off", "on"),
        {
            "en": "a ready hand may be declared; it is then locked",
            "zh-Hant": "可宣告聽牌，宣告後不得換牌",
        },
    ),
    Option(
        "tai",
        "common",
        one_of(*PROFILES),
        {"en": "the table of tai", "zh-Hant": "台數表"},
    ),
    Option("base", "3", _number(0, 10_000), {"en": "points for a win", "zh-Hant": "底"}),
    Option("unit", "1", _number(0, 10_000), {"en": "points for each tai", "zh-Hant": "每台"}),
    Option(
        "deals",
        "1",
        _number(1, 64),
        {"en": "deals in a game; dealer and streak go on", "zh-Hant": "一場的局數，莊家與連莊延續"},
    ),
    Option("dealer", "0", _number(0, 3), {"en": "who deals first", "zh-Hant": "起莊者"}),
    Option(
        "streak", "0", _number(0, 20), {"en": "deals the dealer has kept", "zh-Hant": "連莊次數"}
    ),
    Option(
        "round",
        "0",
        _number(0, 3),
        {"en": "wind of the round: 0 east to 3 north", "zh-Hant": "圈風：0 東至 3 北"},
    ),
)


@dataclass(frozen=True)
class Rules:
    """The options as the law uses them."""

    flowers: bool
    left: int
    all_win: bool
    passed_win: bool
    may_declare: bool
    tai: str
    base: int
    unit: int
    deals: int
    dealer: int
    streak: int
    round: int

    @property
    def wall(self) -> tuple[int, ...]:
        """How many of each tile there are at the start."""
        return (4,) * KINDS + ((1,) * 8 if self.flowers else (0,) * 8)

    @property
    def tiles(self) -> int:
        return 4 * KINDS + (8 if self.flowers else 0)


def rules_of(options: Mapping[str, str]) -> Rules:
    return _rules(tuple(sorted(options.items())))


@cache
def _rules(items: tuple[tuple[str, str], ...]) -> Rules:
    options = dict(items)
    return Rules(
        flowers=options["flowers"] == "yes",
        left=int(options["left"]),
        all_win=options["winners"] == "all",
        passed_win=options["passed"] == "on",
        may_declare=options["ready"] == "on",
        tai=options["tai"],
        base=int(options["base"]),
        unit=int(options["unit"]),
        deals=int(options["deals"]),
        dealer=int(options["dealer"]),
        streak=int(options["streak"]),
        round=int(options["round"]),
    )
