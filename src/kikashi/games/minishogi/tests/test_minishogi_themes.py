"""Themes of tsume: each with a line that has it and one that has not."""

from __future__ import annotations

import pytest

from kikashi.games.minishogi import ROOM
from kikashi.games.minishogi.themes import TAGS, WORDS, line_of
from kikashi.law import GameError

LINES = {
    # position, line
    "gold": ("4k/5/4P/5/K4 b G 1", "G*1b"),
    "drop": ("1s2k/5/5/p3P/2RBK b RGSbg 1", "3e3a+ 1a1b R*1c"),
    "discovered": ("4k/4p/P1+R2/1B3/K3r b B2G2S 1", "3c3e 1a2a B*5d"),
    "interposed": ("3k1/1B1sp/P4/1GB2/K1R2 b GSr 1", "3d4c R*3b 4c3b 2a1a R*2a"),
}


def tags(name: str) -> set[str]:
    text, line = LINES[name]
    found = line_of(ROOM.from_text(text), [(move,) for move in line.split()])
    return {tag for tag, of in TAGS.items() if of(found)}


@pytest.mark.parametrize(
    ("name", "has", "has_not"),
    [
        ("gold", {"drop", "mate-by-drop", "head-gold", "by-gold"}, {"promotion", "sacrifice"}),
        ("drop", {"promotion", "drop", "by-rook"}, {"discovered-check", "sacrifice"}),
        ("discovered", {"discovered-check", "by-bishop"}, {"promotion", "head-gold"}),
        ("interposed", {"interposition", "by-rook"}, {"promotion", "by-gold"}),
    ],
)
def test_themes_apply_where_they_should(name: str, has: set[str], has_not: set[str]) -> None:
    found = tags(name)
    assert has <= found
    assert not has_not & found


def test_every_theme_has_words_in_both_languages() -> None:
    assert set(WORDS) == set(TAGS)
    for words in WORDS.values():
        assert set(words) == {"en", "zh-Hant"}


def test_a_line_that_does_not_mate_is_refused() -> None:
    with pytest.raises(GameError, match="no legal answer"):
        line_of(ROOM.start(), [("2e3d",)])
