"""A checked certificate answers every defence, and the answers win in time."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from kikashi.games import room
from kikashi.law import GameError, IllegalMoveError
from kikashi.law.winning_sets import COLOURS, StonePosition, cells_of
from kikashi.proofs import RefusedError, check_stated
from kikashi.proofs.strategy import Answer, Strategy, strategy
from kikashi.search import Limits, Verdict, solve
from kikashi.stones.forcing import methods
from tests.proofs.prover import Tree, WinProver, certificate
from tests.proofs.scenarios import position, scenarios, set_game
from tests.search.positions import BOARDS, random_position

FORKS = ["efgh", "efij", "efkl", "mnop", "mnqr", "mnst"]
"""Stones on e and f, or on m and n, threaten three sets at once: two a turn cannot stop them."""
OPEN_THREE = "h8 a1 h9 c14 h10 e5"


def proof(game: str, text: str, by: str) -> Verdict:
    verdict = solve(room(game).from_text(text), by, Limits(nodes=200_000))
    assert verdict.verdict == "win"
    return verdict


def list_of(cells: object) -> list[int]:
    assert isinstance(cells, list)
    return cells


def against(found: Strategy, draw: random.Random, keys: set[str]) -> Answer:
    """Plays to the end against a defender that mostly stops the threats and sometimes does not."""
    replies: list[list[str]] = []
    while True:
        answer = found.answer(replies)
        if answer.over:
            return answer
        here = answer.position
        assert isinstance(here, StonePosition)
        turn: list[str] = []
        stops = here.stops(1 - here.mover)
        if stops and draw.random() < 0.85:
            turn = [here.rules.cells[cell] for cell in draw.choice(stops)]
        free = [move for move in here.legal_moves() if move not in turn]
        # Stones that are not needed go where the winner wants to play: there they might matter.
        wanted = [move for move in free if move in keys]
        pool = wanted if len(wanted) >= here.moves_left and draw.random() < 0.5 else free
        turn += draw.sample(pool, here.moves_left - len(turn))
        replies.append(turn)


@pytest.mark.native
@pytest.mark.parametrize("name", BOARDS)
def test_every_defence_tried_loses_within_the_turns_that_were_claimed(name: str) -> None:
    draw = random.Random(6)
    wins = 0
    for seed in range(40):
        position = random_position(name, seed)
        for by in methods(position):
            verdict = solve(position, by, Limits(nodes=20_000))
            if verdict.certificate is None:
                continue
            wins += 1
            found = strategy(verdict.certificate.to_bytes())
            nodes = verdict.certificate.nodes
            cells = {c for node in nodes if node[0] == "t" for c in list_of(node[2])}
            keys = {position.rules.cells[c] for c in cells}
            for _ in range(4):
                end = against(found, draw, keys)
                result = end.position.result()
                assert result is not None
                assert result.winner == position.mover
                assert (len(end.line) + 1) // 2 <= (verdict.turns or 0)
    assert wins >= 10


def every_defence(found: Strategy) -> int:
    """Plays against every reply of every turn; how many lines there are."""
    lines = 0
    waiting: list[list[list[str]]] = [[]]
    while waiting:
        replies = waiting.pop()
        answer = found.answer(replies)
        if answer.over:
            result = answer.position.result()
            assert result is not None
            assert result.winner == found.start.to_move
            assert len(replies) < found.answer([]).turns
            lines += 1
            continue
        here = answer.position
        turns = combinations(here.legal_moves(), here.moves_left)
        waiting += [[*replies, list(turn)] for turn in turns]
    return lines


@pytest.mark.parametrize(
    "name",
    [
        name
        for name in scenarios()
        if name.startswith("win,") and name not in ("win, the loser to move", "win, connect6")
    ],
)
def test_small_proofs_answer_every_defence_there_is(name: str) -> None:
    """Listed replies, zones within zones, symmetries: by hand and by the tests' own prover."""
    data = scenarios()[name]
    start = check_stated(data).start
    proved = check_stated(data).claim.fields["side"]
    if start.to_move != COLOURS.index(str(proved)):
        with pytest.raises(RefusedError, match="winner's turn"):
            strategy(data)
        return
    assert every_defence(strategy(data)) > 1


