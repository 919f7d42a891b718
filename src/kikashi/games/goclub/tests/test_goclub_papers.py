"""Paper 002 again: tests for a club, its players, and the first-player win with its proof."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from kikashi.games.goclub import ROOM, paper002_first_win, paper002_players, paper002_win_tests
from kikashi.games.goclub.first_win import first_win, second_stones
from kikashi.games.goclub.score_players import many, one
from kikashi.games.goclub.win_tests import (
    TESTS,
    Cell,
    Steps,
    clubs_through,
    holds_club,
    spiral_code,
    wrong_in_box,
    wrong_on_arms,
)
from kikashi.law.winning_set_room import stones_of
from kikashi.papers import Settings
from kikashi.papers.report import kept, write
from kikashi.proofs import RefusedError, check
from kikashi.search import Limits
from kikashi.stones.forcing import solve


def silent(*_: object) -> None:
    """Nobody watches."""


@pytest.mark.parametrize("name", ["combined", "spiral code", "vector", "mesh code"])
def test_the_four_right_tests_agree_with_the_law(name: str) -> None:
    size, source = 7, random.Random(2)
    rules = stones_of(ROOM.start({"size": "7x7"})).rules
    cells, clubs = rules.coordinates, [set(cells) for cells in rules.sets]
    answers = []
    for _ in range(150):
        chosen = source.sample(range(len(cells)), 14)
        wins = any(club <= set(chosen) for club in clubs)
        stones = [(cells[c][0], cells[c][1]) for c in chosen]
        assert TESTS[name][1](stones, size, Steps()) == wins
        answers.append(wins)
    assert True in answers
    assert False in answers


def test_the_wrong_tests_are_wrong_where_the_paper_says() -> None:
    assert wrong_in_box("average", 5, 3) == (((0, 0), (0, 1), (1, 1), (2, 1), (2, 2)),)
    assert ((0, 0), (0, 1), (0, 2), (0, 3), (0, 4)) in wrong_in_box("average", 5, 5)
    assert {len(shape) for shape in wrong_on_arms("Pythagorean", 5)} == {7}
    for name in ("combined", "vector"):
        assert wrong_in_box(name, 5, 4) == ()


def test_a_spiral_code_stands_for_one_club() -> None:
    assert [spiral_code(x, 9) for x in (-9, -8, 0, 9)] == [91, 74, 82, 91]
    codes = [spiral_code(x, y) for x in range(-9, 10) for y in range(-9, 10) if x or y]
    assert sorted(codes) == sorted(list(range(2, 92)) * 4)
    assert sum(len(clubs) for clubs in clubs_through(7).values()) == 5 * 92


def test_the_census_of_the_smallest_board() -> None:
    assert paper002_win_tests.census() == paper002_win_tests.CENSUS


def by_definition(stones: list[Cell], empty: Cell, against: set[Cell]) -> int:
    """What a stone there makes: live clubs by the stones that stand in them already."""
    total = 0
    for club in CLUBS:
        if empty in club and not club & against:
            own = len(club & set(stones))
            total += {4: 10**9}.get(own, own if own > 1 else 0)
    return total


RULES = stones_of(ROOM.start({"size": "19x19"})).rules
PLACES: list[Cell] = [(place[0], place[1]) for place in RULES.coordinates]
CLUBS = [{PLACES[c] for c in cells} for cells in RULES.sets]


@pytest.mark.native
def test_a_player_of_one_ply_takes_the_cell_of_the_highest_score() -> None:
    place = dict(zip(RULES.cells, PLACES, strict=True))
    moves = [place[name] for name in one(1, 1, standing=True)]
    assert moves[0] == (9, 9)
    for ply in (5, 8, 11):
        own = [m for m in moves[:ply] if moves.index(m) % 2 == ply % 2]
        other = [m for m in moves[:ply] if m not in own]
        worth = {
            cell: max(by_definition(own, cell, set(other)), by_definition(other, cell, set(own)))
            for cell in PLACES
            if cell not in moves[:ply]
        }
        assert worth[moves[ply]] == max(worth.values())
    last = moves[-1]
    mine = [m for n, m in enumerate(moves) if n % 2 == (len(moves) - 1) % 2]
    assert holds_club(mine)
    assert not holds_club([m for m in mine if m != last])


@pytest.mark.thorough
@pytest.mark.native
def test_many_games_are_the_same_whatever_the_threads() -> None:
    assert many(11_000, standing=True, jobs=1) == many(11_000, standing=True, jobs=2)


@pytest.mark.native
def test_a_bounded_search_finds_no_longer_win() -> None:
    position = ROOM.from_text("g7 h8", {"size": "13x13"})
    unbounded = solve(position, "vct", Limits(nodes=200_000))
    assert unbounded.verdict == "win"
    bounded = solve(position, "vct", Limits(nodes=2_000_000), most_turns=7)
    assert bounded.verdict == "win"
    assert bounded.turns is not None
    assert bounded.turns <= 7
    assert bounded.replayed().checked is not None
    assert solve(position, "vct", Limits(nodes=2_000_000), most_turns=3).verdict == "unknown"


@pytest.mark.thorough
@pytest.mark.native
def test_the_first_player_wins_from_the_centre_against_every_reply() -> None:
    found = first_win(13, nodes=300_000)
    assert found is not None
    data = found.certificate.to_bytes()
    start = ROOM.start({"size": "13x13"})
    claim = {"kind": "win", "side": "black", "turns": found.turns}
    assert check(data, start=start, claim=claim).plies == found.plies
    after = stones_of(start).with_stone(84)
    assert len(second_stones(after)) == 13 * 13 - 1
    assert len({cell for cell, _ in second_stones(after).values()}) == found.second_stones == 27
    assert 0 <= found.sooner < found.second_stones
    short = {**claim, "turns": found.turns - 1}
    with pytest.raises(RefusedError):
        check(data, start=start, claim=short)


@pytest.mark.thorough
@pytest.mark.native
def test_the_report_shows_published_figures_beside_ours(tmp_path: Path) -> None:
    answer = paper002_players.run(Settings(games=500), silent)
    across = list(dict.fromkeys(n for values in answer.plots[0].series.values() for n in values))
    assert across == sorted(across, key=int)
    write(tmp_path, paper002_players, answer, quick=True)
    tests = paper002_win_tests.run(Settings(), silent)
    write(tmp_path, paper002_win_tests, tests)
    assert set(kept(tmp_path)) == {"002-players", "002-win-tests"}
    first = (tmp_path / "index.html").read_text("utf-8")
    assert "51.1122%" in first
    assert "論文" in first
    assert 'href="002-win-tests.html"' in first
    page = (tmp_path / "002-players.html").read_text("utf-8")
    assert "games, per cent" in page
    said = json.loads((tmp_path / "002-win-tests.json").read_text("utf-8"))
    boards = said["figures"][0]
    assert (boards["name"], boards["name_zh"]) == ("3x3 boards", "3x3 的盤面數")
    assert (boards["published"], boards["ours"], boards["unit"]) == (126, 126, "")
    assert paper002_first_win.PUBLISHED_PLIES == 17


def test_the_line_that_the_guide_shows_is_won_by_a_double_threat() -> None:
    line = ["j10", "l11", "h10", "g5", "j8", "h6", "h8", "i9", "j6", "l8", "f10", "f6", "h12"]
    before = stones_of(ROOM.start().play_all(line[:-2]))
    holes = {before.rules.cells[c] for n in before.fillable(0) for c in before.rules.sets[n]}
    assert {"f6", "h12"} <= holes
    assert before.threats(0)[1] == 2
    assert ROOM.start().play_all(line).result() is not None
