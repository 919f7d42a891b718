"""The registry of task kinds. A kind is registered where its code lives, by decoration."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from kikashi.grid.contract import Task, TaskError
from kikashi.law import GameError

GoOn: TypeAlias = Callable[[int, float], bool | None]
"""Told nodes and seconds now and then; False means stop (a search takes it as its progress)."""
Work: TypeAlias = Callable[[Mapping[str, Any], GoOn], Mapping[str, Any]]

_KINDS: dict[str, Work] = {}


def task_kind(name: str) -> Callable[[Work], Work]:
    """Registers a function as the work of a kind of task. Its payload may come from strangers."""

    def register(work: Work) -> Work:
        if name in _KINDS and _KINDS[name] is not work:
            raise TaskError(f"the task kind {name!r} is registered twice")
        _KINDS[name] = work
        return work

    return register


def kind_names() -> tuple[str, ...]:
    """The kinds of tasks known so far."""
    return tuple(sorted(_KINDS))


def work_of(kind: str) -> Work:
    """The work of a kind; TaskError names the kinds there are."""
    if kind not in _KINDS:
        known = ", ".join(kind_names()) or "none"
        raise TaskError(f"there is no task kind {kind!r}; the kinds are: {known}")
    return _KINDS[kind]


def do_task(task: Task, go_on: GoOn) -> Mapping[str, Any]:
    """Does a task here and now; every refusal is a TaskError."""
    try:
        return work_of(task.kind)(task.payload, go_on)
    except TaskError:
        raise
    except GameError as refusal:
        raise TaskError(str(refusal)) from None
    except (KeyError, TypeError) as problem:
        raise TaskError(f"the payload of a {task.kind} task is not right: {problem!r}") from None
