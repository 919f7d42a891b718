"""Records for property tests: random trees of legal moves with nasty texts."""

from __future__ import annotations

from hypothesis import strategies as st

from kikashi.games import room
from kikashi.games.sets.rules import example_text
from kikashi.law import Position
from kikashi.records import Node, Record

BOARDS: list[tuple[str, dict[str, str]]] = [
    ("connect6", {"size": "7x6"}),
    ("connect6", {"size": "25x25"}),
    ("gomoku", {"size": "5x4", "k": "4"}),
    ("connect", {"size": "4x4", "k": "3", "p": "3", "q": "2"}),
    ("goclub", {"size": "5x5", "players": "3"}),
    ("goclub", {"size": "3x3x3", "clubs": "cube"}),
    ("sets", {"sets": example_text()}),
]

# Everything that means something to one of the formats, and everything that often breaks texts.
NASTY = st.text(
    st.one_of(
        st.sampled_from(
            "[]()\\;:\n\r\t ,\"'#=@\0\x0b\x0c\x1a\x85\u2028\ufeff\xa0BWC梅花\U0001f600"
        ),
        st.characters(exclude_categories=["Cs"]),
    ),
    max_size=12,
)
MARKS = ("TR", "SQ", "LB", "LN")


@st.composite
def records(draw: st.DrawFn, *, plain: bool = False) -> Record:
    """A record with variations, comments and properties; `plain`: a played game and no more."""
    game, options = draw(st.sampled_from(BOARDS))
    found = room(game)
    start = found.start(options)
    setup = ""
    if not plain and draw(st.booleans()):
        start = _played(draw, start, draw(st.integers(0, 7)))[-1]
        setup = start.to_text()
    players = ("", "") if plain else tuple(draw(NASTY) for _ in range(start.players))
    record = Record(game, dict(start.options), setup=setup, players=players)
    record.name = "" if plain else draw(NASTY)
    _grow(draw, record.root, start, draw(st.integers(0, 6)), plain=plain)
    record.check()
    if not plain and not record.result:
        record.result = draw(st.sampled_from(["", "draw", *found.player_names(start.options)]))
        if record.result not in ("", "draw"):
            record.how = draw(st.sampled_from(["", "resign", "time", "forfeit", "a ] b\\"]))
    record.__post_init__()
    return record


def _played(draw: st.DrawFn, start: Position, count: int) -> list[Position]:
    positions = [start]
    for _ in range(count):
        legal = positions[-1].legal_moves()
        if not legal:
            break
        positions.append(positions[-1].play(draw(st.sampled_from(legal))))
    return positions


def _grow(draw: st.DrawFn, root: Node, start: Position, count: int, *, plain: bool) -> None:
    ends = [(root, start)]
    if not plain:
        _talk(draw, root, start)
    for _ in range(count):
        parent, position = ends[-1] if plain else draw(st.sampled_from(ends))
        legal = position.legal_moves()
        silent = not plain and draw(st.integers(0, 9)) == 0
        if not silent and not legal:
            break
        node = parent.add("" if silent else draw(st.sampled_from(legal)))
        after = position if silent else position.play(node.move)
        if not plain:
            _talk(draw, node, start)
        ends.append((node, after))


def _talk(draw: st.DrawFn, node: Node, start: Position) -> None:
    if draw(st.booleans()):
        node.comment = draw(NASTY)
    if draw(st.integers(0, 3)) == 0:
        node.properties["XX"] = tuple(draw(st.lists(NASTY, min_size=1, max_size=3)))
    if draw(st.integers(0, 3)) == 0:
        cells = draw(
            st.lists(st.sampled_from(start.legal_moves() or ("",)), min_size=2, max_size=2)
        )
        if all(cells):
            name = draw(st.sampled_from(MARKS))
            label = {"LB": f"{cells[0]}:{draw(NASTY)}", "LN": f"{cells[0]}:{cells[1]}"}
            node.properties[name] = (label.get(name, cells[0]),)
    node.__post_init__()
