"""Checks the layers of the native code: who may include whom, and who may name a game.

core < search < positional < a room's twin < bind. Only bind includes nanobind: the files under
`native/bind` and a room's own `bind*.cpp`. Nothing in the shared layers knows a game by name.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

HOUSE = Path(__file__).resolve().parent.parent
ROOMS = Path("src/kikashi/games")
MAY_INCLUDE = {
    "core": {"core"},
    "search": {"core", "search"},
    "positional": {"core", "search", "positional"},
    "room": {"core", "search", "positional", "room"},
    "bind": {"core", "search", "positional", "room", "bind"},
    "tests": {"core", "search", "positional", "room", "tests"},
}
OF_THE_SYSTEM = {"sys/mman.h"}  # beside the standard library; core/pages.hpp
NAMES_NO_GAME = {"core", "search", "positional"}
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.MULTILINE)
WORD = re.compile(r"[A-Za-z][a-z]*\d*|[A-Z]+\d*")


def layer_of(path: Path) -> str:
    """The layer of a source file, from its place in the house."""
    if path.is_relative_to(ROOMS):
        return "bind" if path.name.startswith("bind") else "room"
    return path.parts[1]


def included_layer(name: str) -> str:
    """The layer of one of our headers, from the path in its include line."""
    first = name.split("/", maxsplit=1)[0]
    return first if first in MAY_INCLUDE else "room"


def include_faults(path: Path, text: str) -> Iterator[str]:
    layer = layer_of(path)
    if layer not in MAY_INCLUDE:
        yield f"{path}: there is no native layer {layer!r}; they are {', '.join(MAY_INCLUDE)}"
        return
    for found in INCLUDE.finditer(text):
        bracket, name = found.groups()
        line = text.count("\n", 0, found.start(2)) + 1
        outside = bracket == "<"
        if outside and name.startswith(("nanobind/", "Python.h")) and layer != "bind":
            yield f"{path}:{line}: only bind includes {name}, and this is {layer}"
        elif outside and "/" in name and name not in OF_THE_SYSTEM and layer == "core":
            yield f"{path}:{line}: core includes only the standard library, not {name}"
        elif not outside and included_layer(name) not in MAY_INCLUDE[layer]:
            yield f"{path}:{line}: {layer} may not include {name} ({included_layer(name)})"


def game_faults(path: Path, text: str, games: Sequence[str]) -> Iterator[str]:
    """Whole words only; identifiers are split at underscores and capitals."""
    if layer_of(path) not in NAMES_NO_GAME:
        return
    for number, line in enumerate(text.splitlines(), start=1):
        words = {word.lower() for word in WORD.findall(line)}
        for game in games:
            if game in words:
                yield f"{path}:{number}: {layer_of(path)} names the game {game}"


def game_names(house: Path) -> list[str]:
    """The ids of the rooms, less those that are also plain words of the glossary."""
    glossary = (house / "docs/glossary.md").read_text("utf-8").lower()
    plain = set(re.findall(r"[a-z]+", glossary))
    ids = (folder.name for folder in (house / ROOMS).glob("[a-z]*") if folder.is_dir())
    return sorted(game for game in ids if game not in plain and game.removesuffix("s") not in plain)


def faults(house: Path) -> list[str]:
    games = game_names(house)
    found = []
    folders = [house / "native", *(house / ROOMS).glob("*/native")]
    for source in sorted(f for folder in folders for f in folder.rglob("*.?pp")):
        path, text = source.relative_to(house), source.read_text("utf-8")
        found += [*include_faults(path, text), *game_faults(path, text, games)]
    return found


if __name__ == "__main__":
    problems = faults(HOUSE)
    print("\n".join(problems), end="\n" if problems else "")
    sys.exit(bool(problems))
