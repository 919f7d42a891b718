"""The grammar of SGF: trees of nodes of properties. It knows nothing of any game.

Nothing here recurses, and every size is bounded (see `bounds`). A damaged tree is reported and
the trees after it are still found.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from kikashi.records import bounds

_TOKEN = re.compile(r"(\s*+)(?:([();])|([A-Za-z]++)|(.)|\Z)", re.ASCII | re.DOTALL)
_VALUE = re.compile(r"\s*+\[([^\]\\]*+(?:\\.[^\]\\]*+)*+)(\]?)", re.ASCII | re.DOTALL)
_ESCAPE = re.compile(r"\\(\r\n|\n\r|.)", re.DOTALL)
_BREAK = re.compile(r"\r\n|\n\r|\r")

_OUTSIDE = re.compile(r"\((?=\s*+;)|^[ \t]*+(?=;)", re.ASCII | re.MULTILINE)
_BRACKETS = re.compile(r"\[[^\]\\]*+(?:\\.[^\]\\]*+)*+(?:\]|\\?\Z)|[()]", re.DOTALL)
# Root properties: a variation never starts with one, so a tree that does is a game of its own.
_ROOT = r"\(\s*+;\s*+(?:FF|GM|CA|SZ|AP|KG)\s*+\["
_HEADER = re.compile(_ROOT, re.ASCII)
# A value that ends within such a heading has lost its bracket and swallowed the next game.
_SWALLOWED = re.compile(_ROOT + r"[^\[\]\\]*+\Z", re.ASCII)
_OPENING = re.compile(r"\((?=\s*+;)", re.ASCII)


class GrammarError(ValueError):
    """A text that is no SGF; `at` is where, `unclosed` says that the text ended too early."""

    def __init__(self, reason: str, at: int, *, depth: int = 0, unclosed: bool = False) -> None:
        super().__init__(reason)
        self.at = at
        self.depth = depth
        self.unclosed = unclosed


@dataclass(eq=False)
class SgfNode:
    """Properties in the order in which they were written; values are unescaped."""

    properties: dict[str, list[str]] = field(default_factory=dict)
    children: list[SgfNode] = field(default_factory=list)


@dataclass(frozen=True)
class Tree:
    """One game tree, with the line it starts on."""

    root: SgfNode
    line: int


@dataclass(frozen=True)
class Broken:
    """A game tree that could not be read."""

    reason: str
    line: int


def trees(text: str, *, octets: bool = False) -> Iterator[Tree | Broken]:
    """Every game tree of a collection; text around the trees is skipped.

    With `octets` each character is one byte of the file, and the values are decoded as the tree's
    CA property says, else as UTF-8, else as Latin-1. A line outside a tree that starts with a
    semicolon is a game without parentheses, and ends with the line.
    """
    at = line = counted = rescanned = 0
    while found := _OUTSIDE.search(text, at):
        start, bare = found.start(), found.group() != "("
        line += text.count("\n", counted, start)
        counted = start
        try:
            root, at = _tree(text, found.end(), bare=bare)
        except GrammarError as problem:
            row = line + 1 + text.count("\n", start, problem.at)
            yield Broken(f"{problem} (line {row} of the file)", line + 1)
            at = _next_line(text, start) if bare else _resume(text, start, problem)
            rescanned += max(0, problem.at - at)
            if rescanned > bounds.RESCANS * len(text):
                yield Broken("the rest of the file is too damaged to find games in it", row)
                return
        else:
            if octets and not text[start:at].isascii():
                _decode(root)
            yield Tree(root, line + 1)


def _tree(text: str, at: int, *, bare: bool) -> tuple[SgfNode, int]:
    """The tree whose opening parenthesis (or, if bare, whose line) has just been passed."""
    above: list[SgfNode] = []
    top = node = SgfNode()
    nodes = 0
    while True:
        token = _TOKEN.match(text, at)
        assert token is not None
        space, mark, name, other = token.groups()
        if bare and (mark in ("(", ")") or "\n" in space):
            return top.children[0], at
        last, at = at, token.end()
        where = at - 1
        if mark == ";":
            nodes += 1
            if nodes > bounds.NODES:
                raise _problem(f"more than {bounds.NODES} nodes in one game", where, above)
            node.children.append(SgfNode())
            node = node.children[-1]
        elif name:
            if above and node is above[-1]:
                raise _problem(f"the property {name[:20]} stands outside a node", where, above)
            at = _property(text, at, name, node, above)
        elif mark == "(":
            if _HEADER.match(text, where):
                raise _problem("the game ends without its closing parenthesis", where, above, True)
            if len(above) >= bounds.NESTING:
                raise _problem(f"variations nested over {bounds.NESTING} deep", where, above)
            above.append(node)
        elif mark == ")":
            if not above:
                return top.children[0], at
            node = above.pop()
        elif other is None:
            if bare:
                return top.children[0], at
            raise _problem("the game ends without its closing parenthesis", last, above, True)
        else:
            raise _problem(f"{other!r} stands where a node or property was expected", where, above)


def _property(text: str, at: int, name: str, node: SgfNode, above: list[SgfNode]) -> int:
    # FF[1] to FF[3] write long names (Black); their capitals are the name.
    capitals = name if name.isupper() else "".join(filter(str.isupper, name))
    if not capitals:
        raise _problem(f"{name[:20]!r} is no property: a name has capitals", at - 1, above)
    if capitals not in node.properties and len(node.properties) >= bounds.PROPERTIES:
        raise _problem(f"more than {bounds.PROPERTIES} properties in one node", at - 1, above)
    values = node.properties.setdefault(capitals, [])
    before = len(values)
    while value := _VALUE.match(text, at):
        swallowed = "(" in value.group(1) and _SWALLOWED.search(value.group(1))
        if swallowed or not value.group(2):
            raise _problem(f"a value of {capitals} has no closing bracket", at, above, True)
        if value.end() - at > bounds.VALUE_CHARS:
            raise _problem(f"a value of {capitals} is over {bounds.VALUE_CHARS} long", at, above)
        if len(values) >= bounds.VALUES:
            raise _problem(f"{capitals} has more than {bounds.VALUES} values", at, above)
        values.append(_unescape(value.group(1)))
        at = value.end()
    if len(values) == before:
        raise _problem(f"the property {capitals[:20]} has no value", at - 1, above)
    return at


def _problem(reason: str, at: int, above: list[SgfNode], unclosed: bool = False) -> GrammarError:
    return GrammarError(reason, at, depth=len(above) + 1, unclosed=unclosed)


def _unescape(raw: str) -> str:
    if "\\" in raw:
        # An escaped line break is a soft one: it is not part of the text.
        raw = _ESCAPE.sub(lambda m: "" if m.group(1)[0] in "\r\n" else m.group(1), raw)
    return _BREAK.sub("\n", raw) if "\r" in raw else raw


def _resume(text: str, start: int, problem: GrammarError) -> int:
    """Where to look for the next game after a damaged one."""
    if problem.unclosed:
        # The missing bracket may have swallowed whole games, so look from the start again.
        header = _HEADER.search(text, start + 1)
        # In a file of one game a line, the next line is the next game.
        following = _OPENING.match(text, _next_line(text, start))
        return min((found.start() for found in (header, following) if found), default=len(text))
    depth = problem.depth
    for found in _BRACKETS.finditer(text, problem.at + 1):
        mark = found.group()[0]
        if mark == "(" and _HEADER.match(text, found.start()):
            return found.start()
        depth += (mark == "(") - (mark == ")")
        if depth == 0:
            return found.end()
    return len(text)


def _next_line(text: str, at: int) -> int:
    return text.find("\n", at) + 1 or len(text)


def _decode(root: SgfNode) -> None:
    declared = "".join(root.properties.get("CA", [])[:1]).strip()
    waiting = [root]
    nodes = []
    while waiting:
        nodes.append(waiting.pop())
        waiting.extend(nodes[-1].children)
    values = [
        (held, index)
        for node in nodes
        for held in node.properties.values()
        for index, value in enumerate(held)
        if not value.isascii()
    ]
    for codec in (declared, "utf-8", "latin-1"):
        if "escape" in codec:  # Python's own codecs for source text are no charsets
            continue
        try:
            decoded = [held[index].encode("latin-1").decode(codec) for held, index in values]
        except (LookupError, UnicodeError, ValueError):
            continue
        for (held, index), value in zip(values, decoded, strict=True):
            held[index] = value
        return


def serialise(root: SgfNode, width: int = 78) -> str:
    """A game tree as text, wrapped between nodes."""
    pieces: list[str] = []
    column = 0
    waiting: list[SgfNode | str] = [")", root, "("]
    while waiting:
        item = waiting.pop()
        piece = item if isinstance(item, str) else _node_text(item)
        if column > 1 and pieces[-1] != "(" and column + len(piece) > width - 8 * (piece == "("):
            pieces.append("\n")
            column = 0
        pieces.append(piece)
        column = len(piece) - piece.rfind("\n") - 1 if "\n" in piece else column + len(piece)
        if isinstance(item, SgfNode):
            if len(item.children) == 1:
                waiting.append(item.children[0])
            else:
                for child in reversed(item.children):
                    waiting += (")", child, "(")
    return "".join(pieces) + "\n"


def _node_text(node: SgfNode) -> str:
    return ";" + "".join(
        name + "".join(f"[{escape(value)}]" for value in values)
        for name, values in node.properties.items()
    )


def escape(text: str) -> str:
    """A value as it stands between brackets."""
    text = text.replace("\\", "\\\\").replace("]", "\\]")
    # What looks like the heading of a game must not be taken for one.
    return text.replace("[", "\\[") if _HEADER.search(text) else text
