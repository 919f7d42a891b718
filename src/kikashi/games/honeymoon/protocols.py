"""Honeymoon bridge in the protocol of events; `events.en.md` of this room documents it.

`kikashi engine honeymoon --protocol events --level 7` is ours; `BotSeat(TALK, ...)` of
`kikashi.protocols.events` hosts another program.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from kikashi.games.honeymoon.cards import ORDER
from kikashi.games.honeymoon.knowledge import Follower
from kikashi.games.honeymoon.table import PASS, UNSEEN, table_of
from kikashi.law import GameError, Move, Position, View
from kikashi.protocols.events import EventsEngine
from kikashi.protocols.registry import Protocol

FIELDS = {"deal": "card", "open": "card", "draw": "card", "play": "card", "bid": "word"}
"""Of each message, the field that holds the word of the record."""


class HoneymoonTalk:
    """How views of a deal become messages and back."""

    GAME = "honeymoon"
    SEATS = 2

    def told(self, view: View) -> list[dict[str, Any]]:
        follower = Follower(view)
        messages = []
        for word in follower.words:
            kind, actor = follower.next()
            message: dict[str, Any] = {"type": kind, FIELDS[kind]: word}
            if actor is not None:
                message["actor"] = actor
            messages.append(message)
            follower.take(word)
        return messages

    def text_from(self, messages: Sequence[Mapping[str, Any]]) -> str:
        words = []
        for number, message in enumerate(messages, start=1):
            kind = message.get("type")
            word = message.get(FIELDS[kind]) if kind in FIELDS else None
            if not isinstance(word, str) or not _known(str(kind), word):
                raise GameError(f"message {number} of the deal makes no sense")
            words.append(word)
        return " ".join(words) or "start"

    def instead(self, view: View) -> Move:
        """A pass, or the lowest card that may be played."""
        words = view.legal_moves
        return PASS if PASS in words else max(words, key=lambda card: ORDER[card] % 13)


def _known(kind: str, word: str) -> bool:
    if kind == "bid":
        return word == PASS or (len(word) == 2 and word[0] in "1234567" and word[1] in "CDHSN")
    return word in ORDER or (kind in ("deal", "draw") and word == UNSEEN)


TALK = HoneymoonTalk()


class HoneymoonEvents(EventsEngine):
    talk = TALK


def _fits(position: Position) -> str:
    """Deals from the beginning: two open hands hide nothing that would have to be told."""
    return "two open hands are no deal to be told" if table_of(position).start else ""


PROTOCOLS: Mapping[str, Protocol] = {"events": Protocol(HoneymoonEvents, _fits)}
