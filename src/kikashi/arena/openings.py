"""Opening sets: short, different, undecided positions that both sides get to play.

Stones are drawn near the middle, other moves from those that the room's engine finds worth a look.
A set has no two openings that a symmetry makes equal, and none in which a forcing search finds a
win for the side to move, or for the other if it did nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random

from kikashi.games import room
from kikashi.law import GameError, Move, Position
from kikashi.play.analysing import worth_a_look
from kikashi.play.game import as_written, ends_turn
from kikashi.play.studying import if_passed
from kikashi.search import Limits, solve

Opening = tuple[Move, ...]

USUAL_TURNS = 3
CHOICES = 8
"""Moves worth a look that are drawn from, where a game has no stones."""
TRIES = 200
"""Draws for each opening before the board is called too small for so many."""
SEARCHES = (Limits(nodes=5_000, memory=64 << 20), Limits(nodes=200, memory=64 << 20))
"""For the narrow and the wide search. Nodes alone, so that a seed means the same set anywhere."""


def make_openings(
    start: Position, count: int, *, turns: int = USUAL_TURNS, seed: int = 0
) -> tuple[Opening, ...]:
    """So many openings of so many whole turns; the same seed gives the same set."""
    can = room(start.game).capabilities(start.options)
    if turns == 0 or can.chance or can.hidden:
        return ((),) * min(count, 1)  # where chance deals, the deal is the opening
    random = Random(f"{start.game} {sorted(start.options.items())} {turns} {seed}")
    found: list[Opening] = []
    seen: set[object] = set()
    for _ in range(TRIES * max(1, count)):
        if len(found) == count:
            break
        moves, position = _drawn(start, turns, random)
        if position is None or position.result() is not None:
            continue
        key = min(
            (str(position.transform(symmetry).key()) for symmetry in position.symmetries()),
            default=str(position.key()),
        )
        if key in seen:
            continue
        seen.add(key)
        if not _decided(position):
            found.append(moves)
    if len(found) < count:
        raise GameError(
            f"only {len(found)} different openings of {turns} turns were found, not {count}; "
            f"ask for fewer, or for longer ones"
        )
    return tuple(found)


def _drawn(start: Position, turns: int, random: Random) -> tuple[Opening, Position | None]:
    position, moves = start, list[Move]()
    for _ in range(turns):
        for _ in range(position.moves_left):
            choices = _choices(position)
            if not choices:
                return tuple(moves), None
            moves.append(random.choice(choices))
            position = position.play(moves[-1])
            if position.result() is not None:
                return tuple(moves), None
    return tuple(moves), position


def _choices(position: Position) -> Sequence[Move]:
    engine = room(position.game).opening_engine()
    if engine is not None:
        return engine.opening_moves(position)
    return [candidate.move for candidate in worth_a_look(position, CHOICES)]


def _decided(position: Position) -> bool:
    """Whether either side has a forced win that is found quickly."""
    provers = room(position.game).capabilities(position.options).provers
    turned = if_passed(position)
    for by, limits in zip(provers, SEARCHES, strict=False):
        for here in (position, turned):
            if here is not None and solve(here, by, limits).verdict == "win":
                return True
    return False


def save_openings(path: Path, openings: Sequence[Opening]) -> None:
    """One opening a line, as moves in record order."""
    path.write_text("".join(f"{' '.join(opening)}\n" for opening in openings), "utf-8")


def load_openings(path: Path, start: Position) -> tuple[Opening, ...]:
    """Reads a file of openings and plays each by the law; lines that start with # are remarks."""
    found = []
    for number, line in enumerate(path.read_bytes().splitlines(), start=1):
        try:
            words = line.decode("utf-8-sig").partition("#")[0].split()
        except UnicodeDecodeError:
            raise GameError(f"{path}, line {number}: this is no text in UTF-8") from None
        if not words:
            continue
        try:
            before = start.play_all(words[:-1])
            position = before.play(words[-1])
        except GameError as refusal:
            raise GameError(f"{path}, line {number}: {refusal}") from None
        if position.result() is not None or not ends_turn(before, position):
            raise GameError(f"{path}, line {number}: an opening ends with a whole turn")
        found.append(_written(start, words))
    if not found:
        raise GameError(f"{path} holds no opening")
    return tuple(found)


def _written(start: Position, words: Sequence[str]) -> Opening:
    """Moves that the law reads, as the game itself writes them."""
    moves: list[Move] = []
    for word in words:
        moves.append(as_written(word, start))
        start = start.play(word)
    return tuple(moves)
