"""The protocols by name, and which of them can speak of a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TextIO

from kikashi.law import GameError, Position
from kikashi.law.winning_sets import StonePosition
from kikashi.protocols import cloudict, gomocup, gtp, uci
from kikashi.protocols.boards import FlatBoard, two_sides
from kikashi.protocols.engine import Engine, MakePlayer


@dataclass(frozen=True)
class Protocol:
    """A protocol: its engine, and why it does not fit a game."""

    engine: Callable[..., Engine]
    fits: Callable[[Position], str]
    """Why the protocol cannot speak of a game; empty where it can."""


def _of_stones(fits: Callable[[StonePosition], str]) -> Callable[[Position], str]:
    def asked(position: Position) -> str:
        try:
            stones = two_sides(position)
            FlatBoard(stones.rules)
        except GameError as refusal:
            return str(refusal)
        return fits(stones)

    return asked


PROTOCOLS: Mapping[str, Protocol] = {
    "cloudict": Protocol(cloudict.CloudictEngine, _of_stones(cloudict.fits)),
    "gomocup": Protocol(gomocup.GomocupEngine, _of_stones(gomocup.fits)),
    "gtp": Protocol(gtp.GtpEngine, _of_stones(gtp.fits)),
    "ucci": Protocol(uci.UcciEngine, uci.fits("ucci")),
    "uci": Protocol(uci.UciEngine, uci.fits("uci")),
}


def why_not(name: str, position: Position) -> str:
    """Why a protocol cannot speak of this game; empty where it can."""
    if name not in PROTOCOLS:
        return f"there is no protocol {name!r}; the protocols are: {', '.join(PROTOCOLS)}"
    return PROTOCOLS[name].fits(position)


def protocols_of(position: Position) -> tuple[str, ...]:
    """The protocols that can speak of this game, its own first."""
    return tuple(name for name in PROTOCOLS if not why_not(name, position))


def engine(
    name: str,
    start: Position,
    make_player: MakePlayer,
    out: TextIO,
    *,
    title: str = "Kikashi",
    seconds: float | None = None,
) -> Engine:
    """An engine ready to `run`; GameError says why a protocol does not fit the game."""
    why = why_not(name, start)
    if why:
        raise GameError(why)
    made = PROTOCOLS[name].engine
    return made(start, make_player, out, name=title, seconds=seconds)
