"""Games with hidden hands at every door of the studio: nobody is told what another one holds."""

from __future__ import annotations

import json
import logging
import re
from typing import Any

import pytest
from fastapi import FastAPI

from kikashi.games import rooms
from kikashi.law import CHANCE
from tests.studio.client import Client
from tests.studio.playing import GAMES, act, answered, done, move, new, words

HIDING = [room.id for room in rooms() if room.capabilities(room.normal_options(None)).hidden]
MOVES = 8


def drawn(game: Any) -> list[str]:
    """What chance gave, in order, as this person is told it."""
    turns = game["position"]["turns"]
    return [word for turn in turns if turn["player"] == CHANCE for word in turn["moves"]]


def together(
    app: FastAPI, people: tuple[Client, ...], name: str
) -> tuple[list[Any], list[list[str]]]:
    """What each is told of one moment, and the record each is given: claims are hidden, so nobody
    says when somebody thinks.
    """
    for _ in range(100):
        seen = [answered(app, person, name) for person in people]
        records = [person.get(f"{GAMES}/{name}/record").text for person in people]
        after = [answered(app, person, name) for person in people]
        still = [one["position"]["turns"] for one in seen] == [
            one["position"]["turns"] for one in after
        ]
        if still and len({len(drawn(one)) for one in seen}) == 1:
            return seen, [re.findall(r"KM\[(.*?)\]", record) for record in records]
    pytest.fail("the game never stood still")


@pytest.mark.thorough
@pytest.mark.native
@pytest.mark.parametrize("game", HIDING)
def test_a_friend_by_link_sees_their_own_hand_and_no_other(
    app: FastAPI, client: Client, game: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    friend, onlooker = Client(app), Client(app)
    others = ["level:1"] * (next(r for r in rooms() if r.id == game).start().players - 2)
    name = new(client, "me", "friend", *others, game=game)["id"]
    done(act(friend, name, "join"))
    people = (client, friend, onlooker)
    for _ in range(MOVES):
        seen, records = together(app, people, name)
        if seen[0]["over"]:
            break
        mine, theirs, public = (drawn(one) for one in seen)
        assert len(mine) == len(theirs) == len(public)
        for one, other in zip(mine, theirs, strict=True):
            assert "?" in (one, other) or one == other
        assert any("?" in pair for pair in zip(mine, theirs, strict=True))
        assert all(word in ("?", one) for word, one in zip(public, mine, strict=True))
        assert words(seen[2]["position"]) == []
        for record, told in zip(records, seen, strict=True):
            assert record == [word for turn in told["position"]["turns"] for word in turn["moves"]]
        mover = next((n for n in (0, 1) if seen[n]["your_turn"]), None)
        if mover is None:
            break
        done(move(people[mover], name, words(seen[mover]["position"])[-1]))
    hands = (" ".join(mine[:8]), " ".join(theirs[:8]), json.dumps(mine[:8]), json.dumps(theirs[:8]))
    assert not [hand for hand in hands if hand in caplog.text]
