"""The family's computer player: the ladder, forced wins first, then refusal, then tree search."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from kikashi import _native
from kikashi.games import room
from kikashi.law import GameError, Move, Position, View
from kikashi.law.winning_set_room import stones_of
from kikashi.law.winning_sets import COLOURS, StonePosition, cells_of
from kikashi.search.playing import Budget, Rung, Style, Thought, kept_seconds
from kikashi.search.verdict import Certificate, Verdict
from kikashi.stones import paper_flow
from kikashi.stones.evaluation import SetWeights, general_weights
from kikashi.stones.forcing import methods, principal_line
from kikashi.stones.glance import WIDTH, candidates, opening_moves, quick
from kikashi.stones.twin import native_geometry


@dataclass(frozen=True)
class StoneStyle(Style):
    """native/positional/player/duel.hpp says what each number does."""

    width: int = 16
    root_width: int = 40
    first_stones: int = 12
    glance: int = 60
    threat_nodes: int = 0
    partial: float = 0.2
    wary: float = 0.0
    learned: bool = False
    """Judges by the net of the room's line patterns, where there is one, and prunes by it."""


_BLIND = StoneStyle(width=6, root_width=12, first_stones=6, glance=0, forces=False, partial=0.0)
_SHORT = StoneStyle(width=10, root_width=24, first_stones=8, glance=20, partial=0.0)
_KEEN = replace(_SHORT, partial=0.1)
_SHARP = replace(_SHORT, partial=0.2)
# By matches of 40 games each. One stone a turn: Gomoku likes a width of 10 (60% against 16), not 24
# (42%), and looking out for the opponent's wins with free stones (62%). Two stones: Connect6 likes
# neither 10 (37%) nor 30 (42%), and less time for wins with free stones (62% with none); of glances
# of 20, 60 and 150 nodes 20 lose to 60 (37% of 80 games at 0.1 s) and 150 beat it (57% of 80).
_FULL_ONE = StoneStyle(width=12, partial=0.15, wary=0.1, learned=True)
_FULL_MORE = StoneStyle(width=16, glance=150, partial=0.05, wary=0.12)

# Node budgets double or so from level to level, and noise halves. The top of the ladder must still
# fit, level by level, into 0.05 s a turn on one slow core, where the levels are measured against
# each other (bench/bench_players.py). Noise is in units of the evaluation: a hundredth of a logit.
LADDER = (
    Rung(20, 1.0, replace(_BLIND, most_depth=1), noise=500),
    Rung(40, 1.0, replace(_BLIND, most_depth=1), noise=200),
    Rung(60, 1.0, replace(_BLIND, most_depth=2), noise=120),
    Rung(120, 1.0, replace(_BLIND, most_depth=2), noise=60),
    Rung(120, 1.0, replace(_SHORT, glance=8), noise=90),
    Rung(240, 1.0, _SHORT, noise=60),
    Rung(480, 1.0, _SHORT, noise=45),
    Rung(900, 2.0, _KEEN, noise=32),
    Rung(1_600, 2.0, _SHARP, noise=20),
    Rung(None, 2.0, _FULL_ONE, variety=3),
)


def ladder(start: Position) -> tuple[Rung, ...]:
    """Ten rungs; a room may blur them otherwise (`NOISE` in its weights): mistakes cost more."""
    full = _FULL_ONE if stones_of(start).rules.stones == 1 else _FULL_MORE
    noise = _own(start, "NOISE") or tuple(rung.noise for rung in LADDER)
    return tuple(
        replace(rung, noise=blur, style=rung.style if rung.nodes else full)
        for rung, blur in zip(LADDER, noise, strict=True)
    )


def weights(position: Position) -> SetWeights:
    """What sets are worth: fitted in the room's module `weights`, or the general values."""
    stones = stones_of(position)
    fitted: Callable[[StonePosition], SetWeights] | None = _own(stones, "weights")
    return general_weights(stones.rules) if fitted is None else fitted(stones)


def _own(position: Position, name: str) -> Any:
    """Something of the room's module `weights`; None where it has none."""
    home = room(position.game)
    return getattr(home.part("weights"), name, None) if home.has_part("weights") else None


