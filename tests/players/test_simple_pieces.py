"""The simple player in games of pieces: it looks one move ahead, and does not move at random."""

from __future__ import annotations

from random import Random

import pytest

from kikashi import games
from kikashi.play import SimplePlayer

pytestmark = pytest.mark.native
MOST_PLIES = 160
SEED = 2026


def test_it_beats_a_player_who_moves_at_random() -> None:
    points = 0.0
    for number in range(4):
        simple, chance = SimplePlayer(number), Random(SEED + number)
        position = games.room("minishogi").start()
        for _ in range(MOST_PLIES):
            if position.result() is not None:
                break
            if position.to_move == number % 2:
                position = position.play(simple.turn(position.view_of_mover()).moves[0])
            else:
                position = position.play(chance.choice(position.legal_moves()))
        result = position.result()
        points += 0.5 if result is None else (result.payoffs[number % 2] + 1) / 2
    assert points >= 3, f"{points} of 4 (seed {SEED})"


def test_it_takes_back_and_says_why() -> None:
    xiangqi = games.room("xiangqi")
    taken = xiangqi.start().play("b2b9")
    turn = SimplePlayer(1).turn(taken.view_of_mover())
    assert turn.moves == ("a9b9",)
    assert xiangqi.opinion(turn.reason) == "looks best one move ahead"
    assert xiangqi.opinion(turn.reason, "zh-Hant") == "看一步覺得最好"
