"""Prints every answer of the interface over one fixed game of each room, as OpenSpiel does.

A change of the rules is then a readable change of a text. To write the texts anew:

    python -m tests.golden.playthrough
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

from kikashi.drawing import Marks, to_terminal
from kikashi.games import rooms
from kikashi.law import CHANCE, Position, Room
from kikashi.law.winning_sets import StonePosition

FOLDER = Path(__file__).parent
SEED = 6
PLIES = 9
"""Shown in full; then the game runs on, and its end is shown."""


def playthrough(room: Room) -> str:
    """The whole text for one room."""
    return "\n".join((*_room(room), *_game(room))) + "\n"


def _room(room: Room) -> Iterator[str]:
    yield f"game: {room.id}"
    yield from (f"name.{language}: {name}" for language, name in sorted(room.names.items()))
    yield from (f"option {o.name}: default {o.default}" for o in room.options)
    yield from (f"claim {kind.name}: {kind.help['en']}" for kind in room.claims)
    options = room.normal_options(None)
    record = room.capabilities(options)
    for name in ("players", "chance", "hidden", "cycles", "monotone", "twin"):
        yield f"capability {name}: {getattr(record, name)}"
    yield f"capability claims: {' '.join(record.claims)}"
    yield f"player names: {' '.join(room.player_names(options))}"
    yield f"title: {room.title(options)}"
    yield f"symmetries: {len(room.start().symmetries())}"


def _game(room: Room) -> Iterator[str]:
    position: Position = room.start()
    opening = [] if "=" in room.example else room.example.split()  # moves, not a set-up position
    chooser = random.Random(SEED)
    played: list[str] = []
    while position.result() is None and len(played) < 2000:
        move = (
            opening[len(played)]
            if len(played) < len(opening)
            else chooser.choice(position.legal_moves())
        )
        if len(played) < PLIES:
            yield ""
            yield f"-- after {len(played)} moves"
            yield from _answers(position)
            yield f"play: {move}"
        position = position.play(move)
        played.append(move)
    yield ""
    yield f"-- the end, after {len(played)} moves"
    yield from _answers(position, with_text=len(position.to_text()) < 400)
    yield ""
    language_scene = room.scene(
        room.from_text(room.example).view_of_mover(), Marks(language="zh-Hant")
    )
    yield "-- the example"
    yield to_terminal(language_scene).rstrip()


def _answers(position: Position, with_text: bool = True) -> Iterator[str]:
    moves = position.legal_moves()
    if with_text:
        yield f"text: {position.to_text()}"
    yield f"to move: {'chance' if position.to_move == CHANCE else position.to_move}"
    yield f"moves left: {position.moves_left}"
    shown = " ".join(moves) if len(moves) <= 12 else f"{' '.join(moves[:4])} ... {moves[-1]}"
    yield f"legal moves: {len(moves)}: {shown}"
    if position.outcomes():
        yield "outcomes: " + " ".join(f"{o.move}:{o.weight}" for o in position.outcomes())
    yield f"result: {position.result()}"
    if len(position.symmetries()) > 1 and moves:
        last = position.symmetries()[-1]
        yield f"{moves[0]} through {last}: {position.transform_move(last, moves[0])}"
    views = {position.view(p).text for p in range(position.players)}
    if views != {position.to_text()}:
        yield from (f"view {p}: {_end(position.view(p).text)}" for p in range(position.players))
    if isinstance(position, StonePosition):
        for player in range(position.players):
            sets, t = position.threats(player)
            if sets:
                yield f"threats of {player}: t = {t}, sets {' '.join(map(str, sets[:8]))}"


def _end(text: str, most: int = 480) -> str:
    """A long text by its end, where the news is."""
    return text if len(text) <= most else f"... {text[-160:]}"


def file_of(room: Room) -> Path:
    """Where the text of a room is kept."""
    return FOLDER / f"{room.id}.txt"


def main() -> None:
    for room in rooms():
        file_of(room).write_text(playthrough(room), "utf-8")
        print(file_of(room).name)


if __name__ == "__main__":
    main()
