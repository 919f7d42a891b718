"""The dialects in which stones are written, and how a file's dialect and game are found."""

from __future__ import annotations

import pytest

from kikashi.records import Record, Refusal, read_collection, write


def only(data: str, game: str | None = None, form: str | None = None) -> Record:
    (found,) = read_collection(data.encode(), game, form)
    assert isinstance(found, Record), found
    return found


def refused(data: str, game: str | None = None) -> Refusal:
    (found,) = read_collection(data.encode(), game)
    assert isinstance(found, Refusal), found
    return found


def test_upper_case_letters_of_paper_004_are_column_then_row_from_the_bottom() -> None:
    game = only(";B[JJ];W[II];W[LJ];B[KI];B[IK]")
    assert (game.game, game.moves) == ("connect6", ("j10", "i9", "l10", "k9", "i11"))
    assert only("(;B[AA];W[SA];W[AS])").moves == ("a1", "s1", "a19")


def test_gm511_has_one_stone_a_node() -> None:
    game = only("(;GM[511];B[JJ](;W[JH];W[MK])(;W[JN];W[FK];B[FF]))")
    assert game.game == "connect6"
    assert game.moves == ("j10", "j8", "m11")
    aside = game.root.children[0].children[1]
    assert (aside.move, aside.children[0].move) == ("j14", "f11")


@pytest.mark.parametrize("turn", ["W[JHMK]", "W[jhmk]", "W[JH][MK]", "W[JH];W[MK]"])
def test_gm511_may_have_two_stones_a_node(turn: str) -> None:
    assert only(f"(;GM[511]SZ[19];B[JJ];{turn})").moves == ("j10", "j8", "m11")


def test_little_golem_writes_a_turn_as_cell_names() -> None:
    game = only(
        "(;FF[4]EV[connect6.ch.26.1.1]PB[Black Player]PW[White Player]"
        "SO[http://www.littlegolem.com];B[j10];W[j9l11];B[k9l8];W[k10i11])"
    )
    assert game.game == "connect6"
    assert game.moves == ("j10", "j9", "l11", "k9", "l8", "k10", "i11")
    assert game.players == ("Black Player", "White Player")
    assert game.root.properties["EV"] == ("connect6.ch.26.1.1",)


def test_little_golem_resignation_is_a_result_and_no_move() -> None:
    game = only("(;EV[connect6.mc.1];B[j10];W[j9l11];B[resign])")
    assert (game.result, game.how, len(game.moves)) == ("white", "resign", 3)
    assert len(game.main_line) == 4
    assert b"RE[W+R]" in write([game])


def test_a_turn_written_as_a_whole_may_win_with_its_first_stone() -> None:
    moves = "B[a1];W[a3a5];B[b1c1];W[a7a9];B[d1e1];W[a11a13]"
    game = only(f"(;EV[connect6.x];{moves};B[f1h1])")
    assert game.moves[-2:] == ("h1", "f1")
    assert game.result == "black"


def test_ff4_points_count_rows_from_the_top() -> None:
    game = only("(;FF[4]GM[4]SZ[15];B[aa];W[oo];B[hc])")
    assert (game.game, game.moves) == ("gomoku", ("a15", "o1", "h13"))
    assert game.options["size"] == "15x15"


def test_single_stones_as_points_can_be_a_connect6_game() -> None:
    game = only("(;FF[4]SZ[19];B[jj];W[kk];W[ii];B[aa];B[sa])", "connect6")
    assert game.moves == ("j10", "k9", "i11", "a19", "s19")


def test_a_rectangular_board_has_both_sides_in_sz() -> None:
    assert only("(;GM[4]SZ[7:5];B[ga];W[ae])").moves == ("g5", "a1")


def test_a_dialect_can_be_forced() -> None:
    assert only("(;SZ[19];B[JA])", "connect6").moves == ("j1",)
    assert only("(;SZ[19];B[JA])", "connect6", "sgf-points").moves == ("j19",)


def test_the_game_can_be_forced_and_beats_what_the_file_says() -> None:
    assert only("(;GM[4]SZ[9];B[ee])", "goclub").game == "goclub"


