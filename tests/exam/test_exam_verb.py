"""`kikashi exam` and `kikashi puzzles` as a person types them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kikashi.cli import _register_verbs, app
from kikashi.exam import Level, ladder
from kikashi.law.winning_set_room import stones_of
from tests.exam.turns import right_turn
from tests.puzzles.made import all_puzzles, database

pytestmark = [pytest.mark.native, pytest.mark.thorough]

runner = CliRunner()
if not app.registered_commands:
    _register_verbs()


@pytest.fixture
def short_ladder(monkeypatch: pytest.MonkeyPatch) -> None:
    from kikashi import exam

    monkeypatch.setattr(exam, "PAPER", (Level(10, 3, 2, 1),))
    assert ladder.PAPER, "the paper's own ladder stays as it is"


def test_a_sitting_can_be_left_and_gone_on_with(short_ladder: None, tmp_path: Path) -> None:
    book = tmp_path / "book.json"
    words = ["exam", "--from", str(database()), "--book", str(book), "--player", "Lin"]
    left = runner.invoke(app, [*words, "--seed", "3", "--json"], input="quit\n")
    assert left.exit_code == 0, left.output
    standing = json.loads(left.stdout)
    assert (standing["player"], standing["over"], standing["asked"]) == ("Lin", False, 1)
    assert "kept" in left.stderr
    stored = json.loads(book.read_text())["Lin"]["sitting"]
    asked = stored["asked"]

    typed = ""
    from kikashi.exam import PAPER, Sitting, answer, pool_of

    sitting, pool = Sitting.from_json(stored), pool_of(all_puzzles())
    del PAPER
    while not sitting.score.over:
        assert sitting.question is not None
        turn = right_turn(stones_of(sitting.question.board()))
        typed += f"{' '.join(turn)}\ny\n"
        sitting, _ = answer(sitting, turn, pool, ladder=(Level(10, 3, 2, 1),))
    done = runner.invoke(app, words, input=typed)
    assert done.exit_code == 0, done.output
    assert "Lin has reached kyu 10" in done.output
    page = json.loads(book.read_text())["Lin"]
    assert page["sitting"] is None
    assert page["seen"] == asked


def test_a_wrong_turn_is_taken_back_before_it_is_confirmed(
    short_ladder: None, tmp_path: Path
) -> None:
    book = tmp_path / "book.json"
    words = ["exam", "--from", str(database()), "--book", str(book), "--language", "zh-Hant"]
    run = runner.invoke(app, words, input="a1 a2\nn\nquit\n")
    assert run.exit_code == 0, run.output
    assert "確定" in run.output
    assert json.loads(book.read_text())["player"]["sitting"]["score"]["wrong"] == 0


def test_two_wrong_answers_end_it_and_are_named(short_ladder: None, tmp_path: Path) -> None:
    words = ["exam", "--from", str(database()), "--book", str(tmp_path / "b.json")]
    run = runner.invoke(app, words, input="a1 s1\ny\na1 s1\ny\na1 s1\ny\n")
    assert run.exit_code == 0, run.output
    assert "has not reached kyu 10" in run.output
    wrong = json.loads((tmp_path / "b.json").read_text())["player"]["past"][0]["wrong"]
    assert len(wrong) == 2
    assert all(name in run.output for name in wrong)


def test_show_hides_the_answer_until_asked() -> None:
    puzzle = all_puzzles()[0]
    base = ["puzzles", "show", puzzle.id, "--from", str(database()), "--json"]
    hidden = json.loads(runner.invoke(app, base).output)
    assert "answers" not in hidden
    assert "line" not in hidden
    shown = json.loads(runner.invoke(app, [*base, "--solution"]).output)
    assert shown["answers"] == [list(a) for a in puzzle.answers]


def test_audit_and_stats_answer_with_objects() -> None:
    audit = runner.invoke(
        app, ["puzzles", "audit", "--from", str(database()), "--slow", "1", "--json"]
    )
    assert audit.exit_code == 0, audit.output
    assert json.loads(audit.stdout)["bad"] == {}
    stats = json.loads(
        runner.invoke(app, ["puzzles", "stats", "--from", str(database()), "--json"]).stdout
    )
    assert stats["puzzles"] == len(all_puzzles())
