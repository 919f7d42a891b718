"""The main line of an SGF file as boards, the way test suites use files.

A record of a game has its stones set up before the first move; a file made to ask a question may
set stones up anywhere, let one side move twice, or lack its last bracket.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from kikashi.games.go.board import EMPTY, STONES, grid
from kikashi.games.go.position import GoPosition, go_of
from kikashi.games.go.setup import Setup
from kikashi.games.go.sgf import Points, options_of
from kikashi.law import GameError
from kikashi.records.sgf_grammar import SgfNode, Tree, trees

MOST_BYTES = 1 << 20
COLOURS = (("B", "AB"), ("W", "AW"))


def main_line(file: Path, moves: int | None = None) -> list[GoPosition]:
    """Every position of the main line, the last after `moves` moves or at its end."""
    if not file.is_file():  # a pipe may never say anything, a device never end
        raise GameError("cannot load file: it is no file of text")
    with file.open("rb") as opened:
        data = opened.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise GameError("cannot load file: it is too large")
    text = data.decode("latin-1")
    tree = next((found for found in trees(text) if isinstance(found, Tree)), None) or next(
        (found for found in trees(text + ")") if isinstance(found, Tree)), None
    )
    if tree is None:
        raise GameError("cannot load file: no game was found")
    options, _ = options_of({**tree.root.properties, "HA": ["0"]}, None)
    size = int(options["size"].partition("x")[0])
    begun = Setup(grid(size).empty)
    chosen = tuple(options.items())
    here = GoPosition(chosen, begun, usual=True, now=begun)
    positions, played = [here], 0
    for node in _nodes(tree.root):
        here = _set_up(here, node)
        for player, (name, _) in enumerate(COLOURS):
            if name not in node.properties:
                continue
            if moves is not None and played == moves:
                return _known(positions, here)
            positions = _known(positions, here)
            here = _played(here, player, Points(here.on).move(node.properties[name][0]))
            played += 1
        positions = _known(positions, here)
    return positions


def _known(positions: list[GoPosition], here: GoPosition) -> list[GoPosition]:
    return positions if positions[-1] is here else [*positions, here]


def _nodes(root: SgfNode) -> Iterator[SgfNode]:
    node = root
    while True:
        yield node
        if not node.children:
            return
        node = node.children[0]


def _set_up(here: GoPosition, node: SgfNode) -> GoPosition:
    points, board = Points(here.on), list(here.board)
    for stone, name in (*zip(STONES, ("AB", "AW"), strict=True), (EMPTY, "AE")):
        for value in node.properties.get(name, ()):
            for cell in points.cells(value) if value.strip() else ():
                board[cell] = stone
    said = node.properties.get("PL", [""])[0].strip()[:1].upper()
    mover = {"B": 0, "W": 1, "1": 0, "2": 1}.get(said, here.to_move)
    if "".join(board) == here.board and mover == here.to_move:
        return here
    return _begun(here, replace(here.now, board="".join(board), mover=mover, banned=None, passes=0))


def _played(here: GoPosition, player: int, move: str) -> GoPosition:
    if here.agreement is not None or here.now.passes or here.to_move != player:
        here = _begun(here, replace(here.now, mover=player, passes=0))
    return go_of(here.play(move))


def _begun(here: GoPosition, now: Setup) -> GoPosition:
    return GoPosition(here.chosen, now, usual=False, now=now)
