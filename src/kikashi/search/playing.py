"""Choosing a turn in winning-set games: forced wins first, then refusal, then tree search."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass

from kikashi import _native
from kikashi.law import GameError, Move
from kikashi.law.winning_sets import COLOURS, StonePosition, cells_of
from kikashi.search.evaluation import SetWeights
from kikashi.search.forcing import methods, principal_line
from kikashi.search.stones import native_geometry
from kikashi.search.verdict import Certificate, Verdict

RESERVE = 0.006
"""Seconds of every turn kept for what surrounds the native search."""
RESERVE_SHARE = 0.03
SURE = 990_000
"""Values beyond this are wins or losses; see native/search/values.hpp."""


@dataclass(frozen=True)
class Style:
    """What a player looks at; native/positional/player/duel.hpp says what each number does."""

    width: int = 16
    root_width: int = 40
    first_stones: int = 12
    glance: int = 60
    forces: bool = True
    partial: float = 0.2
    wary: float = 0.0
    most_depth: int = 60


@dataclass(frozen=True)
class Budget:
    """What one turn may cost. With nodes, seed and one thread it repeats itself bit by bit."""

    nodes: int | None = None
    seconds: float | None = None
    soft: float | None = None
    """No new depth is begun that may not end by then."""
    threads: int = 1
    seed: int = 0
    noise: int = 0
    """Each turn's value is changed by up to so much: what makes weak levels weak."""
    variety: int = 0
    """The same in the opening alone: what makes games differ."""
    lines: int = 1
    """How many turns get a score and a line; more than one costs strength."""


@dataclass(frozen=True)
class Thought:
    """A whole turn and why."""

    moves: tuple[Move, ...]
    reason: str
    """A catalogue key: completes-set, forced-win, searched, lost, only."""
    score: int
    """For the side to move, in the evaluation's units; beyond SURE a win or a loss."""
    depth: int
    line: tuple[tuple[Move, ...], ...]
    nodes: int
    seconds: float
    refused: int
    """Turns set aside because they lose to a forced win of the other side."""
    verdict: Verdict | None = None
    """The proof, where the turn begins a forced win."""
    others: tuple[tuple[int, tuple[tuple[Move, ...], ...]], ...] = ()
    """Scores and lines of the next best turns, where the budget asks for several lines."""


@dataclass(frozen=True)
class Rung:
    """One of the ten levels as a room sets it; `kikashi.play.levels` gives it number and name."""

    nodes: int | None
    """None: time alone ends the search."""
    seconds: float
    style: Style
    noise: int = 0
    variety: int = 12


def kept_seconds(seconds: float | None, begun: float) -> float:
    """What of a turn's time the native search may use; 0 where there is no limit."""
    if not seconds:
        return 0.0
    kept = RESERVE + RESERVE_SHARE * seconds
    return max(seconds - kept - (time.monotonic() - begun), seconds / 4)


def think(
    position: StonePosition,
    weights: SetWeights,
    style: Style,
    budget: Budget,
    stop: Callable[[], bool] | None = None,
) -> Thought:
    """Chooses a turn for the side to move; `stop` is asked every few milliseconds."""
    begun = time.monotonic()
    if position.players != 2:
        raise GameError(
            f"the computer's levels are for two players; {position.room} here has "
            f"{position.players}"
        )
    if position.is_over:
        raise GameError("the game is over; there is no turn to choose")
    seconds = kept_seconds(budget.seconds, begun)
    native_budget: dict[str, object] = {
        "nodes": budget.nodes or 0,
        "seconds": seconds,
        "soft": min(budget.soft or 0.0, seconds) if seconds else budget.soft or 0.0,
        "threads": budget.threads,
        "seed": budget.seed & (2**63 - 1),
        "noise": budget.noise,
        "variety": budget.variety,
        "lines": min(budget.lines, len(position.rules.cells)),
    }
    progress = None if stop is None else (lambda _nodes, _seconds: not stop())
    found = _native.think(
        native_geometry(position.rules),
        [list(cells_of(board)) for board in position.boards],
        position.mover,
        position.left,
        weights.rows(),
        asdict(style),
        native_budget,
        progress,
    )
    names = position.rules.cells

    def written(turns: Sequence[Sequence[int]]) -> tuple[tuple[Move, ...], ...]:
        return tuple(tuple(names[cell] for cell in turn) for turn in turns)

    return Thought(
        moves=tuple(names[cell] for cell in found["turn"]),
        reason=found["reason"],
        score=found["value"],
        depth=found["depth"],
        line=written(found["line"]),
        nodes=found["nodes"],
        seconds=time.monotonic() - begun,
        refused=found["refused"],
        verdict=_verdict(position, found) if found["answer"] == "win" else None,
        others=tuple((value, written(line)) for value, line in found["others"]),
    )


def _verdict(position: StonePosition, found: dict[str, object]) -> Verdict:
    turns, root, nodes = found["turns"], found["root"], found["proof"]
    spent, seconds = found["nodes"], found["seconds"]
    assert isinstance(turns, int)
    assert isinstance(root, int)
    assert isinstance(nodes, list)
    assert isinstance(spent, int)
    assert isinstance(seconds, float)
    side = COLOURS[position.mover]
    full, partial = methods(position)
    certificate = Certificate(position, {"kind": "win", "side": side, "turns": turns}, nodes, root)
    return Verdict(
        game=position.room,
        verdict="win",
        by=partial if found["partial"] else full,
        side=side,
        turns=turns,
        line=principal_line(certificate.proof),
        nodes=spent,
        seconds=seconds,
        ending="finished",
        certificate=certificate,
    )
