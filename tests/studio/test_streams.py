"""Streams of a real server: a friend's move arrives, a flag falls by itself, nothing hangs."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Iterator, MutableMapping
from typing import Any

import httpx
import pytest

from kikashi.studio import streams
from kikashi.studio.people import Person
from kikashi.studio.services.play import Plays
from kikashi.studio.settings import RateSettings, Settings
from tests.studio.conftest import CHEAP, WORK
from tests.studio.served import events, served, visitor

GAMES = "/api/play/games"
SMALL = {"size": "5x5", "k": "4"}


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    database = tmp_path_factory.mktemp("streams") / "studio.db"
    settings = Settings(
        database=str(database),
        work=WORK,
        hashing=CHEAP,
        starter=False,
        rates=RateSettings(streams=3),
    )
    with served(settings) as address:
        yield address


@pytest.fixture
def person(address: str) -> Iterator[httpx.Client]:
    with visitor(address) as client:
        yield client


@pytest.fixture
def friend(address: str) -> Iterator[httpx.Client]:
    with visitor(address) as client:
        yield client


def new(person: httpx.Client, *seats: str, **more: object) -> str:
    answer = person.post(GAMES, json={"game": "gomoku", "seats": seats, "options": SMALL, **more})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


def test_a_friend_s_move_arrives_at_once(person: httpx.Client, friend: httpx.Client) -> None:
    name = new(person, "me", "friend")
    with person.stream("GET", f"{GAMES}/{name}/events", params={"language": "zh-Hant"}) as answer:
        assert answer.headers["content-type"].startswith("text/event-stream")
        stream = events(answer)
        first = next(stream)
        assert first["event"] == "game"
        assert first["data"]["seats"][1]["kind"] == "open"
        assert first["data"]["position"]["scene"]["language"] == "zh-Hant"
        friend.post(f"{GAMES}/{name}/join")
        assert next(stream)["data"]["seats"][1]["kind"] == "person"
        person.post(f"{GAMES}/{name}/moves", json={"moves": ["a1"], "after": 0})
        assert next(stream)["data"]["position"]["moves"] == ["a1"]
        friend.post(f"{GAMES}/{name}/moves", json={"moves": ["b1"], "after": 1})
        seen = next(stream)["data"]
        assert seen["position"]["moves"] == ["a1", "b1"]
        assert seen["your_turn"]
        friend.post(f"{GAMES}/{name}/resign")
        assert next(stream)["data"]["result"]["winner"] == 0


def test_one_sees_whether_the_friend_is_there(person: httpx.Client, friend: httpx.Client) -> None:
    name = new(person, "me", "friend")
    friend.post(f"{GAMES}/{name}/join")
    path = f"{GAMES}/{name}/events"

    def friend_is(here: bool, stream: Iterator[dict[str, Any]]) -> bool:
        seen = (event["data"] for event in stream if event["event"] == "game")  # no heartbeats
        return any(game["seats"][1]["here"] == here for game in seen)

    with person.stream("GET", path) as answer:
        stream = events(answer)
        assert next(stream)["data"]["seats"][1]["here"] is False
        with friend.stream("GET", path) as other:
            others = events(other)  # held: a generator that nobody holds ends its stream too
            next(others)
            assert friend_is(True, stream)
        person.post(f"{GAMES}/{name}/moves", json={"moves": ["a1"], "after": 0})
        assert friend_is(False, stream)


def test_the_computer_s_turn_arrives_without_asking(person: httpx.Client) -> None:
    name = new(person, "me", "level:1")
    with person.stream("GET", f"{GAMES}/{name}/events") as answer:
        stream = events(answer)
        next(stream)
        person.post(f"{GAMES}/{name}/moves", json={"moves": ["c3"], "after": 0})
        thinking = next(stream)["data"]
        answered = thinking if not thinking["thinking"] else next(stream)["data"]
        assert len(answered["position"]["moves"]) == 2


def test_a_change_between_the_first_look_and_the_listening_is_not_missed(
    person: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = new(person, "me", "me")
    see, listen = Plays.see, streams.Channels.listen
    looked: list[tuple[Plays, Person]] = []

    def noted(plays: Plays, game: str, who: Person) -> Any:
        looked.append((plays, who))
        return see(plays, game, who)

    def late(channels: streams.Channels, channel: str) -> Any:
        # As a computer's turn that ends while the stream is being opened.
        plays, who = looked[-1]
        plays.play(name, who, ["c3"], 0)
        return listen(channels, channel)

    monkeypatch.setattr(Plays, "see", noted)
    monkeypatch.setattr(streams.Channels, "listen", late)
    with person.stream("GET", f"{GAMES}/{name}/events", timeout=60.0) as answer:
        seen = next(one for one in events(answer) if one["data"]["position"]["moves"])
    assert seen["data"]["position"]["moves"] == ["c3"]


def test_a_flag_falls_while_nobody_asks(person: httpx.Client) -> None:
    name = new(person, "me", "me", clock="1")
    person.post(f"{GAMES}/{name}/moves", json={"moves": ["a1"], "after": 0})
    with person.stream("GET", f"{GAMES}/{name}/events") as answer:
        stream = events(answer)
        last = next(seen for seen in stream if seen["data"]["over"])
        assert last["data"]["result"] == {"reason": "time", "payoffs": [1, -1], "winner": 0}


def test_a_deleted_game_ends_its_streams(person: httpx.Client) -> None:
    name = new(person, "me", "me")
    with person.stream("GET", f"{GAMES}/{name}/events") as answer:
        stream = events(answer)
        next(stream)
        person.delete(f"{GAMES}/{name}")
        assert [event["event"] for event in stream] == ["gone"]


@pytest.mark.thorough
def test_one_person_has_only_so_many_streams_and_gets_them_back(
    person: httpx.Client, friend: httpx.Client
) -> None:
    name = new(person, "me", "friend")
    path = f"{GAMES}/{name}/events"
    with person.stream("GET", path), person.stream("GET", path), person.stream("GET", path):
        refused = person.get(path)
        assert refused.status_code == 429
        assert refused.json()["code"] == "too-many"
        with friend.stream("GET", path) as answer:
            assert answer.status_code == 200
    # The server notices that a reader left when it next looks: a change makes it look.
    friend.post(f"{GAMES}/{name}/join")
    with person.stream("GET", path) as answer:
        assert answer.status_code == 200


def test_events_end_with_their_reader_and_not_when_memory_is_tidied() -> None:
    ended: list[str] = []

    async def told() -> AsyncGenerator[dict[str, Any], None]:
        try:
            while True:
                yield {"event": "game", "data": {}}
        finally:
            ended.append("events")

    async def left(message: MutableMapping[str, Any]) -> None:
        if b"game" in message.get("body", b""):
            raise OSError("the reader has left")

    async def read() -> list[str]:
        answer = streams.stream(told(), streams.Place(lambda: ended.append("place")))
        with pytest.raises(OSError, match="left"):
            await answer.stream_response(left)
        return list(ended)  # the loop would end them too, when it ends itself

    assert asyncio.run(read()) == ["events", "place"]
