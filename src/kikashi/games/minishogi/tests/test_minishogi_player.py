"""The player: legal, repeatable, sees mates, keeps its table; its network is what was fitted."""

from __future__ import annotations

import time

import pytest

from kikashi import _native
from kikashi.games.minishogi import ROOM
from kikashi.games.minishogi.engine import LADDER, PAPER, candidates, think, weights
from kikashi.games.minishogi.twin import native_position
from kikashi.law import GameError
from kikashi.pieces import playing
from kikashi.play.levels import levels, make_player
from kikashi.proofs import check_stated
from kikashi.search.playing import Budget, Style

pytestmark = pytest.mark.native

MATE = "2s1k/2G1p/1br1g/5/1+b1RK[ps] w"
HANGING = "4k/4p/1r3/P4/KR3 b - 1"


def test_there_are_ten_levels_and_each_answers_with_a_legal_move() -> None:
    start = ROOM.start()
    assert [level.number for level in levels("minishogi")] == list(range(1, 11))
    for number in range(1, 10):
        opinion = make_player(start, number, seed=1).turn(start.view_of_mover())
        assert opinion.moves[0] in start.legal_moves()


def test_the_same_seed_and_nodes_give_the_same_move_and_count() -> None:
    seen = ROOM.from_text(ROOM.example).view_of_mover()
    first = think(seen, Style(), Budget(nodes=5_000, seed=3))
    think(ROOM.start().view_of_mover(), Style(), Budget(nodes=3_000, seed=1))
    again = think(seen, Style(), Budget(nodes=5_000, seed=3))
    assert (first.moves, first.nodes, first.score) == (again.moves, again.nodes, again.score)


def test_a_mate_is_played_with_its_proof() -> None:
    here = ROOM.from_text(MATE)
    thought = think(here.view_of_mover(), Style(), Budget(nodes=20_000))
    assert thought.reason == "forced-win"
    assert thought.verdict is not None
    assert thought.verdict.certificate is not None
    assert check_stated(thought.verdict.certificate.to_bytes())
    assert here.play(thought.moves[0]).result() is not None


def test_a_hanging_piece_is_taken_with_either_evaluation() -> None:
    here = ROOM.from_text(HANGING)
    for style in (Style(), PAPER.style):
        assert think(here.view_of_mover(), style, Budget(nodes=5_000)).moves == ("4e4c",)


def test_noise_makes_weak_levels_differ() -> None:
    seen = ROOM.start().view_of_mover()
    rung = LADDER[0]
    moves = {
        think(seen, rung.style, Budget(nodes=rung.nodes, seed=n, noise=rung.noise)).moves
        for n in range(12)
    }
    assert len(moves) > 2


@pytest.mark.timed
def test_time_is_kept_and_the_table_serves_the_next_move() -> None:
    here = ROOM.start()
    for _ in range(3):
        begun = time.thread_time()  # who shares the processor is not the player's fault
        thought = think(here.view_of_mover(), Style(), Budget(seconds=0.1))
        assert time.thread_time() - begun < 0.6
        here = here.play(thought.moves[0])


BOARD = dict(zip("KRBGSPDHNT", (0, 550, 450, 200, 170, 120, 850, 750, 260, 220), strict=True))
HELD = (500, 400, 150, 100, 70)


def test_a_search_that_was_stopped_late_is_given_less_time_the_next_turn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """On a busy machine: as much less as it ran over, and slowly all of it again."""
    now = [1000.0]
    monkeypatch.setattr("kikashi.pieces.playing.time.monotonic", lambda: now[0])
    monkeypatch.setattr(playing, "_clock", playing._Clock())
    law = ROOM.start()
    found = {"move": "2e3d", "reason": "search", "value": 0, "depth": 1, "line": [], "nodes": 1}

    def given(over: float) -> float:
        begun = now[0]
        seconds = float(
            playing.asked_of(Style(), Budget(seconds=0.1), begun, None, opening=False)["seconds"]
        )
        now[0] += seconds + over
        playing.thought_of(law, "black", found, begun)
        return seconds

    first = given(over=0.02)
    assert given(over=0.0) == pytest.approx(first - 0.02)
    later = [given(over=0.0) for _ in range(40)]
    assert later == sorted(later)
    assert later[-1] == pytest.approx(first, abs=0.001)
    given(over=5.0)
    assert given(over=0.0) == pytest.approx(first / 2)


def test_the_papers_evaluation_is_its_values() -> None:
    """Paper 000; promoted silver and pawn are ours."""
    player = _native.MinishogiPlayer(None, False, 1 << 20)
    for text in ("rbsgk/4p/5/P4/KGSBR b - 1", "4k/5/1+R3/5/K4 b Bp 1", "4k/1+s3/+p4/5/K4 w - 1"):
        here = ROOM.from_text(text)
        value = sum(BOARD[piece] for piece in here.board if piece in BOARD)
        value -= sum(BOARD[piece.upper()] for piece in here.board if piece.islower())
        for sign, hand in zip((1, -1), here.hands, strict=True):
            value += sign * sum(n * each for n, each in zip(hand, HELD, strict=True))
        value *= 1 if here.to_move == 0 else -1
        assert player.evaluate(native_position(here)) == value


def test_the_network_sees_both_sides_alike() -> None:
    """Turned around with colours swapped, or mirrored, a position is worth the same."""
    player = _native.MinishogiPlayer(weights(), False, 1 << 20)
    here = ROOM.from_text(ROOM.example)
    for _ in range(6):
        board, hands = here.board, here.hands
        value = player.evaluate(native_position(here))
        turned = _native.MinishogiPosition(
            board[::-1].swapcase(), (hands[1], hands[0]), 1 - here.to_move
        )
        assert player.evaluate(turned) == value
        mirrored = here.transform("mirror")
        assert player.evaluate(native_position(mirrored)) == value
        here = here.play(here.legal_moves()[len(here.legal_moves()) // 2])


def test_the_network_is_kept_up_to_date_move_by_move() -> None:
    """A search from far back must see the values that a fresh look sees."""
    player = _native.MinishogiPlayer(weights(), False, 1 << 20)
    here = ROOM.start()
    for step in range(30):
        if here.result():
            break
        moves = here.legal_moves()
        here = here.play(moves[(7 * step) % len(moves)])
        alone = _native.MinishogiPosition(here.board, here.hands, here.to_move)
        assert player.evaluate(native_position(here)) == player.evaluate(alone)
        assert player.walk(native_position(here)) == player.evaluate(alone)


@pytest.mark.parametrize("weights_", [b"", b"KMS1", b"\0" * 477480])
def test_bytes_that_are_no_network_are_refused(weights_: bytes) -> None:
    with pytest.raises(ValueError, match="no weights"):
        _native.MinishogiPlayer(weights_, False, 1 << 20)


def test_candidates_are_legal_and_sorted() -> None:
    found = candidates(ROOM.start().view_of_mover(), 5)
    assert len(found) == 5
    assert list(found) == sorted(found, key=lambda one: (-one[1], one[0]))


def test_a_finished_game_has_no_move() -> None:
    over = ROOM.from_text("k4/G4/K4/5/5 w - 1")
    with pytest.raises(GameError, match="over"):
        think(over.view(0), Style(), Budget(nodes=10))
