"""Positions in SGF: AB, AW and PL, and what they leave unsaid about the turn."""

from __future__ import annotations

import re

from kikashi.games import room
from kikashi.law import Position, needed
from kikashi.law.record_parts import StonesOnPoints
from kikashi.records.dialects import CODES, STONES, Board
from kikashi.records.model import RecordError

LEFT = re.compile(r"\bleft=([0-9]{1,4})\b")


def setup_text(
    root: dict[str, list[str]], places: Board, start: Position, first_colour: int | None
) -> str:
    """The position text that a root's setup properties describe; empty if there are none.

    Who moves: PL, else the colour of the first move, else whose turn it is in regular play,
    else the first player. Stones left in the turn: KL, else as in regular play, else a whole turn.
    """
    if not any(name in root for name in (*STONES, "PL", "KL")):
        return ""
    part = on_points(start)
    cells = [
        [cell for value in root.get(name, ()) for cell in places.area(value)]
        for name in STONES[: start.players]
    ]
    regular = regular_turn(tuple(map(len, cells)), start)
    mover = first_colour
    if "PL" in root:
        code = root["PL"][0].strip()[:1].upper()
        if code not in CODES[: start.players]:
            raise RecordError(f"PL[{root['PL'][0][:20]}] names no player of this game")
        mover = CODES.index(code)
    if mover is None:
        mover = regular[0] if regular else 0
    left = usual_left(mover, regular, part.turn_stones(start)[1])
    if "KL" in root:
        said = root["KL"][0].strip()
        if not said.isascii() or not said.isdigit() or len(said) > 4:
            raise RecordError(f"KL[{said[:20]}] is no number of stones")
        left = int(said)
    return part.setup_text(start, cells, mover, left)


def on_points(position: Position) -> StonesOnPoints:
    """What the room says of its stones."""
    return needed(room(position.game).on_points(), position.game, "stones on points")


def setup_properties(position: Position, places: Board) -> dict[str, list[str]]:
    """The root properties that describe a position."""
    part = on_points(position)
    lying = part.stones(position)
    found = {
        name: [places.point(cell) for cell in cells]
        for name, cells in zip(STONES, lying, strict=False)
        if cells
    }
    found["PL"] = [CODES[position.to_move]]
    regular = regular_turn(tuple(map(len, lying)), position)
    left = _left(position)
    if left != usual_left(position.to_move, regular, part.turn_stones(position)[1]):
        found["KL"] = [str(left)]
    return found


def _left(position: Position) -> int:
    """Stones left in the turn; of a board that was set up won, as many as its text says."""
    said = LEFT.search(position.to_text()) if position.result() is not None else None
    return int(said[1]) if said else position.moves_left


def regular_turn(counts: tuple[int, ...], start: Position) -> tuple[int, int] | None:
    """Whose turn it is and how many stones are left in it, if regular play gives these counts."""
    left, stones = on_points(start).turn_stones(start)
    placed = [0] * start.players
    mover = 0
    for _ in range(sum(counts)):
        placed[mover] += 1
        left -= 1
        if left == 0:
            mover, left = (mover + 1) % start.players, stones
    return (mover, left) if tuple(placed) == counts else None


def usual_left(mover: int, regular: tuple[int, int] | None, stones: int) -> int:
    """The stones left in a turn about which nothing is said."""
    return regular[1] if regular and regular[0] == mover else stones
