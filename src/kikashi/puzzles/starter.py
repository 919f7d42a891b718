"""The puzzles that come with the product, and proving them again on the reader's own machine.

They are stored without their certificates, which are large: `rebuild` makes every proof anew and
says where it finds anything else than what is stored.
"""

from __future__ import annotations

import gzip
import json
from importlib import resources
from pathlib import Path

from sqlalchemy import select

from kikashi.games import room
from kikashi.grid import Executor
from kikashi.law import Options
from kikashi.puzzles import choices, factory, stages
from kikashi.puzzles.model import BEST_CHOICE, FURTHER, Puzzle, PuzzleError, puzzles
from kikashi.puzzles.normal import digest
from kikashi.puzzles.stages import Report
from kikashi.puzzles.store import Store
from kikashi.puzzles.tables import PositionRow

FOLDER = "starter_sets"
SUFFIX = ".jsonl.gz"
COMPARED = ("position", "side", "by", "length", "answers")
"""What is true of a position; tags follow the line, and another search may prefer another line."""


def starter_games(sort: str = "") -> tuple[str, ...]:
    """The games that have a starter set of the main sort, or of a further one."""
    folder = resources.files("kikashi.puzzles").joinpath(FOLDER)
    names = (file.name for file in folder.iterdir() if file.name.endswith(SUFFIX))
    found = (name.removesuffix(SUFFIX).partition(".") for name in names)
    return tuple(sorted(game for game, _, of in found if of == sort))


def starter(game: str, sort: str = "") -> tuple[Puzzle, ...]:
    """The starter set of a game, in its fixed order; without certificates.

    `sort` asks for a further sort of puzzles; there may be none.
    """
    if game not in starter_games(sort):
        every = sorted({name for one in ("", *FURTHER) for name in starter_games(one)})
        if game in every:
            return ()
        known = ", ".join(every) or "none"
        raise PuzzleError(f"there is no starter set for {game!r}; there are: {known}")
    file = resources.files("kikashi.puzzles").joinpath(FOLDER, _name(game, sort))
    lines = gzip.decompress(file.read_bytes()).decode().splitlines()
    return tuple(from_json(json.loads(line)) for line in lines)


def _name(game: str, sort: str) -> str:
    return f"{game}.{sort}{SUFFIX}" if sort else f"{game}{SUFFIX}"


def from_json(data: dict[str, object]) -> Puzzle:
    """Reads what `Puzzle.to_json` wrote."""
    fields = dict(data)
    for name in ("answers", "line"):
        turns = fields[name]
        assert isinstance(turns, list)
        fields[name] = tuple(tuple(turn) for turn in turns)
    return Puzzle(**fields)  # type: ignore[arg-type]


def write_set(chosen: list[Puzzle], game: str, folder: Path, sort: str = "") -> None:
    """Writes a starter set; the same puzzles give the same bytes."""
    lines = (json.dumps(p.to_json(), ensure_ascii=False, sort_keys=True) + "\n" for p in chosen)
    packed = gzip.compress("".join(lines).encode(), 9, mtime=0)
    (folder / _name(game, sort)).write_bytes(packed)


def rebuild(
    store: Store, game: str, executor: Executor, report: Report | None = None
) -> dict[str, str]:
    """Proves a starter set again into a database; what differs, by puzzle, in words."""
    tell = report or (lambda *_: None)
    shipped = starter(game)
    further = {sort: starter(game, sort) for sort in factory.SORTS}
    _lay_out(store, (*shipped, *(puzzle for found in further.values() for puzzle in found)))
    factory.find(store, executor, tell)
    with store.session() as session:
        for row in session.scalars(select(PositionRow).where(PositionRow.contained.is_(None))):
            row.contained = False
    factory.prove(store, executor, tell)
    factory.compare(store, executor, tell)
    stages.publish(store, tell, origins={p.id: p.origin for p in shipped})
    made = {p.id: p for p in puzzles(store, game=game)}
    for sort, found in further.items():
        if found:
            factory.further(store, executor, tell, sort)
            shipped += found
            made |= {p.id: p for p in puzzles(store, game=game, sort=sort)}
    chosen = starter(game, BEST_CHOICE)
    for number, again in enumerate(choices.made(game) if chosen else (), start=1):
        choices.keep(store, again)
        tell("choices", number, len(chosen))
    shipped += chosen
    made |= {p.id: p for p in puzzles(store, game=game, sort=BEST_CHOICE)}
    wrong: dict[str, str] = {}
    for puzzle in shipped:
        other = made.get(puzzle.id)
        if other is None:
            wrong[puzzle.id] = "it is not made again"
            continue
        for name in COMPARED:
            if getattr(puzzle, name) != getattr(other, name):
                wrong[puzzle.id] = f"its {name} is made as {getattr(other, name)!r}"
    return wrong


def _lay_out(store: Store, shipped: tuple[Puzzle, ...]) -> None:
    with store.session() as session:
        known = set(session.scalars(select(PositionRow.digest)))
        for puzzle in shipped:
            position = puzzle.start()
            name = digest(position)
            if name not in known:
                known.add(name)  # one position may be asked about in two ways
                options: Options = puzzle.options
                names = room(puzzle.game).player_names(options)
                session.add(
                    PositionRow(
                        digest=name,
                        game=puzzle.game,
                        options=dict(options),
                        text=puzzle.position,
                        side=names[position.to_move],
                        published=False,
                    )
                )
