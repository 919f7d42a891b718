"""The registry of task kinds: what a task of a kind does, takes and gives, and how it is judged.

A kind is registered where its code lives, by decoration. Packages that have kinds for the grid keep
them in a module `tasks` (`kikashi.puzzles.tasks`), which `load_kinds` finds; KIKASHI_TASKS names
further modules, by the will of whoever owns the machine. The studio's own (`studio.work`) are here
too, with what they may cost, and only its processes load them.
"""

from __future__ import annotations

import hashlib
import importlib
import math
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NewType, TypeAlias, TypeVar

import msgspec

from kikashi.grid.contract import Task, TaskError
from kikashi.law import GameError
from kikashi.proofs import Checked

GoOn: TypeAlias = Callable[[int, float], bool | None]
"""Told nodes and seconds now and then; False means stop (a search takes it as its progress)."""
Emit: TypeAlias = Callable[[str, Mapping[str, Any]], None]
"""Tells whoever follows a piece of work an event, by name."""
Work: TypeAlias = Callable[[Mapping[str, Any], "Course"], Mapping[str, Any]]
AnyWork = TypeVar("AnyWork", bound=Work)
CheckedFile = NewType("CheckedFile", str)
"""What the checker of another kind of file says of one that it accepts, as a sentence."""
Judge: TypeAlias = Callable[[Mapping[str, Any], Mapping[str, Any]], Checked | CheckedFile | None]
"""Payload and value in; what was checked, if that shows the value to be right; None: nothing is
claimed that a check could show, or not all of it; GameError: it is wrong."""

MOST_PAYLOAD = 64 * 1024
"""Bytes of a payload as it travels."""
MOST_VALUE = 16 * 1024 * 1024
"""Bytes of a value as it travels; the checker has caps of its own for what is inside."""
SHORTEST = 1 / 3
"""The part of its slice that work gets at least: what is begun anew each time never ends."""


def ignore_events(_event: str, _data: Mapping[str, Any]) -> None:
    """For work that nobody follows."""


class Course:
    """What work is called with: a `GoOn` that can also tell how it goes."""

    def __init__(self, stopped: Callable[[], bool], emit: Emit = ignore_events) -> None:
        self.stopped = stopped
        self.emit = emit

    def __call__(self, _nodes: int, _seconds: float) -> bool:
        return not self.stopped()


@dataclass(frozen=True)
class Cost:
    """What work of a server may cost while others wait."""

    seconds: float
    """After so long it is asked to stop, and killed if it does not."""
    slice: float | None = None
    """After so long it is asked to stop if others wait; None: it may always finish."""
    quick: bool = False
    """It answers within a few seconds, and does not wait behind slow work."""
    heavy: bool = True
    """Guests may be kept from it."""
    least: float | None = None
    """Seconds that are enough in a crowd, once it has told something; None: a third of its slice.

    For work that is better and better, whose first answers are worth having."""

    def share(self, processes: int, crowd: int, *, told: bool) -> float:
        """Seconds that it gets while `crowd` other people wait for one of the processes."""
        if self.slice is None or not crowd:
            return math.inf
        least = self.least if told and self.least is not None else self.slice * SHORTEST
        return max(least, self.slice * processes / (processes + crowd))


