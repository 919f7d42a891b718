"""The checker with one of its rules broken: whoever tries to fool it must succeed then.

Each entry replaces one function by one that forgets one thing. docs/reference/soundness-attacks.md
has the table of rules, and the lemma that each rests on.
"""

from __future__ import annotations

import inspect
import textwrap
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any, TypeAlias
from unittest import mock

from kikashi.proofs import stack
from kikashi.stones.proofs import judge, leaves, refute
from kikashi.stones.proofs.cover import Replay
from kikashi.stones.proofs.nodes import NodeReader
from kikashi.stones.proofs.refute import RefuteReplay
from kikashi.stones.proofs.tally import Tally
from kikashi.stones.proofs.win import WinReplay

Patch: TypeAlias = tuple[object, str, object]
NOT_NEEDED = ("dead cells: not among free stones",)
"""Kept as caution: docs/reference/soundness.md shows that nothing false passes without."""
NOTHING: Callable[..., None] = lambda *_args, **_more: None  # noqa: E731


def _source(function: Any, *changes: tuple[str, str]) -> Any:
    """The same function with its text changed: for rules that are one word of a long function."""

    text = textwrap.dedent(inspect.getsource(function))
    for old, new in changes:
        assert text.count(old) == 1, f"the rule is written otherwise now: {old}"
        text = text.replace(old, new)
    scope: dict[str, Any] = dict(function.__globals__)
    exec("from __future__ import annotations\n" + text, scope)
    return scope[function.__name__]


def _method(owner: type, name: str, *changes: tuple[str, str]) -> Patch:
    return owner, name, _source(getattr(owner, name), *changes)


