"""`kikashi puzzles` as people and programs use it: JSON that keeps to its schemas, plots, files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.command_line import kikashi, validate
from tests.puzzles.made import GAMES, all_puzzles, database

pytestmark = [pytest.mark.native, pytest.mark.thorough]


def answer(verb: str, *arguments: str) -> Any:
    run = kikashi("puzzles", verb, *arguments, "--json")
    assert run.returncode == 0, run.stderr
    return json.loads(run.stdout)


def test_stats_and_make_answer_by_their_schema(tmp_path: Path) -> None:
    counted = answer("stats", "--from", str(database()))
    validate("puzzles-stats", counted)
    assert counted["unique"] == counted["unique_certified"] > 0
    arguments = ("--game", "connect6", "--games", "1", "--into", str(tmp_path / "one.db"))
    made = answer("make", str(GAMES), *arguments)
    validate("puzzles-stats", made)
    assert made["records"] == 1


def test_show_hides_the_answer_until_it_is_asked_for() -> None:
    name = all_puzzles()[0].id
    hidden = answer("show", name, "--from", str(database()))
    validate("puzzles-show", hidden)
    assert not {"answers", "line"} & set(hidden)
    shown = answer("show", name, "--from", str(database()), "--solution")
    validate("puzzles-show", shown)
    assert shown["answers"]


def test_an_export_with_certificates_keeps_to_the_schema_of_a_puzzle(tmp_path: Path) -> None:
    target = tmp_path / "all.jsonl"
    written = answer("export", str(target), "--from", str(database()), "--certificates")
    validate("puzzles-export", written)
    lines = target.read_text("utf-8").splitlines()
    assert len(lines) == written["puzzles"] == len(all_puzzles())
    for line in lines:
        validate("puzzles-show", json.loads(line))


def test_the_audit_answers_by_its_schema() -> None:
    found = answer("audit", "--from", str(database()), "--length", "2")
    validate("puzzles-audit", found)
    assert not found["bad"]
    assert found["looked_at"] > 0


def test_stats_draw_the_lengths(tmp_path: Path) -> None:
    plot = tmp_path / "lengths.svg"
    run = kikashi("puzzles", "stats", "--from", str(database()), "--plot", str(plot))
    assert run.returncode == 0, run.stderr
    assert plot.read_text("utf-8").count("<rect") > len(all_puzzles()[0].answers)
    assert "one answer" in plot.read_text("utf-8")


def test_a_mate_puzzle_is_made_shown_and_exported(tmp_path: Path) -> None:
    """A game of pieces goes through the same verbs as the games of stones."""
    file, made, target = tmp_path / "mates.txt", tmp_path / "mates.db", tmp_path / "mates.jsonl"
    file.write_text("3k5/9/4b4/9/9/9/9/9/R8/1R2K4 w - - 0 1\n", "utf-8")
    answer("make", str(file), "--game", "xiangqi", "--into", str(made))
    written = answer("export", str(target), "--from", str(made), "--certificates")
    assert written["puzzles"] == 1
    exported = json.loads(target.read_text("utf-8"))
    validate("puzzles-show", exported)
    shown = answer("show", exported["id"], "--from", str(made), "--solution")
    validate("puzzles-show", shown)
    assert (shown["game"], shown["by"], shown["length"]) == ("xiangqi", "checks", 3)
    assert len(shown["line"]) == 5  # three moves of the attacker, two of the defender
