"""The registry of kinds of work: fixed by the code, the same in the studio and in its processes."""

from __future__ import annotations

import importlib
import math
import pkgutil
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from kikashi.law import GameError

Emit: TypeAlias = Callable[[str, Mapping[str, Any]], None]
Stop: TypeAlias = Callable[[], bool]
Function: TypeAlias = Callable[[Mapping[str, Any], Emit, Stop], Mapping[str, Any]]

PREFIX = "kinds"
SHORTEST = 1 / 3
"""The part of its slice that a job gets at least: what is begun anew each time never ends."""


@dataclass(frozen=True)
class Kind:
    """A kind of work and what it may cost."""

    name: str
    function: Function
    seconds: float
    """After so long it is asked to stop, and killed if it does not."""
    slice: float | None
    """After so long it is asked to stop if others wait; None: it may always finish."""
    quick: bool
    """It answers within a few seconds, and does not wait behind slow work."""
    heavy: bool
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


_KINDS: dict[str, Kind] = {}


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
        known = _KINDS.get(name)
        if known is not None and known.function.__qualname__ != function.__qualname__:
            raise GameError(f"the kind of work {name!r} is registered twice")
        _KINDS[name] = Kind(name, function, seconds, slice, quick, heavy, least)
        return function

    return register


def load_kinds(further: Iterable[str] = ()) -> Mapping[str, Kind]:
    """Imports every module with kinds and gives all of them by name."""
    package = importlib.import_module(__package__ or "")
    for module in pkgutil.iter_modules(package.__path__):
        if module.name.startswith(PREFIX):
            importlib.import_module(f"{package.__name__}.{module.name}")
    for name in further:
        importlib.import_module(name)
    return _KINDS
