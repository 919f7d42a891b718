"""Each tai with a win that has it and one that has it not; totals, payments and their words."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kikashi.games import room
from kikashi.games.mahjong.melds import Meld, splits
from kikashi.games.mahjong.options import PROFILES, rules_of
from kikashi.games.mahjong.scoring import explanation, score, settle
from kikashi.games.mahjong.tai import TAI, Shape, Win, excludes, profile, tai_name
from kikashi.games.mahjong.tiles import FIRST_FLOWER, NUMBERS, counts_of, tiles_from


def win(text: str, tile: str = "", *melds: Meld, **facts: object) -> Win:
    tiles = tiles_from(text)
    made = Win(
        counts_of(tiles), tuple(melds), tile=NUMBERS[tile] if tile else tiles[-1], seat=1, round=0
    )
    return replace(made, **facts)  # type: ignore[arg-type]


def chow(tile: str) -> Meld:
    return Meld("chow", NUMBERS[tile], NUMBERS[tile], 0)


def pong(tile: str, kind: str = "pong") -> Meld:
    return Meld(kind, NUMBERS[tile], NUMBERS[tile], 0)


PLAIN = win("123456789m123p45655s")
CHOWS = win("123456789m234p456s99p", "2p")
PONGS = win("111222m333p444s77799s", "9s")

EXAMPLES: dict[str, tuple[Win, Win]] = {
    "self_drawn": (replace(PLAIN, self_drawn=True), PLAIN),
    "concealed": (PLAIN, win("456789m123p45655s", "5s", chow("1m"))),
    "concealed_self_drawn": (replace(PLAIN, self_drawn=True), PLAIN),
    "robbed_kong": (replace(PLAIN, robbed=True), PLAIN),
    "after_kong": (
        replace(PLAIN, self_drawn=True, replaced="kong"),
        replace(PLAIN, self_drawn=True, replaced="flower"),
    ),
    "after_flower": (
        replace(PLAIN, self_drawn=True, replaced="flower"),
        replace(PLAIN, self_drawn=True),
    ),
    "last_draw": (replace(PLAIN, self_drawn=True, last=True), replace(PLAIN, last=True)),
    "last_discard": (replace(PLAIN, last=True), replace(PLAIN, last=True, robbed=True)),
    "single_wait": (replace(PLAIN, waits=1), replace(PLAIN, waits=2)),
    "all_from_others": (
        win("55s", "5s", chow("1m"), chow("4m"), chow("7m"), pong("1z"), chow("1p")),
        win("55s", "5s", chow("1m"), chow("4m"), chow("7m"), pong("1z", "hidden"), chow("1p")),
    ),
    "half_from_others": (
        win(
            *("55s", "5s", chow("1m"), chow("4m"), chow("7m"), pong("1z"), chow("1p")),
            self_drawn=True,
        ),
        win("55s", "5s", chow("1m"), chow("4m"), chow("7m"), pong("1z"), chow("1p")),
    ),
    "flat": (CHOWS, replace(CHOWS, self_drawn=True)),
    "three_concealed": (
        win("111222333m456p78955s", "9s"),
        win("111222333m456p78955s", "3m", self_drawn=False, waits=1),
    ),
    "four_concealed": (win("111m333p444s77799s222m", "2m"), PLAIN),
    "five_concealed": (replace(PONGS, tile=NUMBERS["9s"]), replace(PONGS, tile=NUMBERS["1m"])),
    "all_pongs": (PONGS, PLAIN),
    "half_flush": (win("123456789m11122233z"), PLAIN),
    "full_flush": (win("12345678911122233m"), win("123456789m11122233z")),
    "all_honours": (win("11122233344455566z"[1:] + "1z"), PLAIN),
    "little_dragons": (win("123456m55566677z123p"), win("123456m555666777z11p")),
    "big_dragons": (win("123456m555666777z11p"), win("123456m55566677z123p")),
    "little_winds": (win("11122233344z123456m"), win("111222333z12345699m")),
    "big_winds": (win("111222333444z12399m"), win("11122233344z123456m")),
    "dragon": (win("123456789m555z12399p"), PLAIN),
    "round_wind": (win("123456789m111z12399p"), win("123456789m222z12399p")),
    "seat_wind": (win("123456789m222z12399p"), win("123456789m111z12399p")),
    "own_flower": (
        replace(PLAIN, flowers=(NUMBERS["2f"],)),
        replace(PLAIN, flowers=(NUMBERS["1f"],)),
    ),
    "flower_set": (
        replace(PLAIN, flowers=tuple(NUMBERS[f"{n}f"] for n in range(1, 5))),
        replace(PLAIN, flowers=tuple(NUMBERS[f"{n}f"] for n in range(2, 6))),
    ),
    "eight_flowers": (replace(PLAIN, eight=True), PLAIN),
    "heavenly": (replace(PLAIN, first="heavenly"), PLAIN),
    "earthly": (replace(PLAIN, first="earthly"), replace(PLAIN, first="human")),
    "human": (replace(PLAIN, first="human"), replace(PLAIN, first="earthly")),
    "declared": (replace(PLAIN, declared="yes"), PLAIN),
    "declared_early": (replace(PLAIN, declared="early"), replace(PLAIN, declared="yes")),
}


def counted(name: str, one: Win) -> int:
    return max(TAI[name](Shape(one, split)) for split in splits(one.held))


def test_every_tai_has_examples_names_and_a_worth_in_the_common_table() -> None:
    assert list(EXAMPLES) == list(TAI)
    for name in TAI:
        assert profile("common")[name] > 0
        assert tai_name(name, "en") != tai_name(name, "zh-Hant")
        assert set(excludes(name)) <= set(TAI)


@pytest.mark.parametrize("name", list(TAI))
def test_a_tai_counts_where_it_should_and_not_where_it_should_not(name: str) -> None:
    yes, no = EXAMPLES[name]
    assert splits(yes.held), name
    assert splits(no.held), name
    assert counted(name, yes) > 0
    assert counted(name, no) == 0


def total(one: Win, table: str = "common") -> int:
    return sum(item.total for item in score(one, table))


def test_tables_differ_where_people_differ() -> None:
    heavenly = replace(PLAIN, first="heavenly", self_drawn=True)
    assert (total(heavenly), total(heavenly, "modest")) == (24, 16)
    drawn = replace(PLAIN, self_drawn=True)
    assert (total(drawn), total(drawn, "modest")) == (3, 2)
    assert set(PROFILES) == {"common", "modest", "bare"}


def test_what_a_larger_tai_holds_is_not_counted_again() -> None:
    names = {item.name for item in score(win("111222333444z555z66z", "6z"), "common")}
    assert "all_honours" in names
    assert not names & {"half_flush", "all_pongs", "little_winds", "round_wind", "seat_wind"}


def test_all_eight_flowers_count_beside_the_hand_and_never_less_than_alone() -> None:
    """A complete hand was once paid by its two sets of four, less than one that was not."""
    flowers = tuple(range(FIRST_FLOWER, FIRST_FLOWER + 8))
    whole = replace(PLAIN, self_drawn=True, flowers=flowers, eight=True)
    nothing = replace(whole, held=counts_of(tiles_from("11447m258p369s12345z")))
    assert (total(nothing), total(whole)) == (8, 8 + 3)
    assert "flower_set" not in {item.name for item in score(whole, "common")}
    assert total(nothing, "bare") == 0


def test_the_best_way_to_take_a_hand_apart_counts() -> None:
    """111222333 is three concealed pongs, or three equal runs."""
    items = {item.name for item in score(win("111222333m456p78955s", "9s"), "common")}
    assert "three_concealed" in items


def test_all_three_pay_for_a_drawn_tile_and_the_dealer_pays_more() -> None:
    rules = rules_of(room("mahjong").normal_options({"base": "10", "unit": "2"}))
    drawn = replace(PLAIN, self_drawn=True)
    settled = settle(rules, drawn, winner=1, giver=None, dealer=0, streak=2)
    assert {p.payer: p.points for p in settled.payments} == {0: 10 + 2 * (3 + 5), 2: 16, 3: 16}
    # Concealed, flat, and the dealer wins.
    given = settle(rules, PLAIN, winner=0, giver=2, dealer=0, streak=0)
    assert [(p.payer, p.points) for p in given.payments] == [(2, 10 + 2 * (1 + 2 + 1))]


def test_a_settlement_is_explained_in_both_languages() -> None:
    rules = rules_of(room("mahjong").normal_options(None))
    settled = settle(
        rules, replace(PLAIN, self_drawn=True), winner=1, giver=None, dealer=0, streak=0
    )
    english = list(explanation(rules, settled, 0))
    chinese = list(explanation(rules, settled, 0, "zh-Hant"))
    assert english[0] == "South wins on 5 bamboo and draws it."
    assert "concealed and self-drawn: 3 tai." in english
    assert "East pays 7: 3 and 1 for each of 3 tai and 1 for the dealer." in english
    assert "門清自摸：3 台。" in chinese
    assert len(english) == len(chinese)
