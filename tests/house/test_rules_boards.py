"""The boards that rules show can be played, end as their caption says, and are the same in both."""

from __future__ import annotations

import re

import pytest

from kikashi import games
from kikashi.law.room import LANGUAGES

BOARD = re.compile(r"```board\n((?:-o .*\n)*)(.*)\n(.+)\n```")


@pytest.mark.parametrize("game", games.room_ids())
def test_every_board_of_the_rules_is_played_by_the_law(game: str) -> None:
    room = games.room(game)
    found = {told: BOARD.findall(room.rules_text(told)) for told in LANGUAGES}
    assert [b[:2] for b in found["en"]] == [b[:2] for b in found["zh-Hant"]]
    for options, moves, caption in found["en"]:
        given = dict(line[3:].split("=", 1) for line in options.splitlines())
        position = room.start(given).play_all(moves.split())
        assert (position.result() is not None) == ("game is over" in caption)


def test_beginners_see_pictures() -> None:
    for game in ("connect6", "gomoku"):
        assert BOARD.search(games.room(game).rules_text("en"))
