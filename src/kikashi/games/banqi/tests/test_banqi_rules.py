"""The law of dark chess by named positions: ranks, cannons, flips, ends, house rules."""

from __future__ import annotations

import pytest

from kikashi.games import room
from kikashi.games.banqi.board import KINDS, beats
from kikashi.games.banqi.position import BanqiPosition
from kikashi.games.banqi.study import arranged, passed, placed
from kikashi.law import (
    CHANCE,
    BadOptionError,
    BadTextError,
    GameError,
    IllegalMoveError,
    Outcome,
    Result,
)

BANQI = room("banqi")
LANGUAGES = ("en", "zh-Hant")
SMALL = {"size": "4x2", "bag": "KGMRkgmr"}


def at(text: str, **options: str) -> BanqiPosition:
    position = BANQI.from_text(text, options)
    assert isinstance(position, BanqiPosition)
    return position


def ended(position: BanqiPosition) -> Result:
    result = position.result()
    assert result is not None
    return result


def moves_of(position: BanqiPosition) -> set[str]:
    return {move for move in position.legal_moves() if "-" in move}


def test_a_list_of_moves_tells_what_was_flipped_and_what_it_was() -> None:
    words = ("c5", "R", "k", "b3-b2", "stop")
    told = {language: [BANQI.move_name(w, language) for w in words] for language in LANGUAGES}
    assert told == {
        "en": ["Flip c5", "red rook", "black general", "b3-b2", "Stop capturing"],
        "zh-Hant": ["翻 c5", "俥", "將", "b3-b2", "停止連吃"],
    }


def test_ranks_fall_from_general_to_soldier_with_two_exceptions() -> None:
    takes = {one: "".join(other for other in KINDS if beats(one, other.lower())) for one in KINDS}
    assert takes == {
        "K": "KGMRNC",
        "G": "GMRNCP",
        "M": "MRNCP",
        "R": "RNCP",
        "N": "NCP",
        "C": "KGMRNCP",  # by its jump alone
        "P": "KP",
    }


def test_a_cannon_jumps_over_exactly_one_piece_of_any_kind_and_never_takes_by_a_step() -> None:
    over_hidden = at("4/4/4/4/4/4/4/CX1k first red 0 P")
    assert "a1-d1" in moves_of(over_hidden)
    assert "a1-b1" not in moves_of(over_hidden)
    beside = at("4/4/4/4/4/4/4/Cp2 first red 0")
    assert moves_of(beside) == {"a1-a2"}
    over_two = at("4/4/4/4/4/4/4/CPPk first red 0")
    assert "a1-d1" not in moves_of(over_two)
    along = at("k3/4/P3/4/4/4/4/C3 first red 0")
    assert "a1-a8" in moves_of(along)
    at_own = at("K3/4/p3/4/4/4/4/C3 first red 0")
    assert "a1-a8" not in moves_of(at_own)


def test_the_soldier_takes_the_general_and_not_the_cannon() -> None:
    assert "a1-b1" in moves_of(at("4/4/4/4/4/4/4/Pk2 first red 0"))
    assert "a1-b1" not in moves_of(at("4/4/4/4/4/4/4/Pc2 first red 0"))
    assert "b1-a1" not in moves_of(at("4/4/4/4/4/4/4/Pk2 second red 0"))


def test_the_first_flip_gives_its_colour_and_chance_has_exact_weights() -> None:
    start = BANQI.start()
    assert len(start.legal_moves()) == 32
    flipping = start.play("b8")
    assert flipping.to_move == CHANCE
    assert Outcome("p", 5) in flipping.outcomes()
    assert Outcome("K", 1) in flipping.outcomes()
    assert sum(outcome.weight for outcome in flipping.outcomes()) == 32
    black = flipping.play("p")
    assert isinstance(black, BanqiPosition)
    assert (black.to_move, black.colour_of(0), black.colour_of(1)) == (1, 1, 0)
    then = black.play("c3")
    assert Outcome("p", 4) in then.outcomes()
    with pytest.raises(IllegalMoveError, match="turns up"):
        BANQI.from_text("a1(K) a2").play("K")


