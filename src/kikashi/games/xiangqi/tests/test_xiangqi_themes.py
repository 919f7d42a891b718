"""Each pattern of mate is seen in a position that shows it, and not in one that nearly does."""

from __future__ import annotations

import pytest

from kikashi.games.xiangqi import ROOM
from kikashi.games.xiangqi.themes import TAGS, WORDS, line_of
from kikashi.law import GameError

# Position, mating move, the themes that apply; every other theme must not.
EXAMPLES = [
    # The horse one empty point from the general, the cannon comes behind it.
    ("4k4/9/4N4/9/9/9/C8/9/9/3K5 w", "a3e3", {"by-cannon", "horse-then-cannon"}),
    # Two rooks: one holds the second rank, the other mates on the first.
    ("4k4/R8/9/9/9/9/9/9/8R/3K5 w", "i1i9", {"by-rook", "two-rooks"}),
    # A cannon over the other cannon.
    ("3aka3/9/9/9/4C4/9/C8/9/9/3K5 w", "a3e3", {"by-cannon", "doubled-cannons"}),
    # A cannon on the back rank over the defender's own advisor.
    ("3ak4/4a4/9/9/9/9/9/9/C8/5K3 w", "a1a9", {"by-cannon", "smothered-palace"}),
    # The middle file is nailed by a cannon over two pieces; the rook mates, its general behind it.
    (
        "3ak4/4a4/4b4/9/9/4C4/9/9/3R5/3K5 w",
        "d1d9",
        {"by-rook", "iron-bolt", "facing-generals"},
    ),
    # The horse beside the palace, and in its corner.
    ("4ka3/4a4/9/1N7/9/9/9/9/9/3RK4 w", "b6c8", {"by-horse", "palace-side-horse"}),
    ("2P1ka3/4p4/9/9/2N6/9/9/9/9/4K4 w", "c5d7", {"by-horse", "corner-horse"}),
    # No check at all.
    (
        "3k5/9/2P6/9/9/9/9/9/9/4K4 w",
        "c7c8",
        {"by-pawn", "stalemate", "facing-generals", "quiet-first"},
    ),
    # No mate: the general walks away.
    ("4k4/9/9/9/9/9/C8/8R/9/3K5 w", "i2i9", set()),
]


@pytest.mark.parametrize("fen, move, themes", EXAMPLES[:-1])
def test_a_pattern_is_seen_where_it_is_and_nowhere_else(
    fen: str, move: str, themes: set[str]
) -> None:
    line = line_of(ROOM.from_text(fen), [[move]])
    assert {name for name, tag in TAGS.items() if tag(line)} == themes


def test_a_line_that_ends_without_mate_is_refused() -> None:
    fen, move, _ = EXAMPLES[-1]
    with pytest.raises(GameError, match="no legal answer"):
        line_of(ROOM.from_text(fen), [[move]])


@pytest.mark.parametrize("name", sorted(TAGS))
def test_every_theme_has_words_in_both_languages(name: str) -> None:
    assert set(WORDS[name]) == {"en", "zh-Hant"}


def test_black_mates_by_the_same_patterns() -> None:
    line = line_of(ROOM.from_text("3k5/9/9/c8/9/9/9/4n4/9/4K4 b"), [["a6e6"]])
    assert TAGS["horse-then-cannon"](line) == 1
