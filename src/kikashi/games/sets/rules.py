"""The law of a described game; the whole description is the value of its one option."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

from kikashi.games.sets import description
from kikashi.law import BadOptionError, Option, Options
from kikashi.law.winning_set_room import WinningSetRoom
from kikashi.law.winning_sets import Geometry


def normal(text: str) -> str:
    """The canonical text of a description; never opens a file."""
    if not text.lstrip().startswith("{"):
        raise ValueError('a description is JSON text: {"name": ..., "cells": ...}')
    return description.read(text).canonical()


def typed(value: str) -> str:
    """What a person types: the name of a file, or the JSON text itself."""
    if value.lstrip().startswith("{"):
        return value
    path = Path(value)
    if not path.is_file():
        raise BadOptionError(f"sets: there is no file {value!r} that describes a game")
    if path.stat().st_size > description.MAX_BYTES:
        raise BadOptionError(
            f"sets: the file {value!r} has more than {description.MAX_BYTES} bytes"
        )
    try:
        return description.read(path.read_text("utf-8")).canonical()
    except ValueError as why:
        raise BadOptionError(f"sets: the file {value!r}: {why}") from None


def example_text(name: str = "fano") -> str:
    """A description that comes with the room."""
    return resources.files(__package__).joinpath(f"examples/{name}.json").read_text("utf-8")


class Sets(WinningSetRoom):
    id = "sets"
    names = {"en": "Winning sets from a file", "zh-Hant": "自訂勝形棋"}
    options = (
        Option(
            "sets",
            normal(example_text()),
            normal,
            {
                "en": "a JSON file that describes the game (or its text); the Fano plane if absent",
                "zh-Hant": "描述棋種的 JSON 檔（或其內容）；未指定時為法諾平面",
            },
            typed,
        ),
    )
    example = "g a b c d"

    def title(self, options: Options, language: str = "en") -> str:  # noqa: ARG002 - one name
        return description.read(self.normal_options(options)["sets"]).name

    def geometry(self, options: Options) -> Geometry:
        game = description.read(options["sets"])
        return Geometry(
            cells=game.cells,
            coordinates=game.coordinates,
            sets=game.sets,
            stones=game.stones,
            first=game.first,
            players=game.players,
            symmetries=description.group(game.symmetries, len(game.cells)),
        )
