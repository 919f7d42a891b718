"""How a game ended is told in its own words, in pictures too, and never by a raw key."""

from __future__ import annotations

import pytest

from kikashi import games
from kikashi.drawing import Marks
from kikashi.words import LANGUAGES

ENDED = (
    ("banqi", "4/4/4/4/4/4/n3/G3 first red 0", "a1-a2"),
    ("xiangqi", "4k4/1R7/9/9/9/9/9/9/9/R2K5 w - - 0 1", "a0a9"),
    ("minishogi", "4k/5/4S/5/K4 b G 1", "G*1b"),
)


@pytest.mark.parametrize("game, text, move", ENDED, ids=[ended[0] for ended in ENDED])
def test_the_end_is_told_in_the_rooms_words(game: str, text: str, move: str) -> None:
    room = games.room(game)
    position = room.from_text(text).play(move)
    result = position.result()
    assert result is not None
    for language in LANGUAGES:
        why = room.reason(result.reason, language)
        assert "-" not in why
        scene = room.scene(position.view_of_mover(), Marks(language=language))
        assert why in scene.description
