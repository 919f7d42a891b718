"""Games of our own to make puzzles of: the simple player, now and then led astray near the middle.

A player without mistakes leaves no wins to find; one that only wanders builds nothing. A wrong
stone in five gave nearly three puzzles a game of Connect6; other shares were not compared. Where
the simple player's games are over too soon for long wins, two players of a level are better.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from kikashi.games import room
from kikashi.law import Move, Options, Position
from kikashi.play.levels import make_player
from kikashi.play.simple import SimplePlayer

STRAY = 0.2
"""The share of stones that are placed at random."""
STRAY_TURNS = 0.08
"""The share of turns whose next stone is, where a level plays."""
REACH = 4
"""How far from the middle such a stone may lie, along each axis."""
OPENING = 3
MOST_MOVES = 120


def games(
    game: str,
    count: int,
    *,
    seed: int = 1,
    options: Options | None = None,
    level: int | None = None,
    first: int = 0,
) -> Iterator[tuple[Move, ...]]:
    """So many games, of the simple player or of a level; the same seed gives the same ones.

    `first` leaves out those before it: a list that was broken off is gone on with.
    """
    start = room(game).start(options)
    for number in range(first, count):
        name = f"{game}/{seed}/{number}"
        yield one_game(start, name) if level is None else level_game(start, name, level)


def level_game(start: Position, seed: str, level: int) -> tuple[Move, ...]:
    """The moves of one game that a level plays with itself, some turns at random."""
    random = Random(seed)
    player = make_player(start, level, random.randrange(1 << 30))
    position, moves = start, list[Move]()
    while position.result() is None and len(moves) < MOST_MOVES:
        astray = len(moves) < OPENING or random.random() < STRAY_TURNS
        turn = (
            [random.choice(near_the_middle(position))]
            if astray
            else player.turn(position.view_of_mover()).moves
        )
        for move in turn:
            moves.append(move)
            position = position.play(move)
    return tuple(moves)


def one_game(start: Position, seed: str) -> tuple[Move, ...]:
    """The moves of one game of the simple player."""
    random = Random(seed)
    player = SimplePlayer(random.randrange(1 << 30))
    position, moves = start, list[Move]()
    while position.result() is None and len(moves) < MOST_MOVES:
        if len(moves) < OPENING or random.random() < STRAY:
            move = random.choice(near_the_middle(position))
        else:
            move, _ = player.choose(position.view_of_mover())
        moves.append(move)
        position = position.play(move)
    return tuple(moves)


def near_the_middle(position: Position) -> tuple[Move, ...]:
    """The legal moves near the middle of the board, or all of them."""
    legal = position.legal_moves()
    part = room(position.game).on_points()
    if part is None:
        return legal
    rules = part.points(position)
    middle = [(min(axis) + max(axis)) / 2 for axis in zip(*rules.coordinates, strict=True)]
    near = tuple(
        move
        for move in legal
        if move != part.PASS
        and all(
            abs(at - centre) <= REACH
            for at, centre in zip(rules.coordinates[rules.index[move]], middle, strict=True)
        )
    )
    return near or legal
