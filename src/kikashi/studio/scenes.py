"""Scenes as the API gives them, and their shapes in its document.

A scene is built from the drawing's own structs; the document, and the page's client with it, take
their shapes from there, so that nothing is written down twice.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import lru_cache
from typing import Annotated, Any, TypeAlias

import msgspec
from fastapi import FastAPI
from pydantic import WithJsonSchema

from kikashi.drawing import Face, Scene
from kikashi.law import Room

_SHAPE = "x-struct"
_REFERENCE = "#/components/schemas/{name}"

SceneAnswer: TypeAlias = Annotated[dict[str, Any], WithJsonSchema({_SHAPE: "Scene"})]
FaceAnswer: TypeAlias = Annotated[dict[str, Any], WithJsonSchema({_SHAPE: "Face"})]


def plain(room: Room, scene: Scene) -> dict[str, Any]:
    """A scene as JSON data; faces that the page asks for once are left out."""
    known = faces_of(room)
    if known:
        rest = tuple(face for face in scene.faces if face not in known)
        scene = scene.changed(faces=rest, faces_of=room.id)
    data: dict[str, Any] = msgspec.to_builtins(scene)
    return data


def faces(room: Room) -> list[dict[str, Any]]:
    """The faces that a room's drawing always uses, as JSON data."""
    return [msgspec.to_builtins(face) for face in faces_of(room)]


def faces_of(room: Room) -> tuple[Face, ...]:
    """What `faces()` of a room's drawing gives, where it has one."""
    if not room.has_part("drawing"):
        return ()
    given: Callable[[], tuple[Face, ...]] | None = getattr(room.part("drawing"), "faces", None)
    return given() if given is not None else ()


@lru_cache(maxsize=256)
def far_players(room: Room, options: tuple[tuple[str, str], ...]) -> frozenset[int]:
    """Players whose pieces begin on the far half of the board, opposite to the others': they are
    shown it turned."""
    start = room.start(dict(options))
    scene = room.scene(start.view(0))
    if not scene.points or not scene.stones:
        return frozenset()
    heights = [point.y for point in scene.points]
    middle = (min(heights) + max(heights)) / 2
    sides = [
        {stone.y < middle for stone in scene.stones if stone.colour == name}
        for name in room.player_names(start.options)
    ]
    opposite = {True} in sides and {False} in sides
    return frozenset(n for n, halves in enumerate(sides) if opposite and halves == {True})


def describe(app: FastAPI) -> None:
    """Puts the shapes of scenes into the document of the API."""
    usual = app.openapi

    def openapi() -> dict[str, Any]:
        if app.openapi_schema is None:
            document = _with_references(usual())
            _, found = msgspec.json.schema_components([Scene], ref_template=_REFERENCE)
            shapes = msgspec.json.decode(msgspec.json.encode(found))  # tuples as lists
            shapes["Scene"]["required"] = list(Scene.__struct_fields__)  # it leaves nothing out
            for shape in shapes.values():
                if "description" in shape:
                    shape["description"] = inspect.cleandoc(shape["description"])
            document["components"]["schemas"].update(shapes)
            app.openapi_schema = document
        return app.openapi_schema

    app.openapi = openapi  # type: ignore[method-assign]


def _with_references(node: Any) -> Any:
    if isinstance(node, list):
        return [_with_references(inner) for inner in node]
    if not isinstance(node, dict):
        return node
    if _SHAPE in node:
        return {"$ref": _REFERENCE.format(name=node[_SHAPE])}
    return {name: _with_references(inner) for name, inner in node.items()}
