"""The computer's ten levels, and paper 003's player beside them.

A level is a node budget with a cap in time. Weak levels also see their values through noise. The
winning-set games share one ladder; another room sets its own (`LADDER` and `think` in its engine).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from threading import Event
from typing import TypeAlias

from kikashi import games
from kikashi.law import GameError, Options, Position
from kikashi.law.winning_sets import StonePosition
from kikashi.play.players import Opinion, refuse_no_move
from kikashi.search import paper_flow
from kikashi.search.playing import Budget, Rung, Style, Thought
from kikashi.search.playing import think as think_about

Stop: TypeAlias = Event | Callable[[], bool]

MEINSTEIN = "meinstein"


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


_BLIND = Style(width=6, root_width=12, first_stones=6, glance=0, forces=False, partial=0.0)
_SHORT = Style(width=10, root_width=24, first_stones=8, glance=20, partial=0.0)
_KEEN = replace(_SHORT, partial=0.1)
_SHARP = replace(_SHORT, partial=0.2)
# By matches of 40 games each. One stone a turn: Gomoku likes a width of 10 (60% against 16), not 24
# (42%), and looking out for the opponent's wins with free stones (62%). Two stones: Connect6 likes
# neither 10 (37%) nor 30 (42%), and less time for wins with free stones (62% with none); of glances
# of 20, 60 and 150 nodes 20 lose to 60 (37% of 80 games at 0.1 s) and 150 beat it (57% of 80).
_FULL_ONE = Style(width=12, partial=0.15, wary=0.1)
_FULL_MORE = Style(width=16, glance=150, partial=0.05)

# Node budgets double or so from level to level, and noise halves. The top of the ladder must still
# fit, level by level, into 0.05 s a turn on one slow core, where the levels are measured against
# each other (bench/bench_players.py). Noise is in units of the evaluation: a hundredth of a logit.
LEVELS = (
    Level(1, _names("first steps", "初學"), 20, 1.0, replace(_BLIND, most_depth=1), noise=500),
    Level(2, _names("beginner", "入門"), 40, 1.0, replace(_BLIND, most_depth=1), noise=200),
    Level(3, _names("learner", "學習"), 60, 1.0, replace(_BLIND, most_depth=2), noise=120),
    Level(4, _names("player", "愛好"), 120, 1.0, replace(_BLIND, most_depth=2), noise=60),
    Level(5, _names("keen player", "熟練"), 120, 1.0, replace(_SHORT, glance=8), noise=90),
    Level(6, _names("club player", "社員"), 240, 1.0, _SHORT, noise=60),
    Level(7, _names("strong club player", "社團高手"), 480, 1.0, _SHORT, noise=45),
    Level(8, _names("expert", "高手"), 900, 2.0, _KEEN, noise=32),
    Level(9, _names("master", "大師"), 1_600, 2.0, _SHARP, noise=20),
    Level(10, _names("full strength", "全力"), None, 2.0, _FULL_ONE, variety=3),
)


def levels(room_or_game: str, options: Options | None = None) -> tuple[Level, ...]:
    """The levels of a game, weakest first; none where the computer cannot play it."""
    room = games.room(room_or_game)
    offered = room.capabilities(room.normal_options(options)).levels
    if not offered:
        return ()
    ladder: tuple[Rung, ...] | None = getattr(room.part("engine"), "LADDER", None)
    if ladder is not None:
        return tuple(
            Level(
                level.number,
                level.names,
                rung.nodes,
                rung.seconds,
                rung.style,
                rung.noise,
                rung.variety,
            )
            for level, rung in zip(LEVELS, ladder, strict=True)
            if level.id in offered
        )
    # A game may need another ladder of noise: how much a mistake costs differs.
    noise = getattr(room.part("engine"), "NOISE", USUAL_NOISE)
    start = room.start(options)
    if not isinstance(start, StonePosition):
        return ()
    full = _FULL_ONE if start.rules.stones == 1 else _FULL_MORE
    return tuple(
        replace(level, noise=blur, style=level.style if level.nodes else full)
        for level, blur in zip(LEVELS, noise, strict=True)
        if level.id in offered
    )


USUAL_NOISE = tuple(level.noise for level in LEVELS)


def level_named(level: int | str, among: tuple[Level, ...] = LEVELS) -> Level:
    """A level by its number (7, '7', 'level:7')."""
    text = str(level).removeprefix("level:")
    for known in among:
        if known.id == text:
            return known
    raise GameError(f"there is no level {level!r}; the levels are 1 to {len(LEVELS)}")


class LevelPlayer:
    """Plays whole turns at one level. The same seed, position and node budget: the same turn."""

    def __init__(self, level: Level, seed: int = 0, threads: int = 1) -> None:
        self.level = level
        self._seed = seed
        self._threads = threads

    def turn(self, position: Position) -> Opinion:
        """The turn at the level's own budget."""
        return self.choose_turn(position)

    def choose_turn(
        self,
        position: Position,
        seconds: float | None = None,
        stop: Stop | None = None,
        *,
        soft: float | None = None,
        lines: int = 1,
    ) -> Opinion:
        """A turn within `seconds`, never later; `stop` ends the search early, with an answer.

        `soft` is when it had better be done, by the clock. With several `lines` it also says what
        it thinks of the next best turns, which costs it strength.
        """
        refuse_no_move(position)
        cap = self.level.seconds if seconds is None else _positive(seconds)
        budget = Budget(
            nodes=self.level.nodes,
            seconds=cap,
            soft=soft,
            threads=self._threads,
            seed=self._seed,
            noise=self.level.noise,
            variety=self.level.variety,
            lines=lines,
        )
        engine = games.room(position.game).part("engine")
        if hasattr(engine, "think"):
            return _opinion(engine.think(position, self.level.style, budget, _asker(stop)))
        stones = _stones(position)
        weights = engine.weights(stones)
        return _opinion(think_about(stones, weights, self.level.style, budget, _asker(stop)))


class PaperPlayer:
    """Paper 003's simple decision flow, by the MeinStein evaluation."""

    SECONDS = 1.0

    def turn(self, position: Position) -> Opinion:
        """The turn, in a second at most."""
        return self.choose_turn(position)

    def choose_turn(
        self, position: Position, seconds: float | None = None, stop: Stop | None = None
    ) -> Opinion:
        """A turn within `seconds`."""
        cap = self.SECONDS if seconds is None else _positive(seconds)
        return _opinion(paper_flow.think(_stones(position), cap, _asker(stop)))


def make_player(
    position_or_game: Position | str, level: int | str, seed: int = 0, threads: int = 1
) -> LevelPlayer | PaperPlayer:
    """The player of a level (1 to 10) or 'meinstein', for a game with these options."""
    if isinstance(position_or_game, str):
        position = games.room(position_or_game).start()
    else:
        position = position_or_game
    if level == MEINSTEIN:
        paper_flow.refuse(_stones(position, begun=False))
        return PaperPlayer()
    offered = levels(position.game, position.options)
    if not offered:
        raise GameError(
            f"the computer has no levels for {position.game} with {position.players} players"
        )
    return LevelPlayer(level_named(level, offered), seed, threads)


def _stones(position: Position, *, begun: bool = True) -> StonePosition:
    if begun:
        refuse_no_move(position)
    if not isinstance(position, StonePosition):
        raise GameError(f"the levels play winning-set games, and {position.game} is none")
    return position


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
    )
