"""PGN of Xiangqi: every notation is read, trees come back as they were, broken games are told."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kikashi.games import room
from kikashi.records import Node, Record, RecordError, Refusal, read_collection, write
from tests.data import data

GAME = """[Game "Chinese Chess"]
[Event "A \\"club\\" game"]
[Red "First"]
[Black "Second"]
[Result "1-0"]

1. C2=5 h8+7 {a remark} (1... H2+3 2. H2+3 (2. r1+1 {deep} 2... r1=2) 2... R1=2)
(1... h8+9!?) 2. H2+3 $1 ; to the end of the line
1-0
"""


def read(text: str) -> list[Record]:
    found = list(read_collection(text.encode()))
    assert all(isinstance(one, Record) for one in found), found
    return [one for one in found if isinstance(one, Record)]


def test_a_game_with_remarks_and_variations_is_read() -> None:
    (game,) = read(GAME)
    assert (game.game, game.name, game.players) == ("xiangqi", 'A "club" game', ("First", "Second"))
    assert (game.moves, game.result) == (("h2e2", "h9g7", "h0g2"), "red")
    second = game.root.children[0].children
    assert [node.move for node in second] == ["h9g7", "b9c7", "h9i7"]
    assert second[0].comment == "a remark"
    assert [node.move for node in second[1].children] == ["h0g2", "i0i1"]
    assert second[1].children[1].comment == "deep"
    assert game.main_line[-1].comment == "to the end of the line"


@pytest.mark.parametrize(
    "moves",
    ["炮二平五 马8进7 2. 马二进三", "h2e2 h9g7 2. h0g2", "H3E3 h10g8 2.h1g3", "C2=5 H8+7 2. H2+3"],
)
def test_moves_are_read_in_every_notation_of_the_room(moves: str) -> None:
    assert read(f'[Event "x"]\n1. {moves}\n')[0].moves == ("h2e2", "h9g7", "h0g2")


def test_positions_alone_are_records_one_after_the_other() -> None:
    position = "3k5/9/9/9/9/9/9/9/4R4/4K4 w - - 0 1"
    text = f'\ufeff[EVENT "one"]\n[FEN "{position}"]\n\n[EVENT "two"]\n[FEN "{position}"]\n'
    found = read(text)
    assert [(game.name, game.setup, game.moves) for game in found] == [
        ("one", position, ()),
        ("two", position, ()),
    ]


@st.composite
def trees(draw: st.DrawFn) -> Record:
    remark = st.text(st.sampled_from('a b\n()[];!.1\\"炮'), max_size=8).map(str.strip)
    made = Record("xiangqi", room("xiangqi").normal_options(None))
    made.root.comment = draw(remark)
    places = [(made.root, made.start())]
    for _ in range(draw(st.integers(0, 12))):
        node, position = draw(st.sampled_from(places))
        taken = {child.move for child in node.children}
        free = [move for move in position.legal_moves() if move not in taken]
        move = draw(st.sampled_from(free))
        node.children.append(Node(move, draw(remark)))
        places.append((node.children[-1], position.play(move)))
    made.result = draw(st.sampled_from(["", "red", "black", "draw"]))
    made.name = draw(st.text(st.sampled_from('a "\\]'), max_size=6))
    return made


@given(trees())
def test_whatever_is_written_is_read_again(made: Record) -> None:
    assert read(write([made, made], "pgn").decode()) == [made, made]


@pytest.mark.parametrize(
    ("moves", "says"),
    [
        ("1. C2=5 C2=9", "move 2"),
        ("1. C2=5 (1. nonsense)", "variation"),
        ("1. C2=5 (1. H2+3", "not closed"),
        ("1. C2=5 ) h8+7", "closes no variation"),
        ("(1. C2=5)", "before the first move"),
        ("1. C2=5 {no end", "brace"),
    ],
)
def test_a_broken_game_is_told_and_the_next_is_read(moves: str, says: str) -> None:
    bad, good = read_collection(f'[Event "bad"]\n{moves}\n\n{GAME}'.encode())
    assert isinstance(bad, Refusal)
    assert says in str(bad)
    assert isinstance(good, Record)


def test_a_game_of_stones_is_no_pgn() -> None:
    game = Record.from_moves("connect6", "j10 k11 i9")
    with pytest.raises(RecordError, match="red or white"):
        write([game], "pgn")


def test_the_551_compositions_are_read_and_written_as_they_were() -> None:
    found = list(read_collection(data("xiangqi/shiqingyaqu551.fen")))
    assert len(found) == 551
    records = [one for one in found if isinstance(one, Record) and one.setup and one.name]
    assert len(records) == 551
    assert list(read_collection(write(records, "pgn"))) == records
