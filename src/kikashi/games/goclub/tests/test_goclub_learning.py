"""The learning player, the paper's fours, the other forms, and what would make the game fair."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kikashi.games import room
from kikashi.games.goclub import ROOM, paper002_fairness, paper002_fours, paper002_variants
from kikashi.games.goclub.learning import Learned, learn
from kikashi.games.goclub.paper002_learned import Mover, game, score_player
from kikashi.games.goclub.score_players import one
from kikashi.law.winning_set_room import stones_of
from kikashi.papers import Settings
from kikashi.search import Limits
from kikashi.stones.forcing import solve

pytestmark = pytest.mark.native


def silent(*_: object) -> None:
    """Nobody watches."""


@pytest.mark.thorough
def test_learning_is_the_same_for_a_seed_and_beats_where_it_began() -> None:
    made = learn(2)
    assert made == learn(2, jobs=2)
    assert made.weights != learn(2, seed=2).weights
    before, after = learn(0), learn(8)
    centre = stones_of(ROOM.start()).with_stone(9 * 20)
    won, _ = game(_mover(after), _mover(before), centre, 1)
    assert won == 0


def _mover(player: Learned) -> Mover:
    return lambda position, _: player.move(position)


def test_a_move_of_2_0_is_the_one_of_its_game() -> None:
    moves = one(1, 1, standing=True)
    player = score_player(1, standing=True)
    position = stones_of(ROOM.start())
    for move in moves[:10]:
        assert position.rules.cells[player(position, 0)] == move
        position = position.play(move)


def test_a_square_four_wins_once_it_is_stopped() -> None:
    position = next(paper002_fours.cases((1, 0), "square", 1, reverse=None))
    assert position.boards[0].bit_count() == position.boards[1].bit_count() == 4
    verdict = solve(position, "vct", Limits(nodes=100_000)).replayed()
    assert verdict.verdict == "win"
    assert verdict.checked is not None


def test_the_reverse_of_a_t_is_taken_where_it_is_asked_for() -> None:
    for blocked in (False, True):
        position = next(paper002_fours.cases((1, 0), "T", 1, reverse=blocked))
        assert (position.boards[1] >> position.rules.index["k11"] & 1 == 1) is blocked


def test_fewer_clubs_are_a_described_game() -> None:
    text = paper002_fairness.without(5, lambda _, q: q != 0)
    start = room("sets").start(room("sets").normal_options({"sets": text}))
    described = json.loads(text)
    whole = stones_of(ROOM.start({"size": "5x5"})).rules
    assert len(stones_of(start).rules.sets) == len(described["sets"]) < len(whole.sets)


def test_the_other_forms_are_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    few = ({"size": "5x5", "players": "3"}, {"size": "3x3x3", "clubs": "axis"})
    monkeypatch.setattr(paper002_variants, "VARIANTS", few)
    answer = paper002_variants.run(Settings(work=tmp_path, jobs=1, games=1), silent)
    rows = answer.tables[0].rows
    assert [row[-1] for row in rows] == ["-", "nobody can force a win"]
    assert [row[3] == "-" for row in rows] == [False, True]  # two players have no third
    assert answer.missing
    monkeypatch.setattr(paper002_variants, "simple_game", None)  # what was played is kept
    again = paper002_variants.run(Settings(work=tmp_path, jobs=1, games=1), silent)
    assert again.tables[0].rows == rows
