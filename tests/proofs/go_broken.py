"""Go's judge with one rule of its zones taken out at a time, by a line of its source."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import NamedTuple
from unittest import mock

from kikashi.games.go import benson, judge, zones

METHODS = ("_replies", "_reply", "_played", "_taken", "_leaf")


class Rule(NamedTuple):
    module: ModuleType
    line: str
    broken: str


RULES = {
    "strings of the claimant in a zone: looked at": Rule(
        judge, "zone = safe_from_one_move(state.board, on, zone, game.claimant)", "pass"
    ),
    "strings of the claimant in a zone: two liberties": Rule(
        zones, "mask((inside + outside)[:2])", "mask((inside + outside)[:1])"
    ),
    "strings of the claimant in a zone: all stones": Rule(
        zones, "zone |= mask(string.stones) | mask((", "zone |= mask(("
    ),
    "strings of the claimant in atari: all that is beside them": Rule(
        zones, "if len(string.liberties) == 1:", "if False:"
    ),
    "a stone of the claimant: its zone": Rule(
        judge, "return zone | of_move(", "return zone | 0 * of_move("
    ),
    "a stone of the claimant: its neighbours": Rule(
        zones,
        "zone = with_neighbours(on, (point,))\n    for beside in on.neighbours[point]:\n"
        "        if board[beside] == STONES[1 - player]:",
        "zone = 1 << point\n    for beside in on.neighbours[point]:\n"
        "        if board[beside] == STONES[1 - player]:",
    ),
    "a stone of the claimant: what it takes": Rule(
        zones,
        "zone |= with_neighbours(on, string_at(board, on, beside).stones)\n            else:",
        "zone |= 0\n            else:",
    ),
    "a stone of the claimant: what is beside what it takes": Rule(
        zones,
        "zone |= with_neighbours(on, string_at(board, on, beside).stones)\n            else:",
        "zone |= mask(string_at(board, on, beside).stones)\n            else:",
    ),
    "a stone of the claimant: liberties of what it does not take": Rule(
        zones, "zone |= path_to_liberty(board, on, beside, point)", "pass"
    ),
    "a stone of the claimant: its own liberty": Rule(zones, "if not placed.taken:", "if False:"),
    "a target that is taken: its neighbours and their liberties": Rule(
        judge, "return zone | of_taken(", "return zone | 0 * of_taken("
    ),
    "a target that is taken: other liberties of what took it": Rule(
        zones, "zone |= path_to_liberty(board, on, beside, target)", "pass"
    ),
    "where the other side has no liberty: its strings": Rule(
        judge, "zone |= of_suicide(state.board, on, point, state.mover)", "pass"
    ),
    "a reply in the zone: the zone of what follows": Rule(
        judge,
        "zone |= self._reply(number, node, move, state, after)",
        "self._reply(number, node, move, state, after)",
    ),
    "a reply in the zone that takes a stone: its neighbours": Rule(
        judge, "zone |= with_neighbours(on, (point,))  #", "pass  #"
    ),
    "a zone grows until it grows no more": Rule(judge, "while zone != before:", "if True:"),
    "a pass: the zone of what follows": Rule(
        judge,
        "zone = 1 << game.target | self._reply(number, node, PASS, state, passed)",
        "zone = 1 << game.target | 0 * self._reply(number, node, PASS, state, passed)",
    ),
    "a target that may be taken back: the whole board": Rule(
        judge, "return self.everywhere if off else zone", "return zone"
    ),
    "unconditional life: its strings and regions": Rule(
        judge, "return mask(points)", "return 0 * mask(points)"
    ),
    "unconditional life: all strings that live together": Rule(
        benson, "together |= region.beside", "pass"
    ),
    "a circle: the zone of what it comes back to": Rule(
        judge, "self._grown = True\n                return", "return"
    ),
    "liberties that are enough: they": Rule(
        judge, "mask(string.stones | string.liberties)", "mask(string.stones)"
    ),
}


@contextmanager
def without(name: str) -> Iterator[None]:
    """The judge without that rule, for a while."""
    rule = RULES[name]
    source = inspect.getsource(rule.module)
    if source.count(rule.line) != 1:
        raise LookupError(f"the rule {name!r} is written otherwise now")
    other = ModuleType(rule.module.__name__)
    other.__file__ = rule.module.__file__
    code = compile(source.replace(rule.line, rule.broken), f"without {name}", "exec")
    exec(code, other.__dict__)
    if rule.module is judge:
        patched: object = judge.Replay
        methods = other.__dict__["Replay"].__dict__
        changed = {method: methods[method] for method in METHODS}
    else:
        patched = judge
        changed = {
            function: made
            for function, made in inspect.getmembers(other, inspect.isfunction)
            if made.__module__ == other.__name__ and hasattr(judge, function)
        }
    with mock.patch.multiple(patched, **changed):
        yield
