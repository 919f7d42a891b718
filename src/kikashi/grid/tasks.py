"""The kinds of tasks that belong to the grid itself: echo, a pause, one position, an engine."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Annotated, Any

import msgspec

from kikashi.games import room
from kikashi.grid.adapters import Answer, Question
from kikashi.grid.contract import ENGINE, Task
from kikashi.grid.engines import rack_in_reach
from kikashi.grid.kinds import GoOn, task_kind
from kikashi.grid.packing import certificate_in, packed
from kikashi.proofs import Checked, RefusedError, Win, check
from kikashi.search import Limits, solve

TICK = 0.05
"""Seconds between two looks at whether a pause is still wanted."""


class Echo(msgspec.Struct):
    """Any small value, and where to add one."""

    number: int
    text: Annotated[str, msgspec.Meta(max_length=10_000)] = ""


@task_kind("grid.echo", payload=Echo, value=Echo)
def echo(payload: Mapping[str, Any], _go_on: GoOn) -> Mapping[str, Any]:
    """Gives the payload back: the smallest task there is, to measure the grid with."""
    return {"number": payload["number"], "text": payload.get("text", "")}


class Pause(msgspec.Struct):
    """How long, and a number that tells pauses apart."""

    seconds: Annotated[float, msgspec.Meta(ge=0, le=86_400)]
    number: int = 0


class Paused(msgspec.Struct):
    """The number again."""

    number: int


@task_kind("grid.pause", payload=Pause, value=Paused)
def pause(payload: Mapping[str, Any], go_on: GoOn) -> Mapping[str, Any]:
    """Sleeps as long as a recorded task took: replays a load without its work."""
    end = time.monotonic() + payload["seconds"]
    while (left := end - time.monotonic()) > 0 and go_on(0, 0.0) is not False:
        time.sleep(min(TICK, left))
    return {"number": payload.get("number", 0)}


class ToSolve(msgspec.Struct):
    """A position and a bound on the search; nodes, so that every machine finds the same."""

    game: Annotated[str, msgspec.Meta(max_length=40)]
    position: Annotated[str, msgspec.Meta(max_length=16_384)]
    nodes: Annotated[int, msgspec.Meta(ge=1, le=1 << 40)]
    options: dict[str, str] = {}
    by: str | None = None
    memory: Annotated[int, msgspec.Meta(ge=1 << 20, le=1 << 36)] = 1 << 28
    extras: dict[str, int | bool] = {}


class Solved(msgspec.Struct):
    """A verdict as `kikashi solve --json` gives it, and the packed certificate of a win."""

    verdict: dict[str, Any]
    certificate: bytes | None


def judge_solved(payload: Mapping[str, Any], value: Mapping[str, Any]) -> Checked | None:
    """A win must bring a certificate of just this claim about just this position and its mover."""
    verdict = value["verdict"]
    if verdict.get("verdict") != "win":
        return None
    where = room(payload["game"])
    start = where.from_text(payload["position"], payload.get("options", {}))
    side, turns = where.player_names(start.options)[start.to_move], verdict.get("turns")
    if verdict.get("side") != side or type(turns) is not int or turns < 1:
        raise RefusedError(f"a win is one of {side}, who is to move, in a number of turns")
    return check(certificate_in(value), start=start, claim=Win(side, turns))


@task_kind("solve", version=2, payload=ToSolve, value=Solved, judge=judge_solved)
def solve_position(payload: Mapping[str, Any], go_on: GoOn) -> Mapping[str, Any]:
    """Is there a win, and its certificate."""
    position = room(payload["game"]).from_text(payload["position"], payload.get("options", {}))
    limits = Limits(nodes=payload["nodes"], memory=payload.get("memory", 1 << 28))
    extras = payload.get("extras", {})
    verdict = solve(position, payload.get("by"), limits, progress=go_on, **extras)
    told = verdict.to_json()
    told["seconds"] = 0.0  # two machines never take the same time; the grid keeps its own
    proof = verdict.certificate
    if told["verdict"] == "win" and proof is None:  # nobody would believe it
        told = {**told, "verdict": "unknown", "note": "a win was found, without a certificate"}
    return {"verdict": told, "certificate": None if proof is None else packed(proof)}


@task_kind("engine.move", payload=Question, value=Answer, opinion=True)
def engine_move(payload: Mapping[str, Any], go_on: GoOn) -> Mapping[str, Any]:
    """One question to a resident outside engine."""
    return rack_in_reach().ask(payload, go_on)


def engine_task(engine: str, **question: Any) -> Task:
    """A task for an engine, with what it needs."""
    needs = (f"{ENGINE}{engine}",)
    seconds = float(question.get("seconds", 5.0))
    return Task("engine.move", {"engine": engine, **question}, needs=needs, seconds=seconds + 30)
