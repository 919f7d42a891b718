"""Monte-Carlo tree search as a player of the winning-set games: the template's second user."""

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