def test_a_side_without_pieces_loses_and_so_does_one_that_cannot_act() -> None:
    taken = at("4/4/4/4/4/4/4/Kg2 first red 0").play("a1-b1")
    assert ended(taken).payoffs == (1, -1)
    assert ended(taken).reason == "no-pieces"
    shut_in = at("4/4/4/4/4/4/p3/K1p1 second red 0").play("c1-b1")
    assert (ended(shut_in).payoffs, ended(shut_in).reason) == ((-1, 1), "no-move")
    hidden = at("4/4/4/4/4/4/p3/K1pX second red 0 G").play("c1-b1")
    assert hidden.result() is None
    assert hidden.legal_moves() == ("d1",)
    gone = at("4/4/4/4/4/4/4/KgX1 first red 0 P").play("a1-b1")
    assert ended(gone).reason == "no-pieces"


def test_a_last_move_that_leaves_no_act_wins_before_any_draw() -> None:
    position = at("4/4/4/4/4/4/p3/K1p1 second red 179").play("c1-b1")
    assert ended(position).reason == "no-move"


def circling(position: BanqiPosition, plies: int) -> BanqiPosition:
    there = ("a1-a2", "d8-d7", "a2-a1", "d7-d8")
    for number in range(plies):
        assert position.result() is None, (number, position)
        position = position.play(there[number % 4])
    return position


def test_contests_draw_at_the_third_occurrence_and_after_180_plies() -> None:
    start = at("3k/4/4/4/4/4/4/K3 first red 0")
    drawn = circling(start, 8)
    assert (ended(drawn).payoffs, ended(drawn).reason) == ((0, 0), "repetition")
    late = at("3k/4/4/4/4/4/4/K3 first red 178")
    assert ended(circling(late, 2)).reason == "no-progress"


def test_the_course_draws_when_a_cycle_of_four_plies_has_run_three_times_and_after_60() -> None:
    start = at("3k/4/4/4/4/4/4/K3 first red 0", preset="course")
    assert ended(circling(start, 12)).reason == "repetition"
    late = at("3k/4/4/4/4/4/4/K3 first red 58", preset="course")
    assert ended(circling(late, 2)).reason == "no-progress"
    assert circling(at("3k/4/4/4/4/4/4/K3 first red 0", repetition="off"), 20).result() is None


def test_a_long_chase_may_lose() -> None:
    # The rook runs from the advisor's attack for ever: only Red's moves threaten.
    chase = ("a1-a2", "b2-b1", "a2-a1", "b1-b2")
    text = "3p/4/4/4/4/4/1r2/G3 first red 0"
    for option, payoffs, reason in (
        ("draws", (0, 0), "repetition"),
        ("loses", (-1, 1), "long-chase"),
    ):
        position = at(text, chase=option)
        for number in range(8):
            assert position.result() is None
            position = position.play(chase[number % 4])
        assert (ended(position).payoffs, ended(position).reason) == (payoffs, reason)


def test_a_repetition_in_which_nobody_threatens_stays_a_draw() -> None:
    quiet = circling(at("3k/4/4/4/4/4/4/K3 first red 0", chase="loses"), 8)
    assert ended(quiet).reason == "repetition"


def test_chains_of_captures_are_one_turn_that_may_be_stopped() -> None:
    done = at("4/4/4/4/4/4/1p2/Kgp1 first red 0 -", chain="yes").play("a1-b1")
    assert done.to_move == 1, "the general takes no soldier: nothing is left to take"
    first = at("4/4/4/4/4/4/1n2/Kgp1 first red 0 -", chain="yes").play("a1-b1")
    assert first.legal_moves() == ("b1-b2", "stop")
    with pytest.raises(IllegalMoveError, match="further captures"):
        first.play("b1-a1")
    assert first.play("stop").to_move == 1
    assert first.play("b1-b2").to_move == 1
    last = at("4/4/4/4/4/4/4/Kgr1 first red 0 -", chain="yes").play_all("a1-b1 b1-c1")
    assert ended(last).reason == "no-pieces"


