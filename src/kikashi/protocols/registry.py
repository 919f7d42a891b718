"""The protocols by name, and which of them can speak of a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TextIO

from kikashi.games import room
from kikashi.law import GameError, Position
from kikashi.protocols import cloudict, gomocup, gtp, hosts, uci
from kikashi.protocols.boards import flat_board, stones_on
from kikashi.protocols.engine import Engine, MakePlayer
from kikashi.protocols.hosts import MARGIN, Host
from kikashi.protocols.levels_door import Stop


@dataclass(frozen=True)
class Protocol:
    """A protocol: its engine, and why it does not fit a game."""

    engine: Callable[..., Engine]
    fits: Callable[[Position], str]
    """Why the protocol cannot speak of a game; empty where it can."""
    host: Callable[..., Host] | None = None
    """The other side; None where nobody here can host programs that speak it."""


def _of_stones(
    fits: Callable[[int, int], str], *, passes: bool = False
) -> Callable[[Position], str]:
    """Fits by the stones of the first turn and of the others; `passes`: it has a word for one."""

    def asked(position: Position) -> str:
        try:
            flat_board(position)
        except GameError as refusal:
            return str(refusal)
        part = stones_on(position)
        if part.PASS and not passes:
            return "this protocol has no word for a pass"
        return fits(*part.turn_stones(position))

    return asked


PROTOCOLS: Mapping[str, Protocol] = {
    "cloudict": Protocol(cloudict.CloudictEngine, _of_stones(cloudict.fits), hosts.CloudictHost),
    "gomocup": Protocol(gomocup.GomocupEngine, _of_stones(gomocup.fits), hosts.GomocupHost),
    "gtp": Protocol(gtp.GtpEngine, _of_stones(gtp.fits, passes=True), hosts.GtpHost),
    "ucci": Protocol(uci.UcciEngine, uci.fits("ucci"), hosts.UcciHost),
    "uci": Protocol(uci.UciEngine, uci.fits("uci"), hosts.UciHost),
}


def spoken(position: Position) -> Mapping[str, Protocol]:
    """The protocols that there are for a game: what its room says of one comes first."""
    own = room(position.game).spoken()
    return PROTOCOLS if own is None else {**own.PROTOCOLS, **PROTOCOLS, **own.PROTOCOLS}


def why_not(name: str, position: Position) -> str:
    """Why a protocol cannot speak of this game; empty where it can."""
    known = spoken(position)
    if name not in known:
        return f"there is no protocol {name!r}; the protocols are: {', '.join(known)}"
    return known[name].fits(position)


def protocols_of(position: Position) -> tuple[str, ...]:
    """The protocols that can speak of this game, its own first."""
    return tuple(name for name in spoken(position) if not why_not(name, position))


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
    made = spoken(start)[name].engine
    return made(start, make_player, out, name=title, seconds=seconds)


def host(
    protocol: str,
    command: str,
    start: Position,
    seconds: float,
    *,
    margin: float = MARGIN,
    stop: Stop | None = None,
) -> Host:
    """Starts a program for one game; GameError if the protocol does not fit the game."""
    why = why_not(protocol, start)
    made = None if why else spoken(start)[protocol].host
    if made is None:
        raise GameError(why or f"nobody here can host programs that speak {protocol}")
    return made(command, start, seconds, margin=margin, stop=stop)
