"""SGF for games that are no winning sets: a move is a word of the game's own notation.

`KM[h2e2]` is a move (the law knows whose), `KS[...]` the text of the position it starts from.
Marks, comments and variations are as in any SGF, with cells written by their names.
"""

from __future__ import annotations

from collections.abc import Sequence

from kikashi.law import Options, Position, Room
from kikashi.records.dialects import NAMES
from kikashi.records.model import DRAW, Node, Record, RecordError, play
from kikashi.records.sgf_grammar import SgfNode

MOVE, SETUP = "KM", "KS"
KEPT_APART = frozenset((MOVE, SETUP, *NAMES, "C", "FF", "CA", "GM", "SZ", "KG", "KO", "GN", "RE"))


def heading(record: Record) -> dict[str, list[str]]:
    """The root properties of a record."""
    found = {"FF": ["4"], "CA": ["UTF-8"], "KG": [record.game]}
    if record.options:
        found["KO"] = [f"{name}={value}" for name, value in record.options.items()]
    if record.name:
        found["GN"] = [record.name]
    found |= {name: [who] for name, who in zip(NAMES, record.players, strict=False) if who}
    if record.result:
        found["RE"] = ["Draw" if record.result == DRAW else f"{record.result}+{record.how}"]
    if record.setup:
        found[SETUP] = [record.setup]
    return found


def tree(record: Record) -> SgfNode:
    """The SGF tree of a record, replayed by the law."""
    root = SgfNode(heading(record))
    _say(root, record.root, 0)
    waiting: list[tuple[Node, SgfNode, Position, int]] = [
        (child, root, record.start(), 0) for child in reversed(record.root.children)
    ]
    while waiting:
        node, parent, position, number = waiting.pop()
        made = SgfNode()
        parent.children.append(made)
        if node.move:
            number += 1
            position = play(position, node.move, number)
            made.properties[MOVE] = [node.move]
        _say(made, node, number)
        waiting.extend((child, made, position, number) for child in reversed(node.children))
    return root


def seen(record: Record, words: Sequence[str]) -> SgfNode:
    """What somebody saw of a game, as a tree: `?` is a move that was hidden from them.

    No law can replay it, so it is not read again.
    """
    root = here = SgfNode(heading(record))
    for word in words:
        here.children.append(SgfNode({MOVE: [word]}))
        here = here.children[0]
    return root


def _say(made: SgfNode, node: Node, number: int) -> None:
    for name, values in node.properties.items():
        if name in KEPT_APART or not (name.isascii() and name.isalpha() and name.isupper()):
            raise RecordError(f"a property cannot be called {name!r}", number)
        made.properties[name] = list(values)
    if node.comment:
        made.properties["C"] = [node.comment]


def record(root: SgfNode, room: Room, options: Options) -> Record:
    """One record, every line played by the law."""
    said = root.properties
    winner, _, how = _first(said, "RE").partition("+")
    names = room.player_names(room.normal_options(options))
    result = DRAW if winner.strip().lower() in ("draw", "0") else winner
    made = Record(
        room.id,
        room.normal_options(options),
        setup=_first(said, SETUP),
        players=tuple(_first(said, name) for name in NAMES[: len(names)]),
        result=result if result in (*names, DRAW) else "",
        how=how if result in names else "",
        name=_first(said, "GN"),
    )
    made.root.comment = "\n".join(said.get("C", ()))
    made.root.properties = _others(said)
    waiting = [(child, made.root) for child in reversed(root.children)]
    while waiting:
        sgf, parent = waiting.pop()
        moves = sgf.properties.get(MOVE, [])
        if len(moves) > 1:
            raise RecordError(f"a node has {len(moves)} moves; {MOVE} names one")
        node = parent.add(moves[0].strip() if moves else "", "\n".join(sgf.properties.get("C", ())))
        node.properties = _others(sgf.properties)
        waiting.extend((child, node) for child in reversed(sgf.children))
    made.check()
    return made


def _first(properties: dict[str, list[str]], name: str) -> str:
    return properties.get(name, [""])[0]


def _others(properties: dict[str, list[str]]) -> dict[str, tuple[str, ...]]:
    return {name: tuple(v) for name, v in properties.items() if name not in KEPT_APART and v}
