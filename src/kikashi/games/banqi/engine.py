"""The computer as a player: ten rungs, a thought about one position, acts worth a look."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from kikashi import _native
from kikashi.games.banqi.greedy import choose
from kikashi.games.banqi.kept_tables import table_folder
from kikashi.games.banqi.position import BanqiPosition, banqi_of
from kikashi.games.banqi.twin import native_position
from kikashi.law import CHANCE, GameError, Move, Position, View
from kikashi.search.playing import Budget, Rung, Style, Thought, kept_seconds

_BLIND = Style(forces=False)
"""Without endgame tables."""
_SEEING = Style()

# Nodes grow about threefold from rung to rung, and noise (200 make the odds e to 1) falls.
LADDER = (
    Rung(60, 1.0, Style(forces=False, most_depth=1), noise=500, variety=0),
    Rung(120, 1.0, Style(forces=False, most_depth=1), noise=250, variety=0),
    Rung(400, 1.0, Style(forces=False, most_depth=2), noise=160, variety=0),
    Rung(1_000, 1.0, Style(forces=False, most_depth=3), noise=110, variety=0),
    Rung(2_500, 1.0, _BLIND, noise=90, variety=0),
    Rung(6_000, 1.0, _SEEING, noise=60, variety=0),
    Rung(18_000, 1.0, _SEEING, noise=40, variety=0),
    Rung(50_000, 2.0, _SEEING, noise=25, variety=0),
    Rung(200_000, 2.0, _SEEING, noise=12, variety=0),
    Rung(None, 2.0, _SEEING, variety=0),
)

LOGISTIC = 200.0
"""How much of a score makes the odds e to 1: `logit_unit` of the fitted evaluation."""


@dataclass(frozen=True)
class Weighed:
    """An act with what it is worth: the chance of winning, a draw counting half."""

    move: Move
    chance: float
    value: int
    depth: int
    line: tuple[Move, ...]
    outcomes: tuple[tuple[str, int, float], ...] = ()
    """Of a flip: what may be turned up, how many of it there are, and the chance then."""


def _searched(
    law: BanqiPosition,
    budget: Budget,
    *,
    most_depth: int = 60,
    tables: bool = True,
    wide: bool = False,
    contempt: bool = False,
    mcts: bool = False,
    star2: bool = False,
    stop: Callable[[], bool] | None = None,
) -> Mapping[str, Any]:
    begun = time.monotonic()
    if law.result():
        raise GameError("the game is over; there is no turn to choose")
    if law.to_move == CHANCE:
        raise GameError("chance turns a piece up here; there is no turn to choose")
    seconds = kept_seconds(budget.seconds, begun)
    found: Mapping[str, Any] = _native.banqi_think(
        native_position(law),
        nodes=budget.nodes or 0,
        seconds=seconds,
        soft=min(budget.soft or 0.0, seconds) if seconds else budget.soft or 0.0,
        seed=budget.seed & (2**63 - 1),
        noise=budget.noise,
        most_depth=most_depth,
        tables=tables,
        wide=wide,
        contempt=contempt,
        mcts=mcts,
        star2=star2,
        folder="" if budget.nodes else table_folder(),
        progress=None if stop is None else (lambda _nodes, _seconds: not stop()),
    )
    return found


def ladder(start: Position) -> tuple[Rung, ...]:  # noqa: ARG001 - the same for all options
    """Ten rungs, weakest first."""
    return LADDER


def think(
    seen: View,
    style: Style,
    budget: Budget,
    stop: Callable[[], bool] | None = None,
    *,
    star2: bool = False,
) -> Thought:
    """Chooses an act for the side to move; `stop` is asked every few milliseconds.

    With `star2` flips are probed before they are searched; docs/reference/banqi.md says what for.
    """
    begun = time.monotonic()
    law = banqi_of(seen.position())
    found = _searched(
        law,
        budget,
        most_depth=style.most_depth,
        tables=style.forces,
        wide=budget.lines > 1,
        contempt=budget.lines == 1,
        star2=star2,
        stop=stop,
    )
    first, *others = found["candidates"]
    only = not others
    return Thought(
        moves=(first["move"],),
        reason="only" if only else "table" if found["from_table"] else "searched",
        score=first["value"],
        depth=found["depth"],
        line=_turns(law, first["line"]),
        nodes=found["nodes"],
        seconds=time.monotonic() - begun,
        refused=0,
        others=tuple(
            (other["value"], _turns(law, other["line"]))
            for other in others[: max(0, budget.lines - 1)]
        ),
    )


def _turns(law: BanqiPosition, line: list[Move]) -> tuple[tuple[Move, ...], ...]:
    """A line as far as it can be played: behind a flip nobody knows what lies there."""
    turns: list[tuple[Move, ...]] = []
    position: Position = law
    for move in line:
        if move not in position.legal_moves():
            break
        position = position.play(move)
        turns.append((move,))
        if position.to_move == CHANCE:
            break
    return tuple(turns)


def weighed(
    position: Position,
    seconds: float | None = None,
    stop: Callable[[], bool] | None = None,
    *,
    nodes: int | None = None,
) -> tuple[Weighed, ...]:
    """Every act with its expected score, the best first; of flips what each piece would mean."""
    law = banqi_of(position)
    found = _searched(law, Budget(nodes=nodes, seconds=seconds), wide=True, stop=stop)
    return tuple(
        Weighed(
            one["move"],
            one["chance"],
            one["value"],
            one["depth"],
            tuple(one["line"]),
            tuple(one["outcomes"]),
        )
        for one in found["candidates"]
    )


WIDTH = 12
"""Acts that a study follows up: the glance has looked two acts ahead."""


def candidates(seen: View, count: int) -> tuple[tuple[Move, float], ...]:
    """Acts worth a look with the mover's chances after them, at a glance: an opinion."""
    law = banqi_of(seen.position())
    found = _searched(law, Budget(nodes=20_000), most_depth=2, tables=False, wide=True)
    return tuple((one["move"], one["chance"]) for one in found["candidates"][:count])


OTHERS = ("paper000", "mcts")
"""The rules of the paper as a player (see `greedy`), and level 10's eyes behind Monte-Carlo tree
search with flips as chance nodes."""


def think_as(
    name: str,
    seen: View,
    budget: Budget,
    stop: Callable[[], bool] | None = None,
) -> Thought:
    """The turn of one of them."""
    begun = time.monotonic()
    law = banqi_of(seen.position())
    if law.result() or law.to_move == CHANCE:
        raise GameError("there is no turn to choose")
    if name == "mcts":
        found = _searched(law, budget, mcts=True, stop=stop)
        first = found["candidates"][0]
        return Thought(
            moves=(first["move"],),
            reason="searched",
            score=first["value"],
            depth=found["depth"],
            line=_turns(law, first["line"]),
            nodes=found["nodes"],
            seconds=time.monotonic() - begun,
            refused=0,
        )
    move, reason = choose(law, Random(f"{budget.seed} {law.to_text()}"))
    return Thought(
        moves=(move,),
        reason=reason,
        score=0,
        depth=1,
        line=((move,),),
        nodes=0,
        seconds=time.monotonic() - begun,
        refused=0,
    )


def refuse(name: str, start: Position) -> None:
    """GameError says why that player does not play a game with these options."""
    if banqi_of(start).settings.house_rules:
        who = "the paper's player" if name == "paper000" else "Monte-Carlo tree search"
        raise GameError(f"{who} knows the rules of contests alone")
