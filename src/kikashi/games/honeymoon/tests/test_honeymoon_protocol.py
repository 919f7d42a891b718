"""The event protocol: what programs are told, what they may answer, and rude ones."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable

import pytest

from kikashi.games import room
from kikashi.games.honeymoon.engine import LADDER, think
from kikashi.games.honeymoon.protocols import TALK, HoneymoonEvents
from kikashi.law import GameError, Move, View
from kikashi.play import Opinion, Player
from kikashi.protocols import events
from kikashi.protocols.process import Program
from kikashi.protocols.registry import protocols_of
from kikashi.search.playing import Budget

from .test_honeymoon_rules import random_game

pytestmark = pytest.mark.native

HONEYMOON = room("honeymoon")
RUDE = """
import json, sys
manner = sys.argv[1]
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "end_game":
        break
    if message["type"] == "ask":
        if manner == "dies":
            sys.exit(3)
        word = {"illegal": "nonsense"}.get(manner, message["words"][-1])
        print(json.dumps({"type": "answer", "id": message["id"], "word": word}), flush=True)
"""


def rule(view: View) -> Move:
    return think(view, LADDER[3].style, Budget(nodes=1)).moves[0]


class Rule(Player):
    """The paper's player as a player of the house."""

    def turn(self, seen: View) -> Opinion:
        return Opinion((rule(seen),), "rule")


@pytest.mark.parametrize("form", ["contest", "classic"])
def test_a_seat_is_told_its_view_and_nothing_else(form: str) -> None:
    for position in random_game(5, {"form": form})[10::17]:
        if position.result() is not None:
            continue
        for player in range(2):
            view = position.view(player)
            messages = [json.loads(json.dumps(m)) for m in TALK.told(view)]
            assert TALK.text_from(messages) == view.text
            for message in messages:
                if message["type"] == "deal" and message["actor"] != player:
                    assert message["card"] == "?"
            actors = [m["actor"] for m in messages if m["type"] == "play"]
            assert actors.count(0) - actors.count(1) in (-1, 0, 1)


def test_our_engine_answers_from_what_it_was_told() -> None:
    position = next(p for p in random_game(3)[40:] if p.to_move >= 0)
    view = position.view(position.to_move)
    out = io.StringIO()
    engine = HoneymoonEvents(HONEYMOON.start(), lambda _start: Rule(), out)
    told = [events.start_message(view.player, dict(view.options)), *TALK.told(view)]
    for line in [*told, events.question(view.legal_moves, 1.0, 7)]:
        engine.answer(json.dumps(line))
    assert [json.loads(line) for line in out.getvalue().splitlines()] == [
        {"type": "answer", "id": 7, "word": rule(view)}
    ]
    engine.answer('{"type": "start_game", "seat": 2}')
    assert json.loads(out.getvalue().splitlines()[-1])["type"] == "error"


@pytest.mark.parametrize(
    "bad", [{"type": "deal", "card": "XX"}, {"type": "open", "card": "?"}, {"type": "bid"}, {}]
)
def test_messages_that_make_no_sense_are_refused(bad: dict[str, object]) -> None:
    with pytest.raises(GameError, match="makes no sense"):
        TALK.text_from([bad])


@pytest.mark.parametrize("manner", ["dies", "illegal", "polite"])
def test_a_rude_program_is_answered_for_and_its_record_replays(manner: str) -> None:
    program = Program(f"{sys.executable} -c '{RUDE}' {manner}")
    seat = events.BotSeat(TALK, program, 1, seconds=10.0)
    seats: list[Callable[[View], Move]] = [rule, seat]
    try:
        referee = events.play_table(HONEYMOON.start(), seats, b"seed" * 8)
    finally:
        program.close()
    assert bool(seat.failures) == (manner != "polite")
    text = referee.game.position.to_text()
    again = HONEYMOON.from_text(text)
    assert again.result() == referee.game.result
    assert again.to_text() == text


def test_the_registry_knows_the_protocol() -> None:
    assert protocols_of(HONEYMOON.start()) == ("events",)
