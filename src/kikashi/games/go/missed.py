"""What a move missed about one group: it could have been killed, or saved, and that is proved."""

from __future__ import annotations

from dataclasses import dataclass

from kikashi.games.go.board import strings
from kikashi.games.go.certify import certify
from kikashi.games.go.claims import LocalClaim
from kikashi.games.go.closed import closed_region
from kikashi.games.go.closed_reading import ClosedReader, OpenError
from kikashi.games.go.position import COLOURS, PASS, GoPosition
from kikashi.proofs import RefusedError

NODES = 3_000
MOST_EMPTY = 10
SMALLEST = 4
"""Stones of a group that is worth a word."""
SECONDS = 2.0


@dataclass(frozen=True)
class Missed:
    """Before a move its player could have killed or saved a group; after it that was gone."""

    kind: str
    """`kill` or `live`."""
    target: str
    answer: str


def missed(law: GoPosition, move: str) -> Missed | None:
    """The largest group that a move missed, where both are certified: that it could have been
    killed (or saved) without ko before, and not after it."""
    played = law.on.index.get(move)
    groups = sorted(strings(law.board, law.on), key=lambda one: -len(one.stones))
    for string in groups:
        if len(string.stones) < SMALLEST:
            return None
        cell = min(string.stones)
        region = closed_region(law.board, law.on, cell, MOST_EMPTY)
        if not region or played == cell:
            continue
        reader = ClosedReader(law, cell, region, NODES)
        here = reader.first(0, None)
        after, passed = reader.after(move), reader.after(PASS)
        if after is None or passed is None:
            continue
        try:
            holds, answer = reader.look(here)
            if not holds or answer == PASS or reader.look(passed)[0] or reader.look(after)[0]:
                continue
        except OpenError:
            continue
        kind = "kill" if reader.attacks else "live"
        if _certified(law, cell, kind, move, answer):
            return Missed(kind, law.on.names[cell], answer)
    return None


def _certified(law: GoPosition, cell: int, kind: str, move: str, answer: str) -> bool:
    """Certificates that the answer worked, and that the other side holds after the move that was
    played, if need be by threats; both replayed."""
    name, side, other = law.on.names[cell], COLOURS[law.to_move], COLOURS[1 - law.to_move]
    mine, theirs = ("capture", "live") if kind == "kill" else ("live", "capture")
    works = certify(law, LocalClaim(mine, side, name, 0, None), SECONDS, life=True)
    if works is None or works.nodes[works.root][2] != answer:
        return False
    after = law.play(move)
    if after.result() is not None or after.agreement is not None:
        return False
    if after.board[cell] != law.board[cell]:
        return False
    for own, count in ((0, None), (1, 0)):
        fails = certify(after, LocalClaim(theirs, other, name, own, count), SECONDS, life=True)
        if fails is None:
            continue
        try:
            works.check()
            fails.check()
        except RefusedError:
            return False
        return True
    return False
