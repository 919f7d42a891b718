"""A game record: where it started, who played, a tree of moves with comments, how it ended."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Self

from kikashi.games import room
from kikashi.law import GameError, IllegalMoveError, Move, Options, Position, Room

DRAW = "draw"

_HOW = {"R": "resign", "Resign": "resign", "T": "time", "Time": "time", "F": "forfeit"}
_HOW |= {"Forfeit": "forfeit"}


class RecordError(GameError):
    """A record that cannot be read, replayed or written; `move` counts stones, 0 means none."""

    def __init__(self, reason: str, move: int = 0, *, variation: bool = False) -> None:
        self.reason = reason
        self.move = move
        self.variation = variation
        where = f"move {move}{' of a variation' if variation else ''}: " if move else ""
        super().__init__(where + reason)


@dataclass(frozen=True)
class Refusal:
    """Why one record of a collection was not read; `game` 0 means the file as a whole."""

    file: str
    game: int
    move: int
    reason: str
    line: int = 0

    def __str__(self) -> str:
        where = [self.file or "the data"]
        where += [f"line {self.line}"] if self.line else []
        where += [f"game {self.game}"] if self.game else []
        where += [f"move {self.move}"] if self.move else []
        return f"{', '.join(where)}: {self.reason}"


@dataclass(frozen=True)
class Source:
    """Where a record was read."""

    file: str = ""
    game: int = 0
    line: int = 0


def text_for_people(text: str) -> str:
    """The same text with every line break as a newline, as SGF treats them."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _written(words: Sequence[str], start: Position) -> Iterator[Move]:
    """Laws may read `J10` and write `j10`; a capital may also be part of the word (`P*3c`)."""
    position: Position | None = start if any(word != word.lower() for word in words) else None
    for word in words:
        kept = position is not None and word in position.legal_moves()
        yield word if kept else word.lower()
        try:
            position = None if position is None else position.play(word)
        except GameError:
            position = None  # the replay that follows says what is wrong


@dataclass(eq=False, repr=False)
class Node:
    """One move with what is said about it. The root, and a remark between moves, have no move.

    `properties` are further SGF properties; points in marks (TR, LB ...) are cell names here.
    """

    move: Move = ""
    comment: str = ""
    properties: dict[str, tuple[str, ...]] = field(default_factory=dict)
    children: list[Node] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.comment = text_for_people(self.comment)
        self.properties = {
            name: tuple(map(text_for_people, values))
            for name, values in self.properties.items()
            if values
        }

    def add(self, move: Move = "", comment: str = "", **properties: tuple[str, ...]) -> Node:
        """Appends a child and returns it."""
        child = Node(move, comment, properties)
        self.children.append(child)
        return child

    def walk(self) -> Iterator[tuple[int, Node]]:
        """Every node of the subtree, parents first, with the number of its parent (-1: none)."""
        waiting = [(-1, self)]
        number = 0
        while waiting:
            parent, node = waiting.pop()
            yield parent, node
            waiting.extend((number, child) for child in reversed(node.children))
            number += 1

    # Trees are as deep as games are long, so nothing that visits them may recurse: equality,
    # pickling and copying go over the flat form.
    def _flat(self) -> list[tuple[int, Move, str, dict[str, tuple[str, ...]]]]:
        return [(parent, n.move, n.comment, n.properties) for parent, n in self.walk()]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Node) and self._flat() == other._flat()

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[Any, ...]:
        return _from_flat, (self._flat(),)

    def __repr__(self) -> str:
        return f"<Node {self.move or '-'}, {len(self.children)} children>"


def _from_flat(flat: list[tuple[int, Move, str, dict[str, tuple[str, ...]]]]) -> Node:
    nodes: list[Node] = []
    for parent, move, comment, properties in flat:
        nodes.append(Node(move, comment, dict(properties)))
        if parent >= 0:
            nodes[parent].children.append(nodes[-1])
    return nodes[0]


