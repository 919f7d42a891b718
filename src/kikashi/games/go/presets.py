"""Named rules, what each of them decides, and where the stones of a fixed handicap lie."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from kikashi.games.go.board import Grid
from kikashi.law import BadOptionError, Option, Options
from kikashi.law.values import one_of, size_of

AS_NAMED = "rules"
"""The value of an option that leaves the question to the named rules."""
SMALLEST, LARGEST = 2, 25
MOST_KOMI = 700
FIXED_MOST = 9


@dataclass(frozen=True)
class Rules:
    """What a game is played by."""

    ko: str
    """simple, positional or situational."""
    suicide: bool
    score: str
    """area or territory."""
    dead: str
    """agreed: the players take dead stones off before counting; none: every stone counts."""
    bonus: int | None
    """Points for White for each handicap stone after so many; None: none."""


PRESETS: Mapping[str, Rules] = {
    "chinese": Rules("positional", suicide=False, score="area", dead="agreed", bonus=0),
    "tromp-taylor": Rules("positional", suicide=True, score="area", dead="none", bonus=None),
    "aga": Rules("situational", suicide=False, score="area", dead="agreed", bonus=1),
    "japanese": Rules("simple", suicide=False, score="territory", dead="agreed", bonus=None),
}


def rules_of(options: Options) -> Rules:
    """The named rules with whatever an option says otherwise."""
    named = PRESETS[options["rules"]]

    def chosen(name: str, usual: str) -> str:
        return usual if options[name] == AS_NAMED else options[name]

    return Rules(
        ko=chosen("ko", named.ko),
        suicide=chosen("suicide", "yes" if named.suicide else "no") == "yes",
        score=chosen("score", named.score),
        dead=chosen("dead", named.dead),
        bonus=named.bonus,
    )


def square(text: str) -> str:
    """A board's size: `19x19`, or `19`."""
    words = text.lower().split("x")
    if not all(word.isascii() and word.isdigit() and len(word) < 3 for word in words):
        raise ValueError("a size looks like 19x19")
    if len(words) > 2 or len(set(map(int, words))) != 1:
        raise ValueError("a board of Go is a square such as 19x19")
    side = int(words[0])
    if not SMALLEST <= side <= LARGEST:
        raise ValueError(f"each side must be from {SMALLEST} to {LARGEST}")
    return f"{side}x{side}"


def komi(text: str) -> str:
    """Points for White: a whole or a half number."""
    if not re.fullmatch(r"-?[0-9]{1,3}(\.[05])?", text):
        raise ValueError("komi is a whole or a half number such as 7.5")
    value = Fraction(text)
    if abs(value) > MOST_KOMI:
        raise ValueError(f"komi is at most {MOST_KOMI}")
    return str(value) if value.denominator == 1 else f"{float(value):.1f}"


def halves(options: Options) -> int:
    """Komi in half points."""
    return int(2 * Fraction(options["komi"]))


def stones_of_handicap(text: str) -> str:
    """How many stones Black begins with: 0, or 2 and more."""
    if not (text.isascii() and text.isdigit() and len(text) < 4) or int(text) == 1:
        raise ValueError("a handicap is 0, or 2 stones and more")
    return str(int(text))


def most_fixed(size: int) -> int:
    """How many stones of a fixed handicap a board can hold."""
    if size < 7:
        return 0
    return 4 if size % 2 == 0 or size == 7 else FIXED_MOST


def check_handicap(options: Options) -> None:
    """ValueError where the board cannot hold the handicap."""
    size, count = size_of(options["size"])[0], int(options["handicap"])
    if options["placement"] == "fixed" and count > most_fixed(size):
        raise ValueError(
            f"a board of {size}x{size} holds a fixed handicap of at most {most_fixed(size)} stones"
        )
    if count >= size * size:
        raise ValueError(f"a handicap of {count} stones leaves no free point")


def fixed_handicap(on: Grid, count: int) -> frozenset[int]:
    """The points of a fixed handicap, in the places that GTP names."""
    if count > most_fixed(on.size):
        raise BadOptionError(
            f"a board of {on.size}x{on.size} holds a fixed handicap of at most "
            f"{most_fixed(on.size)} stones, not {count}"
        )
    low = 3 if on.size >= 13 else 2
    high, middle = on.size - 1 - low, on.size // 2
    corners = [(low, low), (high, high), (low, high), (high, low)]
    sides = [(low, middle), (high, middle), (middle, low), (middle, high)]
    places = corners[:count]
    if count > 4:
        places += sides[: (count - 4) // 2 * 2]
        places += [(middle, middle)] if count % 2 else []
    return frozenset(row * on.size + column for column, row in places)


OPTIONS = (
    Option(
        "size",
        "19x19",
        square,
        {"en": "board size, 2x2 to 25x25", "zh-Hant": "棋盤大小，2x2 至 25x25"},
    ),
    Option(
        "komi",
        "7.5",
        komi,
        {"en": "points for White, whole or half", "zh-Hant": "貼目：給白方的點數，整數或半目"},
    ),
    Option(
        "handicap",
        "0",
        stones_of_handicap,
        {"en": "handicap stones: 0, or 2 and more", "zh-Hant": "讓子數：0，或 2 以上"},
    ),
    Option(
        "placement",
        "fixed",
        one_of("fixed", "free"),
        {
            "en": "handicap stones lie on fixed points, or Black places them freely",
            "zh-Hant": "讓子位置：fixed 固定星位，free 由黑方自由擺放",
        },
    ),
    Option(
        "rules",
        "chinese",
        one_of(*PRESETS),
        {
            "en": "named rules: chinese, tromp-taylor, aga or japanese",
            "zh-Hant": "規則：chinese（中國）、tromp-taylor、aga（美國）或 japanese（日本）",
        },
    ),
    Option(
        "ko",
        AS_NAMED,
        one_of(AS_NAMED, "simple", "positional", "situational"),
        {
            "en": "what may not come back: simple, positional or situational (rules: as named)",
            "zh-Hant": "打劫：simple 基本劫，positional/situational 禁全局同形（rules：依規則）",
        },
    ),
    Option(
        "suicide",
        AS_NAMED,
        one_of(AS_NAMED, "yes", "no"),
        {
            "en": "whether a move may take one's own stones off (rules: as named)",
            "zh-Hant": "是否允許自殺（rules：依規則）",
        },
    ),
    Option(
        "score",
        AS_NAMED,
        one_of(AS_NAMED, "area", "territory"),
        {
            "en": "counting: area or territory (rules: as named)",
            "zh-Hant": "計算勝負：area 數子，territory 數目（rules：依規則）",
        },
    ),
    Option(
        "dead",
        AS_NAMED,
        one_of(AS_NAMED, "agreed", "none"),
        {
            "en": "dead stones: agreed between the players, or none, so that all stones count "
            "(rules: as named)",
            "zh-Hant": "死子：agreed 由雙方同意後提去，none 盤上之子皆算活（rules：依規則）",
        },
    ),
)