@dataclass(frozen=True)
class Kind:
    """One kind of task."""

    name: str
    work: Work
    version: int = 1
    """Raised when the same payload would give another value."""
    payload: Any = None
    """A msgspec type that the payload must fit; None: any mapping of plain values."""
    value: Any = None
    judge: Judge | None = None
    opinion: bool = False
    """Its answers depend on clocks or outside programs: never compared for equality."""
    volatile: tuple[str, ...] = ()
    """Fields of the value that may differ between two right answers (seconds)."""
    cost: Cost | None = None
    """Of work that a server does for people in processes of its own; PCs of a grid never offer it.
    When it is asked to stop it gives what it has."""

    @property
    def capability(self) -> str:
        """The name under which a PC offers this kind in this version."""
        return f"{self.name}/{self.version}"

    def packed(self, payload: Mapping[str, Any]) -> bytes:
        """A payload as it travels, always the same bytes; TaskError if it is not right."""
        try:
            data = msgspec.msgpack.encode(payload, order="deterministic")
        except (TypeError, ValueError, OverflowError) as problem:
            raise TaskError(f"the payload of a {self.name} task is not right: {problem}") from None
        self.unpacked(data)
        return data

    def unpacked(self, data: bytes) -> Mapping[str, Any]:
        """A payload from strangers; TaskError says what is wrong with it."""
        most = MOST_PAYLOAD if self.cost is None else MOST_VALUE
        if len(data) > most:
            raise TaskError(
                f"the payload of a {self.name} task has {len(data)} bytes; at most {most}"
            )
        return self._decoded(data, self.payload, "payload")

    def packed_value(self, value: Mapping[str, Any]) -> bytes:
        """A value as it travels."""
        return msgspec.msgpack.encode(value, order="deterministic")

    def unpacked_value(self, data: bytes) -> Mapping[str, Any]:
        """A value from strangers; TaskError says what is wrong with it."""
        if len(data) > MOST_VALUE:
            raise TaskError(
                f"the value of a {self.name} task has {len(data)} bytes; at most {MOST_VALUE}"
            )
        return self._decoded(data, self.value, "value")

    def _decoded(self, data: bytes, schema: Any, what: str) -> Mapping[str, Any]:
        try:
            if schema is not None:
                msgspec.msgpack.decode(data, type=schema)
            found = msgspec.msgpack.decode(data, type=dict[str, Any])
        except (msgspec.MsgspecError, RecursionError) as problem:
            raise TaskError(f"the {what} of a {self.name} task is not right: {problem}") from None
        return found

    def digest(self, value: bytes, error: str = "") -> bytes:
        """Equal for two answers that say the same."""
        if not error and self.volatile:
            found = msgspec.msgpack.decode(value, type=dict[str, Any])
            for name in self.volatile:
                found.pop(name, None)
            value = msgspec.msgpack.encode(found, order="deterministic")
        told = b"e" + error.encode() if error else b"v" + value
        return hashlib.blake2b(told, digest_size=16).digest()


_KINDS: dict[str, Kind] = {}
_MISSING: dict[str, str] = {}


def task_kind(
    name: str,
    *,
    version: int = 1,
    payload: Any = None,
    value: Any = None,
    judge: Judge | None = None,
    opinion: bool = False,
    volatile: tuple[str, ...] = (),
    cost: Cost | None = None,
) -> Callable[[AnyWork], AnyWork]:
    """Registers a function as the work of a kind of task. Its payload may come from strangers."""

    def register(work: AnyWork) -> AnyWork:
        if name in _KINDS and _KINDS[name].work is not work:
            raise TaskError(f"the task kind {name!r} is registered twice")
        _KINDS[name] = Kind(name, work, version, payload, value, judge, opinion, volatile, cost)
        return work

    return register


def load_kinds() -> Mapping[str, str]:
    """Finds every kind of the house; gives the modules that could not be loaded, and why.

    On a volunteer's PC some dependencies may be missing: it then offers fewer kinds.
    """
    package = importlib.import_module("kikashi")
    names = {
        ".".join(("kikashi", *path.relative_to(folder).with_suffix("").parts))
        for folder in package.__path__
        for path in Path(folder).rglob("tasks.py")
    }
    further = os.environ.get("KIKASHI_TASKS", "")
    names |= {name for name in further.split(",") if name}
    for name in sorted(names):
        try:
            importlib.import_module(name)
        except ImportError as problem:
            _MISSING[name] = str(problem)
    return dict(_MISSING)


def kind_names() -> tuple[str, ...]:
    """The kinds of tasks known so far."""
    return tuple(sorted(_KINDS))


def kinds() -> tuple[Kind, ...]:
    """The kinds known so far."""
    return tuple(_KINDS[name] for name in kind_names())


def kind_of(name: str) -> Kind:
    """A kind by name; TaskError names the kinds there are."""
    if name not in _KINDS:
        known = ", ".join(kind_names()) or "none"
        raise TaskError(f"there is no task kind {name!r:.60}; the kinds are: {known}")
    return _KINDS[name]


def do_task(task: Task, go_on: GoOn) -> Mapping[str, Any]:
    """Does a task here and now; every refusal is a TaskError."""
    kind = kind_of(task.kind)
    course = go_on if isinstance(go_on, Course) else Course(lambda: go_on(0, 0.0) is False)
    try:
        return kind.work(task.payload, course)
    except TaskError:
        raise
    except GameError as refusal:
        raise TaskError(str(refusal)) from None
    except (KeyError, TypeError) as problem:
        if kind.cost is not None:
            raise  # no stranger wrote this payload: it is a bug of ours
        raise TaskError(f"the payload of a {task.kind} task is not right: {problem!r}") from None
