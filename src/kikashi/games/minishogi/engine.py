"""The computer as a player: ten rungs, a thought about one position, moves worth a look."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cache
from importlib import resources

from kikashi import _native
from kikashi.games.minishogi.claims import SIDES
from kikashi.games.minishogi.rules import MinishogiPosition, minishogi_of
from kikashi.games.minishogi.twin import native_position
from kikashi.law import GameError, Move, Position, View
from kikashi.search.playing import Budget, Rung, Style, Thought, kept_seconds
from kikashi.search.verdict import Certificate, Verdict

EVALUATIONS = ("network", "paper")
"""Ours, fitted by games of the player against itself, and the values of paper 000."""
WEIGHTS = "network.bin"
SMALL_TABLE = 4 << 20
LARGE_TABLE = 64 << 20


@dataclass(frozen=True)
class MinishogiStyle(Style):
    """What a player of minishogi looks at, and what it believes of quiet positions."""

    evaluation: str = "network"


_BLIND = MinishogiStyle(forces=False)
_SEEING = MinishogiStyle()

# Nodes grow about threefold from rung to rung, and noise (in units of the evaluation: 400 are the
# odds e to 1) falls. The lower rungs see two plies at most and no mates but those of the tree.
LADDER = (
    Rung(40, 1.0, replace(_BLIND, most_depth=1), noise=900),
    Rung(80, 1.0, replace(_BLIND, most_depth=1), noise=450),
    Rung(200, 1.0, replace(_BLIND, most_depth=2), noise=300),
    Rung(500, 1.0, replace(_BLIND, most_depth=2), noise=180),
    Rung(1_000, 1.0, _SEEING, noise=150),
    Rung(3_000, 1.0, _SEEING, noise=100),
    Rung(10_000, 1.0, _SEEING, noise=60),
    Rung(30_000, 2.0, _SEEING, noise=40),
    Rung(100_000, 2.0, _SEEING, noise=20),
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
    return resources.files(__package__).joinpath(WEIGHTS).read_bytes()


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
    if law.result():
        raise GameError("the game is over; there is no turn to choose")
    evaluation = style.evaluation if isinstance(style, MinishogiStyle) else "network"
    timed = budget.nodes is None
    seat = _seat(evaluation, law.options["repetition"], LARGE_TABLE if timed else SMALL_TABLE)
    seat.sit(law, keep=timed)
    seconds = kept_seconds(budget.seconds, begun)
    opening = law.sfen.number <= OPENING_PLIES
    found = seat.player.think(
        native_position(law),
        nodes=budget.nodes or 0,
        seconds=seconds,
        soft=min(budget.soft or 0.0, seconds) if seconds else budget.soft or 0.0,
        seed=budget.seed & (2**63 - 1),
        noise=max(budget.noise, budget.variety if opening else 0),
        most_depth=style.most_depth,
        mates=style.forces,
        progress=None if stop is None else (lambda _nodes, _seconds: not stop()),
    )
    return Thought(
        moves=(found["move"],),
        reason=found["reason"],
        score=found["value"],
        depth=found["depth"],
        line=tuple((move,) for move in found["line"]),
        nodes=found["nodes"],
        seconds=time.monotonic() - begun,
        refused=0,
        verdict=_verdict(law, found) if found["reason"] == "forced-win" else None,
    )


def _verdict(law: MinishogiPosition, found: dict[str, object]) -> Verdict:
    turns, proof, line = found["turns"], found["proof"], found["line"]
    nodes, seconds = found["nodes"], found["seconds"]
    assert isinstance(turns, int)
    assert isinstance(proof, list)
    assert isinstance(line, list)
    assert isinstance(nodes, int)
    assert isinstance(seconds, float)
    side = SIDES[law.to_move]
    claim = {"kind": "mate", "side": side, "by": "checks", "turns": turns}
    return Verdict(
        game="minishogi",
        verdict="win",
        by="checks",
        side=side,
        turns=turns,
        line=tuple((move,) for move in line),
        nodes=nodes,
        seconds=seconds,
        ending="finished",
        certificate=Certificate(law, claim, proof, len(proof) - 1),
    )


def candidates(seen: View, count: int) -> tuple[tuple[Move, float], ...]:
    """Moves worth a look with the mover's chances after them, at a glance: an opinion."""
    law = minishogi_of(seen.position())
    seat = _seat("network", law.options["repetition"], SMALL_TABLE)
    found = []
    for move in law.legal_moves():
        after = law.play(move)
        result = after.result()
        if result is not None:
            share = 0.5 + result.payoffs[law.to_move] / 2
        else:
            value = -seat.player.evaluate(native_position(after))
            share = 1 / (1 + math.exp(-value / LOGISTIC))
        found.append((move, share))
    return tuple(sorted(found, key=lambda one: (-one[1], one[0]))[:count])
