"""Every door of the studio, tried with two games that are equal to one player and not to the law.

The toys are found only where KIKASHI_ROOMS names their folder, so pytest does not collect this file
by itself: tests/contract/test_toy_rooms.py runs it.
"""

from __future__ import annotations

import hashlib
import json
import logging
import os
import re
import secrets
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import httpx
import pytest

from kikashi.games import room
from kikashi.play.referee import Referee, verify
from kikashi.studio.services import game_rows, tables
from kikashi.studio.settings import RateSettings, Settings
from kikashi.studio.work.pool import Workers
from tests.cli.command_line import kikashi_process
from tests.studio.conftest import WORK
from tests.studio.served import events, served, visitor

PRESENCE = re.compile(rb'"here": ?(true|false)')
GAMES = "/api/play/games"
NAME = "game-of-the-test-00000"
PERSONS = 4
CLAIMS = room("toyclaims")


def secret(number: int) -> bytes:
    return number.to_bytes(32, "big")


def seen_by_east(number: int) -> tuple[tuple[str, ...], frozenset[int]]:
    """East's views while East discards and everybody passes, and who was asked meanwhile."""
    referee = Referee(CLAIMS.start(), secret(number))
    texts = [referee.view(0).text]
    referee.answer(0, referee.view(0).legal_moves[0])
    texts.append(str(referee.view(0)))
    asked = frozenset(
        player for player in referee.waiting_for() if "pass" in referee.view(player).legal_moves
    )
    for player in asked:
        referee.answer(player, "pass")
    texts.append(referee.view(0).text)
    return tuple(texts), asked


@cache
def two_worlds() -> tuple[int, int]:
    """Seeds of two games that East cannot tell apart, though others are asked to claim."""
    met: dict[tuple[str, ...], list[tuple[frozenset[int], int]]] = {}
    for number in range(20_000):
        texts, asked = seen_by_east(number)
        if len(asked) != 2:
            continue
        for other, before in met.setdefault(texts, []):
            if other != asked:
                return before, number
        met[texts].append((asked, number))
    pytest.fail("no two games look alike to East")


class World:
    """A studio in which one game of pairs is played, with chosen chance."""

    def __init__(self, persons: list[httpx.Client]) -> None:
        self.persons = persons
        self.east, self.watcher = persons[0], persons[-1]

    def waiting(self) -> list[int]:
        return [
            seat
            for seat, person in enumerate(self.persons[:PERSONS])
            if person.get(f"{GAMES}/{NAME}").json()["your_turn"]
        ]

    def move(self, seat: int, word: str) -> httpx.Response:
        person = self.persons[seat]
        after = len(person.get(f"{GAMES}/{NAME}").json()["position"]["moves"])
        return person.post(f"{GAMES}/{NAME}/moves", json={"moves": [word], "after": after})


@contextmanager
def world(
    number: int, folder: Path, monkeypatch: pytest.MonkeyPatch, seats: list[str]
) -> Iterator[World]:
    """The same names and the same time in every world: only chance differs."""
    monkeypatch.setattr(game_rows, "new_id", lambda: NAME)
    monkeypatch.setattr(game_rows, "randbelow", lambda _most: 7)
    monkeypatch.setattr(secrets, "token_hex", lambda _size: secret(number).hex())
    monkeypatch.setattr(tables, "now", lambda: 1_000_000.0)
    often = RateSettings(person=1000.0, person_burst=10_000)
    database = str(folder / f"{number}.db")
    settings = Settings(database=database, rates=often, work=WORK, starter=False)
    with ExitStack() as stack:
        address = stack.enter_context(served(settings))
        persons = [stack.enter_context(visitor(address)) for _ in range(PERSONS + 1)]
        wish = {"game": "toyclaims", "seats": seats}
        assert persons[0].post(GAMES, json=wish).status_code == 201
        for person in persons[1:PERSONS] if "friend" in seats else ():
            assert person.post(f"{GAMES}/{NAME}/join").status_code == 200
        yield World(persons)


def first_event(person: httpx.Client, language: str) -> str:
    with person.stream("GET", f"{GAMES}/{NAME}/events?language={language}") as answer:
        return json.dumps(next(events(answer)))


