"""The options of dark chess, their presets, and what a position needs of them at every turn."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache

from kikashi.games.banqi.board import (
    BLACK,
    FULL_BAG,
    FULL_SIZE,
    LETTERS,
    MOST_CELLS,
    PIECES,
    RED,
    Shape,
    Ways,
    in_order,
    shape,
)
from kikashi.law import Option, Options
from kikashi.law.grid import parse_size
from kikashi.law.values import one_of, size_of, size_text

CYCLE = "cycle"
OFF = "off"
BY_PRESET = "preset"
CUSTOM = "custom"
PRESETS = {"contest": ("3", "180"), "course": (CYCLE, "60")}
"""Repetition and plies: contests since 2010, and a university course whose games are published."""
FULL = "full"
MOST_REPEATS = 9
MOST_PLIES = 999
CYCLE_PLIES, CYCLE_RUNS = 4, 3
"""Of the course: a cycle of four plies that has run three full times."""


@dataclass(frozen=True)
class Settings:
    """The options, read once."""

    form: Shape
    bag: str
    occurrences: int
    """So many times a position may not occur without a draw; 0: any number."""
    cycle: bool
    plies: int
    """So many plies without capture or flip are a draw; 0: any number."""
    chase_loses: bool
    chain: bool
    ways: Ways

    @property
    def house_rules(self) -> bool:
        """Whether something is played that contests do not know."""
        return self.chain or self.ways != Ways()


@lru_cache(maxsize=256)
def settings_of(chosen: tuple[tuple[str, str], ...]) -> Settings:
    """What normal options mean."""
    given = dict(chosen)
    files, ranks = size_of(given["size"])
    repeats = given["repetition"]
    return Settings(
        form=shape(files, ranks),
        bag=FULL_BAG if given["bag"] == FULL else given["bag"],
        occurrences=int(repeats) if repeats.isdigit() else 0,
        cycle=repeats == CYCLE,
        plies=0 if given["plies"] == OFF else int(given["plies"]),
        chase_loses=given["chase"] == "loses",
        chain=given["chain"] == "yes",
        ways=Ways(given["rush"], given["blind"] == "yes"),
    )


def _size(text: str) -> str:
    size = parse_size(text, 1, MOST_CELLS)
    if len(size) != 2 or size[0] > 9 or size[1] > 9 or not 4 <= size[0] * size[1] <= MOST_CELLS:
        raise ValueError(f"files x ranks, up to 9 each and 4 to {MOST_CELLS} cells, was expected")
    return size_text(size)


def _bag(text: str) -> str:
    if text == FULL:
        return text
    if not 2 <= len(text) <= MOST_CELLS or any(letter not in LETTERS for letter in text):
        raise ValueError(f"'{FULL}' or pieces such as KGMRkgmr were expected (letters {LETTERS})")
    most, count = Counter(FULL_BAG), Counter(text)
    for letter in LETTERS:
        if count[letter] > most[letter]:
            raise ValueError(f"there are at most {most[letter]} of {letter}")
    for side in (RED, BLACK):
        if not any(letter in PIECES[side] for letter in text):
            raise ValueError("each colour needs a piece")
    ordered = in_order(text)
    return FULL if ordered == FULL_BAG else ordered


def _repetition(text: str) -> str:
    if text in (CYCLE, OFF, BY_PRESET):
        return text
    if text.isascii() and text.isdigit() and len(text) == 1 and 2 <= int(text) <= MOST_REPEATS:
        return text
    raise ValueError(f"a number from 2 to {MOST_REPEATS}, '{CYCLE}' or '{OFF}' was expected")


def _plies(text: str) -> str:
    if text in (OFF, BY_PRESET):
        return text
    if text.isascii() and text.isdigit() and len(text) <= 3 and 1 <= int(text) <= MOST_PLIES:
        return str(int(text))
    raise ValueError(f"a number from 1 to {MOST_PLIES}, or '{OFF}', was expected")


def resolved(normal: dict[str, str]) -> dict[str, str]:
    """Normal options with the preset written out, and the preset named that they amount to."""
    preset = PRESETS.get(normal["preset"], PRESETS["contest"])
    repetition = preset[0] if normal["repetition"] == BY_PRESET else normal["repetition"]
    plies = preset[1] if normal["plies"] == BY_PRESET else normal["plies"]
    names = [name for name, values in PRESETS.items() if values == (repetition, plies)]
    return {
        **normal,
        "preset": names[0] if names else CUSTOM,
        "repetition": repetition,
        "plies": plies,
    }


def check(options: Options) -> None:
    """Raises ValueError where options do not fit together."""
    files, ranks = size_of(options["size"])
    bag = FULL_BAG if options["bag"] == FULL else options["bag"]
    if len(bag) != files * ranks:
        raise ValueError(
            f"the bag has {len(bag)} pieces for {files * ranks} cells (give both, as in "
            "-o size=2x4 -o bag=KGMRkgmr)"
        )
    if options["repetition"] == OFF and options["plies"] == OFF:
        raise ValueError("games could last for ever; one of repetition and plies must be on")


OPTIONS = (
    Option(
        "size",
        size_text(FULL_SIZE),
        _size,
        {
            "en": "files x ranks; a smaller board needs a bag of its own",
            "zh-Hant": "行數 x 列數；小棋盤須另給棋子（bag）",
        },
    ),
    Option(
        "bag",
        FULL,
        _bag,
        {
            "en": "the pieces, one a cell: 'full' or letters (KGMRNCP red, kgmrncp black)",
            "zh-Hant": "棋子，一格一枚：full 或字母（大寫紅、小寫黑，KGMRNCP 為帥仕相俥傌炮兵）",
        },
    ),
    Option(
        "preset",
        "contest",
        one_of(*PRESETS, CUSTOM),
        {
            "en": "rules of a draw: 'contest' (third occurrence, 180 plies) or 'course' (a cycle "
            "of four plies three times, 60 plies)",
            "zh-Hant": "和棋規則：contest（同形三現、180 手）或 course（四手循環三次、60 手）",
        },
    ),
    Option(
        "repetition",
        BY_PRESET,
        _repetition,
        {
            "en": "a draw when a position occurs so often (2-9), 'cycle', or 'off'",
            "zh-Hant": "同一局面出現幾次（2-9）為和，或 cycle（四手循環三次），或 off",
        },
    ),
    Option(
        "plies",
        BY_PRESET,
        _plies,
        {
            "en": "a draw after so many plies without capture or flip (1-999), or 'off'",
            "zh-Hant": "連續幾手（1-999）不吃不翻為和，或 off",
        },
    ),
    Option(
        "chase",
        "draws",
        one_of("draws", "loses"),
        {
            "en": "a repetition by a long chase 'draws', or the chaser 'loses'",
            "zh-Hant": "長捉造成循環：draws（和）或 loses（捉方負）",
        },
    ),
    Option(
        "chain",
        "no",
        one_of("no", "yes"),
        {
            "en": "house rule: a piece that has captured may go on capturing in the same turn",
            "zh-Hant": "民間規則「連吃」：吃子後同一枚棋子可繼續吃",
        },
    ),
    Option(
        "blind",
        "no",
        one_of("no", "yes"),
        {
            "en": "house rule: pieces may strike at face-down pieces",
            "zh-Hant": "民間規則「暗吃」：可吃未翻開的棋子",
        },
    ),
    Option(
        "rush",
        "no",
        one_of("no", "rank", "any"),
        {
            "en": "house rule: rooks run straight over empty cells; from a distance they take by "
            "'rank', or 'any' piece",
            "zh-Hant": "民間規則「車直衝」：俥車可直走多格；遠處吃子依階級（rank）或不限（any）",
        },
    ),
)
