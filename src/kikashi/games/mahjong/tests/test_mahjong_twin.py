"""Law and native twin play whole deals against each other, by all options."""

from __future__ import annotations

import random

import pytest

from kikashi.games.mahjong.rules import MahjongPosition
from kikashi.games.mahjong.twin import MahjongTwin, twin
from kikashi.law import GameError
from tests.mahjong_tables import drawn, eager, some_options, start

pytestmark = pytest.mark.native


def fastest(double: MahjongTwin) -> str:
    return double._native.choose(kind=1, samples=0, noise=0, seed=1)


@pytest.mark.parametrize("seed", range(16))
def test_whole_deals_are_the_same_to_law_and_twin(seed: int) -> None:
    chooser = random.Random(seed)
    options = some_options(chooser)
    law: MahjongPosition = start(options)
    double = twin(law)
    wild = chooser.random() < 0.3
    while law.result() is None:
        words = law.legal_moves()
        assert double.legal_moves() == list(words), (options, law.to_text())
        assert double.to_move() == law.to_move
        if law.outcomes():
            word = drawn(law, chooser)
        elif wild or chooser.random() < 0.1:
            word = eager(law, chooser)
        else:
            ready = [word for word in words if word.startswith("ready:")]
            word = ready[0] if ready else fastest(double)
        law = law.play(word)
        double.play(word)
    assert double.result() == law.result(), (options, law.to_text())
    assert [part[:2] for part in double._native.settled] == [
        (part.winner, -1 if part.giver is None else part.giver) for part in law.deal.settled
    ]
    assert [part[2] for part in double._native.settled] == [part.tai for part in law.deal.settled]


def test_the_twin_takes_back_to_where_it_began() -> None:
    law = start()
    double = twin(law)
    chooser = random.Random(5)
    for _ in range(90):
        double.play(chooser.choice(double.legal_moves()))
    for _ in range(90):
        double.undo()
    assert double.legal_moves() == list(law.legal_moves())
    with pytest.raises(GameError):
        double.undo()


def test_the_twin_refuses_more_than_one_deal() -> None:
    with pytest.raises(GameError, match="one deal"):
        twin(start({"deals": "2"}))
