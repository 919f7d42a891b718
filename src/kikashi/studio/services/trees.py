"""Variation trees between the page and the records: read from text, written as text."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import islice

from kikashi.games import room
from kikashi.law import GameError, IllegalMoveError, Move, Position, Room
from kikashi.play.game import as_written, ends_turn
from kikashi.records import FORMATS, Node, Record, RecordError, Refusal, read_collection
from kikashi.records import formats as record_formats
from kikashi.records.model import text_for_people
from kikashi.studio.models_analysis import (
    MOST_NODES,
    FormatAnswer,
    NodeModel,
    ReadAnswer,
    ReadQuery,
    TreeModel,
    WriteAnswer,
    WriteQuery,
)

MOST_TREES = 50
MOST_NODES_IN_ALL = 20_000
MOST_REFUSALS = 20

_NUMBER = re.compile(r"^\d{1,4}\.+")


def tree_of(record: Record) -> TreeModel:
    """A record as the page holds it; RecordError if it has too many nodes."""
    walked = list(islice(record.root.walk(), MOST_NODES + 1))
    if len(walked) > MOST_NODES:
        raise RecordError(f"the record has more than {MOST_NODES} nodes; the page shows no more")
    return TreeModel(
        game=record.game,
        options=dict(record.options),
        start=record.setup,
        players=list(record.players),
        result=record.result,
        how=record.how,
        name=record.name,
        nodes=_nodes(record.start(), walked),
    )


def _nodes(start: Position, walked: list[tuple[int, Node]]) -> list[NodeModel]:
    """Nodes with whose turn each was."""
    found: list[NodeModel] = []
    places: list[tuple[Position, int, bool]] = []  # after the node; turns so far; is one open?
    for parent, node in walked:
        position, turn, open_turn = places[parent] if parent >= 0 else (start, 0, False)
        player = None
        if node.move:
            after = position.play(node.move)
            player, turn = position.to_move, turn + (not open_turn)
            position, open_turn = after, not ends_turn(position, after)
        places.append((position, turn, open_turn))
        found.append(
            NodeModel(
                parent=parent,
                move=node.move,
                comment=node.comment,
                properties={name: list(values) for name, values in node.properties.items()},
                player=player,
                turn=turn,
            )
        )
    return found


def record_of(tree: TreeModel) -> Record:
    """A tree of the page as a record, every line played by the law."""
    made = Record(
        tree.game,
        room(tree.game).normal_options(tree.options),
        setup=tree.start,
        players=tuple(tree.players),
        result=tree.result,
        how=tree.how,
        name=tree.name,
    )
    nodes: list[Node] = []
    for number, said in enumerate(tree.nodes):
        if (said.parent == -1) != (number == 0) or said.parent >= number:
            raise GameError(f"node {number} of the tree must come after its parent")
        if number == 0 and said.move:
            raise GameError("the root of a tree has no move")
        node = made.root if number == 0 else nodes[said.parent].add(said.move.strip())
        node.comment = text_for_people(said.comment)
        node.properties = {name: tuple(v) for name, v in said.properties.items() if v}
        nodes.append(node)
    made.check()
    return made


def read(query: ReadQuery) -> ReadAnswer:
    """Every game of a text that can be read, and why others cannot."""
    found: list[TreeModel] = []
    refused: list[str] = []
    nodes, more = 0, False
    for record in _records(query):
        if isinstance(record, Refusal):
            refused.append(str(record).removeprefix("the data, ").removeprefix("the data: "))
            continue
        try:
            tree = tree_of(record)
        except RecordError as refusal:
            refused.append(str(refusal))
            continue
        nodes += len(tree.nodes)
        if len(found) >= MOST_TREES or (found and nodes > MOST_NODES_IN_ALL):
            more = True
            break
        found.append(tree)
    if not found:
        raise GameError(refused[0] if refused else "no game was found in the text")
    return ReadAnswer(trees=found, refused=refused[:MOST_REFUSALS], more=more)


def _records(query: ReadQuery) -> list[Record | Refusal]:
    data = query.text.encode()
    own = None if query.game is None else room(query.game).own_records()
    if own is not None and own.is_own(query.text):
        return [own.own_record(query.text)]
    family = record_formats.by_content(data).family
    if family in ("moves", "csv") and query.game is None:
        raise GameError("a list of moves does not say which game it is; choose the game first")
    if family == "moves":
        assert query.game is not None
        played = room(query.game)
        if played.on_points() is None:
            return [_plain(played, query)]
        return list(islice(read_collection(data, query.game, "moves", options=query.options), 200))
    if family == "sgf":
        # What a record says of its game comes first; the game on the board is only a guess.
        said = list(islice(read_collection(data), 200))
        if query.game is None or any(isinstance(record, Record) for record in said):
            return said
        guessed = list(islice(read_collection(data, query.game), 200))
        return guessed if any(isinstance(record, Record) for record in guessed) else said
    return list(islice(read_collection(data, query.game), 200))


def _plain(played: Room, query: ReadQuery) -> Record:
    """A position text, moves, or both ('... moves ...'), in any notation of the room."""
    text = " ".join(query.text.split())
    head, marked, tail = text.partition(" moves ")
    options = played.normal_options(query.options)
    words = [w for word in (tail if marked else text).split() if (w := _NUMBER.sub("", word))]
    reader = _reader(played)
    record = Record(played.id, options, setup=head if marked else "")
    if not marked:
        try:
            reader(record.start(), words[0] if words else "")
        except GameError:
            # The first word is no move, so the whole is a position.
            return Record(played.id, options, setup=text)
    node, position = record.root, record.start()
    for number, word in enumerate(words, start=1):
        try:
            move = reader(position, word)
        except IllegalMoveError as refusal:
            raise RecordError(str(refusal), number) from None
        node, position = node.add(move), position.play(move)
    return record


def _reader(played: Room) -> Callable[[Position, str], Move]:
    notation = played.notation()
    if notation is not None:
        return notation.read

    def by_law(position: Position, word: str) -> Move:
        position.play(word)
        return as_written(word, position)

    return by_law


def write_text(query: WriteQuery) -> WriteAnswer:
    """A tree in a record format."""
    record = record_of(query.tree)
    form = record_formats.format_named(query.format)
    lost = record_formats.left_out(record, form)
    text = form.heading + record_formats.text(record, form, lossy=query.lossy)
    return WriteAnswer(text=text, file=f"kikashi-{record.game}{_suffix(form)}", lost=lost)


def formats_for(start: Position) -> list[FormatAnswer]:
    """The formats that a game of these rules can be written in."""
    record = Record(start.game, dict(start.options))
    found = []
    for form in (*FORMATS.values(), *record_formats.own_formats(start.game)):
        try:
            record_formats.text(record, form, lossy=True)
        except GameError:
            continue
        found.append(FormatAnswer(id=form.id, help=form.help, suffix=_suffix(form)))
    return found


def _suffix(form: record_formats.Format) -> str:
    endings = {family: suffix for suffix, family in record_formats.suffixes().items()}
    return endings.get(form.family, ".txt")
