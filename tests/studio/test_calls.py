"""Calls with a clock: who lets one go by is answered for, and only they see their time run."""

from __future__ import annotations

from typing import Any

import pytest
from fastapi import FastAPI

from kikashi.studio.models_play import PlayAnswer
from kikashi.studio.people import Person
from kikashi.studio.routes.play import wait
from kikashi.studio.services import play, tables
from kikashi.studio.streams import HEARTBEAT
from tests.studio.client import Client, problem
from tests.studio.playing import act, done, move, new, see, words


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time of day of the tables, as the test sets it."""
    time = [1_000_000.0]
    monkeypatch.setattr(tables, "now", lambda: time[0])
    return time


def asked(people: list[Client], name: str) -> list[Any]:
    """What everybody sees at the first discard that somebody may claim."""
    for _ in range(60):
        seen = [see(person, name) for person in people]
        movers = [n for n, one in enumerate(seen) if one["your_turn"]]
        if any("pass" in words(seen[n]["position"]) for n in movers):
            return seen
        done(move(people[movers[0]], name, words(seen[movers[0]]["position"])[-1]))
    pytest.fail("nobody was ever asked")


@pytest.mark.thorough
def test_a_call_that_is_not_answered_in_time_goes_by(
    app: FastAPI, client: Client, clock: list[float]
) -> None:
    people = [client, *(Client(app) for _ in range(3))]
    name = new(client, "me", "friend", "friend", "friend", game="mahjong", clock="300")["id"]
    for friend in people[1:]:
        done(act(friend, name, "join"))
    seen = asked(people, name)
    callers = [n for n, one in enumerate(seen) if one["your_turn"]]
    for n, one in enumerate(seen):
        assert one["clock"]["running"] == (n if n in callers else None)
    turns = len(seen[callers[0]]["position"]["turns"])
    clock[0] += tables.CALL_SECONDS - 5
    left = see(people[callers[0]], name)["clock"]["remaining"]
    assert left[callers[0]] == pytest.approx(5.0)
    clock[0] += 5
    after = see(people[callers[0]], name)
    assert len(after["position"]["turns"]) > turns
    assert not after["over"]
    assert all("pass" not in words(see(person, name)["position"]) for person in people)
    assert min(after["clock"]["remaining"]) > 270, "a call that went by costs nobody the game"
    assert after["clock"]["running"] is not None


def test_what_chance_draws_does_not_use_up_the_moves_of_a_game(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "MOST_MOVES", 1)
    name = new(client, *["me"] * 4, game="mahjong")["id"]
    first = see(client, name)
    assert len(first["position"]["turns"]) > 0, "many tiles were dealt already"
    done(move(client, name, words(first["position"])[-1]))
    after = see(client, name)
    problem(move(client, name, words(after["position"])[-1]), 422, "refused")


def test_without_a_clock_a_call_waits(app: FastAPI, client: Client, clock: list[float]) -> None:
    people = [client, *(Client(app) for _ in range(3))]
    name = new(client, "me", "friend", "friend", "friend", game="mahjong")["id"]
    for friend in people[1:]:
        done(act(friend, name, "join"))
    seen = asked(people, name)
    clock[0] += 1000
    assert [see(person, name)["your_turn"] for person in people] == [
        one["your_turn"] for one in seen
    ]


def test_a_hint_does_not_tell_how_often_others_were_asked(app: FastAPI, client: Client) -> None:
    """What is written down of it is a place in one's own history, not among hidden answers."""
    name = new(client, *["me"] * 4, game="mahjong")["id"]
    for _ in range(100):
        with app.state.studio.plays._table(name, None) as table:
            person = Person(table.seats[0].person_id)
            known = table.count(table.viewer(person))
            if known < len(table.game.moves):
                table.use_hint(person)
                assert table.row.hints == [known]
                return
        offered = words(see(client, name)["position"])
        done(move(client, name, "pass" if "pass" in offered else offered[-1]))
    pytest.fail("nobody was ever asked in secret")


def test_why_a_computer_failed_is_told_without_what_it_held(app: FastAPI, client: Client) -> None:
    plays = app.state.studio.plays
    hidden = new(client, "me", "level:1", game="honeymoon")["id"]
    shown = new(client, "me", "level:1", game="connect6")["id"]
    assert plays._told(hidden, "second does not hold HA") == play.LOST
    assert plays._told(shown, "no such move") == "no such move"


def test_a_heartbeat_does_not_wait_longer_after_a_secret_answer(client: Client) -> None:
    name = new(client, *["me"] * 4, game="mahjong")["id"]
    seen = PlayAnswer.model_validate(see(client, name))
    assert wait(seen, 0.0) == HEARTBEAT
    assert wait(seen, 4.0) == HEARTBEAT - 4.0
    assert wait(seen, HEARTBEAT + 1.0) == 0.0
