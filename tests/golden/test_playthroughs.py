"""The playthroughs are what they were; `python -m tests.golden.playthrough` accepts a change."""

from __future__ import annotations

import os

import pytest

from kikashi.games import room_ids, rooms
from kikashi.law import Room
from tests.golden.playthrough import FOLDER, file_of, playthrough


@pytest.mark.parametrize("room", rooms(), ids=room_ids())
def test_the_playthrough_is_what_it_was(room: Room) -> None:
    stored = file_of(room).read_text("utf-8").splitlines()
    assert playthrough(room).splitlines() == stored


@pytest.mark.parametrize("room", rooms(), ids=room_ids())
def test_the_playthrough_can_be_read_by_a_person(room: Room) -> None:
    lines = file_of(room).read_text("utf-8").splitlines()
    assert len(lines) < 200  # four players with a view each take the most
    assert max(map(len, lines)) < 500


def test_no_playthrough_is_of_a_room_that_is_gone() -> None:
    if os.environ.get("KIKASHI_ROOMS"):
        return
    assert {file.stem for file in FOLDER.glob("*.txt")} == set(room_ids())
