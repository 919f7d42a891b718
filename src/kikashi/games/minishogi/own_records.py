"""Games as KIF or CSA, as records of the house."""

from __future__ import annotations

from collections.abc import Callable

from kikashi.games.minishogi.kif import end_of, is_record, read_record, write_csa, write_kif
from kikashi.games.minishogi.rules import Minishogi, minishogi_of
from kikashi.law import Options
from kikashi.records.formats import Format
from kikashi.records.model import Record


def _written(write: Callable[..., str]) -> Callable[[Record], str]:
    return lambda record: write(
        minishogi_of(record.start()), record.moves, record.players, record.result, record.how
    )


def _says_end(record: Record) -> bool:
    return bool(end_of(minishogi_of(record.replay()[-1]), record.result, record.how)[0])


def _format(name: str, words: str, write: Callable[..., str]) -> Format:
    holds = frozenset(("setup", "players"))
    return Format(name, words, _written(write), holds=holds, ends=_says_end, game=Minishogi.id)


OWN_FORMATS = (
    _format("kif", "KIF, as Japanese programs write it", write_kif),
    _format("csa", "CSA, as programs send it to each other", write_csa),
)
CHARACTER_SET = "cp932"

is_own = is_record


def own_record(text: str, options: Options | None = None) -> Record:
    """The game of a text as KIF or CSA; GameError where it is neither, or broken."""
    room = Minishogi()
    read = read_record(text, room, options)
    usual = read.start == room.start(options)
    made = Record(
        room.id,
        room.normal_options(options),
        setup="" if usual else read.start.to_text(),
        players=read.players,
        result=read.result,
        how=read.how,
    )
    node = made.root
    for move in read.moves:
        node = node.add(move)
    made.check()
    return made


__all__ = ["CHARACTER_SET", "OWN_FORMATS", "is_own", "own_record"]
