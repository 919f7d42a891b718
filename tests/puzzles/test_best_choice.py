"""Puzzles of one best choice: what is shipped, what is right, what is called certified."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from kikashi.exam import PAPER, answer, begin, pool_of, reachable
from kikashi.games import room, rooms
from kikashi.law import IllegalMoveError, Position
from kikashi.law.puzzle_parts import Grounds
from kikashi.puzzles import Store, choices, puzzles
from kikashi.puzzles.audit import audit
from kikashi.puzzles.model import BEST_CHOICE
from kikashi.puzzles.starter import starter, starter_games
from tests.cli.command_line import kikashi, validate

pytestmark = pytest.mark.native

GAMES = starter_games(BEST_CHOICE)
CERTIFIED = [game for game in GAMES if room(game).judging() is not None]


def wrong_choice(position: Position) -> str:
    return choices.questions_of(position.game).choices(position.view_of_mover())[-1].move


def test_every_room_with_questions_ships_them_as_it_makes_them() -> None:
    assert set(GAMES) == {home.id for home in rooms() if home.questions() is not None}
    for game in GAMES:
        shipped = starter(game, BEST_CHOICE)
        asked = list(choices.questions_of(game).questions())
        assert len(asked) == len(shipped)
        for question, puzzle in list(zip(asked, shipped, strict=True))[::20]:
            assert choices.puzzle_of(game, question).to_json() == puzzle.to_json()
        assert len({p.id for p in shipped}) == len(shipped)


@pytest.mark.parametrize("game", GAMES)
def test_an_answer_is_the_choice_with_the_highest_value_and_every_choice_is_explained(
    game: str,
) -> None:
    for puzzle in starter(game, BEST_CHOICE)[::40]:
        told = choices.explained(puzzle.start())
        values = [one["value"] for one in told["choices"]]
        assert values == sorted(values, reverse=True)
        assert [(one["word"],) for one in told["choices"] if one["best"]] == list(puzzle.answers)
        assert all(one["said"]["en"] and one["said"]["zh-Hant"] for one in told["choices"])
        legal = set(puzzle.start().legal_moves())
        assert {one["word"] for one in told["choices"]} == legal


@pytest.mark.parametrize("game", GAMES)
def test_only_what_the_checker_replayed_is_called_certified(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    start = starter(game, BEST_CHOICE)[0].start()
    told = choices.explained(start)
    assert told["proved"] == (game in CERTIFIED)
    home = choices.questions_of(game)
    grounds = home.grounds(start)
    forged = tuple((data[:-20] + b"x" * 20, claim) for data, claim in grounds.certificates)
    monkeypatch.setattr(home, "grounds", lambda _: Grounds(grounds.said, forged, grounds.certified))
    spoilt = choices.explained(start)
    assert spoilt["proved"] is False
    assert spoilt["grounds"] == grounds.said


@pytest.mark.parametrize("game", GAMES)
def test_the_common_ladder_asks_them_and_rules_on_the_choice(game: str) -> None:
    found = starter(game, BEST_CHOICE)
    pool = pool_of(found)
    ladder = reachable({at: len(kept) for at, kept in pool.items()}, PAPER)
    assert len(ladder) >= 5
    sitting = begin("Lin", 7, pool, ladder=ladder)
    while not sitting.score.over:
        assert sitting.question is not None
        right = choices.best(sitting.question.board())[0]  # the board may be turned
        with pytest.raises(IllegalMoveError, match="is no choice here"):
            answer(sitting, ["nonsense"], pool, ladder=ladder)
        sitting, ruling = answer(sitting, right, pool, ladder=ladder)
        assert ruling.verdict == "solved"
    assert sitting.score.passed == len(ladder)
    sitting = begin("Lin", 7, pool, ladder=ladder)
    for _ in range(2):
        assert sitting.question is not None
        turn = [wrong_choice(sitting.question.board())]
        sitting, ruling = answer(sitting, turn, pool, ladder=ladder)
        assert (ruling.verdict, ruling.reason) == ("wrong", "not-best")
    assert sitting.score.over
    assert len(sitting.wrong) == 2


@pytest.mark.parametrize("game", GAMES)
def test_a_database_keeps_shows_and_audits_them(game: str, tmp_path: Path) -> None:
    source = str(tmp_path / "puzzles.db")
    store = Store(source, create=True)
    shipped = starter(game, BEST_CHOICE)[::100]
    for puzzle in shipped:
        choices.keep(store, puzzle)
    kept = {puzzle.id: puzzle for puzzle in puzzles(store, sort=BEST_CHOICE)}
    assert {name: p.to_json() for name, p in kept.items()} == {p.id: p.to_json() for p in shipped}
    for puzzle in kept.values():
        assert bool(puzzle.certificate) == (game in CERTIFIED)
        assert audit(puzzle).good, audit(puzzle)
    some = kept[shipped[0].id]
    assert not audit(replace(some, answers=((wrong_choice(some.start()),),))).good
    store.close()
    run = kikashi("puzzles", "show", some.id, "--from", source, "--solution", "--json")
    assert run.returncode == 0, run.stderr
    told = json.loads(run.stdout)
    validate("puzzles-show", told)
    assert told["choices"] == choices.explained(some.start())["choices"]
    assert told["certified"] == (game in CERTIFIED)
