"""Kikashi: a laboratory for games decided by forcing moves.

    from kikashi import check, play, records, room, solve

    position = room("connect6").from_text("j10 k11 i11 l11 j12")
    verdict = solve(position)

What is named here is loaded when it is asked for, so that a law stays as light as it is.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kikashi import play, records
    from kikashi.games import room
    from kikashi.proofs import check
    from kikashi.search import solve

__version__ = "0.1.0"
__all__ = ["check", "play", "records", "room", "solve"]

_WHERE = {"check": "kikashi.proofs", "room": "kikashi.games", "solve": "kikashi.search"}


def __getattr__(name: str) -> object:
    if name in _WHERE:
        return getattr(import_module(_WHERE[name]), name)
    if name in __all__:
        return import_module(f"kikashi.{name}")
    raise AttributeError(f"kikashi has no {name!r}; it offers {', '.join(__all__)}")


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
