"""The help texts in Chinese: English sentences, by paragraph, are the keys of catalogues.

A room's verbs have theirs in the room's folder.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import typer
from typer import rich_utils

FOLDER = Path(__file__).parents[1]
CATALOGUE = "help.zh-Hant.json"
EXAMPLE = "Example: "
AROUND = {
    "OPTIONS_PANEL_TITLE": "選項",
    "ARGUMENTS_PANEL_TITLE": "引數",
    "COMMANDS_PANEL_TITLE": "指令",
    "DEFAULT_STRING": "[預設：{}]",
    "REQUIRED_LONG_STRING": "[必要]",
}
"""What the drawing of help says around the texts, by its names there."""


@cache
def _known() -> dict[str, str]:
    found: dict[str, str] = {}
    for folder in (FOLDER / "cli", *sorted((FOLDER / "games").iterdir())):
        if (folder / CATALOGUE).is_file():
            found |= json.loads((folder / CATALOGUE).read_text("utf-8"))
    return found


def told(text: str) -> str:
    """A help text in Chinese; what no catalogue has stays as it is, commands of examples too."""
    return "\n\n".join(_paragraph(" ".join(part.split())) for part in text.split("\n\n"))


def _paragraph(text: str) -> str:
    if text.startswith(EXAMPLE):
        return f"例：{text.removeprefix(EXAMPLE)}"
    return _known().get(text, text)


@contextmanager
def in_chinese(app: typer.Typer) -> Iterator[Any]:
    """The command of an app, with its help and, as long as this lasts, all around it in Chinese."""
    before = {name: getattr(rich_utils, name) for name in AROUND}
    try:
        for name, word in AROUND.items():
            setattr(rich_utils, name, word)
        yield _translated(typer.main.get_command(app))
    finally:
        for name, word in before.items():
            setattr(rich_utils, name, word)


def _translated(command: Any) -> Any:
    for holder in (command, *command.params):
        if getattr(holder, "help", None):
            holder.help = told(holder.help)
    usage, help_option = command.get_usage, command.get_help_option

    def said_usage(context: Any) -> str:
        return str(usage(context)).replace("Usage: ", "用法：", 1)

    def said_help_option(context: Any) -> Any:
        option = help_option(context)
        if option is not None:
            option.help = told(option.help)
        return option

    command.get_usage, command.get_help_option = said_usage, said_help_option
    for below in getattr(command, "commands", {}).values():
        _translated(below)
    return command
