"""The judge of local claims: honest certificates pass, forged ones do not, small boards agree."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable

import pytest

from kikashi.games.go import ROOM, certify
from kikashi.games.go.benson import unconditionally_alive
from kikashi.games.go.claims import LocalClaim
from kikashi.games.go.judge import LocalGame
from kikashi.games.go.loading import main_line
from kikashi.games.go.points import given_move
from kikashi.games.go.position import GoPosition, go_of
from kikashi.games.go.provers import solve
from kikashi.proofs import RefusedError
from kikashi.search import Certificate, Limits
from tests.data import data
from tests.go_boards import SNAPBACK, TWO_EYES, board
from tests.go_plain import captures

pytestmark = pytest.mark.native

LADDER = """
. . . . . . .
. . . . . . .
. . X . . . .
. X O . . . .
. . X . . . .
. . . . . . .
. . . . . . .
"""
ESCAPES = LADDER.replace(
    ". . . . . . .\n. . . . . . .\n. . X", ". . . . . . .\n. . . . . O .\n. . X"
)
EDGE = """
. . . . .
. . . . .
. . X . .
X X . . .
. O . . .
"""
NET = """
. . . . . .
. X X . . .
X O O X . .
X O . . . .
. X . X . .
. . X . . .
"""


def claim(law: GoPosition, target: str, other: int | None = None) -> LocalClaim:
    side = "black" if law.board[law.on.index[target]] == "O" else "white"
    return LocalClaim("capture", side, target, 0, other)


@pytest.mark.parametrize(
    "rows, target", [(EDGE, "b1"), (NET, "b4"), (SNAPBACK, "c4")], ids=["edge", "net", "snapback"]
)
def test_captures_are_certified_and_checked(rows: str, target: str) -> None:
    found = solve(board(rows), "capture", target=target)
    assert found.verdict == "win"
    assert found.certificate is not None
    checked = found.replayed().checked
    assert checked is not None
    assert checked.sentence == f"black captures {target}, with 0 ko threats against any number of"


def test_life_by_two_eyes_is_a_leaf_that_the_judge_computes() -> None:
    law = board(TWO_EYES)
    life = LocalClaim("live", "white", "b5", 0, None)
    assert Certificate(law, life.fields, [["b", 0]], 0).check().nodes == 1
    broken = board(TWO_EYES.replace("X O . O . O X", "X O . . . O X"))
    with pytest.raises(RefusedError, match="not unconditionally alive"):
        Certificate(broken, life.fields, [["b", 0]], 0).check()


def test_benson_wants_two_regions_whose_every_empty_point_is_a_liberty() -> None:
    law = board(TWO_EYES)
    assert unconditionally_alive(law.board, law.on, law.on.index["b5"])
    assert not unconditionally_alive(law.board, law.on, law.on.index["b6"])


@pytest.mark.parametrize(
    "nodes, why",
    [
        ([["m", 1, "c1", None]], "does not take"),
        ([["m", 1, "z9", None]], "may not be played"),
        ([["r", 1, [], None]], "wrong side"),
        ([["b", 0]], "proves nothing"),
        ([["l", 0]], "proves nothing"),
        ([["a", 0]], "not met before"),
        ([["r", 1, [], None], ["m", 2, "e5", 0]], "no answer"),
        ([["m", 1, "c1", 0]], "earlier node"),
        ([["r", 1, [], None], ["m", 1, "c1", 0]], "does not fall"),
        ([["x", 1]], "a node is"),
        ([["m", 10**9, "c1", None]], "a bound"),
    ],
)
def test_forged_files_are_refused(nodes: list[list[object]], why: str) -> None:
    law = board(EDGE)
    with pytest.raises(RefusedError, match=why):
        Certificate(law, claim(law, "b1").fields, nodes, len(nodes) - 1).check()


@pytest.mark.parametrize(
    "change",
    [
        {"target": "a1"},
        {"target": "e9"},
        {"side": "white"},
        {"own": -1},
        {"own": True},
        {"other": 10**6},
        {"kind": "save"},
        {"liberties": 3},
    ],
)
def test_claims_without_meaning_are_refused(change: dict[str, object]) -> None:
    law = board(EDGE)
    with pytest.raises(RefusedError):
        Certificate(law, {**claim(law, "b1").fields, **change}, [["m", 1, "c1", None]], 0).check()


def test_a_ko_may_not_be_retaken_without_a_threat() -> None:
    law = board(". O X . .\nO . O X .\n. O X . .\n. . . . .\n. . . . .", "black")
    taken = go_of(law.play("b4"))  # Black takes c4 with b4; White may not retake at once
    back = LocalClaim("capture", "white", "b4", 0, 0)
    with pytest.raises(RefusedError, match="may not be played"):
        Certificate(taken, back.fields, [["m", 1, "c4", None]], 0).check()
    one = LocalClaim("capture", "white", "b4", 1, 0)
    assert Certificate(taken, one.fields, [["m", 1, "c4", None]], 0).check().nodes == 1
    many = LocalClaim("capture", "white", "b4", 1, None)
    with pytest.raises(RefusedError, match="for good"):
        Certificate(taken, many.fields, [["m", 1, "c4", None]], 0).check()


def test_a_life_that_costs_a_threat_each_time_round_is_no_life() -> None:
    file = data("go/gnugo-regression/games/nngs/evand-gnugo-3.5.2gf1-200312161910.sgf")
    law = go_of(given_move(main_line(file, 51)[-1], 0, 1))
    made = certify.certify(law, claim(law, "a1"), 30.0)
    assert made is not None
    assert any(node[0] == "a" for node in made.nodes)
    assert made.check().sentence.endswith("any number of")


SEKI = """
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
X X X X X X X X X
X O O O O O O O X
X O . X X X . O X
"""
KO = """
. X . X . X
X X X X X X
X X X X X X
O O X X X X
. O O O O X
X X X . O X
"""


def test_a_circle_must_come_back_to_what_is_verified() -> None:
    life = LocalClaim("live", "white", "b2", 0, None)
    law = board(SEKI, "white")
    honest = certify.certify(law, life, life=True)
    assert honest is not None
    assert honest.check().nodes > 5
    with pytest.raises(RefusedError, match="not verified"):
        Certificate(law, life.fields, [["a", 0]], 0).check()
    with pytest.raises(RefusedError, match=r"not verified|no answer"):
        Certificate(law, life.fields, [["a", 0], ["m", 1, "c1", 0]], 1).check()
    # Whoever goes in circles must still answer every reply.
    lazy = [["a", 0], ["r", 1, [], 0], ["m", 2, "pass", 1]]
    with pytest.raises(RefusedError):
        Certificate(law, life.fields, lazy, 2).check()
    dead = board(SEKI.replace("X O . X X X . O X", "X O . . X . . O X"), "white")
    with pytest.raises(RefusedError):
        Certificate(dead, life.fields, honest.nodes, honest.root).check()


def test_threats_are_counted_in_every_node_of_a_ko() -> None:
    law = board(KO)
    for own, other, holds in ((0, 0, True), (0, 1, False), (1, 1, True), (2, 3, False)):
        taken = LocalClaim("capture", "black", "b2", own, other)
        kept = LocalClaim("live", "white", "b2", other, own)
        first, second = (
            certify.certify(law, taken, life=True),
            certify.certify(law, kept, life=True),
        )
        assert (first is not None, second is not None) == (holds, not holds)
        made = first or second
        assert made is not None
        made.check()
        for name, change in (("own", -1), ("other", 1)):
            fields = dict(made.claim)
            count = fields[name]
            assert isinstance(count, int)
            if count + change < 0:
                continue
            worse = Certificate(law, {**fields, name: count + change}, made.nodes, made.root)
            with pytest.raises(RefusedError):
                worse.check()


def test_what_is_left_out_by_a_claim_is_left_out_at_the_root_alone() -> None:
    law = board(SEKI.replace("X O . X X X . O X", "X O O . . . O O X"))
    every = LocalClaim("live", "white", "b2", 0, None)
    assert certify.certify(law, every, life=True) is None
    but = LocalClaim("live", "white", "b2", 0, None, 0, ("e1",))
    made = certify.certify(law, but, life=True)
    assert made is not None
    said = made.check().sentence
    assert said.endswith("unless the other side begins at e1")
    for wrong in (["d1"], ["e1", "e1"], ["b1"], ["pass"], [], "e1", ["e1", "d1"], [3]):
        with pytest.raises(RefusedError):
            Certificate(law, {**but.fields, "but": wrong}, made.nodes, made.root).check()
    with pytest.raises(RefusedError):
        Certificate(law, every.fields, made.nodes, made.root).check()
    mine = {**claim(law, "b2").fields, "but": ["e1"]}
    with pytest.raises(RefusedError, match="must be to move"):
        Certificate(law, mine, [["m", 1, "e1", None]], 0).check()


# --- against a plain search of the whole local game -----------------------------------------------


def small_position(dice: random.Random) -> tuple[GoPosition, str]:
    """A 3x3 board by random moves, and a stone of the side that is not to move."""
    while True:
        law = go_of(ROOM.start({"size": "3", "rules": "japanese"}))
        for _ in range(dice.randrange(3, 8)):
            stones = [move for move in law.legal_moves() if move != "pass"]
            if not stones:
                break
            law = go_of(law.play(dice.choice(stones)))
        theirs = "XO"[1 - law.to_move]
        points = [law.on.names[at] for at, stone in enumerate(law.board) if stone == theirs]
        if points and law.result() is None:
            return law, dice.choice(points)


def lying(dice: random.Random) -> Callable[..., dict[str, object]]:
    """A search that always says 'works' and names any move."""

    def read(size: int, _board: str, *_: object) -> dict[str, object]:
        return {"code": 1, "move": dice.randrange(-1, size * size)}

    return read


@pytest.mark.thorough
def test_no_forged_certificate_on_small_boards_proves_what_is_false(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seed = 25
    dice = random.Random(seed)
    print(f"seed {seed}")
    accepted = refused = true = 0
    files: list[Certificate] = []
    for number in range(8):
        law, target = small_position(dice)
        asked = LocalClaim("capture", ("black", "white")[law.to_move], target, 0, 0)
        game = LocalGame(law.on, asked, law.board)
        holds = captures(game, game.first(law))
        true += holds
        honest = certify.certify(law, asked, 2.0)
        monkeypatch.setattr("kikashi._native.go_read", lying(dice))
        forged = [certify.certify(law, asked, 1.0) for _ in range(4)]
        monkeypatch.undo()
        for made in (honest, *forged):
            for changed in mutants(made, dice) if made else ():
                try:
                    changed.check()
                except RefusedError:
                    refused += 1
                    continue
                accepted += 1
                assert holds, (number, law.to_text(), target)
        files += [made for made in (honest, *forged) if made]
        # Proofs of other claims are tried too.
        for made in files:
            moved = Certificate(law, asked.fields, made.nodes, made.root)
            try:
                moved.check()
            except RefusedError:
                refused += 1
                continue
            assert holds, (number, law.to_text(), target)
    assert accepted > 5
    assert refused > 20
    assert 0 < true < 8


def mutants(made: Certificate, dice: random.Random) -> list[Certificate]:
    """The certificate itself, and some with a move, a child or a reply changed."""
    found = [made]
    names = go_of(made.start).on.names
    for _ in range(6):
        nodes = copy.deepcopy([list(node) for node in made.nodes])
        node = dice.choice(nodes)
        if node[0] == "m":
            node[2 + dice.randrange(2)] = dice.choice([dice.choice(names), None, 0])
        elif node[0] == "r" and node[2] and dice.random() < 0.7:
            listed = node[2]
            assert isinstance(listed, list)
            listed.pop(dice.randrange(len(listed)))
        else:
            node[-1] = None
        found.append(Certificate(made.start, made.claim, nodes, made.root))
    return found


def test_limits_give_unknown_and_never_no() -> None:
    found = solve(board(ESCAPES), "capture", Limits(nodes=1), target="c4")
    assert found.verdict in ("unknown", "win")


def test_a_claim_of_one_threat_and_one_liberty_says_so() -> None:
    claim = LocalClaim("save", "black", "d4", 1, None, 1)
    assert "(1 liberty, or never taken), with 1 ko threat against" in claim.sentence()
