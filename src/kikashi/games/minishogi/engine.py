"""The computer as a player: ten rungs, a thought about one position, moves worth a look."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from random import Random

from kikashi import _native
from kikashi.games.minishogi.claims import SIDES
from kikashi.games.minishogi.rules import MinishogiPosition, minishogi_of
from kikashi.games.minishogi.twin import native_position
from kikashi.law import Move, Position, View
from kikashi.pieces.playing import asked_of, at_a_glance, at_once, must_go_on, thought_of
from kikashi.search.playing import Budget, Rung, Style, Thought
from kikashi.search.weights import weights_from

WEIGHTS = "network.bin"
SMALL_TABLE = 4 << 20
LARGE_TABLE = 64 << 20


@dataclass(frozen=True)
class MinishogiStyle(Style):
    """What a player of minishogi looks at, and what it believes of quiet positions."""

    evaluation: str = "network"
    """`network`: ours, fitted by its own games; `paper`: the values of paper 000."""


_BLIND = MinishogiStyle(forces=False)
_SEEING = MinishogiStyle()

# Set by matches of each rung with the one below (docs/reference/minishogi.md). Nodes grow two- or
# threefold from rung to rung, and noise (in units of the evaluation: 400 are the odds e to 1) falls
# where the way of looking stays the same. The lower rungs see three plies at most, and no mates but
# those of the tree.
LADDER = (
    Rung(60, 1.0, replace(_BLIND, most_depth=1), noise=700),
    Rung(80, 1.0, replace(_BLIND, most_depth=1), noise=425),
    Rung(150, 1.0, replace(_BLIND, most_depth=1), noise=380),
    Rung(300, 1.0, replace(_BLIND, most_depth=2), noise=245),
    Rung(700, 1.0, replace(_BLIND, most_depth=3), noise=80),
    Rung(1_800, 1.0, _SEEING, noise=215),
    Rung(4_500, 1.0, _SEEING, noise=140),
    Rung(12_000, 2.0, _SEEING, noise=85),
    Rung(40_000, 2.0, _SEEING, noise=40),
    Rung(None, 2.0, _SEEING),
)
PAPER = Rung(None, 2.0, replace(_SEEING, evaluation="paper"))
"""The same search with the evaluation of the paper."""
OPENING_PLIES = 12
"""Variety ends after so many plies of a game."""
LOGISTIC = 400.0
"""Hundredths of a pawn that make the odds e to 1."""


@cache
def weights() -> bytes:
    """The network as bench/minishogi/fit made it."""
    return weights_from(Path(__file__).parent / WEIGHTS)


@dataclass
class _Seat:
    """A native player, and the game that its table knows."""

    player: _native.MinishogiPlayer
    last: MinishogiPosition | None = field(default=None)

    def sit(self, law: MinishogiPosition, *, keep: bool) -> None:
        """Forgets unless the position follows from the one before."""
        if not (keep and self.last is not None and _follows(law, self.last)):
            self.player.forget()
        self.last = law


def _follows(law: MinishogiPosition, before: MinishogiPosition) -> bool:
    known = (*before.past, (before.board, before.hands))
    here = (*law.past, (law.board, law.hands))
    return here[: len(known)] == known


_seats = threading.local()


def _seat(evaluation: str, repetition: str, table_bytes: int) -> _Seat:
    """This thread's player of a kind: tables are large, and making one costs time."""
    made: dict[tuple[str, str, int], _Seat] = _seats.__dict__.setdefault("made", {})
    kind = (evaluation, repetition, table_bytes)
    if kind not in made:
        network = weights() if evaluation == "network" else None
        made[kind] = _Seat(_native.MinishogiPlayer(network, repetition == "draw", table_bytes))
    return made[kind]


def ladder(start: Position) -> tuple[Rung, ...]:  # noqa: ARG001 - the same for all options
    """Ten rungs, weakest first."""
    return LADDER


def think(
    seen: View, style: Style, budget: Budget, stop: Callable[[], bool] | None = None
) -> Thought:
    """Chooses a move for the side to move; `stop` is asked every few milliseconds.

    With a limit of nodes the same question gets the same answer. Without one the table is kept
    from move to move of a game.
    """
    begun = time.monotonic()
    law = minishogi_of(seen.position())
    must_go_on(law)
    evaluation = style.evaluation if isinstance(style, MinishogiStyle) else "network"
    timed = budget.nodes is None
    seat = _seat(evaluation, law.options["repetition"], LARGE_TABLE if timed else SMALL_TABLE)
    seat.sit(law, keep=timed)
    found = seat.player.think(
        native_position(law),
        **asked_of(style, budget, begun, stop, opening=law.sfen.number <= OPENING_PLIES),
    )
    return thought_of(law, SIDES[law.to_move], found, begun)


WIDTH = 40
"""A glance does not see what is taken back: a study follows nearly every move up."""


def candidates(seen: View, count: int) -> tuple[tuple[Move, float], ...]:
    """Moves worth a look with the mover's chances after them, at a glance: an opinion."""
    law = minishogi_of(seen.position())
    seat = _seat("network", law.options["repetition"], SMALL_TABLE)

    def value(after: MinishogiPosition) -> float:
        return seat.player.evaluate(native_position(after))

    return at_a_glance(law, value, LOGISTIC, count)


def quick(seen: View, random: Random) -> tuple[Move, str]:
    """A move that looks best one turn ahead."""
    return at_once(candidates(seen, WIDTH), random)
