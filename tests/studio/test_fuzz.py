"""Whatever is sent to the API, within its description or beside it, the answer is never a 500.

schemathesis makes the requests from docs/reference/openapi.json; every answer must be one that the
description has, and every refusal a problem document. HYPOTHESIS_PROFILE=long tries much longer.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import httpx
import pytest
import schemathesis
from fastapi import FastAPI
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis.config import SchemathesisConfig
from schemathesis.core.result import Ok

from kikashi import games
from kikashi.studio import create_app
from kikashi.studio.settings import RateSettings, Settings, WorkSettings
from tests.studio.client import Client
from tests.studio.conftest import CHEAP

pytestmark = pytest.mark.slow

WRITTEN = Path(__file__).resolve().parents[2] / "docs/reference/openapi.json"
TRIES = max(6, settings().max_examples // 16)
ENDLESS = "/events"
"""A stream of something that is there does not end; strangers' ids are tried there all the same."""

NEVER_SENT = {"content-type": "application/problem+json"}

LABELS = [
    f"{method.upper()} {path}"
    for path, methods in json.loads(WRITTEN.read_text("utf-8"))["paths"].items()
    for method in methods
]


@cache
def operations() -> dict[str, Any]:
    """By label; read when a test asks for one, because it takes a second of every collection."""
    schema = schemathesis.openapi.from_path(WRITTEN, config=SchemathesisConfig())
    read = (found.ok() for found in schema.get_all_operations() if isinstance(found, Ok))
    return {operation.label: operation for operation in read}


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FastAPI]:
    """A studio that refuses nobody for asking too often: what is behind that is to be seen."""
    database = tmp_path_factory.mktemp("fuzz") / "studio.db"
    often = RateSettings(
        person=1e6, person_burst=10**6, secrets=1e6, secrets_burst=10**6, games=1e6
    )
    work = WorkSettings(processes=1, quick_processes=1, grace=0.2)
    app = create_app(Settings(database=str(database), rates=often, work=work, hashing=CHEAP))
    yield app
    app.state.studio.close()


@pytest.fixture(scope="module")
def game(client: Client) -> str:
    """A game that the person of these requests plays."""
    answer = client.post("/api/play/games", {"game": "connect6", "seats": ["me", "friend"]})
    return str(answer.json()["id"])


def send(client: Client, case: Any, path: str) -> httpx.Response:
    more: dict[str, Any] = {"params": dict(case.query or {})}
    if not isinstance(case.body, schemathesis.core.NotSet):
        more["content" if isinstance(case.body, bytes | str) else "json"] = case.body
    headers = {
        name: value.encode("latin-1", "replace") if isinstance(value, str) else value
        for name, value in dict(case.headers or {}).items()
    }
    client.forget_token()  # a case may have logged somebody in or out
    try:
        return client.request(case.method, path, headers=headers, **more)
    except httpx.InvalidURL:  # too long for this client; the server never sees it
        return httpx.Response(404, json={"detail": "-"}, headers=NEVER_SENT)


def check(case: Any, answer: httpx.Response) -> None:
    assert answer.status_code != 500, answer.text
    documented = case.operation.definition.raw["responses"]
    assert str(answer.status_code) in {*documented, "404", "405"}, answer.text
    if answer.status_code >= 400:
        assert answer.headers["content-type"] == "application/problem+json"
        assert answer.json()["detail"]


def test_every_operation_of_the_description_can_be_read() -> None:
    assert sorted(operations()) == sorted(LABELS)
    assert LABELS


# Not schema.parametrize: its tests all have one name, and of those with one name only the first is
# run where the tests are shared out over several processes.
@pytest.mark.parametrize("label", LABELS)
@settings(
    max_examples=TRIES,
    deadline=None,
    derandomize=True,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)
@given(data=st.data())
def test_nothing_that_is_sent_breaks_the_studio(
    label: str, data: st.DataObject, app: FastAPI, game: str
) -> None:
    case = data.draw(operations()[label].as_strategy())
    client = app.state.fuzzer = getattr(app.state, "fuzzer", None) or Client(app)
    check(case, send(client, case, case.formatted_path))
    # Once more with what a guess never hits: a game that is there, one that is being played.
    path = case.formatted_path
    if "/play/games/{game}" in case.path and not case.path.endswith(ENDLESS):
        path = case.path.replace("{game}", game)
    if isinstance(case.body, dict) and "game" in case.body:
        rooms = games.room_ids()
        plain = {"game": rooms[len(str(case.body)) % len(rooms)], "options": {}, "start": ""}
        case.body = {**case.body, **{k: v for k, v in plain.items() if k in case.body}}
    check(case, send(client, case, path))