def test_a_record_that_names_no_game_is_one_of_go_as_the_standard_says() -> None:
    assert only("(;FF[4];B[jj])").game == "go"
    assert only("(;FF[4]GM[1];B[jj])").game == "go"


def test_a_record_of_a_game_that_is_not_here_is_refused_and_says_what_to_do() -> None:
    assert "--game" in refused("(;FF[4]GM[2];B[jj])").reason
    assert "game number 2;" in refused("(;FF[4]GM[2];B[jj])").reason


def test_setup_stones_and_the_side_to_move() -> None:
    game = only("(;GM[4]SZ[15]AB[hh][ii]AW[gg]PL[W]C[White to win];W[jj])")
    start = game.start()
    assert start.to_text() == "setup black=i7,h8 white=g9 move=white left=1"
    assert game.root.comment == "White to win"
    assert game.replay()[-1].to_text() == "setup black=i7,h8 white=j6,g9 move=black left=1"


def test_a_list_of_setup_stones_may_be_a_rectangle() -> None:
    game = only("(;GM[4]SZ[15]AB[aa:bb]PL[W])")
    assert game.start().to_text() == "setup black=a14,b14,a15,b15 white=- move=white left=1"


@pytest.mark.parametrize(
    ("root", "turn"),
    [
        ("AB[JJ]AW[KK][LL]", "black left=2"),  # regular play: a whole turn
        ("AB[JJ]AW[KK]", "white left=1"),  # regular play: in the middle of a turn
        ("AB[JJ]AW[KK]PL[B]", "black left=2"),  # PL contradicts it: a whole turn
        ("AB[JJ][AA]AW[KK]", "black left=2"),  # no regular play gives this
        ("AB[JJ][AA]AW[KK];W[BB]", "white left=2"),  # then the first move tells
        ("AB[JJ]AW[KK]PL[W]KL[2]", "white left=2"),  # our own word about the turn
        ("PL[W]", "white left=2"),
    ],
)
def test_what_a_setup_leaves_unsaid_about_the_turn(root: str, turn: str) -> None:
    assert only(f"(;GM[511]{root})").start().to_text().endswith(f"move={turn}")


def test_comments_of_moves_and_between_moves_are_kept() -> None:
    game = only("(;GM[511]C[start];B[JJ]C[centre]C[again];C[a remark];W[KK]N[name])")
    said = [(node.move, node.comment) for node in game.main_line]
    assert said == [("", "start"), ("j10", "centre\nagain"), ("", "a remark"), ("k11", "")]
    assert game.main_line[3].properties == {"N": ("name",)}


@pytest.mark.parametrize(
    ("written", "result", "how"),
    [
        ("B+", "black", ""),
        ("W+R", "white", "resign"),
        ("W+Resign", "white", "resign"),
        ("B+Time", "black", "time"),
        ("B+F", "black", "forfeit"),
        ("B+ by a nose", "black", " by a nose"),
        ("0", "draw", ""),
        ("Draw", "draw", ""),
        ("?", "", ""),
    ],
)
def test_results(written: str, result: str, how: str) -> None:
    game = only(f"(;GM[511]RE[{written}];B[JJ])")
    assert (game.result, game.how) == (result, how)


def test_a_result_in_other_words_is_kept_as_it_is() -> None:
    game = only("(;GM[511]RE[Void];B[JJ])")
    assert (game.result, game.root.properties["RE"]) == ("", ("Void",))
    assert b"RE[Void]" in write([game])


def test_a_stated_winner_that_the_law_contradicts_is_refused() -> None:
    row = "B[ha];W[aa];B[hb];W[ab];B[hc];W[ac];B[hd];W[ad];B[he]"
    assert only(f"(;GM[4]RE[B+];{row})").result == "black"
    assert only(f"(;GM[4];{row})").result == "black"
    refusal = refused(f"(;GM[4]RE[W+];{row})")
    assert "says a win of white, but by the law it is a win of black" in refusal.reason
    assert refusal.move == 9
    assert refused(f"(;GM[4]RE[Draw];{row})").move == 9
