"""Zones of proofs about one stone: what is proved holds wherever the position is alike there."""

from __future__ import annotations

import random

import pytest

from kikashi.games.go import ROOM, certify
from kikashi.games.go.benson import unconditionally_alive
from kikashi.games.go.board import EMPTY, strings
from kikashi.games.go.claims import LocalClaim
from kikashi.games.go.judge import LocalGame, Node, Replay, State, read_node
from kikashi.games.go.local import read
from kikashi.games.go.position import COLOURS, GoPosition, go_of
from kikashi.games.go.provers import solve
from kikashi.proofs import RefusedError
from kikashi.proofs.refusal import Budget, Caps, LimitError
from kikashi.search import Certificate
from tests.go_boards import board
from tests.go_plain import captures

pytestmark = pytest.mark.native


def played(dice: random.Random, size: int, stones: tuple[int, int]) -> tuple[GoPosition, str]:
    """A board by random moves, and any of its stones."""
    while True:
        law = go_of(ROOM.start({"size": str(size), "rules": "japanese"}))
        for _ in range(dice.randrange(*stones)):
            moves = [move for move in law.legal_moves() if move != "pass"]
            if not moves:
                break
            law = go_of(law.play(dice.choice(moves)))
        points = [law.on.names[at] for at, stone in enumerate(law.board) if stone != EMPTY]
        if points and law.result() is None:
            return law, dice.choice(points)


def asked(law: GoPosition, target: str) -> LocalClaim:
    """The side to move takes the stone, or keeps it, against any number of threats."""
    own = law.board[law.on.index[target]] == "XO"[law.to_move]
    return LocalClaim("live" if own else "capture", COLOURS[law.to_move], target, 0, None)


def replay(law: GoPosition, made: Certificate, claim: LocalClaim, *, zones: bool) -> Replay:
    nodes: list[Node] = []
    for raw in made.nodes:
        nodes.append(read_node(list(raw), nodes, claim))
    game = LocalGame(law.on, claim, law.board)
    return Replay(game, nodes, Budget(Caps(seconds=2.0)), zones=zones)


def alike(dice: random.Random, law: GoPosition, state: State, zone: int) -> State:
    """Another state, the same on the zone."""
    while True:
        text = "".join(
            stone if zone >> at & 1 else dice.choice(".XO") for at, stone in enumerate(state.board)
        )
        if all(string.liberties for string in strings(text, law.on)):
            return state._replace(board=text)


def quick(law: GoPosition, target: str) -> bool:
    """Whether it is settled in a few nodes, so that a proof takes no long time."""
    cell = law.on.index[target]
    if law.board[cell] == "XO"[law.to_move]:
        return any(
            unconditionally_alive(go_of(law.play(move)).board, law.on, cell)
            for move in law.legal_moves()
            if move != "pass"
        )
    return read(law, cell, attack=True, nodes=100).verdict == "win"


def test_what_holds_somewhere_holds_wherever_the_zone_is_the_same() -> None:
    seed = 250
    dice = random.Random(seed)
    print(f"seed {seed}")
    proofs = changed = 0
    for _ in range(200):
        law, target = played(dice, 5, (8, 19))
        if not quick(law, target):
            continue
        claim = asked(law, target)
        made = certify.certify(law, claim, life=claim.kind == "live")
        if made is None:
            continue
        state = LocalGame(law.on, claim, law.board).first(law)
        zone = replay(law, made, claim, zones=True).run(made.root, state)
        proofs += 1
        for _ in range(4 if zone != (1 << 25) - 1 else 0):
            other = alike(dice, law, state, zone)
            changed += other.board != state.board
            try:
                replay(law, made, claim, zones=False).run(made.root, other)
            except LimitError:
                continue
    assert proofs > 20
    assert changed > 40


@pytest.mark.thorough
def test_proofs_with_zones_agree_with_a_search_of_the_whole_small_board() -> None:
    seed = 251
    dice = random.Random(seed)
    print(f"seed {seed}")
    kinds: list[str] = []
    while len(kinds) < 5 or "live" not in kinds:
        law, target = played(dice, 3, (3, 8))
        claim = asked(law, target)
        if kinds.count(claim.kind) > 3 or not quick(law, target):
            continue
        made = certify.certify(law, claim, life=True)
        # Repetitions are counted otherwise than in the plain search.
        if made is None or any(node[0] == "a" for node in made.nodes):
            continue
        made.check()
        attacker = "black" if law.board[law.on.index[target]] == "O" else "white"
        plain = LocalClaim("capture", attacker, target, 0, 0)
        game = LocalGame(law.on, plain, law.board)
        assert captures(game, game.first(law)) == (claim.kind == "capture")
        kinds.append(claim.kind)
    assert {"capture", "live"} <= set(kinds)


WALLED = """
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
X X X X X X X . .
X O O O O O X . .
X O . . . O X . .
"""


@pytest.mark.parametrize("side, says", [("black", "captures b2"), ("white", "keeps b2 from")])
def test_life_and_death_in_a_closed_region_are_certified(side: str, says: str) -> None:
    found = solve(board(WALLED, side), "life", target="b2")
    assert (found.verdict, found.facts["move"]) == ("win", "d1")
    checked = found.replayed().checked
    assert checked is not None
    assert says in checked.sentence
    assert "opinion" not in found.sentences["en"]


def test_a_proof_is_refused_where_the_wall_can_be_taken_from_outside_the_area() -> None:
    """The same moves prove nothing where the last liberty of the wall is far from the group."""
    weak = WALLED.replace("X X X X X X X . .", "X X X X X X X O .").replace(
        ". . . . . . . . .\nX X X", "O O O O O O . O .\nX X X"
    )
    weak = weak.replace("X O O O O O X . .", "X O O O O O X O .")
    weak = weak.replace("X O . . . O X . .", "X O . . . O X O .")
    honest = solve(board(WALLED), "life", target="b2").certificate
    assert honest is not None
    law = board(weak)
    with pytest.raises(RefusedError):
        Certificate(law, honest.claim, honest.nodes, honest.root).check()
