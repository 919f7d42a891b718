"""Go in SGF FF[4] as it occurs: handicaps, set-up stones, passes, lists of points, bad moves.

A move that the law refuses is kept with a warning, and so is everything after it in its line: such
nodes have no move here, but `KI[B dd]`, the move as the file has it, and `KW`, why it is refused.
Where one side moves twice, the pass between is marked `KT` and not written again. What the players
say about dead stones after two passes is no move to other programs: it stands in `KA`.
"""

from __future__ import annotations

import re
from fractions import Fraction

from kikashi.games import room
from kikashi.games.go.board import STONES, Grid, grid
from kikashi.games.go.position import AGREE, COLOURS, DEAD, PASS, RESUME, GoPosition, go_of
from kikashi.games.go.presets import PRESETS, fixed_handicap, most_fixed
from kikashi.games.go.setup import Setup, write_setup
from kikashi.law import GameError, IllegalMoveError, Options
from kikashi.records.model import DRAW, Node, Record, RecordError
from kikashi.records.sgf_grammar import SgfNode

NUMBER = 1
"""GM of Go, and what a file without GM is."""
MOVES, SET_UP, CODES = ("B", "W"), ("AB", "AW"), "BW"
ILLEGAL, WARNING, IMPLIED, SAID = "KI", "KW", "KT", "KA"
HOW = {"resign": "R", "time": "T", "forfeit": "F"}
RULES = {"jp": "japanese", "cn": "chinese", "tromp": "tromp-taylor", "american": "aga", "nz": "aga"}
"""Beginnings of RU, beside the names themselves."""
MARKS = frozenset(("TR", "SQ", "CR", "MA", "SL", "DD", "VW", "TB", "TW"))
LABELS, PAIRS = frozenset(("LB",)), frozenset(("AR", "LN"))
FIELDS = frozenset(
    (*MOVES, *SET_UP, "AE", "PL", "PB", "PW", "C", "FF", "CA", "GM", "SZ", "KG", "KO", "GN", "RE")
)


