"""The task of a voter: think about a turn as one of the players of this house."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

import msgspec

from kikashi.games import room
from kikashi.grid.kinds import GoOn, task_kind
from kikashi.grid.packing import packed
from kikashi.law import Move, Position
from kikashi.play.clock import Allowance
from kikashi.protocols.levels_door import Stop, choose_turn, make_player
from kikashi.search.playing import SURE

VOTE = "play.vote"

MOST_TURNS = 1_000
"""Of a ballot."""
Turn = tuple[Move, ...]
Names = list[Annotated[str, msgspec.Meta(max_length=16)]]


class Seat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a voter is asked."""

    game: Annotated[str, msgspec.Meta(max_length=40)]
    position: Annotated[str, msgspec.Meta(max_length=16_384)]
    options: Annotated[dict[str, str], msgspec.Meta(max_length=16)]
    player: Annotated[str, msgspec.Meta(max_length=40)]
    seconds: Annotated[float, msgspec.Meta(gt=0, le=3_600)]
    seed: Annotated[int, msgspec.Meta(ge=0, lt=1 << 31)] = 0
    among: Annotated[list[Names], msgspec.Meta(max_length=1_000)] = []
    """Only these turns are judged; none: the whole position."""
    nodes: Annotated[int, msgspec.Meta(gt=0)] | None = None
    """At most so many, shared among the turns to judge; a limit that a busy machine keeps too."""


class Ballot(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a voter says: turns, each with its weight and what it is worth to the side to move."""

    turns: Annotated[list[tuple[Names, float, float]], msgspec.Meta(min_length=1, max_length=1_000)]
    reason: Annotated[str, msgspec.Meta(max_length=40)]
    nodes: int
    depth: int
    certificate: bytes | None = None
    """The proof that the side to move wins with the first turn named, where there is one."""


@task_kind(VOTE, version=2, payload=Seat, value=Ballot, opinion=True)
def vote(payload: Mapping[str, Any], go_on: GoOn) -> Mapping[str, Any]:
    """Thinks about a turn as one of the players of this house."""
    position = room(payload["game"]).from_text(payload["position"], payload["options"])
    player = make_player(position, payload["player"], payload.get("seed", 0))
    stop = _Wanted(go_on)
    among = payload.get("among") or []
    if among:
        share = _allowance(payload, len(among))
        judged = [_judge(position, tuple(turn), player, share, stop) for turn in among]
        best = max(judged, key=lambda ballot: ballot[1])
        nodes = sum(ballot[2] for ballot in judged)
        return _ballot(best[0], best[1], reason="searched", nodes=nodes, depth=0)
    found = choose_turn(player, position.view_of_mover(), _allowance(payload), stop)
    score = 0.0 if found.score is None else float(found.score)
    proof = found.verdict.certificate if found.verdict is not None else None
    if found.visits and proof is None:
        # A search that counts visits gives all of them: its root statistics.
        turns = [[list(turn), float(visits), float(worth)] for turn, visits, worth in found.visits]
        return {
            "turns": turns[:MOST_TURNS],
            "reason": found.reason,
            "nodes": found.nodes,
            "depth": found.depth,
        }
    return _ballot(
        found.moves,
        score,
        reason=found.reason,
        nodes=found.nodes,
        depth=found.depth,
        certificate=None if proof is None else packed(proof),
    )


class _Wanted(Stop):
    """Asks the grid whether the answer is still wanted."""

    def __init__(self, go_on: GoOn) -> None:
        super().__init__()
        self._go_on = go_on

    def is_set(self) -> bool:
        return super().is_set() or self._go_on(0, 0.0) is False


def _allowance(payload: Mapping[str, Any], turns: int = 1) -> Allowance:
    nodes = payload.get("nodes")
    share = None if nodes is None else max(1, nodes // turns)
    return Allowance(payload["seconds"] / turns, nodes=share)


def _judge(
    position: Position, turn: Turn, player: Any, share: Allowance, stop: Stop
) -> tuple[Turn, float, int]:
    """A root turn and its worth, by what the other side makes of it."""
    after = position.play_all(turn)
    result = after.result()
    if result is not None:
        return turn, float(SURE * result.payoffs[position.to_move]), 0
    answer = choose_turn(player, after.view_of_mover(), share, stop)
    return turn, -float(answer.score or 0), answer.nodes


def _ballot(turn: Turn, value: float, **more: Any) -> dict[str, Any]:
    return {"turns": [[list(turn), 1.0, value]], **more}