def broken() -> dict[str, list[Patch]]:
    """The rules by name, each with what breaks it."""
    return {
        "turn: its cells are empty": [
            _method(Replay, "turn_is_legal", ("if cells & ~empty:", "if False:"))
        ],
        "turn: as many stones as are due": [
            _method(
                Replay,
                "turn_is_legal",
                ("count > due or (count < due and not ends)", "False"),
            )
        ],
        "turn: the first stone of the game": [
            _method(
                Replay,
                "turn_is_legal",
                ("empty == self.full and first is not None", "False and first is not None"),
            )
        ],
        "turn: the branch of a win ends with a full set": [
            _method(WinReplay, "_turn", ("if not completes:", "if False:"))
        ],
        "turn: the branch of a hold ends with the game": [
            _method(RefuteReplay, "_turn", ("if not completes and not fills:", "if False:"))
        ],
        "reply: the opponent fills no set": [(Replay, "no_set_to_fill", NOTHING)],
        "reply: fills no set with all stones it has left": [
            _method(
                WinReplay,
                "_reply",
                ("no_set_to_fill(question, size)", "no_set_to_fill(question, 1)"),
            ),
            _method(
                RefuteReplay,
                "_reply",
                ("no_set_to_fill(question, size)", "no_set_to_fill(question, 1)"),
            ),
        ],
        "reply: a full board is no win": [
            _method(
                WinReplay,
                "_reply",
                ("if not size:", "if not size:\n        return 0\n    if False:"),
            )
        ],
        "cover: every reply has an answer": [
            _method(
                Replay,
                "cover",
                ('raise self.refusal(question, f"the reply {names} has no answer")', "continue"),
            )
        ],
        "cover: a threat misses at most the stones of a turn": [
            _method(
                WinReplay,
                "_reply",
                ("holes(PROVER, self.stones)", "holes(PROVER, self.stones + 1)"),
            )
        ],
        "cover: only a reply that misses the threat leaves it open": [
            _method(
                Replay,
                "cover",
                (
                    "if branches:\n            if not rest:",
                    "if threats:\n            if True:",
                ),
            )
        ],
        "zone entry: no stone lies in the zone": [
            _method(Replay, "cover", ("if not cells & reply and (", "if ("))
        ],
        "zone entry: it grows by the whole zone": [
            _method(
                Replay,
                "cover",
                (
                    "cells = passed[number] & empty & ~part",
                    "cells = passed[number] & empty & ~part\n                cells &= -cells",
                ),
            )
        ],
        "zone entry: the passed stones are free stones": [
            _method(Replay, "cover", ("free + size - part.bit_count()", "free"))
        ],
        "zone entry: the free stones of all turns count": [
            _method(Replay, "cover", ("free + size - part.bit_count()", "size - part.bit_count()"))
        ],
        "zone: the cells of turns": [
            _method(
                WinReplay,
                "_turn",
                ("return zone | node.cells", "return zone"),
                ("        return node.cells", "        return 0"),
            ),
            _method(
                RefuteReplay,
                "_turn",
                ("return zone | node.cells", "return zone"),
                ("        return node.cells", "        return 0"),
            ),
        ],
        "zone: the prover's threats": [
            _method(WinReplay, "_reply", ("            zone |= holes", "            pass")),
            _method(RefuteReplay, "_reply", ("            zone |= holes", "            pass")),
        ],
        "zone: sets that the opponent's free stones may fill": [
            _method(
                WinReplay,
                "_reply",
                ("reach(OPPONENT, size + question.free)", "reach(OPPONENT, size)"),
            ),
            _method(RefuteReplay, "_reply", ("size + ahead + question.free", "size + ahead")),
        ],
        "zone: sets that free stones make threats of": [
            _method(
                RefuteReplay,
                "_reply",
                ("ahead = 0 if last or not self.least else self.stones", "ahead = 0"),
            ),
        ],
        "zone: the zones of the children": [
            _method(
                Replay,
                "cover",
                ("zone |= yield from self.ask", "yield from self.ask"),
                ("zone |= used", "zone |= 0"),
            )
        ],
        "symmetry: both boards are mapped": [
            _method(
                Replay,
                "ask",
                ("moved(theirs, there)", "theirs"),
            )
        ],
        "symmetry: the zone is mapped back": [
            _method(
                Replay, "ask", ("moved(zone, self._back(edge.symmetry)) if zone else 0", "zone")
            )
        ],
        "dead cells: not among free stones": [
            _method(
                Replay,
                "anywhere",
                ("if question.free or self._left_out(question):", "if self._left_out(question):"),
            )
        ],
        "dead cells: dead for both sides": [
            _method(
                Tally,
                "live",
                (
                    "self.reach(PROVER, most) | self.reach(OPPONENT, most)",
                    "self.reach(PROVER, most)",
                ),
            )
        ],
        "dead cells: one stands for all": [
            _method(
                Replay,
                "anywhere",
                ("left & self.tally.live() or left & -left", "left & self.tally.live()"),
            )
        ],
        "dead cells: not where replies are left out": [
            _method(
                Replay, "anywhere", ("question.free or self._left_out(question)", "question.free")
            )
        ],
        "exceptions: at the first node alone": [
            _method(
                Replay,
                "_left_out",
                (
                    "self.exceptions is None or question != self.exceptions.first",
                    "self.exceptions is None",
                ),
            )
        ],
        "exceptions: a reply that holds all their stones": [
            _method(
                Replay,
                "cover",
                (
                    "any(not turn & ~reply for turn in left_out)",
                    "any(turn & reply for turn in left_out)",
                ),
            )
        ],
        "bounds: they fall": [(NodeReader, "_fall", NOTHING)],
        "bounds: the root has the claim's": [
            _method(
                judge.StoneJudge,
                "replay",
                ("claim.turns is not None and bound != claim.turns", "False"),
            )
        ],
        "class: a turn of it makes threats of sets that miss so many": [
            _method(RefuteReplay, "pressing", ("self.stones + rest", "self.stones"))
        ],
        "class: threats that fewer stones stop are none": [
            _method(RefuteReplay, "_stopped_by_fewer", ("self.least - 1)]", "self.least)]"))
        ],
        "class: a zone and the class need not share a cell": [
            _method(Replay, "_narrower", ("if rest == 1:", "if True:"))
        ],
        "turns counted: only the last is a set filled at once": [
            _method(RefuteReplay, "_reply", ("node.bound == 1", "node.bound <= 2"))
        ],
        "turns counted: nothing is shown where none is left": [
            _method(
                RefuteReplay, "_reply", ("(self.counted and not node.bound)", "(not node.bound)")
            )
        ],
        "pairing: one stone at a time": [
            _method(
                RefuteReplay,
                "_pairing",
                (
                    "self.stones != 1 or (question.mover == OPPONENT and question.left != 1)",
                    "False",
                ),
            )
        ],
        "pairing: pairs share no cell": [
            _method(NodeReader, "_pairing", ("if board & taken:", "if False:"))
        ],
        "pairing: every open set holds a pair": [(refute, "unpaired", lambda *_: None)],
        "leaf: not among free stones": [(RefuteReplay, "_leaf_stands_alone", NOTHING)],
        "sum: it is small enough": [(refute, "potential_holds", lambda *_args, **_more: True)],
        "sum: the opponent's stones to come count": [
            (
                refute,
                "potential_holds",
                _source(
                    leaves.potential_holds, ("ahead = 0 if prover_moves else left", "ahead = 0")
                ),
            ),
        ],
        "sum: a turn begun removes less": [
            (
                refute,
                "potential_holds",
                _source(leaves.potential_holds, ("(1 + min(left, stones))", "(1 + stones)")),
            ),
        ],
        "two sets: they miss more than there is time for": [
            _method(RefuteReplay, "_no_double", ("most = node.bound + 1", "most = node.bound"))
        ],
        "two sets: the opponent fills none at once": [
            _method(RefuteReplay, "_no_double", ("self.no_set_to_fill(question, 1)", "pass"))
        ],
        "two sets: one stone at a time": [
            _method(RefuteReplay, "_no_double", ("self.stones != 1 or question.left != 1", "False"))
        ],
        "two sets: not where the first stone is limited": [
            _method(
                RefuteReplay,
                "_no_double",
                ("nothing_lies = not question.mine | question.theirs", "nothing_lies = False"),
            )
        ],
        "two sets: their bound is exact": [
            _method(NodeReader, "_fall", ("isinstance(below, Pairing | Potential)", "True"))
        ],
        "zone: two sets that free stones bring nearer": [
            _method(RefuteReplay, "_no_double", ("        zone |= cells", "        pass"))
        ],
        "zone: a set that free stones bring to its last": [
            _method(RefuteReplay, "_no_double", ("if question.free:", "if False:"))
        ],
        "node: for the side to move": [
            _method(
                WinReplay,
                "work",
                (
                    "isinstance(node, Turn) and question.mover == PROVER",
                    "isinstance(node, Turn)",
                ),
            ),
            _method(
                RefuteReplay,
                "work",
                (
                    "isinstance(node, Turn) and question.mover == PROVER",
                    "isinstance(node, Turn)",
                ),
            ),
        ],
        "sharing: a node is verified at every position": [
            (
                judge,
                "settle",
                _source(
                    stack.settle,
                    ("known[asked] = answer", "known[asked[0]] = answer"),
                    ("known.get(wanted)", "known.get(wanted[0])"),
                ),
            ),
        ],
        "draw: both sides hold": [
            _method(
                judge.StoneJudge,
                "replay",
                ("zip(roots, claim.provers, strict=True)", "[(roots[0], claim.provers[0])]"),
            )
        ],
    }


@contextmanager
def breaking(patches: list[Patch]) -> Iterator[None]:
    """The checker with a rule broken."""
    with ExitStack() as all_of_them:
        for owner, name, new in patches:
            all_of_them.enter_context(mock.patch.object(owner, name, new))
        yield
