"""The one door through which protocols, arena and terminal get their computer players.

A player's name is `simple`, `level:7`, or another that the room has (`meinstein`). A strong level
plays its first turns from the room's book of openings; `level:10/no-book` thinks from the first on.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import lru_cache
from random import getrandbits
from typing import Any

from kikashi.games import room
from kikashi.law import GameError, Position, View
from kikashi.law.parts import OtherPlayers
from kikashi.play import Opinion, Player, SimplePlayer, levels
from kikashi.play.book import knows
from kikashi.play.clock import Allowance
from kikashi.play.players import SIMPLE

LEVEL = "level:"
NO_BOOK = "/no-book"
BELOW_SIMPLE = 2
"""So many levels lose to the player that looks one turn ahead."""


class Stop(threading.Event):
    """A request to stop thinking; players may wait on it or call it."""

    def __call__(self) -> bool:
        return self.is_set()


def level_names(position: Position) -> tuple[str, ...]:
    """The levels of this game, weakest first."""
    return _level_names(position.game, tuple(position.options.items()))


@lru_cache(maxsize=64)
def _level_names(game: str, options: tuple[tuple[str, str], ...]) -> tuple[str, ...]:
    """Asked for every position that a page shows; bounded, since strangers choose options."""
    return tuple(level.id for level in levels.levels(game, dict(options)))


def player_names(position: Position) -> tuple[str, ...]:
    """Every computer player that can sit down at this game, the weakest first."""
    ladder = [f"{LEVEL}{name}" for name in level_names(position)]
    return (*ladder[:BELOW_SIMPLE], SIMPLE, *ladder[BELOW_SIMPLE:])


def has_book(position: Position, name: str) -> bool:
    """Whether the player of that name plays from a book, unless it is told not to."""
    level = name.removesuffix(NO_BOOK).removeprefix(LEVEL)
    return level in level_names(position) and knows(position.game, int(level))


def make_player(
    position: Position, name: str, seed: int | None = None, *, book: bool = True
) -> Player:
    """The player of that name (a bare number is a level too); no seed means chance.

    Without `book`, or with a name that ends in `/no-book`, it plays nothing from there.
    """
    asked = name
    name = asked.removesuffix(NO_BOOK)
    if name == SIMPLE and name == asked:
        return SimplePlayer(seed)
    level = name.removeprefix(LEVEL)
    known = level_names(position)
    if name != asked and level not in known:
        raise GameError(f"only levels have a book to leave out, and {name!r} is none of this game")
    beside = room(position.game).other_players()
    others = () if beside is None else beside.OTHERS
    if level not in (*known, *others):
        ladder = (f"{LEVEL}{known[0]} to {LEVEL}{known[-1]}",) if known else ()
        names = ", ".join(
            (SIMPLE, *ladder, *(o for o in others if not _refuses(beside, o, position)))
        )
        raise GameError(
            f"there is no player {name!r} for {position.game} with {position.players} players; the "
            f"players are: {names}"
        )
    return levels.make_player(
        position, level, getrandbits(31) if seed is None else seed, book=book and name == asked
    )


def _refuses(beside: OtherPlayers | None, name: str, start: Position) -> bool:
    """Whether another player of the room does not play this form of the game."""
    try:
        if beside is not None:
            beside.refuse(name, start)
    except GameError:
        return True
    return False


def choose_turn(player: Player, seen: View, time: Allowance | None, stop: Stop | None) -> Opinion:
    """Asks a player for its turn, with a limit in time where the player knows such a thing."""
    if isinstance(player, levels.LevelPlayer) and time is not None:
        bounds = {"nodes": time.nodes, "depth": time.depth}
        given: dict[str, Any] = {name: bound for name, bound in bounds.items() if bound is not None}
        return player.choose_turn(seen, time.hard, stop, soft=time.soft, **given)
    choose: Callable[..., Opinion] | None = getattr(player, "choose_turn", None)
    if choose is None:
        return player.turn(seen)
    return choose(seen, seconds=None if time is None else time.usual, stop=stop)