class Points:
    """Points in two letters, rows from the top."""

    def __init__(self, on: Grid) -> None:
        self.on = on

    def point(self, name: str) -> str:
        """As SGF writes a point of the board."""
        cell = self.on.index.get(name)
        if cell is None:
            raise RecordError(f"there is no point {name!r} on this board")
        column, row = cell % self.on.size, self.on.size - 1 - cell // self.on.size
        return chr(ord("a") + column) + chr(ord("a") + row)

    def cell(self, text: str) -> int:
        """The cell of a point."""
        word = text.strip().lower()
        if not re.fullmatch(r"[a-z]{2}", word):
            raise RecordError(f"{text[:12]!r} is no point")
        column, row = ord(word[0]) - ord("a"), ord(word[1]) - ord("a")
        if column >= self.on.size or row >= self.on.size:
            raise RecordError(f"{text[:12]!r} is not on a board of {self.on.size} lines")
        return (self.on.size - 1 - row) * self.on.size + column

    def cells(self, text: str) -> list[int]:
        """The cells of a list value: a point, or a rectangle by two corners (`aa:cc`)."""
        first, colon, last = text.partition(":")
        if not colon:
            return [self.cell(text)]
        size, corners = self.on.size, (self.cell(first), self.cell(last))
        columns = sorted(corner % size for corner in corners)
        rows = sorted(corner // size for corner in corners)
        return [
            row * size + column
            for row in range(rows[0], rows[1] + 1)
            for column in range(columns[0], columns[1] + 1)
        ]

    def move(self, text: str) -> str:
        """A move: a point's name, or a pass, which is empty or (up to 19 lines) `tt`."""
        word = text.strip().lower()
        if not word or (word == "tt" and self.on.size <= 19):
            return PASS
        return self.on.names[self.cell(word)]


def _first(properties: dict[str, list[str]], name: str) -> str:
    return properties.get(name, [""])[0].strip()


def _komi(text: str) -> tuple[str, str]:
    """Komi as the law takes it, and a warning. Quarters are halves of a Chinese count by stones."""
    try:
        value = Fraction(text.replace(",", ".") or "0")
    except (ValueError, ZeroDivisionError):
        return "0", f"KM[{text[:12]}] is no number; counted as 0"
    if value.denominator == 4:
        return str(float(2 * value)), f"KM[{text[:12]}] counts stones; as points it is twice that"
    if value.denominator > 2 or abs(value) > 700:
        return "0", f"KM[{text[:12]}] is no whole or half number; counted as 0"
    return (str(value) if value.denominator == 1 else str(float(value))), ""


def options_of(root: dict[str, list[str]], given: Options | None) -> tuple[dict[str, str], str]:
    """The room's options as a root node says them, and a warning."""
    warning = ""
    size = _first(root, "SZ") or "19"
    found = {"size": size.replace(":", "x")}
    found["komi"], warning = _komi(_first(root, "KM"))
    said = _first(root, "RU").lower().replace(" ", "-")
    found["rules"] = next((name for name in PRESETS if said.startswith(name)), "") or next(
        (name for start, name in RULES.items() if said.startswith(start)), "japanese"
    )
    count = _first(root, "HA")
    if count.isascii() and count.isdigit() and 2 <= int(count[:4]) < 100:
        found |= {"handicap": count, "placement": "free"}
    for word in root.get("KO", ()):
        name, _, value = word.partition("=")
        found[name] = value
    found |= dict(given or {})
    try:
        room("go").normal_options(found)
    except GameError:
        if "handicap" in found and "handicap" not in (given or {}):
            warning = f"a handicap of {found.pop('handicap')} does not fit; it is left out"
            found.pop("placement", None)
    return room("go").normal_options(found), warning


def _set_up(nodes: list[SgfNode], points: Points) -> tuple[dict[int, str], int | None]:
    """The stones that set-up properties leave on the board, and who is said to move."""
    stones: dict[int, str] = {}
    mover = None
    for node in nodes:
        for name, stone in zip((*SET_UP, "AE"), (*STONES, ""), strict=True):
            for value in node.properties.get(name, ()):
                if not value.strip():
                    continue
                for cell in points.cells(value):
                    stones[cell] = stone
        said = _first(node.properties, "PL")[:1].upper()
        if said and said in CODES:
            mover = CODES.index(said)
        elif said in ("1", "2"):
            mover = int(said) - 1
    return {cell: stone for cell, stone in stones.items() if stone}, mover


def record(tree: SgfNode, options: Options | None = None) -> Record:
    """One record; RecordError or another GameError says why there is none."""
    root = tree.properties
    chosen, warning = options_of(root, options)
    on = grid(int(chosen["size"].partition("x")[0]))
    points = Points(on)
    first = [tree]
    # Some files set the board up in the nodes before the first move.
    while len(first[-1].children) == 1 and not set(MOVES) & first[-1].properties.keys():
        following = first[-1].children[0]
        if not {*SET_UP, "AE", "PL"} & following.properties.keys():
            break
        if set(MOVES) & following.properties.keys():
            break
        first.append(following)
    stones, mover = _set_up(first, points)
    chosen, setup = _start(chosen, on, stones, mover, _first_colour(first[-1]))
    result, how = _result(_first(root, "RE"))
    made = Record(
        game="go",
        options=chosen,
        setup=setup,
        players=tuple(root.get(name, [""])[0] for name in ("PB", "PW")),
        result=result,
        how=how,
        name=root.get("GN", [""])[0],
    )
    kept = FIELDS if result else FIELDS - {"RE"}
    # What the options say is not said twice.
    kept |= {name for name, value in _told(chosen).items() if root.get(name) == [value]}
    made.root.comment = "\n".join(text for node in first for text in node.properties.get("C", ()))
    for node in first:
        made.root.properties |= _others(node.properties, points, kept)
    if warning and WARNING not in made.root.properties:
        made.root.properties[WARNING] = (warning,)
    made.root.__post_init__()
    _fill(made, first[-1], points, go_of(made.start()))
    return made


def _told(options: Options) -> dict[str, str]:
    """What FF[4] has properties for, as it is written."""
    told = {"KM": options["komi"], "RU": options["rules"]}
    return told | ({"HA": options["handicap"]} if options["handicap"] != "0" else {})


def _first_colour(node: SgfNode) -> int | None:
    while True:
        for player, name in enumerate(MOVES):
            if name in node.properties:
                return player
        if not node.children:
            return None
        node = node.children[0]


def _start(
    chosen: dict[str, str], on: Grid, stones: dict[int, str], mover: int | None, first: int | None
) -> tuple[dict[str, str], str]:
    """Options and the text of the start: a fixed handicap is one by its points."""
    black = frozenset(cell for cell, stone in stones.items() if stone == STONES[0])
    count = int(chosen["handicap"])
    fits = count and len(black) == len(stones) == count <= most_fixed(on.size)
    if fits and black == fixed_handicap(on, count) and (mover or first or 1) == 1:
        return {**chosen, "placement": "fixed"}, ""
    if not stones and mover is None:
        if count:
            # A handicap without stones: Black's first moves are them, or nothing is.
            chosen = {**chosen, "handicap": "0", "placement": "fixed"}
        return chosen, "" if first in (0, None) else write_setup(Setup(on.empty, 1), on)
    board = "".join(stones.get(cell, ".") for cell in range(len(on.names)))
    if mover is None:
        mover = first if first is not None else int(bool(count))
    return chosen, write_setup(Setup(board, mover), on)


def _result(text: str) -> tuple[str, str]:
    found = re.fullmatch(r"([BW])(?:lack|hite)?\s*\+(.*)", text, re.DOTALL)
    if found:
        return COLOURS[CODES.index(found[1])], found[2]
    return (DRAW if text.lower() in ("0", "draw", "jigo") else ""), ""


def _others(
    properties: dict[str, list[str]], points: Points, fields: frozenset[str]
) -> dict[str, tuple[str, ...]]:
    """Further properties, with points as names; marks of points that are not there are left."""
    kept: dict[str, tuple[str, ...]] = {}
    for name, values in properties.items():
        if name in fields or not values:
            continue
        try:
            kept[name] = tuple(_named(name, values, points))
        except RecordError:
            continue
    return kept


def _named(name: str, values: list[str], points: Points) -> list[str]:
    names = points.on.names
    if name in MARKS:
        return [
            word
            for value in values
            for word in ([names[cell] for cell in points.cells(value)] if value else [""])
        ]
    if name in LABELS:
        parts = [value.partition(":") for value in values]
        return [names[points.cell(point)] + colon + text for point, colon, text in parts]
    if name in PAIRS:
        return [":".join(names[points.cell(p)] for p in value.split(":")) for value in values]
    return list(values)


def _pointed(name: str, values: tuple[str, ...], points: Points) -> list[str]:
    """The reverse of `_named`."""
    if name in MARKS:
        return [points.point(value) if value else "" for value in values]
    if name in LABELS:
        parts = [value.partition(":") for value in values]
        return [points.point(point) + colon + text for point, colon, text in parts]
    if name in PAIRS:
        return [":".join(map(points.point, value.split(":"))) for value in values]
    return list(values)


def _fill(made: Record, tree: SgfNode, points: Points, start: GoPosition) -> None:
    waiting: list[tuple[SgfNode, Node, GoPosition | None, int]] = [(tree, made.root, start, 0)]
    last: GoPosition | None = start
    while waiting:
        sgf, node, position, number = waiting.pop()
        if sgf is not tree:
            node, position, number = _add(sgf, node, position, number, points)
        if node is made.main_line[-1]:
            last = position
        waiting.extend((child, node, position, number) for child in reversed(sgf.children))
    if last is not None:
        try:
            made.settle(last, len(made.moves))
        except RecordError as problem:
            made.root.properties[WARNING] = (
                *made.root.properties.get(WARNING, ()),
                problem.reason,
            )
        if made.how == _margin(last):
            made.how = ""  # the board says it


def _add(
    sgf: SgfNode, parent: Node, position: GoPosition | None, number: int, points: Points
) -> tuple[Node, GoPosition | None, int]:
    """The nodes of one SGF node: its move, a pass between where one side moves twice."""
    said = sgf.properties
    moves = [(name, value) for name in MOVES for value in said.get(name, ())]
    if SAID in said and position is not None and position.agreement is not None and not moves:
        moves = [(MOVES[position.to_move], value) for value in said[SAID]]
    if {*SET_UP, "AE"} & said.keys():
        raise RecordError("stones are set up in the middle of the game", number + 1)
    if len(moves) > 1:
        raise RecordError(f"a node has {len(moves)} moves", number + 1)
    comment, others = "\n".join(said.get("C", ())), _others(said, points, FIELDS)
    if not moves:
        return parent.add("", comment, **others), position, number
    (name, value), number = moves[0], number + 1
    why = "a move before it was refused"
    if position is not None:
        try:
            word = value.strip().lower()
            if position.agreement is None or not _is_said(word):
                word = points.move(value)
            player = MOVES.index(name)
            if position.agreement is None and player != position.to_move:
                between = position.play(PASS)
                after = between.play(word)
                parent = parent.add(PASS, "", **{IMPLIED: ("1",)})
            else:
                after = position.play(word)
            others.pop(SAID, None)
            return parent.add(word, comment, **others), after, number
        except (IllegalMoveError, RecordError) as refusal:
            why = getattr(refusal, "reason", str(refusal))
    others |= {ILLEGAL: (f"{name} {value}",), WARNING: (f"move {number}: {why}",)}
    return parent.add("", comment, **others), None, number


def tree(made: Record) -> SgfNode:
    """The SGF tree of a record; it reads back equal."""
    start = go_of(made.start())
    points = Points(start.on)
    options = made.options
    found = {
        "FF": ["4"],
        "CA": ["UTF-8"],
        "GM": [str(NUMBER)],
        "KG": ["go"],
        "SZ": [str(start.on.size)],
        "KO": [f"{name}={value}" for name, value in options.items()],
    }
    found |= {"GN": [made.name]} if made.name else {}
    found |= {n: [who] for n, who in zip(("PB", "PW"), made.players, strict=False) if who}
    if made.result == DRAW:
        found["RE"] = ["0"]
    elif made.result:
        how = HOW.get(made.how, made.how) or _counted(made)
        found["RE"] = [f"{CODES[COLOURS.index(made.result)]}+{how}"]
    for name, value in _told(options).items():
        if name not in made.root.properties:
            found[name] = [value]
    for name, stone in zip(SET_UP, STONES, strict=True):
        cells = [cell for cell, here in enumerate(start.board) if here == stone]
        if cells:
            found[name] = [points.point(start.on.names[cell]) for cell in cells]
    if made.setup:
        found["PL"] = [CODES[start.to_move]]
    root = SgfNode(found)
    _say(root, made.root, points)
    waiting = [(child, root, start) for child in reversed(made.root.children)]
    while waiting:
        node, parent, position = waiting.pop()
        after = position
        if node.move:
            after = _played(position, node)
        if IMPLIED in node.properties and node.move == PASS:
            below = parent
        else:
            below = SgfNode()
            parent.children.append(below)
            if node.move and position.agreement is not None:
                below.properties[SAID] = [node.move]
            elif node.move:
                mover = MOVES[position.to_move]
                word = node.move
                below.properties[mover] = ["" if word == PASS else points.point(word)]
            _say(below, node, points)
        waiting.extend((child, below, after) for child in reversed(node.children))
    return root


def _is_said(word: str) -> bool:
    """Whether a word is about dead stones; older files have them as moves."""
    return word in (AGREE, RESUME) or word.startswith(DEAD)


def _margin(final: GoPosition) -> str:
    """The points of the winner as SGF writes them; empty where nothing was counted."""
    result = final.result()
    if result is None or result.reason != "counted" or result.winner is None:
        return ""
    return f"{abs(final.score().margin) / 2:g}"


def _counted(made: Record) -> str:
    position = go_of(made.start())
    for node in made.main_line:
        if node.move:
            position = _played(position, node)
    return _margin(position)


def _played(position: GoPosition, node: Node) -> GoPosition:
    try:
        return position.play(node.move)
    except IllegalMoveError as refusal:
        raise RecordError(str(refusal)) from None


def _say(made: SgfNode, node: Node, points: Points) -> None:
    for name, values in node.properties.items():
        if name == ILLEGAL:
            colour, _, value = values[0].partition(" ")
            made.properties[colour] = [value]
        elif name not in (WARNING, IMPLIED):
            made.properties[name] = _pointed(name, values, points)
    if node.comment:
        made.properties["C"] = [node.comment]
