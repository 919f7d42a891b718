"""What is written reads back the same, whatever the texts hold and whatever the tree looks like."""

from __future__ import annotations

import copy
import pickle

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kikashi.law.winning_set_room import stones_of
from kikashi.records import FORMATS, Node, Record, RecordError, read_collection, write
from kikashi.records.dialects import is_grid
from kikashi.records.formats import left_out
from tests.records.random_records import NASTY, records

SGF = [name for name, form in FORMATS.items() if form.family == "sgf"]
HUNDRED = settings(max_examples=100)


@HUNDRED
@given(st.lists(records(), min_size=1, max_size=3), st.sampled_from(SGF))
def test_sgf_in_every_dialect_reads_back_the_same(games: list[Record], name: str) -> None:
    flat = all(is_grid(stones_of(game.start()).rules) for game in games)
    if not flat and name not in ("sgf", "sgf-golem", "sgf-names"):
        with pytest.raises(RecordError, match="use names"):
            write(games, name)
        return
    assert list(read_collection(write(games, name))) == games


@HUNDRED
@given(st.lists(records(), min_size=1, max_size=3))
def test_sgf_read_and_written_again_is_the_same_bytes(games: list[Record]) -> None:
    data = write(games)
    assert write(r for r in read_collection(data) if isinstance(r, Record)) == data


@HUNDRED
@given(records(plain=True), st.sampled_from(["csv", "psq", "moves"]))
def test_plain_games_survive_the_line_formats(game: Record, name: str) -> None:
    if not game.moves and name == "moves":
        return
    if game.options.get("size", "").count("x") != 1 and name == "psq":
        with pytest.raises(RecordError, match="flat boards"):
            write([game], name)
        return
    options = {k: v for k, v in game.options.items() if k != "size" or name != "psq"}
    assert left_out(game, FORMATS[name]) == []
    found = list(read_collection(write([game], name), game.game, name, options=options))
    assert found == [game]


@HUNDRED
@given(records(), st.sampled_from(["csv", "psq", "moves"]))
def test_a_format_that_would_lose_something_refuses_or_loses_nothing(
    game: Record, name: str
) -> None:
    try:
        data = write([game], name)
    except RecordError:
        return
    if not game.moves and name == "moves" and not game.setup:
        return
    options = {k: v for k, v in game.options.items() if k != "size" or name != "psq"}
    assert list(read_collection(data, game.game, name, options=options)) == [game]


@given(NASTY)
def test_any_text_can_be_a_comment(text: str) -> None:
    game = Record.from_moves("connect6", "j10 k11 i11")
    game.main_line[2].comment = Node(comment=text).comment
    assert list(read_collection(write([game]))) == [game]


@settings(max_examples=30, deadline=None)
@given(records())
def test_records_can_be_copied_and_pickled(game: Record) -> None:
    assert copy.deepcopy(game) == game
    assert pickle.loads(pickle.dumps(game)) == game


def test_a_long_game_is_copied_compared_and_written_without_recursion() -> None:
    game = Record("gomoku", {"size": "25x25", "k": "8", "ring": "0"})
    node = game.root
    for _ in range(6_000):
        node = node.add(comment="still thinking")
    assert pickle.loads(pickle.dumps(game)) == game
    assert copy.deepcopy(game) == game
    assert list(read_collection(write([game]))) == [game]


def test_marks_keep_their_cells_when_the_dialect_changes() -> None:
    data = b"(;GM[4]SZ[15];B[aa]TR[aa]LB[ba:x:y]LN[aa:oo]SQ[aa:bb])"
    (game,) = read_collection(data)
    assert isinstance(game, Record)
    node = game.main_line[1]
    assert (node.move, node.properties["TR"]) == ("a15", ("a15",))
    assert node.properties["LB"] == ("b15:x:y",)
    assert node.properties["LN"] == ("a15:o1",)
    assert sorted(node.properties["SQ"]) == ["a14", "a15", "b14", "b15"]
    assert b"TR[AO]" in write([game], "sgf-letters")
    assert b"TR[a15]" in write([game], "sgf-golem")


def test_what_is_said_in_the_middle_of_a_turn_keeps_its_place_in_every_dialect() -> None:
    game = Record.from_moves("connect6", "j10 k11 i11 l12 h8")
    commented, marked, branched = (copy.deepcopy(game) for _ in range(3))
    commented.main_line[2].comment = "after the first stone of the turn"
    marked.main_line[4].properties["N"] = ("also a first stone",)
    branched.main_line[2].add("a1", "another second stone")
    for name in SGF:
        for record in (commented, marked, branched):
            assert list(read_collection(write([record], name))) == [record], name


def test_a_setup_in_the_middle_of_an_irregular_turn_keeps_the_stones_left() -> None:
    options = {"size": "19x19"}
    for text in (
        "setup black=a1,j10 white=- move=black left=1",
        "setup black=j10 white=k11 move=white left=2",
        "setup black=- white=- move=white left=2",
        "setup black=a1,b1,c1,d1,e1,f1 white=- move=black left=0",
    ):
        game = Record("connect6", options, setup=text)
        game.check()
        assert list(read_collection(write([game]))) == [game], text


def test_a_lone_surrogate_is_refused_in_words() -> None:
    game = Record.from_moves("connect6", "j10")
    game.root.comment = "\ud800"
    with pytest.raises(RecordError, match="half a character"):
        write([game])


def test_a_property_that_would_be_read_as_something_else_is_refused() -> None:
    for name in ("B", "AB", "C", "lower", "KG", ""):
        game = Record.from_moves("connect6", "j10")
        game.root.properties[name] = ("x",)
        with pytest.raises(RecordError, match="cannot be called"):
            write([game])


def test_a_board_that_is_set_up_won_keeps_the_stones_left_in_its_turn() -> None:
    options = {"size": "4x4", "k": "3", "p": "3", "q": "2"}
    setup = "setup black=a4,b4,c4 white=a1,b1,d1 move=black left=2"
    won = Record("connect", options, Node(), setup=setup, result="black")
    assert list(read_collection(write([won], "sgf"))) == [won]
