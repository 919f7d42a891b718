"""The commands of the guide are run, and print what the guide shows."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kikashi.cli import app
from kikashi.games.coins import check_file
from kikashi.games.coins.verbs import app as coins_verbs

GUIDE = Path(__file__).resolve().parents[5] / "docs/guide/coins.md"


def blocks() -> list[str]:
    return re.findall(
        r"^```console\n(.*?)^```$", GUIDE.read_text("utf-8"), re.DOTALL | re.MULTILINE
    )


@pytest.mark.thorough
def test_the_guide_shows_what_the_commands_print(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    if "coins" not in {group.name for group in app.registered_groups}:
        app.add_typer(coins_verbs, name="coins")
    compared = 0
    for block in blocks():
        for command, shown in re.findall(
            r"^\$ kikashi (.+)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE
        ):
            if command.startswith("check "):
                file = command.split()[1]
                printed = f"{file}: checked: {check_file(file)}\n"
            else:
                result = CliRunner().invoke(app, command.split())
                assert result.exit_code == 0, result.output
                printed = result.stdout
            if shown:
                assert printed.strip() == shown.strip(), command
                compared += 1
    assert compared >= 5
