"""Runs the real command line, here or in a process of its own."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from contextlib import chdir, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any, TextIO
from unittest.mock import patch

import jsonschema

from kikashi import cli

HOUSE = Path(__file__).resolve().parents[2]
SCHEMAS = HOUSE / "docs/reference/schemas"
SETTINGS = {"KIKASHI_LANGUAGE": "en", "NO_COLOR": "1", "COLUMNS": "100"}
ENVIRONMENT = os.environ | SETTINGS


MAIN = "from kikashi.cli import main; main()"

Run = subprocess.CompletedProcess[str]


def kikashi(
    *arguments: str, stdin: str | TextIO = "", cwd: Path | None = None, **environment: str
) -> Run:
    """Runs the command line here: a process for each of a hundred calls takes minutes."""
    out, errors = io.StringIO(), io.StringIO()
    verbs, groups = list(cli.app.registered_commands), list(cli.app.registered_groups)
    code = 0
    with (
        patch.dict(os.environ, SETTINGS | environment),
        patch.object(sys, "argv", ["kikashi", *arguments]),
        patch.object(sys, "stdin", io.StringIO(stdin) if isinstance(stdin, str) else stdin),
        redirect_stdout(out),
        redirect_stderr(errors),
        chdir(cwd or Path.cwd()),
    ):
        try:
            cli.main()
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else 1
        finally:
            cli.app.registered_commands[:] = verbs
            cli.app.registered_groups[:] = groups
    return Run(["kikashi", *arguments], code, out.getvalue(), errors.getvalue())


def kikashi_process(*arguments: str, stdin: str = "", **environment: str) -> Run:
    """The same in a process of its own, for what only the start of one decides."""
    return subprocess.run(
        [sys.executable, "-W", "error", "-c", MAIN, *arguments],
        input=stdin,
        capture_output=True,
        text=True,
        env=ENVIRONMENT | environment,
        timeout=120,
        check=False,
    )


def answer(verb: str, *arguments: str, stdin: str | TextIO = "") -> Any:
    """The object that a verb answers with --json, checked against the verb's schema."""
    run = kikashi(verb, *arguments, "--json", stdin=stdin)
    assert run.returncode == 0, run.stderr
    found = json.loads(run.stdout)
    validate(verb, found)
    return found


def validate(verb: str, found: object) -> None:
    schema = json.loads((SCHEMAS / f"{verb}.json").read_text("utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.Draft202012Validator(schema).validate(found)


def refusal(*arguments: str, stdin: str = "") -> str:
    """The one sentence with which a command is refused."""
    run = kikashi(*arguments, stdin=stdin)
    assert run.returncode == 1, (run.returncode, run.stdout, run.stderr)
    assert run.stdout == ""
    lines = run.stderr.splitlines()
    assert len(lines) == 1, run.stderr
    assert "Traceback" not in run.stderr
    return lines[0]
