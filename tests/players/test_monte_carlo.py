"""Tree searches beside alpha-beta as players of the winning-set games: MCTS, and PUCT by a net."""

from __future__ import annotations

import pytest

from kikashi import games
from kikashi.law import GameError
from kikashi.search.playing import Budget
from kikashi.stones.engine import refuse, think_as

pytestmark = pytest.mark.native


def test_it_completes_a_line_stops_one_and_repeats_itself() -> None:
    connect6 = games.room("connect6")
    wins = connect6.from_text("setup black=j7,j8,j9,j10 white=a1,s19,a19,c3 move=black left=2")
    turn = think_as("mcts", wins.view_of_mover(), Budget(nodes=60, seed=1)).moves
    result = wins.play_all(" ".join(turn)).result()
    assert result is not None
    assert result.winner == 0
    threat = "setup black=j7,j8,j9,j10,a5 white=j6,c3,d9,p4 move=white left=2"
    stops = connect6.from_text(threat)
    turns = [think_as("mcts", stops.view_of_mover(), Budget(nodes=60, seed=1)) for _ in range(2)]
    assert turns[0].moves == turns[1].moves
    assert {"j11", "j12", "j5"} & set(turns[0].moves), turns[0].moves
    assert turns[0].nodes == 60


def test_it_plays_games_of_two_alone() -> None:
    three = games.room("gomoku").start()
    refuse("mcts", three)
    with pytest.raises(GameError, match="six in a row"):
        refuse("meinstein", three)


def test_puct_completes_a_line_stops_one_and_repeats_itself() -> None:
    connect6 = games.room("connect6")
    wins = connect6.from_text("setup black=j7,j8,j9,j10 white=a1,s19,a19,c3 move=black left=2")
    turn = think_as("puct", wins.view_of_mover(), Budget(nodes=3_000, seed=1)).moves
    result = wins.play_all(" ".join(turn)).result()
    assert result is not None
    assert result.winner == 0
    threat = "setup black=j7,j8,j9,j10,a5 white=j6,c3,d9,p4 move=white left=2"
    stops = connect6.from_text(threat)
    thoughts = [
        think_as("puct", stops.view_of_mover(), Budget(nodes=9_000, seed=1)) for _ in range(2)
    ]
    assert thoughts[0].moves == thoughts[1].moves
    assert {"j11", "j12", "j5"} & set(thoughts[0].moves), thoughts[0].moves


def test_puct_gives_lines_of_whole_turns_that_can_be_played() -> None:
    begun = games.room("connect6").from_text("j10 j9 k11 i8 l9")
    thought = think_as("puct", begun.view_of_mover(), Budget(nodes=30_000, seed=1, lines=3))
    assert thought.reason == "searched"
    assert len(thought.others) == 2
    for line in (thought.line, *(line for _, line in thought.others)):
        begun.play_all(" ".join(stone for turn in line for stone in turn))
    assert thought.line[0] == thought.moves
    assert all(len(turn) == 2 for turn in thought.line[:2]), thought.line


def test_puct_plays_where_a_net_was_learned_alone() -> None:
    refuse("puct", games.room("connect6").start())
    for start in (
        games.room("gomoku").start(),
        games.room("connect6").start({"size": "15x15"}),
    ):
        with pytest.raises(GameError, match="learned from games"):
            refuse("puct", start)
