"""How the studio adds its kinds of work to the registry of the house: with what they may cost."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias

from kikashi.grid.kinds import Cost, Course, Emit, task_kind

Stop: TypeAlias = Callable[[], bool]
Function: TypeAlias = Callable[[Mapping[str, Any], Emit, Stop], Mapping[str, Any]]

PREFIX = "kinds"


def kind(
    name: str,
    *,
    seconds: float,
    slice: float | None = None,  # noqa: A002 - the word for it
    least: float | None = None,
    quick: bool = False,
    heavy: bool = True,
) -> Callable[[Function], Function]:
    """Registers a function as a kind of work."""

    def register(function: Function) -> Function:
        @task_kind(name, cost=Cost(seconds, slice, quick, heavy, least))
        def work(payload: Mapping[str, Any], course: Course) -> Mapping[str, Any]:
            return function(payload, course.emit, course.stopped)

        return function

    return register


def load_work(further: Iterable[str] = ()) -> tuple[str, ...]:
    """Imports every module with kinds of the studio's, and gives their names."""
    package = importlib.import_module(__package__ or "")
    found = [module.name for module in pkgutil.iter_modules(package.__path__)]
    names = [f"{package.__name__}.{name}" for name in found if name.startswith(PREFIX)]
    names += further
    for name in names:
        importlib.import_module(name)
    return tuple(names)
