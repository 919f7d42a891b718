"""Help in games with hidden hands: of one's own view alone while the game goes on, of all after it.

Two games that are equal to a player, and not to the law, must give equal bytes at each door.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest

from kikashi.games import room, rooms
from kikashi.law import CHANCE, Position
from kikashi.play.referee import Referee
from kikashi.search.playing import Budget
from kikashi.studio.services import play
from kikashi.studio.services.tables import Table
from kikashi.studio.settings import RateSettings, Settings
from kikashi.studio.store import Store
from kikashi.studio.store.games import GameRow
from tests.studio.conftest import WORK
from tests.studio.served import events, served, visitor

pytestmark = [pytest.mark.native, pytest.mark.slow]

GAMES = "/api/play/games"
PRESENCE = re.compile(rb'"here": ?(true|false)')
"""Who has a page open changes with the moment, not with what is hidden."""
HIDING = [home.id for home in rooms() if home.capabilities(home.normal_options(None)).hidden]
SECRET = "07" * 32


@dataclass
class House:
    """A studio with two persons, and the database behind it."""

    me: httpx.Client
    friend: httpx.Client
    store: Store

    def table(self, game: str, moves: tuple[str, ...]) -> str:
        """A game of both, with computers at other seats, after these moves."""
        computers = ["level:1"] * (room(game).start().players - 2)
        wish = {"game": game, "seats": ["me", "friend", *computers]}
        name: str = self.me.post(GAMES, json=wish).json()["id"]
        assert self.friend.post(f"{GAMES}/{name}/join").status_code == 200
        with self.store.session() as session:
            row = session.get_one(GameRow, name)
            row.moves, row.secret, row.seed = list(moves), SECRET, 7
            Table(row)._keep()
        return name

    def task(self, name: str, seat: int) -> str:
        """What a worker, here or on a grid, is given for the turn of a seat."""
        with self.store.session() as session:
            table = Table(session.get_one(GameRow, name))
            return json.dumps(play._payload(table, "level:1", seat), sort_keys=True)

    def doors(self, person: httpx.Client, name: str) -> dict[str, bytes]:
        found: dict[str, bytes] = {}
        with person.stream("GET", f"{GAMES}/{name}/events") as answer:
            found["events"] = json.dumps(next(events(answer))).encode()
        for method, door in (
            ("GET", ""),
            ("GET", "?at=3"),
            ("GET", "?threats=true&numbers=true&language=zh-Hant&notation=words"),
            ("GET", "/record?format=moves"),
            ("GET", "/record?format=sgf"),
            ("GET", "/leaves"),
            ("POST", "/decisions"),
            ("POST", "/claim"),
        ):
            answer = person.request(method, f"{GAMES}/{name}{door}")
            assert answer.status_code < 500, answer.text
            found[f"{method} {door}"] = b"%d " % answer.status_code + answer.content
        for one in person.get(GAMES).json()["games"]:
            if one["id"] == name:
                found["list"] = json.dumps(one | {"made": 0, "changed": 0}).encode()
        assert "list" in found
        after = len(json.loads(found["GET "].partition(b" ")[2])["position"]["moves"])
        for word in ("?", "1m", "9p", "pong 1m", "S2", "C9", "7N"):  # a refusal may tell as well
            wish = {"moves": [word, "-"], "after": after}
            answer = person.post(f"{GAMES}/{name}/moves", json=wish)
            assert answer.status_code in (403, 409, 422), answer.text
            found[f"move {word}"] = answer.content
        return {
            door: PRESENCE.sub(b"", said.replace(name.encode(), b"NAME"))
            for door, said in found.items()
        }


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with opened(tmp_path_factory.mktemp("hidden")) as found:
        yield found


@contextmanager
def opened(folder: Path) -> Iterator[House]:
    often = RateSettings(person=1000.0, person_burst=10_000, games=1000.0)
    database = str(folder / "studio.db")
    settings = Settings(database=database, rates=often, work=WORK, starter=False)
    with ExitStack() as stack:
        address = stack.enter_context(served(settings))
        people = [stack.enter_context(visitor(address)) for _ in range(2)]
        store = Store(database, create=False)
        stack.callback(store.close)
        yield House(people[0], people[1], store)


def dealt(game: str, seed: int) -> Position:
    """The first position in which the first player decides something."""
    random, position = Random(seed), room(game).start()
    while position.to_move == CHANCE:
        position = position.play(random.choice(position.legal_moves()))
    return position


def two_worlds(game: str) -> tuple[Position, Position]:
    """Two deals that the player to move cannot tell apart."""
    one = dealt(game, 5)
    words = one.to_text().split()
    view = one.view(one.to_move)
    held = {word for word in words if word in view.text}
    unseen = [n for n, word in enumerate(words) if view_hides(game, words, n, one.to_move)]
    assert held
    for first in unseen:
        for second in unseen:
            if words[first] == words[second]:
                continue
            other = list(words)
            other[first], other[second] = other[second], other[first]
            try:
                twin = room(game).from_text(" ".join(other))
            except ValueError:
                continue
            if twin.view(one.to_move) == view and hands(twin) != hands(one):
                return one, twin
    pytest.fail("no two deals look alike")


def view_hides(game: str, words: list[str], number: int, player: int) -> bool:
    before = room(game).from_text(" ".join(words[:number]) or "start")
    return before.seen(words[number], player) == "?"


def hands(position: Position) -> list[str]:
    """What the others see: it must differ, or nothing is tried."""
    return [position.view(player).text for player in range(1, position.players)]


@pytest.mark.parametrize("game", HIDING)
def test_two_games_equal_to_a_player_give_equal_bytes_at_every_door_of_help(
    house: House, game: str
) -> None:
    one, other = two_worlds(game)
    told, tasks, theirs = [], [], []
    for world in (one, other):
        name = house.table(game, tuple(world.to_text().split()))
        tasks.append(house.task(name, 0))
        told.append(house.doors(house.me, name))
        theirs.append([world.view(player).text for player in range(1, world.players)])
    assert theirs[0] != theirs[1]
    assert list(told[0]) == list(told[1])
    for door, said in told[0].items():
        assert said == told[1][door], door
    assert tasks[0] == tasks[1]
    assert told[0]["POST /decisions"].startswith(b"409")


@pytest.mark.parametrize("game", HIDING)
def test_an_onlooker_is_told_nothing_about_anybodys_choices(house: House, game: str) -> None:
    name = house.table(game, tuple(dealt(game, 3).to_text().split()))
    with visitor(str(house.me.base_url)) as stranger:
        assert stranger.get(f"{GAMES}/{name}/leaves").status_code == 403
        assert stranger.post(f"{GAMES}/{name}/claim").status_code == 403
        assert stranger.post(f"{GAMES}/{name}/decisions").status_code == 409
    waits = house.friend.get(f"{GAMES}/{name}/leaves")
    assert (waits.status_code, waits.json()) == (200, [])


@pytest.mark.parametrize("game", [game for game in HIDING if room(game).counsel() is not None])
def test_what_each_choice_leaves_is_told_to_who_chooses(house: House, game: str) -> None:
    position = dealt(game, 4)
    name = house.table(game, tuple(position.to_text().split()))
    seen = house.me.get(f"{GAMES}/{name}").json()
    assert "counsel" in seen["may"]
    found = house.me.get(f"{GAMES}/{name}/leaves").json()
    assert found[0]["best"]
    assert {one["word"] for one in found} <= set(position.legal_moves())
    assert len(found) > 5


@cache
def finished(game: str) -> tuple[str, ...]:
    """A game of two quick players to its end."""
    home = room(game)
    referee = Referee(home.start(), b"7" * 32)
    engine = home.engine()
    assert engine is not None
    weak = engine.ladder(home.start())[3]
    while referee.game.result is None:
        for player in referee.waiting_for():
            thought = engine.think(referee.view(player), weak.style, Budget(nodes=1, seed=1))
            referee.answer(player, thought.moves[0])
    return referee.game.moves


def decisions(person: httpx.Client, name: str) -> list[dict[str, Any]]:
    answer = person.post(f"{GAMES}/{name}/decisions")
    assert answer.status_code == 202, answer.text
    with person.stream("GET", f"/api/jobs/{answer.json()['id']}/events") as stream:
        last = next(e for e in events(stream) if e["event"] in ("done", "failed"))
    assert last["event"] == "done", last
    found: list[dict[str, Any]] = last["data"]["result"]["decisions"]
    return found


@pytest.mark.parametrize("game", [game for game in HIDING if room(game).hindsight() is not None])
def test_after_the_end_each_decision_is_told_with_its_cost_and_ours(
    house: House, game: str
) -> None:
    moves = finished(game)
    name = house.table(game, moves)
    assert "decisions" in house.me.get(f"{GAMES}/{name}").json()["may"]
    found = decisions(house.me, name)
    assert found
    for one in found:
        assert one["move"] == moves[one["after"]]
        assert one["cost"] >= 0
        assert set(one["said"]) == {"en", "zh-Hant"}
        if one["cost"] == 0:
            assert one["best"] == one["move"]
    assert {one["player"] for one in found} == set(range(room(game).start().players))
    if room(game).claiming() is not None:  # the last phase is open to both, and exact
        assert any(one["exact"] for one in found)
        assert not all(one["exact"] for one in found)


@pytest.mark.parametrize("game", [game for game in HIDING if room(game).claiming() is not None])
def test_the_rest_is_claimed_only_where_it_is_proved(house: House, game: str) -> None:
    claiming = room(game).claiming()
    assert claiming is not None
    moves = finished(game)
    accepted = refused = 0
    position = room(game).start()
    for number, move in enumerate(moves):
        player = position.to_move
        if player != CHANCE and claiming.may_claim(position.view(player)):
            try:
                claiming.rest(position.view(player))
                true = True
            except ValueError:
                true = False
            if (accepted and true) or (refused and not true):
                position = position.play(move)
                continue
            name = house.table(game, moves[:number])
            person = (house.me, house.friend)[player]
            before = person.get(f"{GAMES}/{name}").json()
            assert "claim" in before["may"], "offered whether it is true or not"
            answer = person.post(f"{GAMES}/{name}/claim")
            if true:
                accepted += 1
                assert answer.status_code == 200, answer.text
                after = answer.json()
                assert after["over"]
                assert after["position"]["moves"][:number] == list(moves[:number])
            else:
                refused += 1
                assert (answer.status_code, answer.json()["code"]) == (409, "claim-refused")
                now = person.get(f"{GAMES}/{name}").json()
                assert now["position"] == before["position"]
        elif player != CHANCE and not refused and not accepted and number % 9 == 0:
            name = house.table(game, moves[:number])
            person = (house.me, house.friend)[player]
            assert person.post(f"{GAMES}/{name}/claim").status_code == 403
        position = position.play(move)
    assert accepted
    assert refused
