"""What a player may know: two tables equal to them give equal bytes at every door."""

from __future__ import annotations

import random

import msgspec
import pytest

from kikashi.drawing import Marks
from kikashi.games import room
from kikashi.games.mahjong.drawing import choice_label
from kikashi.games.mahjong.engine import quick, think
from kikashi.games.mahjong.rules import MahjongPosition, mahjong_of
from kikashi.games.mahjong.seen import seen_table
from kikashi.law import PUBLIC, IllegalMoveError
from kikashi.play.referee import Referee
from kikashi.search.playing import Budget, Style
from tests.mahjong_tables import Chooser, drawn, eager, played, start


def other_world(position: MahjongPosition, player: int, seed: int) -> MahjongPosition:
    """Another table that this player cannot tell from theirs, by exchanging two hidden tiles."""
    sampled = room("mahjong").sample(position.view(player), random.Random(seed))
    return mahjong_of(sampled)


def doors(position: MahjongPosition, player: int) -> tuple[object, ...]:
    view = position.view(player)
    scene = room("mahjong").scene(view)
    return (view, msgspec.json.encode(scene), repr(view))


@pytest.mark.parametrize("seed", range(8))
def test_two_tables_that_are_equal_to_a_player_give_equal_bytes(seed: int) -> None:
    chooser = random.Random(seed)
    different = 0
    for steps in (66, 75, 90, 130, 170):
        position = played(start(), random.Random(seed), steps=steps)
        if position.result() is not None:
            break
        for player in range(4):
            other = other_world(position, player, chooser.randrange(10**6))
            assert doors(other, player) == doors(position, player), position.to_text()
            different += other.deal.hands != position.deal.hands
    assert different > 3, "the worlds must differ, or the test shows nothing"


@pytest.mark.native
@pytest.mark.parametrize("seed", range(3))
def test_help_is_equal_at_tables_that_are_equal_to_a_player(seed: int) -> None:
    """What discards leave, and what a decision cost: with melds and rivers on the table too."""
    home = room("mahjong")
    counsel, hindsight = home.counsel(), home.hindsight()
    assert counsel is not None
    assert hindsight is not None
    chooser = random.Random(seed)
    compared = 0
    for steps in (66, 90, 130, 160, 190):
        position = played(start(), random.Random(seed), steps=steps)
        while position.outcomes():
            position = position.play(drawn(position, chooser))
        if position.result() is not None:
            break
        player = position.to_move
        view = position.view(player)
        other = other_world(position, player, chooser.randrange(10**6))
        there = other.view(player)
        found = counsel.leaves(view)
        assert counsel.leaves(there) == found
        assert [one.value for one in found] == sorted((o.value for o in found), reverse=True)
        assert {one.move for one in found} == {w for w in view.legal_moves if w[0].isdigit()}
        for move in view.legal_moves[:3]:
            assert hindsight.decision(there, move) == hindsight.decision(view, move)
        compared += other.deal.hands != position.deal.hands
    assert compared


def test_nobody_sees_the_hands_of_others_nor_the_wall() -> None:
    position = played(start(), random.Random(3), steps=150)
    for player in (0, 1, 2, 3, PUBLIC):
        table = seen_table(position.view(player))
        for other in range(4):
            hand = tuple(sorted(table.players[other].hand))
            assert hand == (position.deal.hands[other] if other == player else ())
            assert table.players[other].tiles == len(position.deal.hands[other])
        assert table.left == position.deal.left


def test_a_silently_passed_claim_is_not_told() -> None:
    """A discard that somebody could have claimed looks like one that nobody could."""
    found = 0
    chooser = random.Random(9)
    position = start()
    while position.result() is None and found < 5:
        if position.deal.phase == "claims":
            asked = position.asked()
            giver = position.deal.target[0] if position.deal.target else -1
            views = [position.view(p) for p in (giver, PUBLIC) if p not in asked]
            after = position
            while after.deal.phase == "claims":
                after = after.play("pass")
            for view in views:
                assert view == after.view(view.player)
            found += 1
            position = after
            continue
        chance = bool(position.outcomes())
        position = position.play((drawn if chance else eager)(position, chooser))
    assert found == 5


def test_pending_answers_are_seen_by_who_gave_them_alone() -> None:
    example = mahjong_of(room("mahjong").from_text(room("mahjong").example))
    first, second = example.asked()
    for word in example.answers(first):
        after = example.play(word)
        assert after.view(second) == example.view(second)
        assert after.view(PUBLIC) == example.view(PUBLIC)
        assert after.view(first) != example.view(first)


@pytest.mark.native
def test_equal_views_and_seeds_give_equal_play() -> None:
    position = mahjong_of(room("mahjong").from_text(room("mahjong").example))
    player = position.asked()[0]
    one = think(position.view(player), Style(), Budget(seed=3))
    for seed in range(3):
        other = other_world(position, player, seed)
        assert other.deal.hands != position.deal.hands
        assert think(other.view(player), Style(), Budget(seed=3)).moves == one.moves


def test_the_history_hides_draws_and_answers_of_others() -> None:
    position = start()
    assert position.seen("5m", 0) == "5m"
    assert position.seen("5m", 1) == "?"
    example = mahjong_of(room("mahjong").from_text(room("mahjong").example))
    asked = example.asked()[0]
    assert example.seen("pass", asked) == "pass"
    assert example.seen("pass", (asked + 1) % 4) == ""


@pytest.mark.native
def test_a_won_deal_is_explained_to_everybody_in_their_language() -> None:
    position = start()
    seed = 0
    while position.result() is None or not position.deal.settled:
        seed += 1
        position = played(start(), random.Random(seed), fast(seed))
    settled = position.deal.settled[0]
    for player in (0, 3, PUBLIC):
        table = seen_table(position.view(player))
        assert tuple(table.settled) == position.deal.settled
        for language, word in (("en", "Together"), ("zh-Hant", "共")):
            scene = room("mahjong").scene(position.view(player), Marks(language=language))
            assert any(label.text.startswith(word) for label in scene.labels)
            assert str(settled.payments[0].points) in scene.description


def test_a_chow_is_offered_by_the_names_of_its_tiles() -> None:
    assert choice_label("chow:3p", "en") == "Chow 3-4-5 dots"
    assert choice_label("chow:7m", "zh-Hant") == "吃七八九萬"


def fast(seed: int) -> Chooser:
    def choose(position: MahjongPosition, chooser: random.Random) -> str:
        del chooser
        view = position.view(position.to_move)
        return quick(view, random.Random(seed))[0]

    return choose


def test_a_wrong_answer_to_a_call_does_not_tell_whether_others_are_asked() -> None:
    chooser = random.Random(11)
    told: dict[bool, set[str]] = {True: set(), False: set()}
    for seed in range(6):
        referee = Referee(start(), bytes([seed]) * 32)
        while referee.game.result is None and not all(told.values()):
            player = referee.waiting_for()[0]
            words = referee.view(player).legal_moves
            if "pass" in words:
                with pytest.raises(IllegalMoveError) as refused:
                    referee.answer(player, "?" * 99)
                alone = len(referee.waiting_for()) == 1
                told[alone].add(str(refused.value).replace(", ".join(words), "..."))
            referee.answer(player, chooser.choice([w for w in words if w != "win"]))
    assert told[True] == told[False] != set()
