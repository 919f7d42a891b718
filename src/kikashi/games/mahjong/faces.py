"""The tiles as pictures: drawn here as SVG, large figures that a phone can show."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from kikashi.drawing import Face
from kikashi.games.mahjong.tiles import FIRST_FLOWER, FIRST_HONOUR, WORDS, tile_name

WIDTH, HEIGHT = 40.0, 54.0
INK, RED, GREEN, BLUE = "#23262b", "#b3261e", "#1d6b3a", "#1f4e8c"
NUMERALS = "一二三四五六七八九"
HONOURS = ("東", "南", "西", "北", "", "發", "中")
FLOWERS = ("春", "夏", "秋", "冬", "梅", "蘭", "菊", "竹")

# Where the signs of a rank stand, in a square of three by three (columns, rows from the top).
PLACES: dict[int, tuple[tuple[float, float], ...]] = {
    1: ((1, 1),),
    2: ((1, 0), (1, 2)),
    3: ((0, 0), (1, 1), (2, 2)),
    4: ((0, 0), (2, 0), (0, 2), (2, 2)),
    5: ((0, 0), (2, 0), (1, 1), (0, 2), (2, 2)),
    6: ((0, 0), (2, 0), (0, 1), (2, 1), (0, 2), (2, 2)),
    7: ((0, -0.15), (1, 0.2), (2, 0.55), (0, 1.3), (2, 1.3), (0, 2.15), (2, 2.15)),
    8: ((0, -0.2), (2, -0.2), (0, 0.6), (2, 0.6), (0, 1.4), (2, 1.4), (0, 2.2), (2, 2.2)),
    9: tuple((float(x), float(y)) for y in range(3) for x in range(3)),
}


@cache
def faces() -> tuple[Face, ...]:
    """All 42, by their words."""
    return tuple(_face(tile) for tile in range(len(WORDS)))


def _face(tile: int) -> Face:
    names = {language: tile_name(tile, language) for language in ("en", "zh-Hant")}
    body = (
        f'<rect x="1" y="1" width="{WIDTH - 2:g}" height="{HEIGHT - 2:g}" rx="5" fill="#fbf7ea"'
        f' stroke="#8a8578"/>{"".join(_signs(tile))}'
    )
    return Face(WORDS[tile], names, WORDS[tile], body, WIDTH, HEIGHT, bare=True)


def _signs(tile: int) -> Iterator[str]:
    if tile >= FIRST_FLOWER:
        number = tile - FIRST_FLOWER
        colour = RED if number < 4 else GREEN
        yield _character(FLOWERS[number], 34, 24, colour)
        yield _digit(number % 4 + 1, 33, 13, colour)
        yield f'<circle cx="9" cy="45" r="3.2" fill="{colour}"/>'
        return
    if tile >= FIRST_HONOUR:
        number = tile - FIRST_HONOUR
        if number == 4:
            yield (
                f'<rect x="9" y="10" width="22" height="34" rx="2" fill="none" stroke="{BLUE}"'
                ' stroke-width="2.5"/>'
            )
            return
        yield _character(HONOURS[number], 38, 28, (INK, INK, INK, INK, INK, GREEN, RED)[number])
        return
    suit, rank = divmod(tile, 9)
    if suit == 0:
        yield _character(NUMERALS[rank], 22, 20, INK)
        yield _character("萬", 46, 22, RED)
        return
    sign = _dot if suit == 1 else _cane
    for n, (column, row) in enumerate(PLACES[rank + 1]):
        yield sign(rank + 1, n, 9.5 + 10.5 * column, 12 + 15 * row)


def _character(sign: str, y: float, size: float, colour: str) -> str:
    return (
        f'<text x="{WIDTH / 2:g}" y="{y:g}" font-size="{size:g}" font-weight="700"'
        f' text-anchor="middle" fill="{colour}">{sign}</text>'
    )


def _digit(number: int, x: float, y: float, colour: str) -> str:
    place = f'x="{x:g}" y="{y:g}" font-size="10" text-anchor="middle"'
    return f'<text {place} fill="{colour}">{number}</text>'


def _dot(rank: int, n: int, x: float, y: float) -> str:
    if rank == 1:
        return (
            f'<circle cx="{x:g}" cy="{y:g}" r="13" fill="none" stroke="{BLUE}" stroke-width="3"/>'
            f'<circle cx="{x:g}" cy="{y:g}" r="6" fill="{RED}"/>'
        )
    colour = RED if (rank, n) in ((5, 2), (3, 1), (7, 1)) or (rank == 9 and n // 3 == 1) else BLUE
    radius = 4.2 if rank > 6 else 4.9
    return (
        f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="none" stroke="{colour}"'
        f' stroke-width="2.4"/><circle cx="{x:g}" cy="{y:g}" r="1.4" fill="{colour}"/>'
    )


def _cane(rank: int, n: int, x: float, y: float) -> str:
    """A stick of bamboo; the one of bamboo is a sparrow."""
    if rank == 1:
        return (
            f'<path d="M10 32 Q12 18 24 20 L31 15 L29 23 Q31 34 20 36 L18 43 L15 36 Q11 36 10 32 Z"'
            f' fill="{GREEN}"/><circle cx="25" cy="23" r="1.6" fill="#fbf7ea"/>'
        )
    colour = (
        RED if (rank, n) == (5, 2) or (rank == 9 and n % 3 == 1) or (rank, n) == (7, 1) else GREEN
    )
    height = 9 if rank > 6 else 11
    top = y - height / 2
    return (
        f'<rect x="{x - 2:g}" y="{top:g}" width="4" height="{height}" rx="1.6" fill="{colour}"/>'
        f'<rect x="{x - 3:g}" y="{y - 1:g}" width="6" height="2" rx="1" fill="{colour}"/>'
    )
