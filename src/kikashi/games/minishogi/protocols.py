"""The protocols of shogi programs: USI and UCI here, XBoard in `xboard`; engines and hosts.

USI and UCI are one dialogue with different words; what differs stands in a `Dialect` each.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kikashi.games.minishogi.notation import from_uci, to_uci
from kikashi.games.minishogi.rules import minishogi_of, move_of, step_of
from kikashi.games.minishogi.sfen import write_sfen, write_uci_fen
from kikashi.games.minishogi.xboard import XboardEngine, XboardHost
from kikashi.law import Move, Position
from kikashi.protocols.hosts import UciHost
from kikashi.protocols.registry import Protocol
from kikashi.protocols.uci import Dialect, UciEngine


class UciDialect(Dialect):
    """UCI: the first player is white, hands stand in brackets, moves look like `d1c2`."""

    def write(self, position: Position, move: Move) -> str:  # noqa: ARG002
        return to_uci(move)

    def read(self, position: Position, text: str) -> Move:
        move = from_uci(text)
        position.play(move)
        return move

    def position(self, start: Position, moves: Sequence[Move]) -> str:
        first, before = minishogi_of(start).beginning()
        words = [to_uci(move) for move in (*before, *moves)]
        return f"position fen {write_uci_fen(first)}" + _line(words)


class UsiDialect(Dialect):
    """USI: the first player is black, moves look like `2e3d`; time is byoyomi."""

    def write(self, position: Position, move: Move) -> str:  # noqa: ARG002
        return move_of(step_of(move))

    def read(self, position: Position, text: str) -> Move:
        move = move_of(step_of(text))
        position.play(move)
        return move

    def position(self, start: Position, moves: Sequence[Move]) -> str:
        first, before = minishogi_of(start).beginning()
        return f"position sfen {write_sfen(first)}" + _line([*before, *moves])

    def go(self, seconds: float) -> str:
        return f"go btime 0 wtime 0 byoyomi {max(1, round(1000 * seconds))}"


UCI = UciDialect("uci", "UCI_Variant", tens=True)
USI = UsiDialect("usi", "UCI_Variant", tens=False, book="USI_OwnBook")


def _line(words: Sequence[str]) -> str:
    return f" moves {' '.join(words)}" if words else ""


class MinishogiUciEngine(UciEngine):
    """An engine for hosts that speak UCI."""

    dialect = UCI


class UsiEngine(UciEngine):
    """An engine for hosts that speak USI."""

    dialect = USI

    def obey(self, line: str) -> None:
        words = line.split()
        if words[:1] == ["usinewgame"]:
            super().obey("ucinewgame")
        elif words[:1] == ["gameover"]:
            return
        elif words[:2] == ["position", "sfen"]:
            super().obey(" ".join(["position", *words[2:]]))
        elif words[:1] == ["go"] and "byoyomi" in words:
            super().obey(" ".join(_without_empty_clocks(words)))
        else:
            super().obey(line)

    def _no_move(self) -> None:
        self.say("bestmove resign")

    def _score(self, score: int) -> str:
        text = super()._score(score)
        return text.replace("mate ", "mate +") if "mate " in text and "-" not in text else text


def _without_empty_clocks(words: Sequence[str]) -> list[str]:
    """`go btime 0 wtime 0 byoyomi 500` is half a second for this move."""
    given = dict(zip(words[1::2], words[2::2], strict=False))
    main = any(given.get(clock, "0") != "0" for clock in ("btime", "wtime"))
    byoyomi = given.get("byoyomi", "0")
    if not main:
        return ["go", "movetime", byoyomi]
    # The clocks of USI belong to black, who moves first; those of UCI to white.
    left = {"wtime": given.get("btime", "0"), "btime": given.get("wtime", "0")}
    return [
        "go",
        *(word for clock, time in left.items() for word in (clock, time)),
        *("winc", byoyomi, "binc", byoyomi),
    ]


class MinishogiUciHost(UciHost):
    """The other side of UCI."""

    dialect = UCI


class UsiHost(UciHost):
    """The other side of USI."""

    dialect = USI


def _fits(position: Position) -> str:
    minishogi_of(position)
    return ""


PROTOCOLS: Mapping[str, Protocol] = {
    "usi": Protocol(UsiEngine, _fits, UsiHost),
    "uci": Protocol(MinishogiUciEngine, _fits, MinishogiUciHost),
    "xboard": Protocol(XboardEngine, _fits, XboardHost),
}
