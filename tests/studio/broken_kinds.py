"""Kinds of work that go wrong on purpose; only tests register them (`WorkSettings.modules`)."""

from __future__ import annotations

import ctypes
import os
import signal
import time
from collections.abc import Mapping
from typing import Any

from kikashi.law import GameError
from kikashi.studio.work import Emit, Stop, kind

LONG = 600.0


@kind("test.echo", seconds=30)
def echo(payload: Mapping[str, Any], emit: Emit, stop: Stop) -> Mapping[str, Any]:
    return {"echo": payload, "pid": os.getpid()}


@kind("test.quick", seconds=30, quick=True, heavy=False)
def quick(payload: Mapping[str, Any], emit: Emit, stop: Stop) -> Mapping[str, Any]:
    return {"pid": os.getpid()}


@kind("test.events", seconds=30)
def events(payload: Mapping[str, Any], emit: Emit, stop: Stop) -> Mapping[str, Any]:
    for number in range(payload["count"]):
        emit("number", {"number": number})
    return {}


@kind("test.segfault", seconds=30)
def segfault(payload: Mapping[str, Any], emit: Emit, stop: Stop) -> Mapping[str, Any]:
    ctypes.string_at(0)  # as a native search with a bug would
    return {}


@kind("test.killed", seconds=30)
def killed(payload: Mapping[str, Any], emit: Emit, stop: Stop) -> Mapping[str, Any]:
    os.kill(os.getpid(), signal.SIGKILL)
    return {}


@kind("test.bug", seconds=30)
def bug(payload: Mapping[str, Any], emit: Emit, stop: Stop) -> Mapping[str, Any]:
    raise RuntimeError("secret detail")


@kind("test.refused", seconds=30)
def refused(payload: Mapping[str, Any], emit: Emit, stop: Stop) -> Mapping[str, Any]:
    raise GameError("this cannot be done")


@kind("test.memory", seconds=30)
def memory(payload: Mapping[str, Any], emit: Emit, stop: Stop) -> Mapping[str, Any]:
    hoard = []
    while True:
        hoard.append(bytearray(64 << 20))


@kind("test.huge", seconds=30)
def huge(payload: Mapping[str, Any], emit: Emit, stop: Stop) -> Mapping[str, Any]:
    return {"text": "x" * (20 << 20)}


@kind("test.polite", seconds=LONG)
def polite(payload: Mapping[str, Any], emit: Emit, stop: Stop) -> Mapping[str, Any]:
    emit("begun", {"pid": os.getpid()})
    while not stop():
        time.sleep(0.005)
    return {"so far": 1}


@kind("test.sharing", seconds=LONG, slice=0.05)
def sharing(payload: Mapping[str, Any], emit: Emit, stop: Stop) -> Mapping[str, Any]:
    return polite(payload, emit, stop)


@kind("test.early", seconds=LONG, slice=240, least=0.01)
def early(payload: Mapping[str, Any], emit: Emit, stop: Stop) -> Mapping[str, Any]:
    return polite(payload, emit, stop)


@kind("test.brief", seconds=0.1)
def brief(payload: Mapping[str, Any], emit: Emit, stop: Stop) -> Mapping[str, Any]:
    return polite(payload, emit, stop)


@kind("test.stubborn", seconds=0.1)
def stubborn(payload: Mapping[str, Any], emit: Emit, stop: Stop) -> Mapping[str, Any]:
    time.sleep(LONG)
    return {}


@kind("test.in-the-way", seconds=LONG, slice=0.05)
def in_the_way(payload: Mapping[str, Any], emit: Emit, stop: Stop) -> Mapping[str, Any]:
    return deaf(payload, emit, stop)


@kind("test.slow-to-hear", seconds=LONG, slice=0.05)
def slow_to_hear(payload: Mapping[str, Any], emit: Emit, stop: Stop) -> Mapping[str, Any]:
    polite(payload, emit, stop)
    time.sleep(payload["seconds"])
    return {"so far": 1}


@kind("test.deaf", seconds=LONG)
def deaf(payload: Mapping[str, Any], emit: Emit, stop: Stop) -> Mapping[str, Any]:
    emit("begun", {})
    time.sleep(LONG)
    return {}
