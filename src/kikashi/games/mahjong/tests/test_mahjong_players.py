"""Players, matches on equal walls, tasks of the grid, verbs and the published table."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kikashi import _native
from kikashi.games import room
from kikashi.games.mahjong import paper000_half_flush as paper
from kikashi.games.mahjong.engine import LADDER, OTHERS, candidates, quick, think, think_as
from kikashi.games.mahjong.native_rules import native_rules
from kikashi.games.mahjong.native_view import native_view
from kikashi.games.mahjong.rules import mahjong_of
from kikashi.games.mahjong.tasks import MatchPayload, play
from kikashi.games.mahjong.tournament import SEATINGS, match, native_level
from kikashi.games.mahjong.twin import twin
from kikashi.games.mahjong.verbs import app
from kikashi.law import GameError, View
from kikashi.papers import Settings
from kikashi.search.playing import Budget
from tests.mahjong_tables import drawn, start

pytestmark = pytest.mark.native

PLAYERS = ("random", "fastest", "paper", "expected")


def test_a_whole_deal_is_played_from_views_alone_by_every_level() -> None:
    chooser = random.Random(4)
    position = start({"ready": "on"})
    turns = 0
    while position.result() is None:
        if position.outcomes():
            position = position.play(drawn(position, chooser))
            continue
        player = position.asked()[0]
        rung = LADDER[turns % 8]
        thought = think(position.view(player), rung.style, Budget(seed=1, noise=rung.noise))
        assert thought.moves[0] in position.answers(player)
        assert room("mahjong").words()[f"opinion.{thought.reason}"]
        position = position.play(thought.moves[0])
        turns += 1
    assert turns > 10


def test_a_view_says_to_native_players_what_the_table_says() -> None:
    """The same words whether the player is asked through a view or inside a simulated deal."""
    chooser = random.Random(7)
    position = start()
    double = twin(position)
    compared = 0
    while position.result() is None and compared < 120:
        if position.outcomes():
            word = drawn(position, chooser)
        else:
            words = list(position.legal_moves())
            view = native_view(position.view(position.to_move))
            for kind in (1, 2, 3):
                inside = double._native.choose(kind=kind, samples=0, noise=0, seed=1)
                assert view.choose(words, kind=kind, samples=0, noise=0, seed=1) == inside
            word = double._native.choose(kind=1, samples=0, noise=0, seed=1)
            compared += 1
        position = position.play(word)
        double.play(word)
    assert compared > 30


def test_named_players_and_a_glance_answer_with_legal_words() -> None:
    position = mahjong_of(room("mahjong").from_text(room("mahjong").example))
    view = position.view(position.asked()[0])
    for name in OTHERS:
        assert think_as(name, view, Budget()).moves[0] in view.legal_moves
    assert quick(view, random.Random(1))[0] in view.legal_moves
    found = candidates(view, 5)
    assert {word for word, _ in found} <= set(view.legal_moves)
    with pytest.raises(GameError, match="not asked"):
        think_as("fastest", position.view(0), Budget())


def test_native_players_refuse_views_that_do_not_fit() -> None:
    position = mahjong_of(room("mahjong").from_text(room("mahjong").example))
    player = position.asked()[0]
    view = native_view(position.view(player))
    for words in ([], ["5m"], ["kong"], ["chow:1m"], ["nonsense"], ["pass"] * 100):
        with pytest.raises(ValueError, match="does not fit"):
            view.choose(words, kind=3, samples=0, noise=0, seed=1)
    seen = position.view(player)
    for text in ("", "9+5m", "0-5m", "0:pong", "0@", "0:chow:9z", "x", "0@0.0 0-1m " * 60):
        broken = View(seen.game, seen.options, player, text, legal_moves=seen.legal_moves)
        with pytest.raises(ValueError, match=r"."):
            native_view(broken)


@pytest.mark.parametrize("player", PLAYERS)
def test_matches_repeat_themselves_and_equal_players_get_nothing(player: str) -> None:
    one = match(player, "fastest", walls=3, seating="one")
    assert one == match(player, "fastest", walls=3, seating="one")
    assert (one.deals, one.walls) == (12, 3)
    same = match(player, player, walls=2)
    assert same.deals == 2 * 12
    if player != "random":  # a random player draws its words by seat
        assert same.mean == pytest.approx(0)


def test_all_seatings_of_two_and_two_are_played() -> None:
    assert len(set(SEATINGS["pairs"])) == 6
    assert all(mask.bit_count() == 2 for mask in SEATINGS["pairs"])


@pytest.mark.slow
def test_better_players_get_more() -> None:
    assert match("random", "fastest", walls=10, seating="one").mean < -1


def test_players_that_are_not_there_are_refused() -> None:
    for bad in ("", "nobody", "level:11", "level:1", "sampling:x"):
        with pytest.raises(GameError):
            native_level(bad)
    with pytest.raises(GameError):
        match("fastest", "paper", walls=0)


def test_a_task_of_the_grid_gives_what_the_match_gives() -> None:
    payload = {"a": "paper", "b": "fastest", "seed": 5, "walls": 2}
    value = play(payload, lambda _nodes, _seconds: True)
    assert value["mean"] == match("paper", "fastest", walls=2, seed=5).mean
    assert MatchPayload(**payload).seating == "pairs"  # type: ignore[arg-type]


def test_a_wall_has_every_tile_and_differs_by_its_seed() -> None:
    native = native_rules(start().deal.rules)
    wall = _native.mahjong_wall(native, 1)
    assert sorted(wall) == sorted([t for t in range(34) for _ in range(4)] + list(range(34, 42)))
    assert wall != _native.mahjong_wall(native, 2)


def test_the_verbs_answer_in_json(tmp_path: Path) -> None:
    told = CliRunner().invoke(app, ["hand", "167788m67p139s22566z", "--json"])
    answer = json.loads(told.stdout)
    assert (answer["distance"], answer["discards"]) == (3, [])
    assert {one["tile"] for one in answer["useful"]} >= {"6m", "2z"}
    file = tmp_path / "hands.txt"
    file.write_text("# hands\n167788m67p139s22566z 3\n13459m13477p1237s113z 3\n", "utf-8")
    lines = CliRunner().invoke(app, ["hands", str(file)]).stdout.splitlines()
    assert [json.loads(line)["distance"] for line in lines] == [3, 3]
    assert json.loads(lines[1])["discards"][0]["distance"] == 3


def test_the_published_table_stands_beside_ours() -> None:
    told: list[tuple[str, int, int]] = []
    answer = paper.run(Settings(games=5), lambda *words: told.append(words))
    assert answer.tables[0].rows[0][:2] == ("71", "published")
    assert answer.tables[0].rows[0][7] == "0.532"
    assert len(answer.tables[0].rows) == 16
    assert len(told) == 8
