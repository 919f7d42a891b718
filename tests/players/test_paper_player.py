"""Paper 003's decision flow, as a player of its own."""

from __future__ import annotations

import pytest

from kikashi import games
from kikashi.law import GameError
from kikashi.play.levels import make_player

pytestmark = pytest.mark.native


def test_it_begins_in_the_middle() -> None:
    position = games.room("connect6").start()
    assert make_player(position, "meinstein").turn(position.view_of_mover()).moves == ("j10",)


def test_it_plays_its_own_threat_win_with_the_proof() -> None:
    position = games.room("connect6").from_text(
        "setup black=j10,j11,j12,k10 white=a1,s19,a19 move=black left=2"
    )
    opinion = make_player(position, "meinstein").turn(position.view_of_mover())
    assert opinion.verdict is not None
    assert opinion.verdict.replayed().checked is not None
    assert len(opinion.moves) == 2


def test_it_stops_threats_and_plays_whole_turns_to_the_end() -> None:
    position = games.room("connect6").start({"size": "8x8"})
    players = [make_player(position, "meinstein"), make_player(position, 2, 3)]
    while position.result() is None:
        due, mover = position.moves_left, position.to_move
        opinion = players[mover].choose_turn(position.view_of_mover(), 0.1)
        position = position.play_all(" ".join(opinion.moves))
        assert position.result() is not None or len(opinion.moves) == due


@pytest.mark.parametrize("game", ["gomoku", "goclub"])
def test_other_games_are_refused(game: str) -> None:
    with pytest.raises(GameError, match="six in a row"):
        make_player(game, "meinstein")
