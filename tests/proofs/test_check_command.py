"""`kikashi check`: what it prints, what it exits with, and whom it asks."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import jsonschema
import pytest
import typer
from typer.testing import CliRunner

from kikashi.cli import check
from kikashi.games import room
from kikashi.law import GameError
from kikashi.proofs import CertificateWriter
from tests.cli.command_line import kikashi_process
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
    code, out, err = run(app, good)
    assert (code, err) == (0, "")
    first, game, start, spent = out.splitlines()
    assert first == f"{good}: checked: black wins within 3 turns (at most 5 plies)"
    stated = json.loads(good.read_bytes().splitlines()[0])
    assert stated["game"] in game
    assert all(f"{name}={text}" in game for name, text in stated["options"].items())
    assert start.strip() == stated["start"]
    assert spent.endswith(" s.")


def test_one_refused_file_makes_the_exit_code_1_and_the_others_are_still_checked(
    app: typer.Typer, good: Path, bad: Path
) -> None:
    code, out, err = run(app, bad, good, bad.with_name("absent.json"))
    assert code == 1
    assert out.startswith(f"{good}: checked: black wins within 3 turns")
    assert f"{bad}: refused: the file ends after" in err
    assert "absent.json: refused: " in err


def test_json_gives_one_object_a_file(app: typer.Typer, good: Path, bad: Path) -> None:
    code, out, _ = run(app, "--json", good, bad)
    first, second = map(json.loads, out.splitlines())
    assert code == 1
    assert first["checked"] is True
    assert first["claim"] == "black wins within 3 turns"
    assert (first["turns"], first["plies"]) == (3, 5)
    stated = json.loads(good.read_bytes().splitlines()[0])
    assert {name: first[name] for name in ("game", "options", "start")} == {
        name: stated[name] for name in ("game", "options", "start")
    }
    assert first["fields"] == stated["claim"]
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


def test_a_demanded_position_must_be_the_one_it_is_about(app: typer.Typer, good: Path) -> None:
    stated = json.loads(good.read_bytes().splitlines()[0])
    options = [
        word for name, text in stated["options"].items() for word in ("-o", f"{name}={text}")
    ]
    asked = (good, "--game", stated["game"], *options)
    assert run(app, *asked, "--position", stated["start"], "--claim", "black wins")[0] == 0
    code, _, err = run(app, good, "--game", "gomoku", "--position", "h8")
    assert code == 1
    assert "refused: its " in err
    code, _, err = run(app, good, "--game", "goclub")
    assert (code, "its game is" in err) == (1, True)
    result = CliRunner().invoke(app, ["check", str(good), "--position", "h8"])
    assert isinstance(result.exception, GameError)


def test_a_game_that_calls_itself_by_another_name_is_seen_for_what_it_is(
    app: typer.Typer, tmp_path: Path
) -> None:
    """Two cells, one set, and the name of a famous game: the id and the cells are printed too."""
    described = {
        "name": "Gomoku 15x15, empty board",
        "cells": ["a", "b"],
        "coordinates": [[0, 0], [1, 0]],
        "sets": [["a"]],
    }
    start = room("sets").start({"sets": json.dumps(described)})
    claim = {"kind": "win", "side": "black", "turns": 1}
    writer = CertificateWriter(start.game, start.options, start, claim)
    writer.turn(1, [0])
    path = tmp_path / "famous.json"
    path.write_bytes(writer.to_bytes())
    code, out, _ = run(app, path, "--claim", "black wins")
    assert code == 0
    assert '  sets (Gomoku 15x15, empty board): sets={"name"' in out
    code, _, err = run(app, path, "--claim", "black wins", "--game", "gomoku")
    assert code == 1
    assert "its game is 'sets', not 'gomoku'" in err


def test_nothing_that_a_terminal_obeys_is_printed(app: typer.Typer, tmp_path: Path) -> None:
    evil = "\x1b]0;owned\x07\x1b[2J\r\u202e"
    bodies = [
        {"kikashi": evil},
        {"kikashi": "certificate", "version": 1, evil: 1},
        {"kikashi": "coins-proof", "version": 1, evil: 1},
        {
            "kikashi": "certificate",
            "version": 1,
            "game": evil,
            "options": {},
            "start": evil,
            "claim": {"kind": evil},
            "nodes": 1,
            "root": 0,
        },
    ]
    for number, body in enumerate(bodies):
        path = tmp_path / f"{number}\x1b[2J.json"
        path.write_text(json.dumps(body) + "\n[]\n")
        code, out, err = run(app, path)
        assert code == 1
        assert all(c == "\n" or c.isprintable() for c in out + err), (out, err)


@pytest.mark.parametrize(
    ("extra", "why"),
    [(("--seconds", "0"), "longer than 0 seconds"), (("--memory", "0"), "more than 0 MB")],
)
def test_limits_can_be_named_and_a_refusal_says_which(
    app: typer.Typer, tmp_path: Path, extra: tuple[str, ...], why: str
) -> None:
    start = room("connect6").start()
    claim = {"kind": "no-forcing-win", "side": "black", "by": "vcst", "turns": None}
    writer = CertificateWriter(start.game, start.options, start, claim)
    for _ in range(100_000):
        writer.reply(0)
    path = tmp_path / "large.json"
    path.write_bytes(writer.to_bytes())
    # In a process of its own: one that has been large before needs no more memory for it.
    ran = kikashi_process("check", str(path), *extra)
    assert ran.returncode == 1
    assert why in ran.stderr


WITHOUT_NATIVE = """
import sys
sys.modules["kikashi._native"] = None
sys.argv = ["kikashi", "check", *sys.argv[1:]]
from kikashi.cli import main
try:
    main()
finally:
    ours = sorted(n for n in sys.modules if n.startswith("kikashi.cli.") and "._" not in n)
    print("verbs:", *ours)
    print("search:", "kikashi.search" in sys.modules)
"""


def test_it_runs_without_the_native_module_and_without_other_verbs(good: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_NATIVE, str(good)],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "checked: black wins within 3 turns" in done.stdout
    assert "verbs: kikashi.cli.check\nsearch: False" in done.stdout


def test_checkers_are_found_by_the_kind_of_the_first_line(app: typer.Typer, tmp_path: Path) -> None:
    assert check.checkers()["certificate"].CHECKS == "certificate"
    unknown = tmp_path / "unknown.json"
    unknown.write_text('{"kikashi": "poem"}\n')
    code, _, err = run(app, unknown)
    assert code == 1
    assert "no checker reads files of kind 'poem'" in err
