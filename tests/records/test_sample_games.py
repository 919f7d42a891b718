"""The 2,000 real Connect6 games."""

from __future__ import annotations

import csv
from collections import Counter

import pytest

from kikashi.records import Record, read_collection, write
from tests.records.sample import sample_games

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def games() -> list[Record]:
    found = list(read_collection(sample_games()))
    assert [f for f in found if not isinstance(f, Record)] == []
    return [f for f in found if isinstance(f, Record)]


def test_all_2000_games_replay_by_the_law_with_the_right_winner(games: list[Record]) -> None:
    with sample_games().open(newline="") as file:
        labels = [row["winner"] for row in csv.DictReader(file)]
    assert len(games) == len(labels) == 2000
    assert [game.winner() for game in games] == labels
    # The winner comes from the board and not from the label: it is so without the label too.
    assert all(game.replay()[-1].result() is not None for game in games)
    assert set(Counter(labels)) == {"black", "white"}


def test_the_csv_is_written_back_byte_for_byte(games: list[Record]) -> None:
    assert write(games, "csv") == sample_games().read_bytes()


@pytest.mark.parametrize("form", ["sgf", "sgf-golem"])
def test_through_sgf_nothing_is_lost(games: list[Record], form: str) -> None:
    some = games[::10]
    assert list(read_collection(write(some, form))) == some
