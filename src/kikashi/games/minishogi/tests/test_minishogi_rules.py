"""The law at the places where minishogi is special: drops, promotion, pawns, repetition."""

from __future__ import annotations

import pytest

from kikashi.games.minishogi import ROOM
from kikashi.games.minishogi.rules import MinishogiPosition
from kikashi.law import BadTextError, IllegalMoveError, Result


def at(text: str, **options: str) -> MinishogiPosition:
    return ROOM.from_text(text, options)


def test_the_start_has_fourteen_moves() -> None:
    assert len(ROOM.start().legal_moves()) == 14


def test_a_taken_piece_comes_to_the_hand_unpromoted_and_can_be_dropped() -> None:
    here = at("4k/5/5/+r4/R3K b - 1").play("5e5d")
    assert here.to_text().startswith("4k/5/5/+r4/R3K b - 1 moves")
    assert here.hands == ((1, 0, 0, 0, 0), (0, 0, 0, 0, 0))
    after = here.play("1a1b").play("R*3c")
    assert after.board[12] == "R"
    assert after.hands[0] == (0, 0, 0, 0, 0)


@pytest.mark.parametrize(
    ("text", "start", "ends"),
    [
        ("4k/S4/5/5/4K b - 1", "5b", {"5b5a", "5b5a+", "5b4a", "5b4a+", "5b4c"}),
        ("k1S2/5/5/5/4K b - 1", "3a", {"3a4b", "3a4b+", "3a2b", "3a2b+"}),
        ("4k/P4/5/5/4K b - 1", "5b", {"5b5a+"}),
        ("4k/5/P4/5/4K b - 1", "5c", {"5c5b"}),
        ("4k/G4/5/5/4K b - 1", "5b", {"5b5a", "5b4a", "5b4b", "5b5c"}),
        ("4k/5/5/p4/4K w - 1", "5d", {"5d5e+"}),
        ("4k/+S4/5/5/4K b - 1", "5b", {"5b5a", "5b4a", "5b4b", "5b5c"}),
    ],
)
def test_promotion_on_the_last_rank(text: str, start: str, ends: set[str]) -> None:
    moves = at(text).legal_moves()
    assert {move for move in moves if move.startswith(start)} == ends


def test_no_second_unpromoted_pawn_on_a_file_but_a_promoted_one_does_not_count() -> None:
    two = {move for move in at("4k/5/5/P4/4K b P 1").legal_moves() if move.startswith("P*")}
    assert not any(move[2] == "5" for move in two)
    assert any(move[2] == "4" for move in two)
    assert "P*5c" in at("4k/+P4/5/5/4K b P 1").legal_moves()


def test_no_pawn_is_dropped_on_the_last_rank() -> None:
    for text, rank in (("4k/5/5/5/4K b P 1", "a"), ("4k/5/5/5/4K w p 1", "e")):
        drops = [move for move in at(text).legal_moves() if move.startswith("P*")]
        assert drops
        assert not [move for move in drops if move.endswith(rank)]


def test_a_pawn_drop_may_check_but_not_mate() -> None:
    mate = "3rk/3p1/4G/5/4K b P 1"
    assert "P*1b" not in at(mate).legal_moves()
    with pytest.raises(IllegalMoveError, match="to give mate"):
        at(mate).play("P*1b")
    check = at("4k/5/4G/5/4K b P 1").play("P*1b")
    assert check.checked
    assert check.result() is None
    moved = at("3rk/3p1/4P/4R/4K b - 1").play("1c1b")
    assert moved.result() == Result((1, -1), "checkmate")


def test_no_legal_move_loses_with_and_without_check() -> None:
    assert at("k4/1R3/2K2/5/5 w - 1").result() == Result((1, -1), "stalemate")
    assert at("k4/G4/K4/5/5 w - 1").result() == Result((1, -1), "checkmate")


def test_a_piece_that_guards_its_king_may_not_leave_the_line() -> None:
    moves = at("r3k/5/R4/5/K4 b - 1").legal_moves()
    assert {move[2] for move in moves if move.startswith("5c")} == {"5"}


def shuffle(here: MinishogiPosition, cycle: tuple[str, ...], times: int) -> MinishogiPosition:
    for _ in range(times):
        here = here.play_all(cycle)
    return here


QUIET = ("5e5d", "1a1b", "5d5e", "1b1a")


