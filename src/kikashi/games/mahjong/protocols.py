"""Mahjong tables in the protocol of events: being a program at one, and letting programs sit down.

`kikashi engine mahjong --protocol events --level 7` is ours; `BotSeat(TALK, ...)` of
`kikashi.protocols.events` hosts another.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from kikashi.games.mahjong import table_talk
from kikashi.games.mahjong.tiles import WORDS
from kikashi.law import Move, Position, View
from kikashi.protocols.events import EventsEngine
from kikashi.protocols.registry import Protocol


class MahjongTalk:
    """How views of a table become messages and back."""

    GAME = "mahjong"
    SEATS = 4

    def told(self, view: View) -> list[dict[str, Any]]:
        return list(table_talk.told(view.text.split()))

    def text_from(self, messages: Sequence[Mapping[str, Any]]) -> str:
        return " ".join(table_talk.events_from(messages))

    def instead(self, view: View) -> Move:
        """A pass, or the drawn tile."""
        return table_talk.instead(view.legal_moves, _drawn(view.text.split(), view.player))


TALK = MahjongTalk()


class MahjongEvents(EventsEngine):
    talk = TALK


def _drawn(events: Sequence[str], seat: int) -> str | None:
    """The tile that a seat has just drawn, if that is what happened last."""
    last = events[-1] if events else ""
    if last[:1] == str(seat) and last[1:2] in ("+", "*") and last[2:] in WORDS:
        return last[2:]
    return None


def _fits(position: Position) -> str:
    return "" if position.game == "mahjong" else f"events are for mahjong, not for {position.game}"


PROTOCOLS: Mapping[str, Protocol] = {"events": Protocol(MahjongEvents, _fits)}
