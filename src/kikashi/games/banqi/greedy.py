"""The rules of paper 000 as a player: a baseline to measure others against.

A shallow search over moves and captures in which a capture at ply n costs n points; where nothing
can be gained, a one-sided search (only its own pieces move) looks for the nearest prey and avoids
cells beside a stronger enemy or under a cannon; in a circle it repeats when far behind and breaks
out when far ahead; else it flips.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from kikashi.games.banqi.board import (
    DOWN,
    EMPTY,
    PIECES,
    Shape,
    Step,
    _targets,
    beats,
    moved,
    side_of,
    steps_of,
)
from kikashi.games.banqi.position import BanqiPosition
from kikashi.law import Move

WORTH = {"K": 300, "G": 250, "M": 150, "R": 100, "N": 60, "C": 120, "P": 40}
"""The paper gives no values; these are in the order of ranks, the cannon between."""
DEPTH = 3
ONE_SIDED = 5
FAR = 200
"""So much material ahead or behind decides what a circle is good for."""


def choose(position: BanqiPosition, random: Random) -> tuple[Move, str]:
    """An act by the paper's rules, and the key of the reason."""
    form, colour = position.settings.form, position.colour
    flips = [form.names[cell] for cell, piece in enumerate(position.board) if piece == DOWN]
    if colour is None:
        return random.choice(flips), "searched"
    steps = list(_steps(position.board, form, colour))
    if not steps:
        return random.choice(flips), "only"
    ahead = _material(position, colour)
    past = set(position.past)
    scored = []
    for step in steps:
        score = _after(position.board, form, colour, step, 1)
        if moved(position.board, *step) in past:
            score = -ahead if abs(ahead) >= FAR else 0
        scored.append((score, random.random(), step))
    best = max(scored)
    if best[0] > 0:
        return _word(form, best[2]), "searched"
    threatened = _answer(position.board, form, 1 - colour, 1) > 0
    if threatened and best[0] > -_answer(position.board, form, 1 - colour, 1):
        return _word(form, best[2]), "searched"  # something hangs, and a move saves it
    safe = [step for score, _, step in scored if score == best[0]]
    hunted = _hunt(position.board, form, colour, safe) if best[0] >= 0 else None
    if hunted is not None:
        return _word(form, hunted), "searched"
    if flips:
        return random.choice(flips), "searched"
    return _word(form, best[2]), "searched"


def _word(form: Shape, step: Step) -> Move:
    return f"{form.names[step[0]]}-{form.names[step[1]]}"


def _material(position: BanqiPosition, colour: int) -> int:
    left = [piece for piece in position.board + position.hidden if piece not in (EMPTY, DOWN)]
    return sum(WORTH[p.upper()] * (1 if side_of(p) == colour else -1) for p in left)


def _steps(board: str, form: Shape, colour: int) -> Iterator[Step]:
    for cell, piece in enumerate(board):
        if piece in PIECES[colour]:
            for end in steps_of(board, form, cell):
                yield cell, end


def _after(board: str, form: Shape, colour: int, step: Step, ply: int) -> int:
    """What a step gains, the answer counted; a capture at ply n costs n points."""
    taken = board[step[1]]
    gain = 0 if taken == EMPTY else WORTH[taken.upper()] - ply
    return gain - _answer(moved(board, *step), form, 1 - colour, ply + 1)


def _answer(board: str, form: Shape, colour: int, ply: int) -> int:
    """The most that a side gains from here; it need not capture."""
    if ply > DEPTH:
        return 0
    best = 0
    for step in _steps(board, form, colour):
        if board[step[1]] != EMPTY:
            best = max(best, _after(board, form, colour, step, ply))
    return best


def _dangerous(board: str, form: Shape, colour: int, cell: int, piece: str) -> bool:
    """Beside a stronger enemy, or where a cannon could land."""
    for ray in form.rays[cell]:
        if not ray:
            continue
        other = board[ray[0]]
        enemy = other in PIECES[1 - colour] and other.upper() != "C"
        if enemy and beats(other, piece):
            return True
    return any(board[at] == ("c" if colour == 0 else "C") for at in _targets(board, form, cell))


def _hunt(board: str, form: Shape, colour: int, steps: list[Step]) -> Step | None:
    """The first step of the shortest way to a capture, if only this side moved."""
    best: tuple[int, Step] | None = None
    for step in steps:
        after, end = moved(board, *step), step[1]
        piece = after[end]
        if _dangerous(after, form, colour, end, piece):
            continue
        plies = _way(after, form, colour, end, piece)
        if plies is not None and (best is None or plies < best[0]):
            best = plies, step
    return best[1] if best else None


def _way(board: str, form: Shape, colour: int, start: int, piece: str) -> int | None:
    """How many further steps a piece needs until it captures something."""
    seen, edge = {start}, [start]
    for plies in range(1, ONE_SIDED):
        fresh: list[int] = []
        for cell in edge:
            here = moved(board, start, cell) if cell != start else board
            for end in steps_of(here, form, cell):
                if here[end] != EMPTY:
                    return plies
                if end not in seen and not _dangerous(
                    moved(here, cell, end), form, colour, end, piece
                ):
                    seen.add(end)
                    fresh.append(end)
        edge = fresh
    return None
