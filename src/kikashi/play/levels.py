"""The computer's ten levels, and the players that a room has beside them.

A level is a node budget with a cap in time. Weak levels also see their values through noise. Rooms
set their own rungs (`ladder` in their engine).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from threading import Event
from typing import TypeAlias

from kikashi import games
from kikashi.law import GameError, Options, Position, View, needed
from kikashi.law.parts import OtherPlayers
from kikashi.play.book import from_book, knows
from kikashi.play.players import Opinion, refuse_no_move
from kikashi.search.playing import Budget, Style, Thought

Stop: TypeAlias = Event | Callable[[], bool]


@dataclass(frozen=True)
class Level:
    """One of the ten."""

    number: int
    names: Mapping[str, str]
    nodes: int | None
    """None: time alone ends the search."""
    seconds: float
    """The cap, where the caller names none."""
    style: Style
    noise: int = 0
    variety: int = 12

    @property
    def id(self) -> str:
        """As `Capabilities.levels` and `level:N` write it."""
        return str(self.number)


def _names(en: str, zh: str) -> dict[str, str]:
    return {"en": en, "zh-Hant": zh}


NAMES = (
    _names("first steps", "初學"),
    _names("beginner", "入門"),
    _names("learner", "學習"),
    _names("player", "愛好"),
    _names("keen player", "熟練"),
    _names("club player", "棋社好手"),
    _names("strong club player", "棋社高手"),
    _names("expert", "高手"),
    _names("master", "大師"),
    _names("full strength", "全力"),
)


def levels(room_or_game: str, options: Options | None = None) -> tuple[Level, ...]:
    """The levels of a game, weakest first; none where the computer cannot play it."""
    room = games.room(room_or_game)
    offered = room.capabilities(room.normal_options(options)).levels
    engine = room.engine()
    if not offered or engine is None:
        return ()
    rungs = engine.ladder(room.start(options))
    made = (
        Level(number, names, rung.nodes, rung.seconds, rung.style, rung.noise, rung.variety)
        for number, (names, rung) in enumerate(zip(NAMES, rungs, strict=True), start=1)
    )
    return tuple(level for level in made if level.id in offered)


def level_named(level: int | str, among: tuple[Level, ...]) -> Level:
    """A level by its number (7, '7', 'level:7')."""
    text = str(level).removeprefix("level:")
    for known in among:
        if known.id == text:
            return known
    raise GameError(f"there is no level {level!r}; the levels are 1 to {len(NAMES)}")


class LevelPlayer:
    """Plays whole turns at one level. The same seed, position and node budget: the same turn.

    With its `book` a strong level plays the first turns from there, and does not search.
    """

    def __init__(
        self, level: Level, seed: int = 0, threads: int = 1, *, book: bool = False
    ) -> None:
        self.level = level
        self.book = book
        self._seed = seed
        self._threads = threads

    def turn(self, seen: View) -> Opinion:
        """The turn at the level's own budget."""
        return self.choose_turn(seen)

    def choose_turn(
        self,
        seen: View,
        seconds: float | None = None,
        stop: Stop | None = None,
        *,
        soft: float | None = None,
        lines: int = 1,
        nodes: int | None = None,
        depth: int | None = None,
        share: tuple[int, int] = (0, 1),
        book: bool = True,
    ) -> Opinion:
        """A turn within `seconds`, never later; `stop` ends the search early, with an answer.

        `soft` is when it had better be done, by the clock. With several `lines` it also says what
        it thinks of the next best turns, which costs it strength. `nodes` and `depth` bound it too.
        A `share` (place, places) is root splitting: only those turns are thought about. Whoever
        wants lines or a share wants a search, and nothing of the book; so does `book=False`.
        """
        refuse_no_move(seen)
        searched = lines > 1 or share != (0, 1) or not book
        if self.book and not searched and knows(seen.game, self.level.number):
            by_heart = from_book(seen, self._seed)
            if by_heart is not None:
                return by_heart
        cap = self.level.seconds if seconds is None else _positive(seconds)
        budget = Budget(
            nodes=_least(self.level.nodes, nodes),
            seconds=cap,
            soft=soft,
            threads=self._threads,
            seed=self._seed,
            noise=self.level.noise,
            variety=self.level.variety,
            lines=lines,
            share=share,
        )
        engine = needed(games.room(seen.game).engine(), seen.game, "engine")
        style = self.level.style
        if depth is not None:
            style = replace(style, most_depth=min(style.most_depth, depth))
        return _opinion(engine.think(seen, style, budget, _asker(stop)))


class OtherPlayer:
    """A player that a room has beside its ladder."""

    SECONDS = 1.0

    def __init__(self, name: str, players: OtherPlayers) -> None:
        self._name = name
        self._players = players

    def turn(self, seen: View) -> Opinion:
        """The turn, in a second at most."""
        return self.choose_turn(seen)

    def choose_turn(
        self, seen: View, seconds: float | None = None, stop: Stop | None = None
    ) -> Opinion:
        """A turn within `seconds`."""
        refuse_no_move(seen)
        budget = Budget(seconds=self.SECONDS if seconds is None else _positive(seconds))
        return _opinion(self._players.think_as(self._name, seen, budget, _asker(stop)))


def make_player(
    position_or_game: Position | str,
    level: int | str,
    seed: int = 0,
    threads: int = 1,
    *,
    book: bool = False,
) -> LevelPlayer | OtherPlayer:
    """The player of a level (1 to 10), or another of the room's, for a game with these options.

    Without its `book` every turn is thought about: what measurements want.
    """
    if isinstance(position_or_game, str):
        position = games.room(position_or_game).start()
    else:
        position = position_or_game
    others = games.room(position.game).other_players()
    if others is not None and level in others.OTHERS:
        others.refuse(str(level), position)
        return OtherPlayer(str(level), others)
    offered = levels(position.game, position.options)
    if not offered:
        raise GameError(
            f"the computer has no levels for {position.game} with {position.players} players"
        )
    return LevelPlayer(level_named(level, offered), seed, threads, book=book)


def _least(*bounds: int | None) -> int | None:
    return min((bound for bound in bounds if bound is not None), default=None)


def _positive(seconds: float) -> float:
    if not seconds > 0:
        raise GameError(f"a turn needs more than 0 seconds, not {seconds:g}")
    return seconds


def _asker(stop: Stop | None) -> Callable[[], bool] | None:
    return stop.is_set if isinstance(stop, Event) else stop


def _opinion(thought: Thought) -> Opinion:
    return Opinion(
        moves=thought.moves,
        reason=thought.reason,
        score=thought.score,
        verdict=thought.verdict,
        lines=(thought.line, *(line for _, line in thought.others)),
        scores=(thought.score, *(score for score, _ in thought.others)),
        depth=thought.depth,
        nodes=thought.nodes,
        seconds=thought.seconds,
        visits=thought.visits,
        depths=thought.depths,
    )
