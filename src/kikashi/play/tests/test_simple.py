"""The simple player: wins when it can, stops what it must, and is always legal."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kikashi import games
from kikashi.law import CHANCE, GameError
from kikashi.law.winning_sets import StonePosition
from kikashi.play import Game, SimplePlayer, computer
from kikashi.stones.glance import stoppers

SMALL = {"connect6": {"size": "7x7"}, "gomoku": {"size": "6x6"}, "goclub": {"size": "6x6"}}


def gomoku(text: str) -> StonePosition:
    position = games.room("gomoku").from_text(text)
    assert isinstance(position, StonePosition)
    return position


@pytest.mark.parametrize("seed", range(5))
def test_it_completes_a_set_before_it_stops_one(seed: int) -> None:
    position = gomoku("setup black=a1,a2,a3,a4 white=o1,o2,o3,o4 move=black left=1")
    opinion = SimplePlayer(seed).turn(position.view_of_mover())
    assert (opinion.moves, opinion.reason) == (("a5",), "completes-set")


@pytest.mark.parametrize("seed", range(5))
def test_it_stops_a_set_that_the_opponent_could_fill(seed: int) -> None:
    position = gomoku("setup black=o15 white=a1,a2,a3,a4 move=black left=1")
    opinion = SimplePlayer(seed).turn(position.view_of_mover())
    assert (opinion.moves, opinion.reason) == (("a5",), "stops-threats")


def test_it_completes_a_six_with_two_stones() -> None:
    text = "setup black=a1,b1,c1,d1 white=a9,b9 move=black left=2"
    position = games.room("connect6").from_text(text)
    opinion = SimplePlayer(1).turn(position.view_of_mover())
    assert set(opinion.moves) == {"e1", "f1"}
    after = position.play_all(opinion.moves).result()
    assert after is not None
    assert after.winner == 0


@pytest.mark.parametrize("seed", range(5))
def test_it_stops_a_double_threat_with_the_fewest_stones_and_has_none_to_spare(seed: int) -> None:
    """An open four of White: two stones are needed, one at each end."""
    text = "setup black=a1 white=f10,g10,h10,i10 move=black left=2"
    position = games.room("connect6").from_text(text)
    assert isinstance(position, StonePosition)
    assert position.threats(1)[1] == 2
    opinion = SimplePlayer(seed).turn(position.view_of_mover())
    after = position.play_all(opinion.moves)
    assert opinion.reason == "stops-threats"
    assert after.threats(1) == ((), 0)


def test_one_stone_that_stops_everything_leaves_the_other_free() -> None:
    """Six in the corner column can only be finished at a5-a6 by two stones: one stops them."""
    text = "setup black=s19 white=a1,a2,a3,a4 move=black left=2"
    position = games.room("connect6").from_text(text)
    assert isinstance(position, StonePosition)
    assert position.threats(1)[1] == 1
    opinion = SimplePlayer(1).turn(position.view_of_mover())
    assert len({"a5", "a6"} & set(opinion.moves)) == 1
    assert position.play_all(opinion.moves).threats(1) == ((), 0)


def test_stoppers_are_the_fewest_where_few_suffice_and_hit_everything_always() -> None:
    assert len(stoppers([0b0011, 0b0110, 0b1100], 2)) == 2
    assert stoppers([0b0110, 0b0010], 2) == (1,)
    many = [1 << cell for cell in range(6)]
    assert sorted(stoppers(many, 2)) == list(range(6))


@settings(deadline=None, max_examples=40)
@given(st.sampled_from(games.room_ids()), st.integers(0, 10_000))
def test_it_always_makes_a_whole_legal_turn(game: str, seed: int) -> None:
    """From anywhere in a random game; the law refuses whatever is not legal."""
    chance = Random(seed)
    played = Game(games.room(game).start(SMALL.get(game)))
    for _ in range(chance.randrange(30)):
        if played.result is None:
            played.play(chance.choice(played.position.legal_moves()))
    while played.result is None and played.to_move == CHANCE:
        played.play(chance.choice(played.position.legal_moves()))
    if played.result is not None:
        with pytest.raises(GameError, match="over"):
            SimplePlayer(seed).turn(played.position.view_of_mover())
        return
    mover, before = played.to_move, len(played.turns)
    for move in SimplePlayer(seed).turn(played.position.view_of_mover()).moves:
        played.play(move)
    assert played.turns[-1].complete
    assert played.turns[-1].player == mover
    assert len(played.turns) <= before + 1


def test_it_keeps_to_the_ring_of_the_first_stone() -> None:
    position = games.room("gomoku").start({"size": "9x9", "ring": "1"})
    for seed in range(10):
        (move,) = SimplePlayer(seed).turn(position.view_of_mover()).moves
        assert move in position.legal_moves()


def test_the_same_seed_gives_the_same_moves_and_another_seed_may_not() -> None:
    start = games.room("gomoku").start()

    def opening(seed: int) -> tuple[str, ...]:
        return SimplePlayer(seed).turn(start.view_of_mover()).moves

    assert opening(7) == opening(7)
    assert len({opening(seed) for seed in range(20)}) > 1


def test_it_beats_a_player_who_moves_at_random() -> None:
    seed = 4242
    chance = Random(seed)
    wins = 0
    for number in range(10):
        game = Game(games.room("gomoku").start({"size": "9x9"}))
        simple = SimplePlayer(number)
        while game.result is None:
            if game.to_move == number % 2:
                for move in simple.turn(game.position.view_of_mover()).moves:
                    game.play(move)
            else:
                game.play(chance.choice(game.position.legal_moves()))
        wins += game.result.winner == number % 2
    assert wins == 10, f"seed {seed}"


def test_players_go_by_name() -> None:
    assert isinstance(computer("simple", 1), SimplePlayer)
    with pytest.raises(GameError, match="there is no player 'deepblue'; the players are: human"):
        computer("deepblue")
