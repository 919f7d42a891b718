"""Small worlds for the job-level search: random AND/OR trees whose value is known."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from kikashi.grid import Task, task_kind
from kikashi.grid.joblevel import Child, Expansion, Kind, Problem, Status
from kikashi.grid.kinds import GoOn

TOY = "test.toy-leaf"


@task_kind(TOY)
def look(payload: Mapping[str, Any], go_on: GoOn) -> Mapping[str, Any]:
    """The children of a node of a random tree, or its value."""
    if go_on(1, 0.0) is False:
        return {}
    return RandomTree(payload["seed"], payload["depth"], payload["width"]).look(payload["key"])


class RandomTree(Problem):
    """A tree that its seed determines; a key is the way from the root."""

    def __init__(self, seed: int, depth: int, width: int, *, late: bool = False) -> None:
        self.seed, self.depth, self.width, self.late = seed, depth, width, late
        self.asked: list[str] = []
        self._rest: dict[str, list[Child]] = {}

    @property
    def name(self) -> Mapping[str, str]:
        return {"seed": str(self.seed), "depth": str(self.depth), "width": str(self.width)}

    @property
    def root(self) -> str:
        return "/"

    def kind(self, key: str) -> Kind:
        return Kind.OR if key.count("/") % 2 else Kind.AND

    def task(self, key: str) -> Task:
        self.asked.append(key)
        size = {"seed": self.seed, "depth": self.depth, "width": self.width}
        return Task(TOY, {**size, "key": key})

    def look(self, key: str) -> dict[str, Any]:
        """The children's names, or the value of a leaf."""
        chance = random.Random(f"{self.seed} {key}")
        if key.count("/") > self.depth or (key != "/" and chance.random() < 0.1):
            return {"value": chance.random() < 0.5}
        count = chance.randint(1, self.width)
        return {"children": [f"{key}{n}/" for n in range(count)]}

    def expand(self, key: str, value: Mapping[str, Any]) -> Expansion:
        if "value" in value:
            return Expansion(Status.PROVED if value["value"] else Status.DISPROVED)
        children = [Child(name) for name in value["children"]]
        if self.late and self.kind(key) is Kind.AND:
            # The others come to light only once the first is proved.
            self._rest[key] = children[1:]
            children = children[:1]
        return Expansion(Status.OPEN, tuple(children))

    def grow(self, key: str, proved: object) -> list[Child]:
        return self._rest.pop(key, [])

    def truth(self, key: str = "/") -> bool:
        """By looking at everything."""
        found = self.look(key)
        if "value" in found:
            return bool(found["value"])
        values = [self.truth(child) for child in found["children"]]
        return any(values) if self.kind(key) is Kind.OR else all(values)
