"""PGN, what chess and Xiangqi programs save: tags in brackets, then the moves with remarks.

A game is its tags (`[Red "..."]`, `[FEN "..."]`) and its move text: numbers, moves, `{remarks}`,
`(other lines)` and the result. Moves are read in every notation that the room knows, and written in
the room's own words. A position alone, tags without moves, is a record too: collections of composed
positions come in this form. Names of tags differ in case and spelling between programs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from kikashi import games
from kikashi.law import IllegalMoveError, Options, Position
from kikashi.records import bounds
from kikashi.records.model import DRAW, Node, Record, RecordError, play

_TAG = re.compile(r'\s*\[\s*(\w{1,64})\s+"((?:[^"\\]|\\.)*)"\s*\]\s*')
_WORD = re.compile(r"\{[^{}]*\}|;[^\n]*|[()]|[^\s(){};]+")
_NUMBER = re.compile(r"\A\d*\.+")
_MARK = re.compile(r"\$\d+\Z|[!?]{1,2}\Z")
FIRST, SECOND = ("red", "white"), ("black",)
"""The tags that name who moves first and second."""
RESULTS = {"1-0": 0, "0-1": 1}
OPEN = "*"
WIDTH = 80
"""Columns of a line of moves, as the export form of PGN has."""


def begins(data: bytes) -> bool:
    """Do these first bytes of a file look like a tag?"""
    return re.match(rb'\[\s*\w{1,64}\s+"', data) is not None


def split(lines: Iterator[str]) -> Iterator[tuple[int, list[str]]]:
    """The games of a file with their line numbers: a tag after moves, or a tag again, begins one.

    A blank line after tags ends them too, where the next tags repeat one of theirs.
    """
    game: list[str] = []
    seen: set[str] = set()
    start, moves = 1, False
    for number, line in enumerate(lines, start=1):
        tag = _TAG.fullmatch(line)
        if tag and (moves or tag[1].lower() in seen):
            yield start, game
            game, seen, moves = [], set(), False
        if not game and not line.strip():
            continue
        if not game:
            start = number
        if tag:
            seen.add(tag[1].lower())
        moves = moves or bool(line.strip() and not tag)
        game.append(line.rstrip("\r\n"))
    if game:
        yield start, game


def record(lines: list[str], game: str, options: Options | None) -> Record:
    """The checked record of one game."""
    if sum(map(len, lines)) > bounds.VALUE_CHARS:
        raise RecordError(f"the game is over {bounds.VALUE_CHARS} characters long")
    tags: dict[str, str] = {}
    at = 0
    for at, line in enumerate(lines):  # noqa: B007 - the line after the last tag is needed
        tag = _TAG.fullmatch(line)
        if tag:
            tags.setdefault(tag[1].lower(), re.sub(r"\\(.)", r"\1", tag[2]))
        elif line.strip():
            break
    else:
        at = len(lines)
    if len(tags) > bounds.PROPERTIES:
        raise RecordError(f"the game has {len(tags)} tags; at most {bounds.PROPERTIES} are read")
    made = Record(
        game,
        games.room(game).normal_options(options),
        setup=tags.get("fen", ""),
        players=tuple(_first(tags, names) for names in (FIRST, SECOND)),
        name=tags.get("event", ""),
    )
    said = _Moves(made).read("\n".join(lines[at:]))
    made.result = _result(made, tags.get("result", "") or said)
    made.check()
    return made


def _first(tags: dict[str, str], names: tuple[str, ...]) -> str:
    found = next((tags[name] for name in names if tags.get(name)), "")
    return "" if found == "?" else found


def _result(made: Record, said: str) -> str:
    """Who won: the first of `1-0` is who moves first in a game from the start."""
    if said in RESULTS:
        return made.room.player_names(made.options)[RESULTS[said]]
    return DRAW if said == "1/2-1/2" else ""


@dataclass
class _Place:
    """Where the reading is in the tree: a node, its position, and both before its last move."""

    node: Node
    position: Position
    before: tuple[Node, Position] | None = None
    number: int = 0


class _Moves:
    """Builds the tree of a move text."""

    def __init__(self, made: Record) -> None:
        self._here = _Place(made.root, made.start())
        self._left: list[_Place] = []
        self._notation = made.room.part("notation") if made.room.has_part("notation") else None
        self._count = 0

    def read(self, text: str) -> str:
        """Reads it all; the result at its end, or nothing."""
        said = ""
        end = 0
        for word in _WORD.finditer(text):
            if text[end : word.start()].strip():
                raise RecordError(f"a brace has no partner near {text[end:][:20]!r}")
            end = word.end()
            said = self._word(word[0]) or said
        if text[end:].strip():
            raise RecordError(f"a brace has no partner near {text[end:][:20]!r}")
        if self._left:
            raise RecordError("a bracket of a variation is not closed")
        return said

    def _word(self, word: str) -> str:
        if word[0] in "{;":
            remark = word[1:-1] if word[0] == "{" else word[1:]
            self._remark(remark.strip())
        elif word == "(":
            self._aside()
        elif word == ")":
            if not self._left:
                raise RecordError("a bracket closes no variation")
            self._here = self._left.pop()
        elif word in RESULTS or word in (OPEN, "1/2-1/2"):
            return "" if self._left else word
        elif not _MARK.fullmatch(word):
            move = _NUMBER.sub("", word, count=1).rstrip("!?")
            if move:
                self._move(move)
        return ""

    def _remark(self, text: str) -> None:
        node = self._here.node
        node.comment = f"{node.comment}\n{text}" if node.comment else text

    def _aside(self) -> None:
        if self._here.before is None:
            raise RecordError("a variation stands before the first move")
        if len(self._left) >= bounds.NESTING:
            raise RecordError(f"variations are nested more than {bounds.NESTING} deep")
        self._left.append(self._here)
        node, position = self._here.before
        self._here = _Place(node, position, number=self._here.number - 1)

    def _move(self, text: str) -> None:
        here = self._here
        self._count += 1
        if self._count > bounds.NODES:
            raise RecordError(f"the game has more than {bounds.NODES} moves")
        number, aside = here.number + 1, bool(self._left)
        move = text.lower()
        if self._notation is not None:
            try:
                move = self._notation.read(here.position, text)
            except IllegalMoveError as refusal:
                raise RecordError(str(refusal), number, variation=aside) from None
        after = play(here.position, move, number, variation=aside)
        self._here = _Place(here.node.add(move), after, (here.node, here.position), number)


def text(made: Record) -> str:
    """A record as a PGN game; the moves are the room's own words."""
    first = made.room.player_names(made.options)[0]
    names = dict(zip((first.capitalize(), "Black"), (*made.players, "", ""), strict=False))
    codes = {winner: code for code, winner in RESULTS.items()}
    index = {name: at for at, name in enumerate(made.room.player_names(made.options))}
    result = "1/2-1/2" if made.result == DRAW else OPEN
    result = codes.get(index.get(made.result, -1), result)
    if first.lower() not in FIRST or len(index) != len(RESULTS):
        raise RecordError(f"PGN holds games of red or white against black, and {made.game} is none")
    tags = {"Game": made.game, "Event": made.name, **names, "Result": result, "FEN": made.setup}
    lines = [
        f'[{name} "{_quoted(value)}"]'
        for name, value in tags.items()
        if value or name in ("Game", "Result")
    ]
    return "\n".join([*lines, "", *_wrapped([*_line(made), result]), "", ""])


