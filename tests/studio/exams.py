"""Sittings of the exam through the API of the studio, as tests sit them."""

from __future__ import annotations

from typing import Any

from tests.studio import solvers
from tests.studio.client import Client


def begin(client: Client, game: str = "connect6", **more: Any) -> dict[str, Any]:
    answer = client.post("/api/exam/sittings", {"game": game, "name": "Lin", **more})
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json()
    return found


def answer(client: Client, sitting: dict[str, Any], turn: list[str]) -> dict[str, Any]:
    question = sitting["question"]
    query = {"puzzle": question["puzzle"], "moves": turn, "after": len(question["turns"])}
    found = client.post(f"/api/exam/sittings/{sitting['id']}/turns", query)
    assert found.status_code == 200, found.text
    after: dict[str, Any] = found.json()
    return after


def board(sitting: dict[str, Any]) -> Any:
    return solvers.board(sitting["game"], sitting["question"]["position"])
