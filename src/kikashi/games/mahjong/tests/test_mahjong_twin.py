"""Law and native twin play whole deals against each other, by all options."""

from __future__ import annotations

import random

import pytest

from kikashi.games.mahjong.rules import MahjongPosition
from kikashi.games.mahjong.tiles import WORDS, tiles_from
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


@pytest.mark.parametrize(
    ("hand", "tai"), [("123456789m123p45655s", 24 + 8), ("1144779m22558p11344s", 8)]
)
def test_eight_flowers_win_with_the_tai_of_the_hand_if_it_is_complete(hand: str, tai: int) -> None:
    own = [WORDS[tile] for tile in tiles_from(hand)]
    law = start()
    double = twin(law)
    while law.outcomes():
        flowers = [word for word in law.legal_moves() if word.endswith("f")]
        quiet = [word for word in law.legal_moves() if word.endswith(("p", "s", "z"))]
        word = (flowers or [own.pop()])[0] if law.deal.turn == 0 else quiet[-1]
        law = law.play(word)
        double.play(word)
    assert double.legal_moves() == list(law.legal_moves())
    law = law.play("win")
    double.play("win")
    assert [part[2] for part in double._native.settled] == [tai]
    assert [part.tai for part in law.deal.settled] == [tai]


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
