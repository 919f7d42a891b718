"""PSQ, what the Gomocup manager piskvork saves: a heading, one stone a line, names, a code.

The heading is `Piskvorky 15x15, 11:11, 0`: the board, the levels of the two players, and which of
them began. Stones are `column,row,milliseconds`, counted from 1 at the top left. Names (in the
order of the levels) and a code line follow; newer managers add lines of their own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from kikashi.games import room
from kikashi.law import Options, Position
from kikashi.law.record_parts import Points
from kikashi.records.dialects import is_grid
from kikashi.records.model import Node, Record, RecordError

HEADING = re.compile(r"Piskvorky (\d{1,3})x(\d{1,3}) ?, *(.*)")
_STONE = re.compile(r"\s*(-?\d{1,9}) *, *(-?\d{1,9}) *(?:, *(-?\d{1,18}) *)?")
_NUMBER = re.compile(r"\s*-?\d+\s*")

TIME, LEVELS, TAIL = "KT", "KH", "KX"
"""Properties that keep the time of a stone, the rest of the heading, the lines after the names."""
_LEVELS, _CODE = "0:0, 0", "-1"


def games(lines: Iterator[str]) -> Iterator[tuple[int, list[str]]]:
    """The games of a file with their line numbers; each starts with a heading."""
    game: list[str] = []
    start = 1
    for number, line in enumerate(lines, start=1):
        if HEADING.match(line) and game:
            yield start, game
            game = []
        if game or line.strip():
            start = start if game else number
            game.append(line.rstrip("\r\n"))
    if game:
        yield start, game


def record(lines: list[str], game: str, options: Options | None) -> Record:
    """The checked record of one game."""
    heading = HEADING.fullmatch(lines[0])
    if heading is None:
        raise RecordError("the first line is no heading like 'Piskvorky 15x15, 11:11, 0'")
    columns, rows, levels = int(heading[1]), int(heading[2]), heading[3]
    played = room(game)
    sized = {"size": f"{columns}x{rows}"} if any(o.name == "size" for o in played.options) else {}
    made = Record(game, played.normal_options({**sized, **(options or {})}))
    start = made.start()
    rules = _grid(start)
    cells = dict(zip(rules.coordinates, rules.cells, strict=True))
    node, count = made.root, 0
    for line in lines[1:]:
        stone = _STONE.fullmatch(line)
        if stone is None:
            break
        count += 1
        cell = cells.get((int(stone[1]) - 1, rows - int(stone[2])))
        if cell is None:
            raise RecordError(f"{line.strip()!r} is not on a board of {columns}x{rows}", count)
        time = stone[3] or "0"
        node.children = [Node(cell, properties={TIME: (time,)} if time != "0" else {})]
        node = node.children[0]
    _tail(made, lines[1 + count :], levels)
    made.check()
    return made


def _grid(start: Position) -> Points:
    """The flat board of a game that PSQ can hold: stones that stay, and no passes."""
    part = room(start.game).on_points()
    rules = None if part is None or part.PASS else part.points(start)
    if rules is None or not is_grid(rules):
        raise RecordError(f"PSQ holds games on flat boards, and {start.game} has none here")
    return rules


def _tail(made: Record, lines: list[str], levels: str) -> None:
    while lines and not lines[-1].strip():
        lines = lines[:-1]
    if len(lines) >= 2 and not (_NUMBER.fullmatch(lines[0]) and len(lines) == 2):
        first, second, *lines = lines
        made.players = (second, first) if _second_began(levels) else (first, second)
    if levels != _LEVELS:
        made.root.properties[LEVELS] = (levels,)
    if lines and lines != [_CODE]:
        made.root.properties[TAIL] = tuple(lines)


def _second_began(levels: str) -> bool:
    return levels.rpartition(",")[2].strip() == "1"


def text(made: Record) -> str:
    """A record as a PSQ game."""
    start = made.start()
    rules = _grid(start)
    places = dict(zip(rules.cells, rules.coordinates, strict=True))
    columns, rows = (1 + max(side) for side in zip(*rules.coordinates, strict=True))
    levels = _one(made.root, LEVELS, _LEVELS)
    lines = [f"Piskvorky {columns}x{rows}, {levels}"]
    # A node without a move is one of the losses that were allowed.
    stones = (node for node in made.main_line[1:] if node.move)
    for number, node in enumerate(stones, start=1):
        time = _one(node, TIME, "0")
        if not re.fullmatch(r"-?\d{1,18}", time):
            raise RecordError(
                f"the time of a stone is a number of milliseconds, not {time!r}", number
            )
        column, row = places[node.move]
        lines.append(f"{column + 1},{rows - row},{time}")
    names = [*made.players, "", ""][:2] if made.players else []
    names = names[::-1] if _second_began(levels) else names
    tail = [*names, *(made.root.properties.get(TAIL) or (_CODE,))]
    for line in (levels, *tail):
        if "\n" in line or HEADING.match(line) or _STONE.fullmatch(line):
            raise RecordError(f"PSQ cannot hold the text {line[:40]!r}")
    return "\n".join([*lines, *tail]) + "\n"


def _one(node: Node, name: str, default: str) -> str:
    return node.properties.get(name, (default,))[0]
