"""Positions in SGF: AB, AW and PL, and what they leave unsaid about the turn."""

from __future__ import annotations

from kikashi.law.winning_sets import COLOURS, StonePosition, cells_of
from kikashi.records.dialects import CODES, STONES, Board
from kikashi.records.model import RecordError


def setup_text(
    root: dict[str, list[str]], places: Board, start: StonePosition, first_colour: int | None
) -> str:
    """The position text that a root's setup properties describe; empty if there are none.

    Who moves: PL, else the colour of the first move, else whose turn it is in regular play,
    else the first player. Stones left in the turn: KL, else as in regular play, else a whole turn.
    """
    if not any(name in root for name in (*STONES, "PL", "KL")):
        return ""
    rules = start.rules
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
    left = root["KL"][0] if "KL" in root else str(usual_left(mover, regular, rules.stones))
    stones = " ".join(
        f"{colour}={','.join(held) or '-'}" for colour, held in zip(COLOURS, cells, strict=False)
    )
    return f"setup {stones} move={COLOURS[mover]} left={left}"


def setup_properties(position: StonePosition, places: Board) -> dict[str, list[str]]:
    """The root properties that describe a position."""
    names = position.rules.cells
    found = {
        name: [places.point(names[cell]) for cell in cells_of(stones)]
        for name, stones in zip(STONES, position.boards, strict=False)
        if stones
    }
    found["PL"] = [CODES[position.mover]]
    counts = tuple(stones.bit_count() for stones in position.boards)
    regular = regular_turn(counts, position)
    if position.left != usual_left(position.mover, regular, position.rules.stones):
        found["KL"] = [str(position.left)]
    return found


def regular_turn(counts: tuple[int, ...], start: StonePosition) -> tuple[int, int] | None:
    """Whose turn it is and how many stones are left in it, if regular play gives these counts."""
    rules = start.rules
    placed = [0] * rules.players
    mover, left = 0, rules.first
    for _ in range(sum(counts)):
        placed[mover] += 1
        left -= 1
        if left == 0:
            mover, left = (mover + 1) % rules.players, rules.stones
    return (mover, left) if tuple(placed) == counts else None


def usual_left(mover: int, regular: tuple[int, int] | None, stones: int) -> int:
    """The stones left in a turn about which nothing is said."""
    return regular[1] if regular and regular[0] == mover else stones