@dataclass(repr=False)
class Record:
    """One game, or one position with lines of play."""

    game: str
    options: dict[str, str]
    root: Node = field(default_factory=Node)
    setup: str = ""
    """The text of the position it starts from; empty: the first position of the game."""
    players: tuple[str, ...] = ()
    """Names in order of play; empty where nobody is named."""
    result: str = ""
    """Who won (`black` ...), `draw`, or empty: not known."""
    how: str = ""
    """Why the game ended before the board decided it: `resign`, `time`, `forfeit` or free text."""
    name: str = ""
    source: Source = field(default_factory=Source, compare=False)

    def __post_init__(self) -> None:
        self.name = text_for_people(self.name)
        self.how = _HOW.get(self.how, text_for_people(self.how))
        self.players = tuple(map(text_for_people, self.players)) if any(self.players) else ()
        if self.setup:
            self.setup = self.start().to_text()

    @classmethod
    def from_moves(
        cls, game: str, moves: str | Sequence[Move], options: Options | None = None
    ) -> Self:
        """A record of a plain list of moves, replayed by the law."""
        words = moves.replace(",", " ").split() if isinstance(moves, str) else list(moves)
        record = cls(game, room(game).normal_options(options))
        node = record.root
        for word in _written(words, record.start()):
            node = node.add(word)
        record.check()
        return record

    @property
    def room(self) -> Room:
        return room(self.game)

    @property
    def main_line(self) -> tuple[Node, ...]:
        """The nodes of the game as it was played, the root first."""
        line = [self.root]
        while line[-1].children:
            line.append(line[-1].children[0])
        return tuple(line)

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves of the game as it was played."""
        return tuple(node.move for node in self.main_line if node.move)

    def start(self) -> Position:
        """The position it starts from."""
        if self.setup:
            return self.room.from_text(self.setup, self.options)
        return self.room.start(self.options)

    def replay(self, stones: int | None = None) -> list[Position]:
        """The start and the position after each move of the main line, by the law.

        With `stones`, after that many moves at most. RecordError names the move that is refused.
        """
        positions = [self.start()]
        for number, move in enumerate(self.moves[:stones], start=1):
            positions.append(play(positions[-1], move, number))
        return positions

    def position_after(self, stones: int) -> Position:
        """The position after so many moves of the main line."""
        if not 0 <= stones <= len(self.moves):
            raise RecordError(f"the record has {len(self.moves)} moves, so none after {stones}")
        return self.replay(stones)[-1]

    def winner(self) -> str:
        """Who won by the law, else who is said to have won; `draw`, or empty: not known."""
        return decided(self.replay()[-1]) or self.result

    def check(self) -> None:
        """Plays every line by the law, and compares the result; fills in a result not stated."""
        waiting = [(self.root, self.start(), 0, False)]
        last = self.main_line[-1]
        while waiting:
            node, position, number, aside = waiting.pop()
            if node.move:
                number += 1
                position = play(position, node.move, number, variation=aside)
            if node is last:
                self.settle(position, number)
            waiting.extend(
                (child, position, number, aside or index > 0)
                for index, child in reversed(list(enumerate(node.children)))
            )

    def settle(self, final: Position, number: int) -> None:
        """Compares the stated result with the last position of the main line, or fills it in."""
        by_law = decided(final)
        if by_law and self.result and by_law != self.result:
            said = "a draw" if self.result == DRAW else f"a win of {self.result}"
            found = "a draw" if by_law == DRAW else f"a win of {by_law}"
            raise RecordError(f"the record says {said}, but by the law it is {found}", number)
        known = (*self.room.player_names(self.options), DRAW, "")
        if self.result not in known:
            raise RecordError(f"the result {self.result!r} is none of {', '.join(known[:-1])}")
        self.result = self.result or by_law

    def __repr__(self) -> str:
        return f"<Record of {self.game}, {len(self.moves)} moves, result {self.result or '?'}>"


def decided(position: Position) -> str:
    """The winner's colour or `draw` where the game is over, else the empty text."""
    result = position.result()
    if result is None:
        return ""
    names = room(position.game).player_names(position.options)
    return DRAW if result.winner is None else names[result.winner]


def play(position: Position, move: Move, number: int, *, variation: bool = False) -> Position:
    """One move by the law; the refusal carries the number of the move."""
    try:
        return position.play(move)
    except IllegalMoveError as refusal:
        raise RecordError(str(refusal), number, variation=variation) from None