def doors(person: httpx.Client) -> dict[str, bytes]:
    """Whatever a person can get from the studio about the game, by the door it came from.

    The commitment is a hash of the seed, and the one thing that must differ.
    """
    found: dict[str, bytes] = {}

    def ask(method: str, path: str, **more: Any) -> None:
        answer = person.request(method, path, **more)
        name = f"{method} {path} {json.dumps(more)}"
        assert answer.status_code < 500, name
        assert answer.status_code != 429, "a door that is closed for now tells nothing"
        found[name] = b"%d " % answer.status_code + answer.content

    for language in ("en", "zh-Hant"):
        ask("GET", f"{GAMES}/{NAME}?language={language}")
        found[f"events {language}"] = first_event(person, language).encode()
    for turn in range(12):
        ask("GET", f"{GAMES}/{NAME}?at={turn}")
    ask("GET", f"{GAMES}/{NAME}?threats=true&numbers=true")
    ask("GET", GAMES)
    ask("GET", f"{GAMES}?going=true")
    for record in ("sgf", "moves", "psq", "json"):
        ask("GET", f"{GAMES}/{NAME}/record?format={record}")
    here = person.get(f"{GAMES}/{NAME}").json()["position"]
    place = {"game": "toyclaims", "start": here["text"], "moves": []}
    for query in (place, place | {"start": "", "moves": here["moves"]}):
        # What somebody knows, sent to the doors that know no game but what they are told.
        ask("POST", "/api/positions", json=query)
        ask("POST", "/api/replies", json=query)
        for door in ("heat", "placed"):
            ask("POST", f"/api/analysis/{door}", json=query)
    ask("GET", "/api/jobs")
    ask("POST", f"{GAMES}/{NAME}/moves", json={"moves": ["no such move"], "after": 999})
    ask("POST", f"{GAMES}/{NAME}/take-back")
    ask("POST", f"{GAMES}/{NAME}/take-back/answer", json={"accept": True})
    ask("POST", f"{GAMES}/{NAME}/fill", json={"computer": "simple"})
    ask("POST", f"{GAMES}/{NAME}/join")
    ask("POST", f"{GAMES}/{NAME}/go-on")
    ask("GET", f"{GAMES}/{NAME}/leaves")
    ask("POST", f"{GAMES}/{NAME}/claim")
    ask("POST", f"{GAMES}/{NAME}/decisions")
    told = person.get(f"{GAMES}/{NAME}").json()["chance"]
    assert told["seed"] is None
    # Whether somebody's page is open right now is no secret, and a matter of moments.
    return {
        door: PRESENCE.sub(b"", said.replace(told["commitment"].encode(), b"HASH"))
        for door, said in found.items()
    }


def same(one: dict[str, bytes], other: dict[str, bytes]) -> None:
    assert list(one) == list(other)
    for door, said in one.items():
        assert said == other[door], door


def test_no_door_tells_a_player_or_a_watcher_what_they_may_not_know(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG, logger="kikashi")
    kept: list[list[dict[str, bytes]]] = []
    logs: list[str] = []
    asked: list[list[int]] = []
    for number in two_worlds():
        caplog.clear()
        with world(number, tmp_path, monkeypatch, ["me", "friend", "friend", "friend"]) as here:
            stages = [doors(here.east), doors(here.watcher)]
            tile = here.east.get(f"{GAMES}/{NAME}").json()["position"]["scene"]["choices"][0]
            assert here.move(0, tile["word"]).status_code == 200
            waiting = here.waiting()
            asked.append(waiting)
            stages += [doors(here.east), doors(here.watcher)]
            for seat in waiting:
                assert here.move(seat, "pass").status_code == 200
                if seat != waiting[-1]:  # an answer waits: nobody sees that it is in
                    stages += [doors(here.east), doors(here.watcher)]
                    same(stages[-2], stages[-4])
            stages += [doors(here.east), doors(here.watcher)]
            kept.append(stages)
            logs.append("\n".join(record.getMessage() for record in caplog.records))
    assert asked[0] != asked[1], "the worlds must differ, or nothing is tried"
    for one, other in zip(*kept, strict=True):
        same(one, other)
    assert logs[0] == logs[1]


