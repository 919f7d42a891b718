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
from tests.studio.test_play import GAMES, act, answered, done, move, new, words

HIDING = [room.id for room in rooms() if room.capabilities(room.normal_options(None)).hidden]
MOVES = 8


def drawn(game: Any) -> list[str]:
    """What chance gave, in order, as this person is told it."""
    turns = game["position"]["turns"]
    return [word for turn in turns if turn["player"] == CHANCE for word in turn["moves"]]


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
        seen = [answered(app, person, name) for person in people]
        if seen[0]["over"]:
            break
        mine, theirs, public = (drawn(one) for one in seen)
        assert len(mine) == len(theirs) == len(public)
        for one, other in zip(mine, theirs, strict=True):
            assert "?" in (one, other) or one == other
        assert any("?" in pair for pair in zip(mine, theirs, strict=True))
        assert all(word in ("?", one) for word, one in zip(public, mine, strict=True))
        assert words(seen[2]["position"]) == []
        for person, told in zip(people, seen, strict=True):
            kept = person.get(f"{GAMES}/{name}/record").text
            turns = told["position"]["turns"]
            shown = [word for turn in turns for word in turn["moves"]]
            assert re.findall(r"KM\[(.*?)\]", kept) == shown
        mover = next((n for n in (0, 1) if seen[n]["your_turn"]), None)
        if mover is None:
            break
        done(move(people[mover], name, words(seen[mover]["position"])[-1]))
    hands = (" ".join(mine[:8]), " ".join(theirs[:8]), json.dumps(mine[:8]), json.dumps(theirs[:8]))
    assert not [hand for hand in hands if hand in caplog.text]
