"""Games as KIF or CSA, as records of the house."""

from __future__ import annotations

from collections.abc import Callable

from kikashi.games.minishogi.kif import is_record, read_record, write_csa, write_kif
from kikashi.games.minishogi.rules import Minishogi, minishogi_of
from kikashi.records.formats import Format
from kikashi.records.model import Record


def _written(write: Callable[..., str]) -> Callable[[Record], str]:
    return lambda record: write(minishogi_of(record.start()), record.moves, record.players)


_HOLDS = frozenset(("setup", "players"))
OWN_FORMATS = (
    Format("kif", "KIF, as Japanese programs write it", _written(write_kif), holds=_HOLDS),
    Format("csa", "CSA, as programs send it to each other", _written(write_csa), holds=_HOLDS),
)


def own_record(text: str) -> Record | None:
    """The game of a text as KIF or CSA; None where it is neither, GameError where it is broken."""
    if not is_record(text):
        return None
    room = Minishogi()
    read = read_record(text, room)
    usual = read.start == room.start()
    made = Record(
        room.id,
        room.normal_options(None),
        setup="" if usual else read.start.to_text(),
        players=read.players,
    )
    node = made.root
    for move in read.moves:
        node = node.add(move)
    made.check()
    return made


__all__ = ["OWN_FORMATS", "own_record"]
