"""Kinds of tasks for tests: well-behaved ones, and those that hang, crash, lie or talk rubbish."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Mapping
from typing import Annotated, Any

import msgspec

from kikashi.grid.kinds import CheckedFile, GoOn, task_kind
from kikashi.law import GameError


class Number(msgspec.Struct):
    number: Annotated[int, msgspec.Meta(ge=-(1 << 40), le=1 << 40)]


class Value(msgspec.Struct):
    value: int


@task_kind("odd.double", payload=Number, value=Value)
def double(payload: Mapping[str, Any], _go_on: GoOn) -> Mapping[str, Any]:
    return {"value": payload["number"] * 2 + lies()}


def lies() -> int:
    """1 at a lying volunteer: it has one of these in its environment, and nobody else has."""
    when = os.environ.get("KIKASHI_TEST_LIE_WHEN", "")
    if when:  # it lies once this file is there
        return int(os.path.exists(when))  # noqa: PTH110
    return int(os.environ.get("KIKASHI_TEST_LIE", "0"))


class Proof(msgspec.Struct):
    factors: list[int]


def judge_factors(payload: Mapping[str, Any], value: Mapping[str, Any]) -> CheckedFile:
    product = 1
    for factor in value["factors"]:
        if factor < 2:
            raise GameError(f"{factor} is no factor")
        product *= factor
    if product != payload["number"]:
        raise GameError(f"the product is {product}, not {payload['number']}")
    return CheckedFile("the factors multiply to the number")


@task_kind("odd.factors", payload=Number, value=Proof, judge=judge_factors)
def factors(payload: Mapping[str, Any], _go_on: GoOn) -> Mapping[str, Any]:
    number, found, divisor = payload["number"], [], 2
    while number > 1:
        while number % divisor == 0:
            found.append(divisor)
            number //= divisor
        divisor += 1
    if os.environ.get("KIKASHI_TEST_LIE"):
        found.append(1)
    return {"factors": found}


@task_kind("odd.refuse")
def refuse(payload: Mapping[str, Any], _go_on: GoOn) -> Mapping[str, Any]:
    raise GameError(f"there is no number {payload['number']} here")


@task_kind("odd.wait")
def wait(payload: Mapping[str, Any], go_on: GoOn) -> Mapping[str, Any]:
    """Until it is told to stop."""
    while go_on(0, 0.0):
        time.sleep(0.01)
    return {"stopped": True, **payload}


@task_kind("odd.deaf")
def deaf(payload: Mapping[str, Any], _go_on: GoOn) -> Mapping[str, Any]:
    """Does not hear that it should stop."""
    time.sleep(payload["seconds"])
    return {}


@task_kind("odd.crash")
def crash(payload: Mapping[str, Any], _go_on: GoOn) -> Mapping[str, Any]:
    """Takes its process with it, as a fault in native code would."""
    os.kill(os.getpid(), signal.SIGSEGV)
    return dict(payload)


@task_kind("odd.crash-once")
def crash_once(payload: Mapping[str, Any], _go_on: GoOn) -> Mapping[str, Any]:
    """Dies the first time on this machine; the file says whether it was here."""
    mark = os.path.join(os.environ["KIKASHI_TEST_MARKS"], f"mark-{payload['number']}")  # noqa: PTH118
    if not os.path.exists(mark):  # noqa: PTH110
        with open(mark, "wb"):  # noqa: PTH123
            pass
        os.kill(os.getpid(), signal.SIGKILL)
    return {"value": payload["number"] * 2}


@task_kind("odd.rubbish", value=Value)
def rubbish(_payload: Mapping[str, Any], _go_on: GoOn) -> Mapping[str, Any]:
    """Its value does not fit the schema."""
    return {"value": "rubbish"}


@task_kind("odd.large")
def large(payload: Mapping[str, Any], _go_on: GoOn) -> Mapping[str, Any]:
    """A value that fits no message."""
    return {"data": bytes(range(256)) * (payload["bytes"] // 256)}


@task_kind("odd.greedy")
def greedy(payload: Mapping[str, Any], _go_on: GoOn) -> Mapping[str, Any]:
    """Takes memory."""
    data = bytearray(payload["bytes"])
    for place in range(0, len(data), 4096):
        data[place] = 1
    return {"bytes": len(data)}
