"""The law: how pieces move, how games end, and which texts are refused."""

from __future__ import annotations

import pytest

from kikashi.games.xiangqi import ROOM
from kikashi.games.xiangqi.board import legal_steps, moved
from kikashi.games.xiangqi.rules import XiangqiPosition
from kikashi.law import BadTextError, IllegalMoveError, Result


def at(fen: str) -> XiangqiPosition:
    return ROOM.from_text(fen)


def targets(position: XiangqiPosition, start: str) -> set[str]:
    return {move[2:] for move in position.legal_moves() if move.startswith(start)}


def perft(board: str, side: int, depth: int) -> int:
    steps = list(legal_steps(board, side))
    if depth == 1:
        return len(steps)
    return sum(perft(moved(board, *step), 1 - side, depth - 1) for step in steps)


def test_the_law_counts_the_start_as_everybody_does() -> None:
    board = ROOM.start().board
    assert [perft(board, 0, depth) for depth in (1, 2, 3)] == [44, 1920, 79666]


def test_the_law_counts_the_forty_positions(perfts: list[tuple[str, list[int]]]) -> None:
    assert len(perfts) == 40
    for fen, counts in perfts:
        position = at(fen)
        assert [perft(position.board, position.to_move, d) for d in (1, 2)] == counts[:2], fen


def test_generals_must_not_face_each_other() -> None:
    between = at("4k4/9/9/9/4C4/9/9/9/9/4K4 w")
    assert targets(between, "e5") == {f"e{rank}" for rank in (1, 2, 3, 4, 6, 7, 8)}
    beside = at("4k4/9/9/9/9/9/9/9/9/3K5 w")
    assert targets(beside, "d0") == {"d1"}


def test_facing_generals_are_a_check_by_the_side_that_moved_away() -> None:
    with pytest.raises(BadTextError, match="stands in check"):
        at("4k4/9/9/9/9/9/9/9/9/4K4 w")


def test_a_horse_is_blocked_by_its_leg_and_not_by_the_far_corner() -> None:
    position = at("3k5/9/9/9/4p4/3PN4/4P4/9/9/5K3 w")
    # e4: legs e5 (black pawn), e3 (own pawn), d4 (own pawn) are taken, f4 is free
    assert targets(position, "e4") == {"g5", "g3"}


def test_an_elephant_is_blocked_by_its_eye_and_by_the_river() -> None:
    position = at("3k5/9/9/9/9/2B6/1P7/9/9/4K4 w")
    assert targets(position, "c4") == {"e2"}


def test_a_cannon_takes_over_exactly_one_screen() -> None:
    position = at("3k5/9/r8/9/p8/p8/9/C8/9/4K4 w")
    assert targets(position, "a2") & {"a4", "a5", "a7"} == {"a5"}
    assert "a3" in targets(position, "a2")


def test_pawns_go_sideways_only_over_the_river_and_never_back() -> None:
    position = at("3k5/9/9/9/P8/8P/9/9/9/4K4 w")
    assert targets(position, "a5") == {"a6", "b5"}
    assert targets(position, "i4") == {"i5"}


def test_advisors_and_generals_stay_in_the_palace() -> None:
    position = at("3k5/9/9/9/9/9/9/3A5/9/5K3 w")
    assert targets(position, "d2") == {"e1"}
    assert targets(position, "f0") == {"e0", "f1"}


def test_a_side_without_a_legal_move_loses_though_not_in_check() -> None:
    stuck = at("3k5/4P4/9/9/9/9/9/9/9/4K4 b")
    assert not stuck.checked
    assert stuck.result() == Result((1, -1), "stalemate")


def test_double_rooks_mate() -> None:
    position = at("4k4/R8/9/9/9/9/9/9/9/1R3K3 w").play("b0b9")
    assert position.checked
    assert position.result() == Result((1, -1), "checkmate")
    with pytest.raises(IllegalMoveError, match="over"):
        position.play("e9e8")


@pytest.mark.parametrize(
    ("move", "why"),
    [
        ("e5e6", "no piece"),
        ("a9a8", "opponent"),
        ("a0b2", "cannot go"),
        ("zz", "two points"),
        ("h2e2e2", "two points"),
    ],
)
def test_a_refused_move_is_told_why(move: str, why: str) -> None:
    with pytest.raises(IllegalMoveError, match=why):
        ROOM.start().play(move)


def test_a_move_that_opens_the_own_general_is_told_why() -> None:
    with pytest.raises(IllegalMoveError, match="general"):
        at("4k4/9/9/9/4C4/9/9/9/9/4K4 w").play("e5d5")


@pytest.mark.parametrize(
    ("fen", "why"),
    [
        ("9/9/9/9/9/9/9/9/9/4K4 w", "one general"),
        ("k8/9/9/9/9/9/9/9/9/4K4 w", "palace"),
        ("4k4/9/9/9/9/9/9/9/4K4 w", "rows"),
        ("4k5/9/9/9/9/9/9/9/9/4K4 w", "cells"),
        ("4k3x/9/9/9/9/9/9/9/9/4K4 w", "no piece"),
        ("3k5/9/9/9/9/9/9/9/9/4K4 x", "side to move"),
        ("3k5/9/9/9/9/9/9/9/9/4K4", "fields"),
        ("3k5/9/9/9/9/9/9/9/9/4K4 w - - x 1", "clock"),
        ("3k5/9/9/9/9/9/9/9/9/4K4 w KQ - 0 1", "must be '-'"),
        ("3k5/9/9/9/9/9/9/9/9/3RK4 b - - 0 1 moves d9d8", "move 1"),
        ("3k5/9/9/PPPPPPPPP/PPPPPPPP1/9/9/9/9/4K4 w", "at most 16"),
    ],
)
def test_a_fen_that_means_nothing_is_refused(fen: str, why: str) -> None:
    with pytest.raises(BadTextError, match=why):
        at(fen)


def test_texts_of_other_programs_are_read() -> None:
    assert at("rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR r") == ROOM.start()
    assert at("startpos moves h2e2") == at("h2e2")


def test_a_text_keeps_what_repetition_needs_and_forgets_it_at_a_capture() -> None:
    quiet = ROOM.start().play_all("h2e2 h9g7")
    assert quiet.to_text().endswith("w - - 0 1 moves h2e2 h9g7")
    taken = quiet.play("e2e6")
    assert " moves " not in taken.to_text()
    assert taken.to_text().endswith(" b - - 0 2")


def test_the_mirror_maps_moves_and_history() -> None:
    position = ROOM.start().play_all("h2e2 h9g7 h0g2")
    seen = position.transform("mirror")
    assert seen == ROOM.start().play_all("b2e2 b9c7 b0c2")
    assert seen.history_key() == ROOM.start().play_all("b2e2 b9c7 b0c2").history_key()
    assert position.transform_move("mirror", "a9a8") == "i9i8"
