"""Tiles and their words: 1m..9m, 1p..9p, 1s..9s, 1z..7z (winds, dragons), 1f..8f (flowers)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from kikashi.law import GameError
from kikashi.law.contract import printable

Counts: TypeAlias = tuple[int, ...]
"""How many of each of the 34 kinds, flowers left out."""

SUITS = "mpsz"
KINDS = 34
FIRST_HONOUR = 27
FIRST_DRAGON = 31
FIRST_FLOWER = 34
COPIES = 4
WORDS = (
    *(f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)),
    *(f"{rank}z" for rank in range(1, 8)),
    *(f"{rank}f" for rank in range(1, 9)),
)
NUMBERS = {word: number for number, word in enumerate(WORDS)}
EAST, SOUTH, WEST, NORTH = range(FIRST_HONOUR, FIRST_HONOUR + 4)
WHITE, GREEN, RED = range(FIRST_DRAGON, FIRST_DRAGON + 3)

_RANKS = {
    "en": ("1", "2", "3", "4", "5", "6", "7", "8", "9"),
    "zh-Hant": ("一", "二", "三", "四", "五", "六", "七", "八", "九"),
}
_SUITS = {"en": ("characters", "dots", "bamboo"), "zh-Hant": ("萬", "筒", "索")}
_OTHERS = {
    "en": (
        *("east wind", "south wind", "west wind", "north wind"),
        *("white dragon", "green dragon", "red dragon"),
        *("spring", "summer", "autumn", "winter", "plum", "orchid", "chrysanthemum", "bamboo"),
    ),
    "zh-Hant": (*"東南西北", "白板", "發財", "紅中", *"春夏秋冬梅蘭菊", "竹"),
}


def suit_of(tile: int) -> int:
    """0 characters, 1 dots, 2 bamboo, 3 honours, 4 flowers."""
    return tile // 9 if tile < FIRST_HONOUR else 3 if tile < FIRST_FLOWER else 4


def rank_of(tile: int) -> int:
    """From 0, within the suit."""
    return tile % 9 if tile < FIRST_HONOUR else tile - (27 if tile < FIRST_FLOWER else FIRST_FLOWER)


def tile_name(tile: int, language: str = "en") -> str:
    """For people: `3 dots`, `三筒`."""
    if tile >= FIRST_HONOUR:
        return str(_OTHERS[language][tile - FIRST_HONOUR])
    rank, suit = _RANKS[language][tile % 9], _SUITS[language][tile // 9]
    return f"{rank} {suit}" if language == "en" else rank + suit


def run_name(low: int, language: str = "en") -> str:
    """Three tiles in a row for people: `3-4-5 dots`, `三四五筒`."""
    ranks = _RANKS[language][low % 9 : low % 9 + 2]
    between = "-" if language == "en" else ""
    return between.join((*ranks, tile_name(low + 2, language)))


def tiles_from(text: str) -> tuple[int, ...]:
    """Tiles of a text such as `167788m67p139s22566z`, in its order."""
    if len(text) > 400:
        raise GameError("a text of tiles has at most 400 characters")
    tiles: list[int] = []
    waiting: list[str] = []
    for letter in text.replace(" ", ""):
        if letter in "123456789":
            waiting.append(letter)
            continue
        if letter not in "mpszf":
            raise GameError(
                f"{printable(letter)!r} in a text of tiles: expected a digit, m, p, s, z or f"
            )
        if not waiting:
            raise GameError(f"before {letter!r} there is no digit: write the ranks, then the suit")
        for rank in waiting:
            if rank + letter not in NUMBERS:
                raise GameError(f"there is no tile {rank}{letter}")
            tiles.append(NUMBERS[rank + letter])
        waiting.clear()
    if waiting:
        raise GameError(f"no suit follows the digits {printable(''.join(waiting))} at the end")
    return tuple(tiles)


def counts_of(tiles: Iterable[int]) -> Counts:
    """How many of each kind; flowers are left out."""
    counts = [0] * KINDS
    for tile in tiles:
        if tile < KINDS:
            counts[tile] += 1
    return tuple(counts)


def hand_text(tiles: Iterable[int]) -> str:
    """Tiles sorted and in short form: `167788m67p139s22566z`."""
    made = []
    ordered = sorted(tiles)
    for suit, letter in enumerate("mpszf"):
        ranks = "".join(str(rank_of(tile) + 1) for tile in ordered if suit_of(tile) == suit)
        made.append(ranks + letter if ranks else "")
    return "".join(made)


def tiles_of(counts: Sequence[int]) -> tuple[int, ...]:
    """The tiles that counts stand for, sorted."""
    return tuple(tile for tile, count in enumerate(counts) for _ in range(count))