@pytest.mark.parametrize("name", ["win, a single threat, p = 2", "win, connect6"])
def test_zones_that_pass_over_part_of_a_reply_are_told_apart(name: str) -> None:
    """The loser is to move there: two of the winner's stones become a first turn of the proof."""
    here = check_stated(scenarios()[name]).start
    assert isinstance(here, StonePosition)
    winner = 1
    tree = WinProver(here.rules, forcing=1, zones=True).prove(here, winner, 2)
    assert tree is not None
    stones = sum(1 << cell for cell in cells_of(here.boards[winner])[: here.rules.stones])
    boards = (here.boards[0], here.boards[1] & ~stones)
    start = StonePosition(here.room, here.rules, here.chosen, boards, winner, here.rules.stones)
    led = Tree("t", tree.bound + 1, stones, (tree, 0))
    data = certificate(start, {"kind": "win", "side": "white", "turns": led.bound}, led)
    check_stated(data)
    assert every_defence(strategy(data)) > 1


def test_a_zone_entry_is_taken_only_where_its_zone_is_free() -> None:
    """Every answer is a zone entry: the wide ones come first and would be wrong inside a fork."""
    options = set_game("abcdefghijklmnopqrst", ["abcd", *FORKS], 2)
    start = position("sets", "setup black=- white=- move=black left=2", **options)
    below = WinProver(start.rules, zones=True).reply(0b11, 0, 2, 0, 2)
    assert below is not None
    assert below.zones
    assert below.replies
    below.zones, below.replies = below.zones + below.replies, []
    tree = Tree("t", below.bound + 1, 0b11, (below, 0))
    data = certificate(start, {"kind": "win", "side": "black", "turns": tree.bound}, tree)
    check_stated(data)
    found = strategy(data)
    for stop in "cd":
        for free in "efghijklmnopqrst":
            answer = found.answer([[stop, free]])
            assert not answer.over
            assert free not in answer.moves
    assert every_defence(found) > 1


def test_a_stone_on_a_dead_cell_is_answered_though_no_reply_lists_it() -> None:
    """A threat (abcd), and two forks, of which a free stone breaks one; nothing goes through z."""
    options = set_game("abcdefghijklmnopqrstyz", ["abcd", *FORKS], 2)
    start = position("sets", "setup black=- white=- move=black left=2", **options)
    prover = WinProver(start.rules)
    below = prover.reply(0b11, 0, 2, 0, 2)
    assert below is not None
    dead = 0b11 << 20
    below.replies = [entry for entry in below.replies if not entry[0] & dead]
    tree = Tree("t", below.bound + 1, 0b11, (below, 0))
    data = certificate(start, {"kind": "win", "side": "black", "turns": tree.bound}, tree)
    check_stated(data)
    found = strategy(data)
    for reply in (["c", "z"], ["d", "y"], ["c", "e"]):
        answer = found.answer([reply])
        assert not answer.over
        assert set(answer.moves) in ({"e", "f"}, {"m", "n"})
        assert found.answer([reply, ["y" if "y" not in reply else "g", "t"]]).over


@pytest.mark.native
def test_a_threat_left_open_is_completed_by_the_law() -> None:
    verdict = proof("gomoku", OPEN_THREE, "vcf")
    assert verdict.certificate is not None
    found = strategy(verdict.certificate.to_bytes())
    first = found.answer([])
    assert first.moves == verdict.line[0]
    assert first.turns == verdict.turns
    last = found.answer([["o15"]])
    assert last.over
    assert last.turns == 1
    assert last.line[-2] == ("o15",)


@pytest.mark.native
def test_a_half_turn_a_turn_too_long_and_an_illegal_move_are_refused() -> None:
    text = "j10 a1 a2 k10 l10 b3 d17"
    verdict = proof("connect6", text, "vcdt")
    assert verdict.certificate is not None
    found = strategy(verdict.certificate.to_bytes())
    with pytest.raises(IllegalMoveError, match="not complete"):
        found.answer([["a19"]])
    with pytest.raises(IllegalMoveError, match="more moves than are left"):
        found.answer([["a19", "b19", "c19"]])
    with pytest.raises(IllegalMoveError, match="already holds a stone"):
        found.answer([["j10", "b19"]])
    first = found.answer([])
    open_threats = [m for m in first.position.legal_moves() if m[0] == "s"][:2]
    assert found.answer([open_threats]).over
    with pytest.raises(GameError, match=r"has no answer|game is over"):
        found.answer([open_threats, ["a18", "a17"]])


@pytest.mark.native
def test_a_proof_that_there_is_no_win_cannot_be_played_through() -> None:
    # Black needs 5 in a row on 3x3: nothing to prove but a draw.
    start = room("gomoku").start({"size": "3x3", "k": "3"})
    position = start.play_all("a1 b2")
    writer_claim = {"kind": "hold", "side": "white"}
    data = certificate(position, writer_claim, Tree("e", 0))  # type: ignore[arg-type]
    with pytest.raises(RefusedError, match="only the proof of a win"):
        strategy(data)
    with pytest.raises(RefusedError, match="empty"):
        strategy(b"")
