"""Records to SGF trees."""

from __future__ import annotations

import re

from kikashi.law import Position
from kikashi.records import bounds, sgf_marks, sgf_words
from kikashi.records.dialects import (
    CODES,
    MOVES,
    NAMES,
    STONES,
    Board,
    board,
    is_grid,
    own_dialect,
)
from kikashi.records.model import DRAW, Node, Record, RecordError, play
from kikashi.records.sgf_grammar import SgfNode
from kikashi.records.sgf_setup import setup_properties

_HOW = {"resign": "R", "time": "T", "forfeit": "F"}
_NAME = re.compile(r"[A-Z]{1,20}")
_TAKEN = frozenset((*MOVES, *STONES, "AE", "PL", "KL", "C"))
_TAKEN_AT_ROOT = frozenset((*NAMES, "FF", "CA", "GM", "SZ", "KG", "KO", "KD", "GN"))


def tree(record: Record, dialect: str | None = None) -> SgfNode:
    """The SGF tree of a record; RecordError if it cannot be written so that it reads back."""
    start = record.start()
    own = record.room.sgf()
    if own is not None:
        if dialect is not None:
            raise RecordError(f"{record.game} has one way of SGF: write it as plain sgf")
        return own.tree(record)
    places = board(start, dialect or "names")
    if places is None:
        if dialect is not None:
            raise RecordError(f"{record.game} has no stones on points: write it as plain sgf")
        return sgf_words.tree(record)
    if dialect is None and is_grid(places.rules):
        places = board(start, own_dialect(record.game))
        assert places is not None
    root = SgfNode(_heading(record, start, places))
    _say(root, record.root, places, 0)
    waiting: list[tuple[Node, SgfNode, Position, int]] = []
    waiting.extend((child, root, start, 0) for child in reversed(record.root.children))
    nodes = 0
    while waiting:
        node, parent, position, number = waiting.pop()
        made = SgfNode()
        parent.children.append(made)
        nodes += 1
        if nodes >= bounds.NODES:
            raise RecordError(f"the record has more than {bounds.NODES} nodes")
        if node.move:
            player, cells = position.to_move, []
            while True:
                number += 1
                in_turn = position.moves_left > 1
                position = play(position, node.move, number)
                cells.append(node.move)
                if not (places.dialect.turns and in_turn and _joins(node, position)):
                    break
                node = node.children[0]
            made.properties[MOVES[player]] = [places.join(cells)]
        _say(made, node, places, number)
        waiting.extend((child, made, position, number) for child in reversed(node.children))
    return root


def _joins(node: Node, position: Position) -> bool:
    """Whether the next stone of the turn can share the node: nothing may be said in between."""
    return (
        position.result() is None
        and not node.comment
        and not node.properties
        and len(node.children) == 1
        and bool(node.children[0].move)
    )


def _heading(record: Record, start: Position, places: Board) -> dict[str, list[str]]:
    dialect = places.dialect.id
    found: dict[str, list[str]] = {"FF": ["4"], "CA": ["UTF-8"]}
    said = record.room.record_dialect()
    # To other programs a number may stand for a dialect, so it goes with no other one.
    if said is not None and said.SGF_NUMBER and said.SGF_DIALECT in (dialect, "points"):
        found["GM"] = [str(said.SGF_NUMBER)]
    found["KG"] = [record.game]
    found["KD"] = [dialect]
    if is_grid(places.rules):
        columns, rows = (1 + max(side) for side in zip(*places.rules.coordinates, strict=True))
        found["SZ"] = [str(columns) if columns == rows else f"{columns}:{rows}"]
    if record.options:
        found["KO"] = [f"{name}={value}" for name, value in record.options.items()]
    if record.name:
        found["GN"] = [record.name]
    for name, player in zip(NAMES, record.players, strict=False):
        if player:
            found[name] = [player]
    if record.result == DRAW:
        found["RE"] = ["Draw"]
    elif record.result:
        names = record.room.player_names(record.options)
        code = CODES[names.index(record.result)]
        found["RE"] = [f"{code}+{_HOW.get(record.how, record.how)}"]
    if record.setup:
        found |= setup_properties(start, places)
    return found


def _say(made: SgfNode, node: Node, places: Board, number: int) -> None:
    for name, values in node.properties.items():
        taken = name in _TAKEN or (number == 0 and name in _TAKEN_AT_ROOT)
        if not _NAME.fullmatch(name) or taken or name in made.properties:
            raise RecordError(f"a property cannot be called {name!r}", number)
        made.properties[name] = sgf_marks.to_points(name, values, places)
    if node.comment:
        made.properties["C"] = [node.comment]
    for name, texts in made.properties.items():
        if any(len(text) > bounds.VALUE_CHARS // 4 for text in texts):
            raise RecordError(f"a text of {name} is over {bounds.VALUE_CHARS // 4} long", number)
        if len(texts) > bounds.VALUES:
            raise RecordError(f"{name} has more than {bounds.VALUES} values", number)
    if len(made.properties) > bounds.PROPERTIES:
        raise RecordError(f"a node has more than {bounds.PROPERTIES} properties", number)