def test_the_fourth_repetition_loses_for_the_first_player_or_draws() -> None:
    start = "4k/5/5/5/K2R1 b - 1"
    before = shuffle(at(start), QUIET, 2)
    assert before.result() is None
    assert shuffle(at(start), QUIET, 3).result() == Result((-1, 1), "fourfold-repetition")
    drawn = shuffle(at(start, repetition="draw"), QUIET, 3)
    assert drawn.result() == Result((0, 0), "fourfold-repetition")
    assert drawn.legal_moves() == ()


@pytest.mark.parametrize("option", ["first-loses", "draw"])
def test_perpetual_check_loses_for_who_checks(option: str) -> None:
    cycle = ("5a4a", "5c4c", "4a5a", "4c5c")
    first = at("k4/5/4R/5/4K b - 1", repetition=option).play("1c5c")
    assert shuffle(first, cycle, 2).result() is None
    assert shuffle(first, cycle, 3).result() == Result((-1, 1), "perpetual-check")
    back = ("5e4e", "5c4c", "4e5e", "4c5c")
    second = at("4k/5/4r/5/K4 w - 1", repetition=option).play("1c5c")
    assert shuffle(second, back, 3).result() == Result((1, -1), "perpetual-check")


def test_a_position_may_come_back_after_captures_and_drops() -> None:
    """Nothing is lost for good here, so that the history never gets shorter."""
    here = at("4k/5/R4/r4/4K w - 1").play("5d5c").play("1e1d")
    assert len(here.past) == 2
    assert len(ROOM.from_text(here.to_text()).past) == 2


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "no position|legal|move"),
        ("5/5/5/5/4K b - 1", "white needs exactly one king"),
        ("4k/5/5/5/K3K b - 1", "black needs exactly one king"),
        ("4k/5/5/5/4K x - 1", "side to move"),
        ("4k/5/5/5/4K b Q 1", "hands look like"),
        ("4k/5/5/5/4K b 3R 1", "more than two"),
        ("P3k/5/5/5/4K b - 1", "last rank"),
        ("4k/P4/P4/5/4K b - 1", "two unpromoted pawns"),
        ("4k/4R/5/5/4K b - 1", "stands in check"),
        ("4k/5/5/5/4K b - 1 9 9", "2 to 4 fields"),
        ("4k/5/5/5/5K b - 1", "has 6 cells"),
        ("4k/5/5/5 b - 1", "5 rows"),
        ("4k/5/+g4/5/4K b - 1", "no promoted piece"),
        ("4k/5/5/5/4K[x] w", "hands look like"),
        ("4k/5/5/5/4K[ w", "looks like"),
        ("x" * 5000 + "/", "at most"),
    ],
)
def test_texts_that_are_no_position_are_refused_in_a_sentence(text: str, why: str) -> None:
    if not text:
        assert ROOM.from_text(text) == ROOM.start()
        return
    with pytest.raises(BadTextError, match=why):
        ROOM.from_text(text)


@pytest.mark.parametrize(
    ("move", "why"),
    [
        ("5c5b", "no piece on 5c"),
        ("5a5b", "opponent's"),
        ("5d5a", "cannot go"),
        ("P*3c", "no P in hand"),
        ("5d5c+", "does not promote"),
        ("rubbish", "looks like"),
        ("9i9h", "looks like"),
    ],
)
def test_a_refused_move_says_why(move: str, why: str) -> None:
    with pytest.raises(IllegalMoveError, match=why):
        ROOM.start().play(move)


def test_other_refusals() -> None:
    with pytest.raises(IllegalMoveError, match="not empty"):
        at("4k/5/5/5/4K b R 1").play("R*1e")
    with pytest.raises(IllegalMoveError, match="unpromoted"):
        at("4k/5/5/5/4K b R 1").play("R*1d+")
    with pytest.raises(IllegalMoveError, match="must promote"):
        at("4k/P4/5/5/4K b - 1").play("5b5a")
    with pytest.raises(IllegalMoveError, match="king would stand in check"):
        at("4k/5/4r/5/4K b R 1").play("R*5a")


def test_the_mirror_keeps_the_law() -> None:
    here = ROOM.start().play_all("2e3d 4a3b")
    seen = here.transform("mirror")
    moves = {here.transform_move("mirror", move) for move in here.legal_moves()}
    assert set(seen.legal_moves()) == moves
    assert seen.transform("mirror") == here
