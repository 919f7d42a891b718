"""Players a game can be played against, by name. What they say is an opinion, never a proof."""

from __future__ import annotations

from dataclasses import dataclass
from random import getrandbits
from typing import TYPE_CHECKING, Protocol

from kikashi.games import room
from kikashi.law import CHANCE, GameError, Move, View
from kikashi.words import say

if TYPE_CHECKING:
    from kikashi.play.openings import Opening
    from kikashi.search.verdict import Verdict

HUMAN = "human"
SIMPLE = "simple"
LEVEL = "level:"


@dataclass(frozen=True)
class Opinion:
    """What a player would do, and why: `reason` is a catalogue key.

    It proves nothing, unless `verdict` holds the proof of a win that the turn begins.
    """

    moves: tuple[Move, ...]
    """The moves from here to the end of the turn, or of the game."""
    reason: str
    score: int | None = None
    """For the side to move, in the player's own units; None: it does not count."""
    verdict: Verdict | None = None
    lines: tuple[tuple[tuple[Move, ...], ...], ...] = ()
    """Principal lines, the best first: turns of both sides, beginning with this one."""
    scores: tuple[int, ...] = ()
    """The score of each line, where the player gives several."""
    depth: int = 0
    nodes: int = 0
    seconds: float = 0.0
    visits: tuple[tuple[tuple[Move, ...], int, int], ...] = ()
    """Where a search counts visits: its turns with visits and score, the most visited first."""
    depths: tuple[tuple[int, tuple[Move, ...], int], ...] = ()
    """Where a search deepens: each complete depth with its best turn and score."""
    book: Opening | None = None
    """What the book says of the turn, where it is from there: then nothing was searched."""


def why(opinion: Opinion, seen: View, language: str = "en") -> str:
    """Why whoever has this view moved so; of the book with the games that it rests on."""
    home, known = room(seen.game), opinion.book
    if known is None:
        return home.opinion(opinion.reason, language)
    if known.turns:
        by = home.method(known.by, language)
        return say("opinion.book.certified", language, turns=known.turns, by=by)
    percent = round(100 * known.score(seen.player))
    return say("opinion.book", language, games=known.games, percent=percent)


class Player(Protocol):
    """Anything that can finish the turn of whoever is asked, knowing what they may know."""

    def turn(self, seen: View) -> Opinion: ...


def computer_names() -> tuple[str, ...]:
    """The computer players that play every game, weakest first."""
    return (SIMPLE,)


def computer(name: str, seed: int | None = None) -> Player:
    """A computer player; the same seed and the same positions give the same moves."""
    if name == SIMPLE:
        # Imported here because a player needs the contract above.
        from kikashi.play.simple import SimplePlayer  # noqa: PLC0415

        return SimplePlayer(seed)
    if isinstance(name, str) and name.startswith(LEVEL):
        return AnyLevel(name, seed)
    names = ", ".join((HUMAN, *computer_names(), f"{LEVEL}1 to {LEVEL}10"))
    raise GameError(f"there is no player {name!r}; the players are: {names}")


class AnyLevel:
    """A level by its name, of whatever game it is asked about first."""

    def __init__(self, name: str, seed: int | None = None) -> None:
        self._name, self._seed = name, getrandbits(31) if seed is None else seed
        self._made: dict[tuple[str, tuple[tuple[str, str], ...]], Player] = {}

    def turn(self, seen: View) -> Opinion:
        """The turn of this level in the game of the view."""
        from kikashi.play.levels import make_player  # noqa: PLC0415 - it needs the contract above

        key = (seen.game, tuple(seen.options))
        if key not in self._made:
            start = room(seen.game).start(dict(seen.options))
            self._made[key] = make_player(start, self._name, self._seed)
        return self._made[key].turn(seen)


def refuse_no_move(seen: View) -> None:
    """A player is asked only where a player has a move to make."""
    if seen.result is not None:
        raise GameError("the game is over; there is no move to choose")
    if seen.to_move == CHANCE:
        raise GameError("chance moves here, not a player")
    if not seen.asked:
        raise GameError("this player is not asked now; there is no move to choose")
