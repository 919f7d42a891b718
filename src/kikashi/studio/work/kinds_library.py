"""Kinds of work of the library: reading a file, and running the factory on it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from kikashi.puzzles import Store as PuzzleStore
from kikashi.puzzles import puzzles
from kikashi.studio.services import catalogue, making, shelving
from kikashi.studio.store import Store
from kikashi.studio.work import Emit, Stop, kind

SLICE = 20.0
"""Seconds until it makes way for others; whoever asked for it asks again, and it goes on."""
SECONDS = 1800.0


@kind("library.read", seconds=SECONDS, slice=SLICE)
def read(payload: Mapping[str, Any], emit: Emit, stop: Stop) -> Mapping[str, Any]:
    """Reads an uploaded file: `database`, `collection`."""
    store = Store(payload["database"], create=False)
    try:
        return shelving.shelve(store, payload["collection"], emit, stop)
    finally:
        store.close()


@kind("library.factory", seconds=SECONDS, slice=SLICE)
def factory(payload: Mapping[str, Any], emit: Emit, stop: Stop) -> Mapping[str, Any]:
    """Makes puzzles of a collection: `database`, `collection`, `person`, `folder`."""
    name = payload["collection"]
    folder = Path(payload["folder"]) / name
    folder.mkdir(parents=True, exist_ok=True)
    store = Store(payload["database"], create=False)
    try:
        with store.session() as session:
            row = shelving.row_of(session, name)
            # The suffix tells the format; the rest of a name from outside never becomes a path.
            suffixes = "".join(Path(row.name).suffixes[-2:]).lower()
            file = folder / f"records{suffixes if suffixes.replace('.', '').isalnum() else ''}"
            file.write_bytes(row.file)
            game = row.game
        made = making.run_factory(folder / "factory.db", file, game, emit, stop)
        new = _keep(store, folder / "factory.db", payload, made)
        return {**made, "puzzles": new}
    finally:
        store.close()


def _keep(store: Store, where: Path, payload: Mapping[str, Any], made: Mapping[str, Any]) -> int:
    """Hands the finished puzzles to whoever had them made."""
    factory_store = PuzzleStore(where)
    try:
        found = list(puzzles(factory_store))
    finally:
        factory_store.close()
    with store.session() as session:
        for puzzle in found:
            catalogue.add_made(session, puzzle, payload["person"], payload["collection"])
        row = shelving.row_of(session, payload["collection"])
        row.funnel = dict(made)
    return len(found)
