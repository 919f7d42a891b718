"""Games of our own to make puzzles of: the simple player, now and then led astray near the middle.

A player without mistakes leaves no wins to find; one that only wanders builds nothing. A wrong
stone in five gave nearly three puzzles a game of Connect6; other shares were not compared.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from kikashi.games import room
from kikashi.law import Move, Options, Position
from kikashi.law.winning_sets import StonePosition
from kikashi.play.simple import SimplePlayer

STRAY = 0.2
"""The share of stones that are placed at random."""
REACH = 4
"""How far from the middle such a stone may lie, along each axis."""
OPENING = 3
MOST_MOVES = 120


def games(
    game: str, count: int, *, seed: int = 1, options: Options | None = None
) -> Iterator[tuple[Move, ...]]:
    """So many games; the same seed gives the same ones."""
    start = room(game).start(options)
    for number in range(count):
        yield one_game(start, f"{game}/{seed}/{number}")


def one_game(start: Position, seed: str) -> tuple[Move, ...]:
    """The moves of one game."""
    random = Random(seed)
    player = SimplePlayer(random.randrange(1 << 30))
    position, moves = start, list[Move]()
    while position.result() is None and len(moves) < MOST_MOVES:
        if len(moves) < OPENING or random.random() < STRAY:
            move = random.choice(_middle(position))
        else:
            move, _ = player.choose(position)
        moves.append(move)
        position = position.play(move)
    return tuple(moves)


def _middle(position: Position) -> tuple[Move, ...]:
    """The legal moves near the middle of the board, or all of them."""
    legal = position.legal_moves()
    if not isinstance(position, StonePosition):
        return legal
    rules = position.rules
    middle = [(min(axis) + max(axis)) / 2 for axis in zip(*rules.coordinates, strict=True)]
    near = tuple(
        move
        for move in legal
        if all(
            abs(at - centre) <= REACH
            for at, centre in zip(rules.coordinates[rules.index[move]], middle, strict=True)
        )
    )
    return near or legal
