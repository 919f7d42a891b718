"""What the factory's tasks take and give on a grid, and how an answer from strangers is judged.

A certificate shows that a win is one and that none is faster. The line, the breadth and the list
of answers rest on a search and no certificate shows them all. So a wrong certificate is refused at
once, and an answer whose certificates pass still needs a second owner who gives the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from kikashi.games import room
from kikashi.grid.packing import certificate_in
from kikashi.law import Position, needed
from kikashi.proofs import RefusedError, check
from kikashi.puzzles.claims import fastest_claims
from kikashi.search.defences import no_win, others_lose
from kikashi.search.first_turns import none_but

Count = Annotated[int, Meta(ge=0, le=1 << 40)]
Turns = Annotated[int, Meta(ge=1, le=1000)]
Word = Annotated[str, Meta(max_length=40)]
Move = Annotated[str, Meta(max_length=40)]
Turn = Annotated[list[Move], Meta(max_length=20)]
Line = Annotated[list[Turn], Meta(max_length=1000)]


class Question(msgspec.Struct):
    """A position, and the nodes that the answer may cost."""

    game: Word
    position: Annotated[str, Meta(max_length=16_384)]
    options: dict[str, str]
    nodes: Annotated[int, Meta(ge=1, le=1 << 40)]
    by: Word | None = None


class ToCompare(Question, kw_only=True):
    """The length of the fastest win, and its line."""

    turns: Turns
    line: Line


class Found(msgspec.Struct):
    """A verdict without a proof: two owners must say the same."""

    verdict: Word
    turns: Turns | None
    nodes: Count


class Win(msgspec.Struct):
    """The rest is there where the verdict is a win (or, for a defence, the only one)."""

    verdict: Word
    by: Word | None = None
    turns: Turns | None = None
    line: Line = []
    answers: Line = []
    certificate: bytes | None = None
    refutation: bytes | None = None
    note: Annotated[str, Meta(max_length=1000)] = ""
    breadth: Annotated[float, Meta(ge=0, le=1e6)] = 0.0


class Compared(msgspec.Struct):
    """The first turns with when they win, and what is said of all others."""

    turns: Annotated[list[tuple[Turn, Word]], Meta(max_length=10_000)]
    candidates: Count
    unknown: Count
    reached: Word
    cut: bool
    later: Annotated[list[Count], Meta(max_length=1000)]
    refutation: bytes | None
    refuted_within: Turns | None


def judge_win(payload: Mapping[str, Any], value: Mapping[str, Any], *, method: int) -> None:
    """A win brings a certificate of just this claim, and another of what it says of faster ones.

    `method` is the class that the task searches where the question names none.
    """
    if value["verdict"] != "win":
        return
    start, side = _start(payload)
    by = payload.get("by") or room(payload["game"]).capabilities(start.options).provers[method]
    if value.get("by") != by:
        raise RefusedError(f"asked was for a win by {by}, not by {value.get('by')!r:.40}")
    won, none = fastest_claims(payload["game"], side, by, value.get("turns") or 0)
    check(certificate_in(value), claim=won, start=start)
    if value.get("refutation") is not None:
        check(certificate_in(value, "refutation"), claim=none, start=start)


def judge_compared(payload: Mapping[str, Any], value: Mapping[str, Any]) -> None:
    """Where nothing else is said to win, the certificate names these answers and no others."""
    if value["refutation"] is None:
        return
    start, side = _start(payload)
    data = certificate_in(value, "refutation")
    in_time = [stones for stones, when in value["turns"] if when == "in-time"]
    by = room(payload["game"]).capabilities(payload["options"]).provers[0]
    claim = none_but(side, by, value["refuted_within"], in_time)
    check(data, claim=claim, start=start)
    if value["refuted_within"] < payload["turns"]:
        raise RefusedError("the certificate of the answers ends before their length")


def judge_defence(payload: Mapping[str, Any], value: Mapping[str, Any]) -> None:
    """All but the one turn lose, and after it there is no win of the class."""
    if value["verdict"] != "only":
        return
    position, side = _start(payload)
    prover = needed(room(position.game).defence_prover(), position.game, "puzzles of defence")
    names = room(position.game).player_names(position.options)
    other, answers = next(name for name in names if name != side), value["answers"]
    claim = others_lose(other, value["turns"], answers)
    check(certificate_in(value), claim=claim, start=position)
    if len(answers) != 1:
        raise RefusedError(f"an only defence is one, not {len(answers)}")
    after = prover.after_defence(position, answers[0])
    claim = no_win(other, room(payload["game"]).capabilities(position.options).provers[0])
    check(certificate_in(value, "refutation"), claim=claim, start=after)


def _start(payload: Mapping[str, Any]) -> tuple[Position, str]:
    """The position, and the name of the side to move."""
    where = room(payload["game"])
    start = where.from_text(payload["position"], payload["options"])
    return start, where.player_names(payload["options"])[start.to_move]
