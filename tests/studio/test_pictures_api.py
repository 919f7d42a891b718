"""Pictures of positions, as the server draws them."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from kikashi.games import room, room_ids
from tests.studio.client import Client

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("game", room_ids())
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_game_has_its_picture(client: Client, game: str, theme: str) -> None:
    move = room(game).start().legal_moves()[0]
    address = f"/api/analysis/picture.svg?game={game}&moves={move}&theme={theme}&numbers=true"
    answer = client.get(address)
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert ElementTree.fromstring(answer.text).tag.endswith("svg")


def test_a_picture_for_rules_leaves_the_words_to_the_page(client: Client) -> None:
    """A picture has no font of the page: Chinese words in it may be boxes."""
    address = "/api/analysis/picture.svg?game=connect6&moves=j10&language=zh-Hant"
    told, alone = (client.get(f"{address}&notes={value}").text for value in ("true", "false"))
    words = [
        [
            text.text or ""
            for text in ElementTree.fromstring(svg).iter()
            if text.tag.endswith("text")
        ]
        for svg in (told, alone)
    ]
    assert any("白方" in text for text in words[0])
    assert words[1]
    assert all(text.isascii() for text in words[1])


def test_a_picture_that_cannot_be_drawn_is_refused(client: Client) -> None:
    for query in ("game=gomoku&moves=z9", "game=gomoku&o=size", "game=nothing", "moves=h8"):
        answer = client.get(f"/api/analysis/picture.svg?{query}")
        assert answer.status_code == 422, query
