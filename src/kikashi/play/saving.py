"""A played game as a record, to be written in any of the record formats."""

from __future__ import annotations

from collections.abc import Sequence

from kikashi import games
from kikashi.law import GameError
from kikashi.play.game import Game
from kikashi.records import DRAW, Record, sgf_words
from kikashi.records.formats import Format
from kikashi.records.sgf_grammar import serialise

HOW = {"resigned": "resign", "time": "time"}
"""Why a game ended, in the words of records."""


def to_record(game: Game, players: Sequence[str] = ()) -> Record:
    """The record of a game; `players` are names in order of play."""
    start = game.start
    room = games.room(start.game)
    first = room.start(start.options)
    record = Record(
        start.game,
        dict(start.options),
        setup="" if start == first else start.to_text(),
        players=tuple(players),
    )
    node = record.root
    for move in game.moves:
        node = node.add(move)
    result = game.result
    if result is not None:
        names = room.player_names(start.options)
        # Where several share the gain (one of three resigned) a record has no word for it.
        winner = result.winner
        if winner is not None:
            record.result = names[winner]
        elif len(set(result.payoffs)) == 1:
            record.result = DRAW
        record.how = HOW.get(result.reason, "")
    return record


def seen_text(game: Game, player: int, players: Sequence[str], form: Format) -> str:
    """What a player, or PUBLIC, has seen of a game that goes on and hides something.

    `?` stands for what they may not know; GameError for formats that the law must replay.
    """
    words = game.view(player).history
    if form.id == "moves":
        return " ".join(words) + "\n"
    if form.id != "sgf":
        raise GameError(
            f"before its end a game that hides something is written as sgf or moves, not {form.id}"
        )
    heading = Record(game.start.game, dict(game.start.options), players=tuple(players))
    return serialise(sgf_words.seen(heading, words))
