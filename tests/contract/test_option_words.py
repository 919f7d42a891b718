"""Choices of a rule option are offered by names, in both languages, and not as raw words."""

from __future__ import annotations

import pytest

from kikashi import games
from kikashi.words import LANGUAGES


@pytest.mark.parametrize("game", games.room_ids())
def test_every_choice_of_an_option_has_a_name(game: str) -> None:
    room = games.room(game)
    keys = [f"option.{option.name}.{value}" for option in room.options for value in option.choices]
    bare = [key for key in keys for language in LANGUAGES if room.say(key, language) == key]
    assert bare == []
