"""Games as KIF or CSA, as records of the house."""

from __future__ import annotations

from kikashi.games.minishogi.kif import is_record, read_record
from kikashi.games.minishogi.rules import Minishogi
from kikashi.records.model import Record


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


__all__ = ["own_record"]
