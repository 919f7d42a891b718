"""gnugo's words about reading over GTP: codes 0 to 3 with a vertex, so that its suites run."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING

from kikashi.games.go.closed_reading import read_group
from kikashi.games.go.local import Reading, ladder_move, read, read_link, target_cell
from kikashi.law import GameError

if TYPE_CHECKING:
    from kikashi.games.go.protocols import GoGtpEngine

Word = Callable[[list[str]], str]


def words(engine: GoGtpEngine) -> Mapping[str, Word]:
    """The commands, for one engine."""
    return {
        "attack": partial(_asked, engine, attack=True),
        "defend": partial(_asked, engine, attack=False),
        "owl_attack": partial(_asked, engine, attack=True, life=True),
        "owl_defend": partial(_asked, engine, attack=False, life=True),
        "connect": partial(_linked, engine, attack=False),
        "disconnect": partial(_linked, engine, attack=True),
        "ladder_attack": partial(_ladder, engine),
        "trymove": partial(_try, engine),
        "popgo": partial(_pop, engine),
    }


def _asked(engine: GoGtpEngine, rest: list[str], *, attack: bool, life: bool = False) -> str:
    if not rest:
        raise GameError("a vertex is needed")
    law = engine.here
    cell = target_cell(law, engine.board.from_vertex(rest[0]))
    if life:
        return _said(engine, read_group(law, cell, attack=attack))
    # Counting threats also finds the move of a ko that needs the fewest.
    return _said(engine, read(law, cell, attack=attack, count_threats=True))


def _linked(engine: GoGtpEngine, rest: list[str], *, attack: bool) -> str:
    """Whether two strings are joined (`connect`) or cut, their side or the other moving first."""
    if len(rest) < 2:
        raise GameError("two vertices are needed")
    law = engine.here
    first, second = (target_cell(law, engine.board.from_vertex(word)) for word in rest[:2])
    return _said(engine, read_link(law, first, second, attack=attack))


def _said(engine: GoGtpEngine, found: Reading) -> str:
    if found.code == 0:
        return "0"
    known = found.move in engine.here.on.index
    return f"{found.code} {engine.board.vertex(found.move) if known else 'PASS'}"


def _ladder(engine: GoGtpEngine, rest: list[str]) -> str:
    """Whether a string of at most two liberties is caught by giving atari at every turn."""
    if not rest:
        raise GameError("a vertex is needed")
    law = engine.here
    cell = target_cell(law, engine.board.from_vertex(rest[0]))
    move = ladder_move(law, cell)
    return f"1 {engine.board.vertex(move)}" if move else "0"


def _try(engine: GoGtpEngine, rest: list[str]) -> str:
    """A move that `popgo` takes back."""
    before = len(engine.history)
    engine.obey_play(rest)
    engine.tried.append(before)
    return ""


def _pop(engine: GoGtpEngine, _: list[str]) -> str:
    if not engine.tried:
        raise GameError("stack empty")
    del engine.history[engine.tried.pop() :]
    return ""