def _quoted(value: str) -> str:
    if "\n" in value:
        raise RecordError(f"a tag of PGN holds no line breaks: {value[:40]!r}")
    return value.replace("\\", "\\\\").replace('"', '\\"')


def _line(made: Record) -> Iterator[str]:
    """The words of the tree: the main line, and after each of its moves the other lines."""
    if made.root.comment:
        yield _remark(made.root.comment)
    waiting: list[tuple[Node, int] | str] = [(made.root, 0)]
    told = True
    while waiting:
        item = waiting.pop()
        if isinstance(item, str):
            yield item
            told = True
            continue
        node, number = item
        if not node.children:
            continue
        main, *others = node.children
        later: list[tuple[Node, int] | str] = [(main, number + 1)]
        for other in others:
            words = [f"({_turn(number, told=True)}", other.move]
            words += [_remark(other.comment)] if other.comment else []
            later += [*words, (other, number + 1), ")"]
        waiting.extend(reversed(later[1:] + later[:1]))
        if not main.move:
            raise RecordError("PGN holds no remark between moves without a move", number)
        if number % 2 == 0 or told:
            yield _turn(number, told=told)
        yield main.move
        told = bool(others or main.comment)
        if main.comment:
            yield _remark(main.comment)


def _turn(number: int, *, told: bool) -> str:
    return f"{number // 2 + 1}{'...' if number % 2 and told else '.'}"


def _remark(comment: str) -> str:
    if "{" in comment or "}" in comment:
        raise RecordError("a remark of PGN holds no braces")
    return f"{{{comment}}}"


def _wrapped(words: list[str]) -> Iterator[str]:
    line = ""
    for word in words:
        if line and len(line) + 1 + len(word) > WIDTH and word != ")":
            yield line
            line = ""
        line = f"{line}{'' if word == ')' or not line else ' '}{word}"
    yield line