SHARES = True
OTHERS = ("meinstein", "mcts", "puct")
"""Paper 003's player, by its evaluation; level 10's by Monte-Carlo tree search; a learned net of
cells behind PUCT, where the room has one."""
_BY_MCTS = StoneStyle(glance=60, partial=0.0)


def refuse(name: str, start: Position) -> None:
    """The paper's patterns know one kind of game."""
    if name == "meinstein":
        paper_flow.refuse(stones_of(start))
    elif stones_of(start).players != 2:
        raise GameError("Monte-Carlo tree search plays games of two")
    elif name == "puct" and weights(start).cells is None:
        raise GameError(
            "puct plays by a net that was learned from games; there is none for these rules"
        )


def think_as(
    name: str,
    seen: View,
    budget: Budget,
    stop: Callable[[], bool] | None = None,
) -> Thought:
    """A turn by the paper's decision flow, by Monte-Carlo tree search or by PUCT."""
    stones = stones_of(seen.position())
    if name == "mcts":
        return search(stones, weights(stones), _BY_MCTS, budget, stop, mcts=True)
    if name == "puct":
        return search(stones, weights(stones), _FULL_MORE, budget, stop, by_cells=True)
    return paper_flow.think(stones, budget.seconds, stop)


def think(
    seen: View, style: Style, budget: Budget, stop: Callable[[], bool] | None = None
) -> Thought:
    """Chooses a turn for the side to move; `stop` is asked every few milliseconds."""
    stones = stones_of(seen.position())
    return search(stones, weights(stones), style, budget, stop)


def search(
    position: StonePosition,
    weights: SetWeights,
    style: Style,
    budget: Budget,
    stop: Callable[[], bool] | None = None,
    *,
    mcts: bool = False,
    by_cells: bool = False,
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
    progress = None if stop is None else (lambda _nodes, _seconds: not stop())
    found = _native.think(
        native_geometry(position.rules),
        [list(cells_of(board)) for board in position.boards],
        position.mover,
        position.left,
        weights.rows(),
        style=asdict(style),
        nodes=budget.nodes or 0,
        seconds=seconds,
        soft=min(budget.soft or 0.0, seconds) if seconds else budget.soft or 0.0,
        threads=budget.threads,
        seed=budget.seed & (2**63 - 1),
        noise=budget.noise,
        variety=budget.variety,
        lines=min(budget.lines, len(position.rules.cells)),
        progress=progress,
        net=weights.net if isinstance(style, StoneStyle) and style.learned else None,
        mcts=mcts,
        share=budget.share,
        cells=weights.cells if by_cells else None,
    )
    names = position.rules.cells

    def written(turns: Sequence[Sequence[int]]) -> tuple[tuple[Move, ...], ...]:
        return tuple(tuple(names[cell] for cell in turn) for turn in turns)

    return Thought(
        moves=tuple(names[cell] for cell in found.turn),
        reason=found.reason,
        score=found.value,
        depth=found.depth,
        line=written(found.line),
        nodes=found.nodes,
        seconds=time.monotonic() - begun,
        refused=found.refused,
        verdict=_verdict(position, found) if found.wins else None,
        others=tuple((value, written(line)) for value, line in found.others),
        depths=tuple(
            (depth, tuple(names[cell] for cell in turn), value)
            for depth, turn, value in found.iterations
        ),
    )


def _verdict(position: StonePosition, found: _native.Answered) -> Verdict:
    turns, root, nodes = found.turns, found.root, found.proof
    side = COLOURS[position.mover]
    full, partial = methods(position)
    certificate = Certificate(position, {"kind": "win", "side": side, "turns": turns}, nodes, root)
    return Verdict(
        game=position.room,
        verdict="win",
        by=partial if found.partial else full,
        side=side,
        turns=turns,
        line=principal_line(certificate.proof),
        nodes=found.nodes,
        seconds=found.seconds,
        ending="finished",
        certificate=certificate,
    )


__all__ = [
    "LADDER",
    "OTHERS",
    "SHARES",
    "WIDTH",
    "StoneStyle",
    "candidates",
    "ladder",
    "opening_moves",
    "quick",
    "refuse",
    "search",
    "think",
    "think_as",
    "weights",
]