def test_blind_strikes_take_what_they_may_and_turn_up_the_rest() -> None:
    position = at("4/4/4/4/4/4/p3/RX2 first red 0 n", blind="yes")
    struck = position.play("a1-b1")
    assert struck.to_move == CHANCE
    assert struck.play("n").board[:4] == ".R.."
    assert at(struck.to_text(), blind="yes") == struck
    kept = at("4/4/4/4/4/4/p3/RX2 first red 0 k", blind="yes").play_all("a1-b1 k")
    assert kept.board[:4] == "Rk.."
    assert kept.to_move == 1
    own = at("4/4/4/4/4/4/p3/RX2 first red 0 N", blind="yes").play_all("a1-b1 N")
    assert own.board[:4] == "RN.."
    with pytest.raises(IllegalMoveError, match="cannot go"):
        at("4/4/4/4/4/4/p3/RX2 first red 0 n").play("a1-b1")


def test_rooks_may_rush_by_rank_or_at_anything() -> None:
    text = "4/4/4/4/4/4/k3/R2g first red 0"
    assert moves_of(at(text)) == {"a1-b1"}
    assert moves_of(at(text, rush="rank")) == {"a1-b1", "a1-c1"}
    assert moves_of(at(text, rush="any")) == {"a1-b1", "a1-c1", "a1-d1"}


def test_presets_are_written_out_and_named_again() -> None:
    course = BANQI.normal_options({"preset": "course"})
    assert (course["repetition"], course["plies"]) == ("cycle", "60")
    same = BANQI.normal_options({"repetition": "cycle", "plies": "60"})
    assert same == course
    other = BANQI.normal_options({"plies": "40"})
    assert (other["preset"], other["repetition"]) == ("custom", "3")
    assert BANQI.normal_options(other) == other


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"size": "2x4"}, "the bag has 32 pieces for 8 cells"),
        ({"size": "5x8"}, "4 to 32 cells"),
        ({"size": "2x4", "bag": "KKGRkgmr"}, "at most 1 of K"),
        ({"size": "2x2", "bag": "KGMR"}, "each colour"),
        ({"repetition": "off", "plies": "off"}, "for ever"),
        ({"plies": "0"}, "1 to 999"),
    ],
)
def test_options_that_make_no_game_are_refused(options: dict[str, str], said: str) -> None:
    with pytest.raises(BadOptionError, match=said):
        BANQI.start(options)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("4/4/4/4/4/4/4/KKg1 first red 0", "2 of K"),
        ("4/4/4/4/4/4/4/KXg1 first red 0", "1 pieces lie face down, but 0"),
        ("4/4/4/4/4/4/4/K1g first red 0", "row 1 has 3 cells"),
        ("4/4/4/4/4/4/4/K1g1 red red 0", "first or second"),
        ("4/4/4/4/4/4/4/K1g1 first ? 0", "before the first flip"),
        ("4/4/4/4/4/4/4/KXg1 first red 0 n flip=a1", "is not flip="),
    ],
)
def test_texts_that_describe_no_position_are_refused(text: str, said: str) -> None:
    with pytest.raises(BadTextError, match=said):
        BANQI.from_text(text)


def test_small_boards_with_any_bag_are_games() -> None:
    start = BANQI.start(SMALL)
    assert start.to_text() == "XXXX/XXXX first ? 0 KGMRkgmr"
    assert len(start.play("a1").outcomes()) == 8
    assert BANQI.title(start.options) == "Chinese dark chess 4x2"


def test_a_position_can_be_passed_and_set_up_for_study() -> None:
    here = at("4/4/4/4/4/4/4/Kg2 first red 0")
    assert passed(here).to_move == 1
    assert placed(here) == {"a1": "K", "b1": "g"}
    made = arranged(here, {"c4": "K", "d4": "p"}, 1)
    assert made.to_text() == "4/4/4/4/2Kp/4/4/4 second red 0 -"
    with pytest.raises(BadTextError, match="2 of K"):
        arranged(here, {"c4": "K", "d4": "K"}, 0)
    with pytest.raises(GameError, match="nobody can pass"):
        passed(BANQI.start())
