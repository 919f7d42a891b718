"""Judges of rooms with one rule taken out at a time: every `raise` in turn becomes nothing.

Whatever a judge refuses, it refuses by raising. So its source, with one of these left out, is a
judge without one rule; a liar should get through, or the rule is one of form.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType

SHARED = "kikashi.pieces.nodes"
"""What judges of mates share."""


def module_of(room: str) -> ModuleType:
    return importlib.import_module(f"kikashi.games.{room}.judge")


def _sources(room: str) -> list[ModuleType]:
    """Where a judge's rules stand: what it shares with others comes first."""
    module = module_of(room)
    shares = any(getattr(value, "__module__", "") == SHARED for value in vars(module).values())
    return [importlib.import_module(SHARED)] * shares + [module]


def rules(room: str) -> list[str]:
    """Each rule by the words of its refusal, in the order of the files."""
    trees = [ast.parse(inspect.getsource(module)) for module in _sources(room)]
    return [_words(node) for tree in trees for node in _raises(tree)]


def _raises(tree: ast.AST) -> list[ast.Raise]:
    return [node for node in ast.walk(tree) if isinstance(node, ast.Raise)]


def _words(node: ast.Raise) -> str:
    assert isinstance(node.exc, ast.Call)
    said = node.exc.args[0]
    if isinstance(said, ast.Constant):
        return str(said.value)
    assert isinstance(said, ast.JoinedStr)
    parts = (part.value if isinstance(part, ast.Constant) else ".." for part in said.values)
    return "".join(map(str, parts))


def pattern(words: str) -> str:
    """A regular expression for what a refusal with these words says."""
    return r"(node \d+: )?" + ".*".join(map(re.escape, words.split("..")))


@contextmanager
def without(room: str, number: int) -> Iterator[None]:
    """The room's judge without that rule, for a while."""
    module = module_of(room)
    sources = _sources(room)
    trees = [ast.parse(inspect.getsource(one)) for one in sources]
    gone = [node for tree in trees for node in _raises(tree)][number]

    class Leave(ast.NodeTransformer):
        def visit_Raise(self, node: ast.Raise) -> ast.AST:
            return ast.copy_location(ast.Pass(), node) if node is gone else node

    kept = {one.__name__: one for one in sources}
    try:
        for one, tree in zip(sources, trees, strict=True):
            changed = ast.fix_missing_locations(Leave().visit(tree))
            other = sys.modules[one.__name__] = ModuleType(one.__name__)
            exec(compile(changed, f"{room} without a rule", "exec"), other.__dict__)
    finally:
        sys.modules.update(kept)
    whole = module.judge
    module.judge = other.judge  # type: ignore[attr-defined]
    try:
        yield
    finally:
        module.judge = whole  # type: ignore[attr-defined]
