"""The boards that rules show can be played, end as their caption says, and are the same in both."""

from __future__ import annotations

import re

import pytest

from kikashi import games
from kikashi.drawing import Marks
from kikashi.law import Position, Room
from kikashi.law.capabilities import LANGUAGES

BOARD = re.compile(r"```board\n((?:(?:-o|from|mark) .*\n)*)(.*)\n(.+)\n```")


def shown(room: Room, head: str, moves: str) -> tuple[Position, tuple[str, ...]]:
    """The position of a board in the rules, and the cells it points at."""
    options, start, marked = dict[str, str](), "", ""
    for line in head.splitlines():
        word, _, value = line.partition(" ")
        if word == "-o":
            name, _, options[name] = value.partition("=")
        elif word == "from":
            start = value
        else:
            marked = value
    begun = room.from_text(start, options) if start else room.start(options)
    return begun.play_all(moves.split()), tuple(marked.split())


@pytest.mark.parametrize("game", games.room_ids())
def test_every_board_of_the_rules_and_pages_is_played_by_the_law(game: str) -> None:
    room = games.room(game)
    assert list(room.pages("en")) == list(room.pages("zh-Hant"))
    texts = {told: [room.rules_text(told), *room.pages(told).values()] for told in LANGUAGES}
    assert all(text.startswith("# ") for told in LANGUAGES for text in texts[told])
    found = {told: BOARD.findall("\n".join(texts[told])) for told in LANGUAGES}
    assert len(found["en"]) == sum(text.count("```board") for text in texts["en"])
    assert [b[:2] for b in found["en"]] == [b[:2] for b in found["zh-Hant"]]
    for head, moves, caption in found["en"]:
        position, marked = shown(room, head, moves)
        assert (position.result() is not None) == ("game is over" in caption)
        scene = room.scene(position.view_of_mover(), Marks(best=marked))
        assert len([mark for mark in scene.marks if mark.kind == "best"]) == len(marked)


@pytest.mark.parametrize("game", games.room_ids())
def test_beginners_see_pictures_of_every_game_with_a_board(game: str) -> None:
    room = games.room(game)
    if room.scene(room.start().view_of_mover()).lines:  # cards and tiles lie on a table
        assert len(BOARD.findall(room.rules_text("en"))) >= 2