def test_the_record_of_a_game_that_goes_on_is_what_its_asker_saw(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = two_worlds()[0]
    with world(number, tmp_path, monkeypatch, ["me", "friend", "friend", "friend"]) as here:
        records = {}
        for name, person in ("east", here.east), ("watcher", here.watcher):
            answer = person.get(f"{GAMES}/{NAME}/record?format=moves")
            assert answer.status_code == 200
            words = answer.text.split()
            assert words == person.get(f"{GAMES}/{NAME}").json()["position"]["moves"]
            sgf = person.get(f"{GAMES}/{NAME}/record").text
            assert sgf.count("KM[") == len(words)
            assert sgf.count("KM[?]") == words.count("?")
            records[name] = words
        assert sum(word != "?" for word in records["east"]) == 3, "East's own, and a draw"
        assert set(records["watcher"]) == {"?"}


def test_the_doors_do_tell_those_who_may_know(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same walk by a player whose hand differs: a test that cannot fail proves nothing."""
    kept = []
    for number in two_worlds():
        with world(number, tmp_path, monkeypatch, ["me", "friend", "friend", "friend"]) as here:
            kept.append([doors(person) for person in here.persons[1:PERSONS]])
    assert any(one != other for one, other in zip(*kept, strict=True))


def test_a_hint_and_its_task_know_what_the_asker_knows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    submitted: list[tuple[dict[str, Any], bool]] = []
    submit = Workers.submit

    def watched(
        self: Workers, kind: str, payload: Any, person: Any, *more: Any, **named: Any
    ) -> Any:
        submitted.append((payload, named.get("shown", True)))
        return submit(self, kind, payload, person, *more, **named)

    monkeypatch.setattr(Workers, "submit", watched)
    results = []
    for number in two_worlds():
        submitted.clear()
        with world(number, tmp_path, monkeypatch, ["me", "simple", "simple", "simple"]) as here:
            job = here.east.post(f"{GAMES}/{NAME}/hint").json()["id"]
            with here.east.stream("GET", f"/api/jobs/{job}/events") as answer:
                last = next(e for e in events(answer) if e["event"] in ("done", "failed"))
            results.append((last["event"], last["data"], [p for p, shown in submitted if shown]))
            tile = here.east.get(f"{GAMES}/{NAME}").json()["position"]["scene"]["choices"][0]
            here.move(0, tile["word"])
            listed = here.east.get("/api/jobs").json()
            assert [found["id"] for found in listed] == [job], "the computers' turns are not shown"
            hidden = [payload for payload, shown in submitted if not shown]
            assert hidden
            for payload in hidden:
                seen = payload["view"]
                assert "start" not in seen
                others = [w for w in seen["history"][:8] if w != "?"]
                assert len(others) == 2, "a computer is told its own two tiles of the deal"
    assert results[0] == results[1]
    assert results[0][0] == "done"


@pytest.mark.parametrize("game", ["toyclaims", "toydice"])
def test_a_game_is_played_to_its_end_and_anybody_can_check_its_chance(
    tmp_path: Path, game: str
) -> None:
    settings = Settings(database=str(tmp_path / "studio.db"), work=WORK, starter=False)
    law = room(game)
    seats = ["me"] + ["simple"] * (law.start().players - 1)
    with served(settings) as address, visitor(address) as person:
        answer = person.post(GAMES, json={"game": game, "seats": seats}).json()
        name, told = answer["id"], answer["chance"]
        assert told["seed"] is None
        with person.stream("GET", f"{GAMES}/{name}/events") as stream:
            for event in events(stream):
                if event["event"] != "game":
                    continue
                here = event["data"]
                assert here["chance"]["commitment"] == told["commitment"]
                if here["over"]:
                    break
                choices = here["position"]["scene"]["choices"]
                assert bool(choices) == here["your_turn"]
                if choices:
                    after = len(here["position"]["moves"])
                    body = {"moves": [choices[0]["word"]], "after": after}
                    played = person.post(f"{GAMES}/{name}/moves", json=body)
                    assert played.status_code == 200, played.text
        end = person.get(f"{GAMES}/{name}").json()
        moves = end["position"]["moves"]
        assert "?" not in moves
        verify(law.start(), moves, bytes.fromhex(end["chance"]["seed"]), told["commitment"])
        assert end["position"]["ending"]
        assert person.get(f"{GAMES}/{name}/record").status_code == 200
        for turn in range(len(end["position"]["turns"])):
            assert person.get(f"{GAMES}/{name}?at={turn}").status_code == 200


def rolls(number: int) -> tuple[str, ...]:
    """The dice that `--seed` rolls under the two cups."""
    seed = hashlib.sha256(b"%d" % number).digest()
    return Referee(room("toydice").start(), seed).game.moves


@pytest.mark.parametrize("lines", ["", "moves\ntext\nhint\nback\nsave x.sgf\n", "fold\n"])
def test_the_terminal_tells_a_player_no_more_than_their_view(lines: str) -> None:
    one = next(n for n in range(100) if rolls(n) == ("2", "1"))
    other = next(n for n in range(100) if rolls(n) == ("2", "3"))
    rooms = os.environ["KIKASHI_ROOMS"]
    said = []
    for seed in (one, other):
        run = kikashi_process(
            "play", "toydice", "--seed", str(seed), "--json", stdin=lines, KIKASHI_ROOMS=rooms
        )
        assert run.returncode == 0, run.stderr
        told = run.stderr.splitlines()
        said.append([line for line in told if "hash" not in line and "seed was" not in line])
        if "fold" not in lines:  # after the end everything is told
            said[-1].append(run.stdout)
    assert said[0] == said[1]
    assert not Path("x.sgf").exists()
