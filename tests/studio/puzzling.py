"""Puzzles through the API of the studio, as tests meet them."""

from __future__ import annotations

import json
from typing import Any

from tests.studio.client import Client

TELLING = {"answers", "line", "certificate", "refutation", "solution", "themes", "difficulty"}


def keys(value: Any) -> set[str]:
    """Every name of a field, however deep."""
    if isinstance(value, dict):
        return set(value) | {name for inner in value.values() for name in keys(inner)}
    if isinstance(value, list):
        return {name for inner in value for name in keys(inner)}
    return set()


def made(client: Client, **position: Any) -> dict[str, Any]:
    job = client.post("/api/puzzles/making", {"game": "connect6", **position})
    assert job.status_code == 202, job.text
    path = f"/api/jobs/{job.json()['job']}/events"
    text = client.get(path).text
    last = text.strip().split("\n\n")[-1]
    data = next(line for line in last.splitlines() if line.startswith("data:"))
    found: dict[str, Any] = json.loads(data[5:])["result"]
    return found
