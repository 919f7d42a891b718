"""Rule options and their choices are offered by names, in both languages, not as raw words."""

from __future__ import annotations

import re

import pytest

from kikashi import games
from kikashi.studio.service import describe
from kikashi.words import LANGUAGES


@pytest.mark.parametrize("game", games.room_ids())
def test_every_choice_of_an_option_has_a_name(game: str) -> None:
    room = games.room(game)
    keys = [f"option.{option.name}.{value}" for option in room.options for value in option.choices]
    bare = [key for key in keys for language in LANGUAGES if room.say(key, language) == key]
    assert bare == []


@pytest.mark.parametrize("game", games.room_ids())
def test_a_list_of_choices_is_not_headed_by_the_words_that_a_terminal_takes(game: str) -> None:
    for option in describe(games.room(game)).options:
        values = [choice.value for choice in option.choices]
        named = {
            language: re.findall(r"[A-Za-z-]+", option.help[language]) for language in LANGUAGES
        }
        assert set(named["zh-Hant"]) & set(values) == set(), option.name
        assert "'" not in option.help["en"].replace("one's", "") or not values, option.name
