"""Fairness: first moves once each, proofs before games, studies that go on, the picture."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from threading import Event, Timer

import pytest

from kikashi.arena import fairness
from kikashi.arena.fairness import Question, Study, first_moves, over, play_out, prove
from kikashi.arena.fairness_picture import picture
from kikashi.arena.statistics import Tally, wilson
from kikashi.games import room
from kikashi.law import GameError
from kikashi.protocols.hosts import StoppedError
from tests.cli.command_line import answer


def test_every_first_stone_stands_for_its_images_and_for_no_other() -> None:
    start = room("gomoku").start({"size": "5x5"})
    asked = first_moves(start)
    assert [one.name for one in asked] == ["a1", "b1", "c1", "b2", "c2", "c3"]
    cells = [cell for one in asked for cell in one.cells]
    assert sorted(cells) == sorted(start.legal_moves())


def test_rings_are_those_of_lins_rule() -> None:
    start = room("gomoku").start({"size": "9x9"})
    rings = [{c for one in first_moves(start, n) for c in one.cells} for n in (1, 2)]
    assert [len(cells) for cells in rings] == [32, 56]
    with pytest.raises(GameError, match="has no rings"):
        first_moves(room("connect6").start(), 1)


@pytest.mark.native
def test_what_is_proved_is_not_played() -> None:
    rules = tuple(over("connect", {"size": "4x4"}, "k", ("3", "4")))
    first, second = Study(rules, games=2).run()
    assert (first.proved, first.within, second.proved) == ("first", 3, "draw")
    assert first.tally == second.tally == Tally()


@pytest.mark.native
def test_a_study_that_was_stopped_plays_the_same_games(tmp_path: Path) -> None:
    start = room("gomoku").start({"size": "9x9"})
    asked = first_moves(start)[:2]
    study = partial(Study, asked, nodes=20, level=8, proof_nodes=0)
    whole = study(games=3).run()
    keep = tmp_path / "study.jsonl"
    study(games=1, keep=keep).run()
    with keep.open("ab") as file:
        file.write(b'{"ask": "a1", "num')  # cut off in the middle of a line
    again = study(games=3, keep=keep).run()
    assert [(f.tally, f.plies) for f in again] == [(f.tally, f.plies) for f in whole]
    with pytest.raises(GameError, match="another study"):
        Study(asked, games=3, keep=keep, nodes=21, level=8)


@pytest.mark.native
def test_a_game_ends_by_a_win_that_the_checker_confirms() -> None:
    position = room("gomoku").from_text("h8 a1 h9 a3 h10 a5")
    assert play_out(position, 1, 200, 10)[0] == 0


def test_the_interval_is_wilsons() -> None:
    low, high = wilson(Tally(wins=8, losses=2))
    assert (round(low, 4), round(high, 4)) == (0.4902, 0.9433)
    assert wilson(Tally()) == (0.0, 1.0)


@pytest.mark.native
def test_the_command_tells_draws_and_draws_the_board(tmp_path: Path) -> None:
    svg = tmp_path / "board.svg"
    words = ["fairness", "gomoku", "-o", "size=5x5", "--games", "1", "--svg", str(svg)]
    told = answer(*words, "--first", "e5 c3")["findings"]
    assert [(one["name"], one["proved"]) for one in told] == [("a1", "draw"), ("c3", "draw")]
    assert svg.read_text("utf-8").count(">=<") == 5


def test_a_picture_has_a_stone_where_one_side_leads() -> None:
    start = room("gomoku").start({"size": "5x5"})
    study = Study((Question("c3", start.play("c3"), ("c3",)),), games=0, proof_nodes=0)
    (finding,) = study.run()
    drawn = picture(start, [finding])
    assert ">?<" in drawn
    assert "to move" not in drawn, "nobody moves in a picture of all first moves"
    finding.tally = Tally(losses=20)
    drawn = picture(start, [finding], "zh-Hant")
    assert ">0<" in drawn
    assert "kikashi-light-white" in drawn


@pytest.mark.native
def test_a_proof_that_nobody_waits_for_ends_at_once() -> None:
    stop = Event()
    Timer(0.3, stop.set).start()
    with pytest.raises(StoppedError):
        prove(room("gomoku").start().play("h8"), 10**12, stop)
    with pytest.raises(StoppedError):
        play_out(room("gomoku").start(), 1, 300, 10, stop)


def test_who_waits_for_one_long_game_is_told_that_it_goes_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(fairness, "BEAT", 0.01)
    study = Study([Question("start", room("gomoku").start({"size": "5x5"}))], games=1)
    heard: list[tuple[int, int]] = []
    enough = Event()

    def report(done: int, total: int) -> None:
        heard.append((done, total))
        if heard.count((1, 2)) > 3:
            enough.set()

    def long_game(piece: tuple[str, int]) -> dict[str, object]:
        assert enough.wait(60), "nothing was told while the game went on"
        return {"ask": piece[0], "number": 0, "winner": 0, "plies": 9}

    monkeypatch.setattr(study, "_prove", lambda _name: None)
    monkeypatch.setattr(study, "_play", long_game)
    (found,) = study.run(1, report)
    assert found.tally.wins == 1
    assert heard[-1] == (2, 2)
