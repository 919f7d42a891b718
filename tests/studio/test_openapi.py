"""The API is written down in docs/reference/openapi.json, from which the page's client is made.

To accept a change: KIKASHI_ACCEPT=1 pytest tests/studio/test_openapi.py, then `npm run client` in
web/.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI

WRITTEN = Path(__file__).resolve().parents[2] / "docs/reference/openapi.json"
UNSAFE = {"post", "put", "patch", "delete"}


@pytest.fixture(scope="module")
def schema(app: FastAPI) -> dict[str, Any]:
    return app.openapi()


def operations(schema: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    for path, methods in schema["paths"].items():
        for method, operation in methods.items():
            yield f"{method} {path}", operation


def test_the_api_is_the_one_written_down(schema: dict[str, Any]) -> None:
    text = json.dumps(schema, indent=1, ensure_ascii=False, sort_keys=True) + "\n"
    if os.environ.get("KIKASHI_ACCEPT"):
        WRITTEN.write_text(text, "utf-8")
    assert json.loads(WRITTEN.read_text("utf-8")) == schema


def test_every_operation_says_what_it_does_and_how_it_refuses(schema: dict[str, Any]) -> None:
    names = [operation["operationId"] for _, operation in operations(schema)]
    assert len(set(names)) == len(names)
    for name, operation in operations(schema):
        assert operation["description"], name
        for status in ("400", "403", "422", "429"):
            content = operation["responses"][status]["content"]
            assert list(content) == ["application/problem+json"], (name, status)


def test_every_reference_leads_somewhere(schema: dict[str, Any]) -> None:
    known = set(schema["components"]["schemas"])
    text = json.dumps(schema)
    named = {part.split('"')[0] for part in text.split("#/components/schemas/")[1:]}
    assert named <= known


def test_every_text_and_list_that_comes_in_is_bounded(schema: dict[str, Any]) -> None:
    schemas = schema["components"]["schemas"]
    unbounded: list[str] = []

    def walk(where: str, node: dict[str, Any]) -> None:
        if "$ref" in node:
            name = node["$ref"].rsplit("/", 1)[1]
            if name not in seen:
                seen.add(name)
                walk(name, schemas[name])
            return
        for branch in (*node.get("anyOf", ()), *node.get("oneOf", ()), *node.get("allOf", ())):
            walk(where, branch)
        kind = node.get("type")
        if kind == "string" and not ({"enum", "const", "maxLength", "format"} & set(node)):
            unbounded.append(where)
        if kind == "array":
            if "maxItems" not in node:
                unbounded.append(where)
            walk(f"{where}[]", node.get("items", {}))
        for name, inner in node.get("properties", {}).items():
            walk(f"{where}.{name}", inner)
        more = node.get("additionalProperties")
        if isinstance(more, dict):
            walk(f"{where}{{}}", more)

    for name, operation in operations(schema):
        for parameter in operation.get("parameters", ()):
            if parameter["in"] == "query":
                seen: set[str] = set()
                walk(f"{name} ?{parameter['name']}", parameter["schema"])
        for content in operation.get("requestBody", {}).get("content", {}).values():
            seen = set()
            walk(name, content["schema"])
    assert unbounded == []
