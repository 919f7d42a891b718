"""Named forgeries, one for each rule that random ones rarely reach. All their claims are false."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kikashi.law.winning_sets import Geometry, StonePosition
from kikashi.law.winning_sets import start as first_position
from kikashi.proofs import CertificateWriter
from tests.proofs.forging import Forgery
from tests.proofs.gauntlet import Gauntlet
from tests.proofs.scenarios import position, set_game

Node = Sequence[Any]


def _claim(kind: str, side: str, turns: int | None = None, **more: Any) -> dict[str, Any]:
    counted = {"turns": turns} if kind != "hold" else {}
    return {"kind": kind, "side": side, **more, **counted}


def _forged(start: StonePosition, claim: dict[str, Any], *nodes: Node) -> Forgery:
    writer = CertificateWriter(start.game, start.options, start, claim)
    for node in nodes:
        writer.add(node)
    return Forgery(start, claim, writer.to_bytes())


def _game(
    cells: str, sets: str, text: str, stones: int = 1, symmetries: list[str] | None = None
) -> StonePosition:
    """Black's, white's cells and who moves with how many stones: `k - white 1`."""
    black, white, mover, left = text.split()
    names = [word if word == "-" else ",".join(word) for word in (black, white)]
    setup = f"setup black={names[0]} white={names[1]} move={mover} left={left}"
    return position("sets", setup, **set_game(cells, sets.split(), stones, symmetries))


def attacks() -> dict[str, Forgery]:
    """By what they try to get away with."""
    win, hold, none = "win", "hold", "no-forcing-win"
    hit = _game("kxyzu", "kxy kxz kuy kuz", "k - white 1")
    deep = _game("kxywst", "kxy kws kwt", "k - white 1")
    swap = _game("abcd", "ab cd", "a - white 1", symmetries=["cdab"])
    late = _game("kmxyz", "kmx", "k - white 1")
    two = _game("kxzyw", "kxz", "k - white 2", 2)
    limited = Geometry(
        cells=("a", "b", "c"),
        coordinates=((0, 0), (1, 0), (2, 0)),
        sets=((0,),),
        first_cells=frozenset({1}),
    )
    gauntlet = Gauntlet(2, 2, 4)
    return {
        "a stone on a stone": _forged(
            _game("abcd", "abc abd", "ab - white 1"),
            _claim(hold, "white"),
            ["e", 0],
            ["t", 0, [0], 0],
        ),
        "a turn of two stones where one is due": _forged(
            _game("abc", "ab", "- - black 1"), _claim(win, "black", 1), ["t", 1, [0, 1], None]
        ),
        "a first stone where none may lie": _forged(
            first_position("sets", limited, {}), _claim(win, "black", 1), ["t", 1, [0], None]
        ),
        "a hold that ends with nothing": _forged(
            _game("abc", "ab ac", "a - white 1"), _claim(hold, "white"), ["t", 0, [1], None]
        ),
        "a win on a full board": _forged(
            _game("ab", "ab", "- a black 1"),
            _claim(win, "black", 2),
            ["r", 1, [], []],
            ["t", 2, [1], 0],
        ),
        "a free stone that stops a threat": _forged(
            hit,
            _claim(win, "black", 2),
            ["r", 1, [], []],
            ["t", 2, [1], 0],
            ["t", 2, [4], 0],
            ["r", 2, [[[1], 2]], [[[], 1]]],
        ),
        "a free stone on a later turn's cell": _forged(
            deep,
            _claim(win, "black", 3),
            ["r", 1, [], []],
            ["t", 2, [3], 0],
            ["r", 2, [[[2], 1]], []],
            ["t", 3, [1], 2],
            ["r", 3, [[[1], 1], [[2], 1]], [[[], 3]]],
        ),
        "free stones of two turns that join": Forgery(
            gauntlet.start(), _claim(win, "black", 4), gauntlet.certificate(answered=set())
        ),
        "one board through a symmetry, the other not": _forged(
            swap, _claim(win, "black", 1), ["t", 1, [3], None], ["r", 1, [[[1], 0, 1]], []]
        ),
        "a zone that is not mapped back": _forged(
            swap, _claim(win, "black", 1), ["t", 1, [3], None], ["r", 1, [], [[[], 0, 1]]]
        ),
        "a cell that only the opponent can use": _forged(
            _game("dkabc", "kab kac", "k - black 1"),
            _claim(hold, "white"),
            ["e", 0],
            ["t", 0, [2], 0],
            ["r", 1, [[[0], 1]], []],
        ),
        "an exception that holds for ever": _forged(
            late,
            _claim(win, "black", 2, **{"except": [["m"], ["x"]]}),
            ["r", 1, [], []],
            ["t", 2, [1], 0],
            ["r", 2, [[[3], 1], [[4], 1]], []],
        ),
        "an exception by half": _forged(
            two, _claim(win, "black", 1, **{"except": [["x", "y"], ["z", "y"]]}), ["r", 1, [], []]
        ),
        "a win a turn too soon": _forged(
            _game("abc", "ab ac", "- - black 1"),
            _claim(win, "black", 1),
            ["r", 1, [], []],
            ["t", 2, [0], 0],
        ),
        "a single threat that does not count": _forged(
            _game("kabdef", "kab kade kadf", "k - black 1"),
            _claim(none, "black", None, by="vcst"),
            ["r", 9, [], []],
        ),
        "a free stone that makes a threat": _forged(
            _game("kzybxw", "kzy zbx zbw", "k - black 1"),
            _claim(none, "black", None, by="vcf"),
            ["e", 0],
            ["t", 7, [1], 0],
            ["r", 6, [], []],
            ["t", 7, [2], 2],
            ["r", 8, [[[2], 1]], [[[], 3]]],
        ),
        "a turn of the class with a stone in the zone": _beside(),
        "two sets with a turn left out": _forged(
            _game("kabcdefg", "kab kac kde kdf", "k - white 1"),
            _claim(none, "black", 2, by="any"),
            ["d", 1],
            ["t", 2, [7], 0],
        ),
        "a free stone that makes two sets": _forged(
            _game("kabcd", "kab kac", "k - black 1"),
            _claim(none, "black", 2, by="any"),
            ["d", 1],
            ["r", 2, [], [[[], 0]]],
        ),
        "two sets where the first stone is limited": _forged(
            first_position("sets", limited, {}),
            _claim(none, "white", 1, by="any"),
            ["d", 1],
        ),
        "pairs that share a cell": _forged(
            _game("abc", "ab ac", "- - black 1"),
            _claim(hold, "white"),
            ["p", 0, [[0, 1], [0, 2]]],
        ),
        "a sum with half a turn": _forged(
            _game("abcd", "ab cd", "- - white 1", 2), _claim(hold, "white"), ["e", 0]
        ),
        "a turn out of turn": _forged(
            _game("ab", "a", "- - white 1"), _claim(win, "black", 1), ["t", 1, [0], None]
        ),
    }


def _beside() -> Forgery:
    """Black's turn b p: b makes two threats, p lies in a zone, and neither cell is both."""
    cells = "kabcdepqrstuvwx"
    start = _game(cells, "kabc kbde pqrst pqruv pqrwx", "k - black 2", 2)
    replies = []
    for first in "ad":
        for other in cells[1:]:
            if other != first and (first, other) != ("d", "a"):
                child = {"b": 4 if first == "a" else 5, "p": 2}.get(other, 1)
                replies.append([sorted(map(cells.index, (first, other))), child])
    return _forged(
        start,
        _claim("no-forcing-win", "black", None, by="vcst"),
        ["e", 0],
        ["t", 8, [2, 6], 0],
        ["t", 8, [2, 7], 0],
        ["r", 7, [], []],
        ["t", 8, [3, 4], 3],
        ["t", 8, [1, 5], 3],
        ["r", 7, [], []],
        ["t", 8, [1, 4], 6],
        ["r", 9, replies, [[[], 7]]],
    )
