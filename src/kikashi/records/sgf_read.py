"""SGF trees to records: which game, which dialect, then every stone by the law."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kikashi.games import modules, room, room_ids
from kikashi.law import GameError, Options, Position, Room
from kikashi.records import sgf_marks, sgf_words
from kikashi.records.dialects import (
    CODES,
    MOVES,
    NAMES,
    STONES,
    Board,
    board,
    default_game,
    detect,
    numbered,
)
from kikashi.records.model import DRAW, Node, Record, RecordError, play
from kikashi.records.sgf_grammar import SgfNode
from kikashi.records.sgf_setup import setup_text

_RESULT = re.compile(r"\s*([BWR])(?:lack|hite|ed)?\s*\+(.*)", re.DOTALL)
FIRST_NUMBER = 1
"""FF[4]: a file that names no game means the first."""
_SETUP = frozenset((*STONES, "AE", "PL", "KL"))
# What the record holds in fields of its own; every other root property is kept as it is.
_FIELDS = frozenset(
    (
        *MOVES,
        *STONES,
        *NAMES,
        "AE",
        "PL",
        "KL",
        "C",
        "FF",
        "CA",
        "GM",
        "SZ",
        "KG",
        "KO",
        "KD",
        "GN",
        "RE",
    )
)


def record(tree: SgfNode, game: str | None, options: Options | None, dialect: str | None) -> Record:
    """One record; RecordError or another GameError says why there is none."""
    root = tree.properties
    number = int(_first(root, "GM")) if re.fullmatch(r"\s*\d{1,6}\s*", _first(root, "GM")) else None
    values = [
        value
        for node in _main_line(tree)
        for name in MOVES
        for value in node.properties.get(name, ())
    ]
    values += [value for name in STONES for value in root.get(name, ())]
    dialect = dialect or detect(root.get("KD", ()), number, values)
    played = room(game or _game(root, number, dialect))
    own = played.sgf()
    if own is not None:
        return own.record(tree, options)
    chosen = _options(played, root, options)
    start = played.start(chosen)
    places = board(start, dialect)
    if places is None:
        return sgf_words.record(tree, played, chosen)
    setup = setup_text(root, places, start, _first_colour(tree))
    result, how = _result(_first(root, "RE"), played.player_names(start.options))
    made = Record(
        game=played.id,
        options=dict(start.options),
        setup=setup,
        players=tuple(_first(root, name) for name in NAMES[: start.players]),
        result=result,
        how=how,
        name=_first(root, "GN"),
    )
    kept = _others(root, places, 0, _FIELDS if result else _FIELDS - {"RE"})
    made.root.properties.update(kept)
    _fill(made, tree, places)
    return made


def _first(properties: dict[str, list[str]], name: str) -> str:
    return properties.get(name, [""])[0]


def _main_line(tree: SgfNode) -> Iterator[SgfNode]:
    node: SgfNode | None = tree
    while node is not None:
        yield node
        node = node.children[0] if node.children else None


def _first_colour(tree: SgfNode) -> int | None:
    for node in _main_line(tree):
        for player, name in enumerate(MOVES):
            if name in node.properties:
                return player
    return None


def _game(root: dict[str, list[str]], number: int | None, dialect: str) -> str:
    own = _first(root, "KG").strip()
    if own:
        return own
    if (known := numbered(number)) is not None:
        return known
    readers = {game: room(game).sgf() for game in room_ids() if "sgf" in modules(game)}
    for game, reader in readers.items():
        if reader is not None and number == reader.NUMBER:
            return game
    # Little Golem names the game in the event: connect6.ch.26.1.1
    event = _first(root, "EV").partition(".")[0].strip().lower()
    if event in room_ids():
        return event
    if number is None and (usual := default_game(dialect)) is not None:
        return usual
    if number is None and dialect == "points":
        for game, reader in readers.items():
            if reader is not None and reader.NUMBER == FIRST_NUMBER:
                return game
    said = "does not say which game it is" if number is None else f"has the game number {number}"
    raise RecordError(f"the record {said}; name the game (--game)")


def _options(played: Room, root: dict[str, list[str]], given: Options | None) -> dict[str, str]:
    chosen = played.sgf_options(root)
    has_size = any(option.name == "size" for option in played.options)
    size = _first(root, "SZ").strip().replace(":", "x")
    if size and has_size and "size" not in chosen:
        chosen["size"] = size
    for word in root.get("KO", ()):
        name, _, value = word.partition("=")
        chosen[name] = value
    return {**chosen, **(given or {})}


def _result(text: str, names: tuple[str, ...]) -> tuple[str, str]:
    """Who won and how, as far as RE says it in the words of FF[4]."""
    found = _RESULT.fullmatch(text)
    if found and CODES.index(found[1]) < len(names):
        return names[CODES.index(found[1])], found[2]
    return (DRAW if text.strip().lower() in ("0", "draw") else ""), ""


def _fill(made: Record, tree: SgfNode, places: Board) -> None:
    """Turns SGF nodes into nodes of one stone each, playing every stone by the law."""
    names = made.room.player_names(made.options)
    waiting: list[tuple[SgfNode, Node, Position, int, bool]] = []
    waiting.append((tree, made.root, made.start(), 0, False))
    *_, last = _main_line(tree)
    while waiting:
        sgf, parent, position, number, aside = waiting.pop()
        try:
            if sgf is not tree and not _SETUP.isdisjoint(sgf.properties):
                raise RecordError("setup stones after the start of a game are not supported")
            stones = _stones(sgf, places, position)
        except RecordError as problem:
            raise RecordError(problem.reason, number + 1, variation=aside) from None
        node = parent
        for player, cell in stones:
            number += 1
            if player != position.to_move and position.moves_left:
                colours = names[player], names[position.to_move]
                reason = f"{cell} is a stone of {colours[0]}, but {colours[1]} is to move"
                raise RecordError(reason, number, variation=aside)
            position = play(position, cell, number, variation=aside)
            node = node.add(cell)
        if not stones and sgf is not tree and not _only_resigns(sgf):
            node = node.add()
        if node is not parent or sgf is tree:
            node.comment = "\n".join(sgf.properties.get("C", ()))
        if node is not parent and sgf is not tree:
            node.properties.update(
                _others(sgf.properties, places, number, frozenset((*MOVES, "C")))
            )
        if sgf is last:
            _resigned(made, sgf, position)
            made.settle(position, number)
        waiting.extend(
            (child, node, position, number, aside or index > 0)
            for index, child in reversed(list(enumerate(sgf.children)))
        )


def _stones(sgf: SgfNode, places: Board, position: Position) -> list[tuple[int, str]]:
    """The stones of a node, in the order in which they are to be played."""
    stones = [
        (MOVES.index(name), cell)
        for name, values in sgf.properties.items()
        if name in MOVES
        for value in values
        if value.strip().lower() != "resign" or sgf.children
        for cell in places.cells(value)
    ]
    if len(stones) > 1:
        # A turn is written as a whole: a stone that wins before the turn is full comes last.
        for index, (_, cell) in enumerate(stones[:-1]):
            try:
                position = position.play(cell)
            except GameError:
                break
            if position.result() is not None:
                return [*stones[:index], *stones[index + 1 :], stones[index]]
    return stones


def _only_resigns(sgf: SgfNode) -> bool:
    return bool(sgf.properties) and all(
        name in MOVES and all(value.strip().lower() == "resign" for value in values)
        for name, values in sgf.properties.items()
    )


def _resigned(made: Record, sgf: SgfNode, position: Position) -> None:
    """Little Golem writes `B[resign]` as the last move."""
    for player, name in enumerate(MOVES[:2]):
        words = [value.strip().lower() for value in sgf.properties.get(name, ())]
        if "resign" in words and not made.result and position.players == 2:
            names = made.room.player_names(made.options)
            made.result, made.how = names[1 - player], "resign"


def _others(
    properties: dict[str, list[str]], places: Board, number: int, fields: frozenset[str]
) -> dict[str, tuple[str, ...]]:
    """The properties that the record keeps under their SGF names."""
    kept = {}
    for name in properties.keys() - fields:
        try:
            kept[name] = sgf_marks.to_names(name, properties[name], places)
        except RecordError as problem:
            reason = f"{name} marks a point that is not there: {problem.reason}"
            raise RecordError(reason, number) from None
    return {name: kept[name] for name in properties if name in kept}
