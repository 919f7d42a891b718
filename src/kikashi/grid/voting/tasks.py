"""The tasks of those who think about one turn: a voter's, and a share of the turns at the root."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

import msgspec

from kikashi.games import room
from kikashi.grid.contract import TaskError
from kikashi.grid.kinds import GoOn, task_kind
from kikashi.grid.packing import packed
from kikashi.grid.voting.proving import proved_turn
from kikashi.law import GameError, Move, Position
from kikashi.play.clock import Allowance
from kikashi.play.levels import LevelPlayer
from kikashi.proofs import Checked
from kikashi.protocols.levels_door import Stop, choose_turn, make_player
from kikashi.protocols.thinking import legal_turn
from kikashi.search.playing import SURE

VOTE = "play.vote"
SHARE = "play.share"

HIGHEST = 1_000_000
"""What a win is worth; see native/search/values.hpp."""
MOST_NODES = 1 << 40
DEEPEST = 128
"""No search of ours goes deeper; see native/search/alphabeta.hpp."""
NO_CLOCK = 3_600.0
"""Seconds: a share ends by its nodes, so that two machines say the same; the task has a limit."""

MOST_TURNS = 1_000
"""Of a ballot."""
Turn = tuple[Move, ...]
Names = Annotated[list[Annotated[str, msgspec.Meta(max_length=16)]], msgspec.Meta(max_length=64)]
# Bounds also keep out what is no number: added to an honest weight it would take all of it away.
Weight = Annotated[float, msgspec.Meta(ge=0, le=1e12)]
Value = Annotated[float, msgspec.Meta(ge=-1e9, le=1e9)]
Count = Annotated[int, msgspec.Meta(ge=0, le=MOST_NODES)]


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

    turns: Annotated[
        list[tuple[Names, Weight, Value]], msgspec.Meta(min_length=1, max_length=MOST_TURNS)
    ]
    reason: Annotated[str, msgspec.Meta(max_length=40)]
    nodes: Count
    depth: Annotated[int, msgspec.Meta(ge=0, le=1_000)]
    certificate: bytes | None = None
    """The proof that the side to move wins with the first turn named, where there is one."""


@task_kind(VOTE, version=2, payload=Seat, value=Ballot, opinion=True)
def vote(payload: Mapping[str, Any], go_on: GoOn) -> Mapping[str, Any]:
    """Thinks about a turn as one of the players of this house."""
    position = room(payload["game"]).from_text(payload["position"], payload["options"])
    player = make_player(position, payload["player"], payload.get("seed", 0), book=False)
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


class Share(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Of the turns at the root those at this place of so many, as a level sees them."""

    game: Annotated[str, msgspec.Meta(max_length=40)]
    position: Annotated[str, msgspec.Meta(max_length=16_384)]
    options: Annotated[dict[str, str], msgspec.Meta(max_length=16)]
    player: Annotated[str, msgspec.Meta(max_length=40)]
    nodes: Annotated[int, msgspec.Meta(gt=0, le=MOST_NODES)]
    place: Annotated[int, msgspec.Meta(ge=0, lt=1_024)]
    places: Annotated[int, msgspec.Meta(ge=1, le=1_024)]
    seed: Annotated[int, msgspec.Meta(ge=0, lt=1 << 31)] = 0


Worth = Annotated[int, msgspec.Meta(ge=-HIGHEST, le=HIGHEST)]
Depth = Annotated[int, msgspec.Meta(ge=1, le=DEEPEST)]


class Shared(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a share found: its best turn at each complete depth, and what it likes in the end."""

    turn: Names
    value: Worth
    depths: Annotated[list[tuple[Depth, Names, Worth]], msgspec.Meta(max_length=DEEPEST)]
    reason: Annotated[str, msgspec.Meta(max_length=40)]
    nodes: Count
    certificate: bytes | None = None
    """The proof that the side to move wins with the turn, where there is one."""


def judge_share(payload: Mapping[str, Any], value: Mapping[str, Any]) -> Checked | None:
    """Refuses what no search says; a win by its certificate, the rest is for a quorum."""
    position = room(payload["game"]).from_text(payload["position"], payload["options"])
    found = msgspec.convert(value, Shared)
    depths = [depth for depth, _, _ in found.depths]
    if depths != sorted(set(depths)):
        raise GameError("the depths of a share go up")
    for turn in {tuple(found.turn), *(tuple(turn) for _, turn, _ in found.depths)}:
        if legal_turn(position, turn) is None:
            raise GameError("a share names a turn that is not legal")
    if found.certificate is None:
        return None
    if found.depths or found.nodes:
        raise GameError("a share with a certificate says nothing that the certificate does not")
    return proved_turn(position, found.certificate, tuple(found.turn))[0]


@task_kind(SHARE, payload=Share, value=Shared, judge=judge_share)
def share(payload: Mapping[str, Any], go_on: GoOn) -> Mapping[str, Any]:
    """Searches a share of the turns at the root; equal payloads give equal values."""
    position = room(payload["game"]).from_text(payload["position"], payload["options"])
    player = make_player(position, payload["player"], payload.get("seed", 0), book=False)
    place, places = payload["place"], payload["places"]
    if not isinstance(player, LevelPlayer) or room(position.game).shared_engine() is None:
        raise TaskError(f"{payload['player']!r} of {position.game} does not search by shares")
    if place >= places:
        raise TaskError(f"there is no place {place} of {places}; the first is 0")
    found = player.choose_turn(
        position.view_of_mover(),
        NO_CLOCK,
        _Wanted(go_on),
        nodes=payload["nodes"],
        share=(place, places),
    )
    told = {"turn": list(found.moves), "value": found.score or 0, "reason": found.reason}
    proof = found.verdict.certificate if found.verdict is not None else None
    if proof is not None:
        return {**told, "depths": [], "nodes": 0, "certificate": packed(proof)}
    depths = [[depth, list(turn), value] for depth, turn, value in found.depths]
    return {**told, "depths": depths, "nodes": found.nodes}


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
