"""Named situations at the table: who may claim what, in which order, and how a deal ends."""

from __future__ import annotations

import random

import pytest

from kikashi.games import room
from kikashi.games.mahjong.rules import MahjongPosition
from kikashi.games.mahjong.tiles import WORDS, tiles_from
from kikashi.games.mahjong.twin import twin
from kikashi.law import CHANCE, IllegalMoveError
from tests.mahjong_tables import drawn, played, some_options, start


def dealt(*needs: str, **options: str) -> MahjongPosition:
    """A table after the deal, dealer 0, no flowers: each hand has the tiles named.

    The rest are single dots, bamboo and honours, so that only characters can be claimed.
    """
    position = start({"flowers": "no", **options})
    wall = list(position.deal.wall)
    hands = [list(tiles_from(need)) for need in needs]
    for tile in (tile for hand in hands for tile in hand):
        wall[tile] -= 1
    for player, hand in enumerate(hands):
        singles = [tile for tile in range(9, 34) if wall[tile] > 0 and tile not in hand]
        singles.sort(key=lambda tile: (-wall[tile], (7 * tile) % 25))
        more = singles[: 16 + (player == 0) - len(hand)]
        for tile in more:
            wall[tile] -= 1
        hands[player] = [*hand, *more]
    order = [hands[n // 4 % 4].pop(0) for n in range(64)]
    return position.play_all([WORDS[tile] for tile in (*order, *hands[0])])


def answers(position: MahjongPosition) -> dict[int, tuple[str, ...]]:
    return {player: position.answers(player) for player in position.asked()}


def goes_on(position: MahjongPosition, player: int, drawn: str) -> MahjongPosition:
    """Everybody passes and discards what they drew until `player` has drawn `drawn`."""
    while not (position.deal.phase == "turn" and position.deal.turn == player):
        deal = position.deal
        if deal.phase == "draw":
            quiet = next(word for word in ("7z", "6z", "5z", "4z", "9s") if _left(position, word))
            position = position.play(drawn if deal.turn == player else quiet)
        elif deal.phase == "turn":
            assert deal.drawn is not None
            position = position.play(WORDS[deal.drawn])
        else:
            position = position.play("pass")
    return position


def _left(position: MahjongPosition, word: str) -> bool:
    return word in position.legal_moves()


WAITS_FOR_5M = "46m111222333p44455s"


def test_chow_is_for_the_next_player_alone_and_pong_goes_before_it() -> None:
    after = dealt("5m", "46m", "55m", "46m").play("5m")
    assert answers(after) == {1: ("pass", "chow:4m"), 2: ("pass", "pong")}
    taken = after.play("chow:4m").play("pong")
    assert taken.to_move == 2
    assert taken.deal.melds[1] == ()
    assert str(taken.deal.melds[2][0]) == "pong:555m"
    assert taken.deal.drawn is None, "after a claim there is no draw"


def test_who_claims_a_chow_discards_next() -> None:
    after = dealt("5m", "46m", "", "").play("5m")
    taken = after.play("chow:4m")
    assert (taken.to_move, len(taken.deal.hands[1])) == (1, 14)
    assert all(not word.startswith(("kong", "win")) for word in taken.legal_moves())


def test_a_kong_from_a_discard_draws_from_the_back() -> None:
    after = dealt("5m", "", "555m", "").play("5m")
    assert answers(after) == {2: ("pass", "kong", "pong")}
    taken = after.play("kong")
    assert (taken.to_move, taken.deal.turn, taken.deal.source) == (CHANCE, 2, "kong")


def test_several_win_on_one_discard_or_only_the_first() -> None:
    hands = ("5m", WAITS_FOR_5M, "", "46m777888999p77788s")
    after = dealt(*hands).play("5m")
    assert answers(after) == {1: ("pass", "win", "chow:4m"), 3: ("pass", "win")}
    both = after.play("win").play("win")
    result = both.result()
    assert result is not None
    assert [part.winner for part in both.deal.settled] == [1, 3]
    assert result.payoffs[0] == -result.payoffs[1] - result.payoffs[3]
    first = dealt(*hands, winners="first").play("5m").play("win").play("win")
    assert [part.winner for part in first.deal.settled] == [1]


def test_a_passed_win_is_barred_until_the_next_draw_where_the_option_says_so() -> None:
    hands = ("5m", "", WAITS_FOR_5M, "5m")
    for passed in ("off", "on"):
        after = dealt(*hands, passed=passed).play("5m").play("pass")
        assert (2 in after.deal.passed) == (passed == "on")
        drawn = goes_on(after, 2, "9s")
        assert 2 not in drawn.deal.passed, "a draw ends it"


def test_a_fourth_tile_added_to_a_pong_can_be_robbed() -> None:
    ponged = dealt("5m", "55m", WAITS_FOR_5M, "").play("5m").play("pong").play("pass")
    assert str(ponged.deal.melds[1][0]) == "pong:555m"
    discard = next(word for word in ponged.legal_moves() if word.endswith("z"))
    position = goes_on(ponged.play(discard), 1, "5m")
    robbed = position.play("kong:5m")
    assert answers(robbed) == {2: ("pass", "win")}
    won = robbed.play("win")
    assert won.deal.settled[0].giver == 1
    assert "robbed_kong" in {item.name for item in won.deal.settled[0].items}
    let_by = robbed.play("pass")
    assert (let_by.to_move, let_by.deal.source) == (CHANCE, "kong")
    assert str(let_by.deal.melds[1][0]) == "added:5555m"


def test_a_declared_hand_is_locked() -> None:
    position = dealt(WAITS_FOR_5M + "9m", "", "", "", ready="on")
    assert "ready:9m" in position.legal_moves()
    after = goes_on(position.play("ready:9m"), 0, "1z")
    assert after.deal.ready[0] == "early"
    assert after.legal_moves() == ("1z",)
    assert "win" in goes_on(position.play("ready:9m"), 0, "5m").legal_moves()


@pytest.mark.native
def test_a_declared_hand_lays_no_kong_down_that_takes_one_of_its_waits() -> None:
    """Beside a pong of 3 and 45 the fourth 3 is waited for; added as a kong it no longer is."""
    for run, words in (("45m", ("win", "3m")), ("68m", ("kong:3m", "3m"))):
        ponged = dealt("3m", f"33{run}111222333p99s9m", "", "", ready="on").play("3m").play("pong")
        position = goes_on(ponged.play("ready:9m"), 1, "3m")
        assert position.legal_moves() == words
        assert tuple(twin(position).legal_moves()) == words


def test_a_win_by_the_first_seventeen_tiles_is_heavenly() -> None:
    won = dealt(WAITS_FOR_5M + "5m", "", "", "").play("win")
    assert "heavenly" in {item.name for item in won.deal.settled[0].items}
    result = won.result()
    assert result is not None
    assert result.reason == "self-drawn"


def test_the_last_tiles_of_the_wall_are_not_drawn() -> None:
    for left in ("0", "16"):
        position = start({"left": left})
        chooser = random.Random(4)
        while position.result() is None:
            chance = bool(position.outcomes())
            words = position.legal_moves()
            quiet = "pass" if "pass" in words else words[-1]
            position = position.play(drawn(position, chooser) if chance else quiet)
        assert position.deal.left == int(left)
        result = position.result()
        assert result is not None
        assert (result.reason, result.payoffs) == ("wall-empty", (0, 0, 0, 0))


def test_flowers_are_laid_down_and_replaced_from_the_back() -> None:
    position = start()
    for _ in range(65):
        position = position.play(
            "1f" if "1f" in position.legal_moves() else position.legal_moves()[0]
        )
    assert position.deal.flowers[0][:1] == (34,)
    assert position.to_move == CHANCE
    assert position.deal.source == "first"


@pytest.mark.parametrize("seed", range(10))
def test_tiles_and_points_are_never_made_nor_lost(seed: int) -> None:
    chooser = random.Random(seed)
    position = start(some_options(chooser))
    while position.result() is None:
        deal = position.deal
        lying = sum(len(meld.tiles) for melds in deal.melds for meld in melds)
        river = sum(map(len, deal.river)) - sum(map(len, deal.taken))
        held = sum(map(len, deal.hands)) + sum(map(len, deal.flowers))
        assert deal.left + lying + river + held == deal.rules.tiles
        assert sum(deal.wall) == deal.left
        position = played(position, chooser, steps=7)
    result = position.result()
    assert result is not None
    assert sum(result.payoffs) == 0


def test_a_dealer_who_does_not_win_hands_the_deal_on() -> None:
    """Over many deals: the dealer stays by a win or an empty wall, and the round follows."""
    position = start({"deals": "12"})
    chooser = random.Random(2)
    dealers = [(position.deal.number, position.deal.dealer, position.deal.streak)]
    while position.result() is None:
        settled = position.deal.settled
        before = position.deal
        position = played(position, chooser, steps=1)
        deal = position.deal
        if deal.number != before.number and position.result() is None:
            kept = not deal.settled or any(p.winner == before.dealer for p in deal.settled)
            assert deal.dealer == (before.dealer if kept else (before.dealer + 1) % 4)
            assert deal.streak == (before.streak + 1 if kept else 0)
            dealers.append((deal.number, deal.dealer, deal.streak))
        del settled
    assert len(dealers) == 12


def test_words_that_are_not_offered_are_refused() -> None:
    position = room("mahjong").from_text(room("mahjong").example)
    for bad in ("win", "5m", "chow:5m", "kong", "", "chow:", "ready:1m", "chow:1z"):
        if bad not in position.legal_moves():
            with pytest.raises(IllegalMoveError):
                position.play(bad)
