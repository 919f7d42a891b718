"""The event protocol: what programs are told, what they may answer, and rude ones."""

from __future__ import annotations

import io
import json
import random
import sys
from collections.abc import Callable

import pytest

from kikashi.games import room
from kikashi.games.mahjong import table_talk as talk
from kikashi.games.mahjong.engine import quick
from kikashi.games.mahjong.protocols import TALK, MahjongEvents
from kikashi.games.mahjong.rules import mahjong_of
from kikashi.games.mahjong.seen import read_events
from kikashi.games.mahjong.tiles import WORDS
from kikashi.law import GameError, Move, View
from kikashi.play import Opinion, Player
from kikashi.protocols import events
from kikashi.protocols.process import Program
from kikashi.protocols.registry import protocols_of
from tests.mahjong_tables import played, start

pytestmark = pytest.mark.native

RUDE = """
import json, sys, time
manner = sys.argv[1]
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "end_game":
        break
    if message["type"] != "ask":
        continue
    if manner == "dies":
        sys.exit(3)
    if manner == "silent":
        continue
    word = {"illegal": "nonsense", "polite": message["words"][-1]}.get(manner, "5z")
    text = "{" if manner == "rubbish" else json.dumps(
        {"type": "answer", "id": message["id"] - (manner == "stale"), "word": word})
    print(text, flush=True)
"""


class Fastest(Player):
    """The fastest hand as a player of the house."""

    def turn(self, seen: View) -> Opinion:
        word, reason = quick(seen, random.Random(1))
        return Opinion((word,), reason)


def fastest(view: View) -> Move:
    return quick(view, random.Random(1))[0]


def test_events_are_told_and_read_back_and_show_the_same_table() -> None:
    for seed in range(6):
        position = played(start({"ready": "on"}), random.Random(seed))
        for player in (*range(4), -2):
            seen = [e for e in position.events_seen(player) if e[1] != "~"]
            messages = [json.loads(json.dumps(m)) for m in talk.told(seen)]
            assert talk.events_from(messages) == seen
            rules = position.deal.rules
            again = read_events(talk.events_from(messages), rules, player)
            assert again == read_events(position.events_seen(player), rules, player)


def test_a_seat_is_told_its_view_and_nothing_else() -> None:
    position = played(start(), random.Random(11), steps=160)
    for player in range(4):
        for message in talk.told(position.events_seen(player)):
            if message["type"] == "draw" and message["actor"] != player:
                assert message["tile"] == "?"


def test_a_win_names_who_gave_the_tile_and_of_a_drawn_one_the_winner() -> None:
    """The discard before a draw has no part in a win by the tile drawn."""
    ways = set()
    for seed in range(3):
        table = events.play_table(start(), [fastest] * 4, bytes([seed]) * 32)
        position = mahjong_of(table.game.position)
        for player in (*range(4), -2):
            told = list(talk.told(position.events_seen(player)))
            wins = [message for message in told if message["type"] == "win"]
            assert [(one["actor"], one["target"], one["tile"]) for one in wins] == [
                (one.winner, one.winner if one.giver is None else one.giver, WORDS[one.tile])
                for one in position.deal.settled
            ]
        ways |= {one.giver is None for one in position.deal.settled}
    assert ways == {True, False}


def conversation(lines: list[dict[str, object]]) -> list[dict[str, object]]:
    out = io.StringIO()
    engine = MahjongEvents(start(), lambda _start: Fastest(), out)
    for line in lines:
        engine.answer(json.dumps(line))
    return [json.loads(line) for line in out.getvalue().splitlines()]


def test_our_engine_answers_a_question_from_what_it_was_told() -> None:
    position = room("mahjong").from_text(room("mahjong").example)
    player = position.asked()[0]
    view = position.view(player)
    told = [events.start_message(player, dict(view.options)), *talk.told(view.text.split())]
    answers = conversation([*told, events.question(view.legal_moves, 1.0, 7)])
    assert answers == [{"type": "answer", "id": 7, "word": fastest(view)}]


@pytest.mark.parametrize(
    "bad",
    [
        {"type": "ask", "id": 1, "words": ["5m", "6m"]},
        {"type": "ask", "id": 1},
        {"type": "start_game", "seat": 9},
        {"type": "start_game", "seat": 0, "options": {"tai": "x"}},
    ],
)
def test_what_makes_no_sense_gets_an_error_and_no_crash(bad: dict[str, object]) -> None:
    assert [answer["type"] for answer in conversation([bad])] == ["error"]


def test_lines_that_are_no_messages_are_refused() -> None:
    for bad in ("", "[]", "{", "1", "[" * 10_000, "x" * 30_000):
        with pytest.raises(GameError):
            events.read_message(bad)
    with pytest.raises(GameError):
        talk.events_from([{"type": "draw", "actor": 5, "tile": "5m", "end": "front"}])


@pytest.mark.parametrize("manner", ["dies", "silent", "illegal", "rubbish", "stale", "polite"])
def test_a_rude_program_is_answered_for_and_the_game_goes_on(manner: str) -> None:
    program = Program(f"{sys.executable} -c '{RUDE}' {manner}")
    seat = events.BotSeat(TALK, program, 1, seconds=0.2 if manner in ("silent", "stale") else 10.0)
    seats: list[Callable[[View], Move]] = [fastest, seat, fastest, fastest]
    try:
        referee = events.play_table(start(), seats, b"seed" * 8)
    finally:
        program.close()
    assert referee.game.result is not None
    assert bool(seat.failures) == (manner != "polite")
    assert len(referee.reveal()) == 32


def test_for_an_absent_player_the_drawn_tile_is_discarded_or_a_claim_passed() -> None:
    assert talk.instead(("pass", "win"), None) == "pass"
    assert talk.instead(("win", "1m", "5m", "9m"), "5m") == "5m"
    assert talk.instead(("1m", "5m"), None) == "5m"


def test_the_registry_knows_the_protocol() -> None:
    assert protocols_of(start()) == ("events",)
