"""`--language zh-Hant` explains every verb and option in Chinese; no catalogue keeps dead words."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import typer

from kikashi import cli
from kikashi.cli._helping import EXAMPLE, _known, told
from tests.cli.command_line import kikashi

ENGLISH = re.compile(r"[A-Za-z]{2,}(?:[,;:]? [A-Za-z]+){2,}")
LITERAL = re.compile(r"`[^`]*`|'[^']*'|Formats?：.*?。|格式：.*?。|first=\.\.\. .*|用法：.*|例：.*")
"""What is typed as it stands: commands, claims, names of formats."""


def helped(command: Any) -> Iterator[str]:
    for holder in (command, *command.params):
        if getattr(holder, "help", None):
            yield holder.help
    for below in getattr(command, "commands", {}).values():
        yield from helped(below)


def all_help() -> set[str]:
    cli._register_verbs()
    cli._register_rooms()
    return set(helped(typer.main.get_command(cli.app)))


def test_every_help_text_is_told_in_chinese() -> None:
    texts = all_help()
    assert len(texts) > 250, "the walk of this test is wrong"
    english = {text: told(text) for text in texts if ENGLISH.search(LITERAL.sub("", told(text)))}
    assert english == {}


def test_no_catalogue_has_words_that_nobody_says() -> None:
    said = {
        " ".join(part.split())
        for text in all_help()
        for part in text.split("\n\n")
        if not part.startswith(EXAMPLE)
    }
    assert set(_known()) - said == {"Show this message and exit."}


def test_help_is_chinese_from_the_usage_to_the_last_option() -> None:
    for words in (["--language", "zh-Hant", "-h"], ["solve", "--help", "--language=zh-Hant"]):
        run = subprocess.run(
            [Path(sys.executable).with_name("kikashi"), *words],
            env={"PATH": "/usr/bin:/bin", "COLUMNS": "200", "NO_COLOR": "1"},
            capture_output=True,
            text=True,
            check=True,
        )
        assert "用法：kikashi" in run.stdout
        assert "顯示這段說明後結束。" in run.stdout
        assert not ENGLISH.search(LITERAL.sub("", run.stdout))


def test_chinese_words_do_not_stay_for_who_asks_in_english() -> None:
    assert "[預設：(1)]" in kikashi("review", "--help", "--language", "zh-Hant").stdout
    assert "[default: (1)]" in kikashi("review", "--help").stdout
