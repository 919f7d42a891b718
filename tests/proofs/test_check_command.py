"""`kikashi check`: what it prints, what it exits with, and whom it asks."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest
import typer
from typer.testing import CliRunner

from kikashi.cli import check
from tests.proofs.scenarios import scenarios

SCHEMA = Path(__file__).resolve().parents[2] / "docs/reference/schemas/check.json"


@pytest.fixture
def app() -> typer.Typer:
    made = typer.Typer()
    check.register(made)
    made.command("other")(lambda: None)
    return made


@pytest.fixture
def good(tmp_path: Path) -> Path:
    path = tmp_path / "good.json"
    path.write_bytes(scenarios()["win, a zone"])
    return path


@pytest.fixture
def bad(tmp_path: Path) -> Path:
    path = tmp_path / "bad.json"
    path.write_bytes(b"".join(scenarios()["draw"].splitlines(keepends=True)[:-1]))
    return path


def run(app: typer.Typer, *words: str | Path) -> tuple[int, str, str]:
    result = CliRunner().invoke(app, ["check", *map(str, words)])
    return result.exit_code, result.stdout, result.stderr


def test_a_good_file_is_named_with_what_it_proves(app: typer.Typer, good: Path) -> None:
    assert run(app, good) == (0, f"{good}: checked: black wins within 3 turns\n", "")


def test_one_refused_file_makes_the_exit_code_1_and_the_others_are_still_checked(
    app: typer.Typer, good: Path, bad: Path
) -> None:
    code, out, err = run(app, bad, good, bad.with_name("absent.json"))
    assert code == 1
    assert out == f"{good}: checked: black wins within 3 turns\n"
    assert f"{bad}: refused: the file ends after" in err
    assert "absent.json: refused: " in err


def test_json_gives_one_object_a_file(app: typer.Typer, good: Path, bad: Path) -> None:
    code, out, _ = run(app, "--json", good, bad)
    first, second = map(json.loads, out.splitlines())
    assert code == 1
    assert first["checked"] is True
    assert first["claim"] == "black wins within 3 turns"
    assert second["checked"] is False
    assert "ends after" in second["why"]
    schema = json.loads(SCHEMA.read_text("utf-8"))
    for answer in (first, second):
        jsonschema.validate(answer, schema)
    assert "why" not in first
    assert "claim" not in second


def test_a_demanded_claim_must_be_the_one_proved(app: typer.Typer, good: Path) -> None:
    assert run(app, good, "--claim", "black wins within 3 turns")[0] == 0
    code, _, err = run(app, good, "--claim", "black wins within 2 turns")
    assert code == 1
    assert "demanded was" in err


def test_checkers_are_found_by_the_kind_of_the_first_line(app: typer.Typer, tmp_path: Path) -> None:
    assert check.checkers()["certificate"].CHECKS == "certificate"
    unknown = tmp_path / "unknown.json"
    unknown.write_text('{"kikashi": "poem"}\n')
    code, _, err = run(app, unknown)
    assert code == 1
    assert "no checker reads files of kind 'poem'" in err
