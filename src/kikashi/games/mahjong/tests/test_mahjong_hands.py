"""Distances, useful tiles and needs: against the data, a second opinion and the paper's rows."""

from __future__ import annotations

import random

import numpy as np
import pytest

from kikashi import _native
from kikashi.games.mahjong.decomposition import slow_distance
from kikashi.games.mahjong.hands import Hand, distances
from kikashi.games.mahjong.melds import waits
from kikashi.games.mahjong.suit_rows import paper_row, paper_table
from kikashi.games.mahjong.tiles import KINDS, NUMBERS, WORDS, counts_of, hand_text, tiles_from
from kikashi.law import GameError
from tests.data import data

pytestmark = pytest.mark.native

FILES = (
    ("hands14_normal.txt", 4, 4000),
    ("hands14_half_flush.txt", 4, 4000),
    ("hands14_full_flush.txt", 4, 4000),
    ("hands14_thirteen_orphans.txt", 4, 4000),
    ("hands16_taiwan.txt", 5, 7500),
    ("hands17_taiwan.txt", 5, 7500),
)


def read(name: str) -> list[tuple[tuple[int, ...], int]]:
    lines = data(f"mahjong/{name}").read_text("utf-8").splitlines()
    pairs = (line.split() for line in lines if not line.startswith("#"))
    return [(counts_of(tiles_from(text)), int(distance)) for text, distance in pairs]


@pytest.mark.parametrize(("name", "whole", "count"), FILES)
def test_all_hands_of_the_data_have_their_distance(name: str, whole: int, count: int) -> None:
    hands = read(name)
    assert len(hands) == count
    found = distances(np.array([hand for hand, _ in hands], np.uint8), whole)
    assert found.tolist() == [distance for _, distance in hands]


def test_the_best_swap_of_one_tile_is_exactly_one_nearer() -> None:
    for held, distance in read("hands16_taiwan.txt")[:300]:
        if distance < 1:
            continue
        swapped = []
        for gone in range(KINDS):
            for come in range(KINDS):
                if held[gone] and come != gone and held[come] < 4:
                    other = list(held)
                    other[gone] -= 1
                    other[come] += 1
                    swapped.append(other)
        found = distances(np.array(swapped, np.uint8))
        assert found.min() == distance - 1, hand_text(tiles_of(held))
        assert found.max() <= distance + 1


def random_hand(chooser: random.Random) -> Hand:
    """A hand with up to five melds laid down, often of the suit that it holds."""
    wall = [tile for tile in range(KINDS) for _ in range(4)]
    if chooser.random() < 0.5:
        suit = chooser.randrange(3)
        wall = [tile for tile in wall if tile // 9 == suit or tile >= 27 or chooser.random() < 0.1]
    laid = [0] * KINDS
    melds = 0
    for _ in range(chooser.randrange(5)):
        tile = chooser.choice(wall)
        run = tile < 27 and tile % 9 < 7 and chooser.random() < 0.6
        tiles = [tile, tile + 1, tile + 2] if run else [tile] * chooser.choice((3, 3, 4))
        if all(wall.count(one) >= tiles.count(one) for one in tiles):
            for one in tiles:
                wall.remove(one)
                laid[one] += 1
            melds += 1
    count = 3 * (5 - melds) + chooser.choice((1, 2))
    return Hand(counts_of(chooser.sample(wall, count)), tuple(laid), melds)


@pytest.mark.thorough
def test_tables_and_plain_decomposition_agree_with_melds_laid_down() -> None:
    chooser = random.Random(21)
    for _ in range(400):
        hand = random_hand(chooser)
        expected = slow_distance(hand.held, hand.laid, hand.melds)
        assert hand.distance == expected, (hand_text(tiles_of(hand.held)), hand.laid)


def tiles_of(counts: tuple[int, ...]) -> list[int]:
    return [tile for tile, count in enumerate(counts) for _ in range(count)]


@pytest.mark.thorough
def test_useful_tiles_are_those_that_bring_the_hand_nearer() -> None:
    chooser = random.Random(22)
    for _ in range(60):
        hand = random_hand(chooser)
        if hand.drawn:
            continue
        expected = [
            tile
            for tile in range(KINDS)
            if hand.held[tile] + hand.laid[tile] < 4
            and slow_distance(added(hand.held, tile, 1), hand.laid, hand.melds) < hand.distance
        ]
        assert [one.tile for one in hand.useful] == expected
        if hand.distance == 0:
            assert tuple(expected) == waits(hand.held) or hand.laid_melds


def added(counts: tuple[int, ...], tile: int, by: int) -> tuple[int, ...]:
    return (*counts[:tile], counts[tile] + by, *counts[tile + 1 :])


def test_each_discard_leaves_what_the_smaller_hand_says() -> None:
    chooser = random.Random(23)
    for _ in range(40):
        hand = random_hand(chooser)
        for discard in hand.discards:
            rest = Hand(added(hand.held, discard.tile, -1), hand.laid, hand.laid_melds)
            assert discard.distance == rest.distance
            gone = (
                {discard.tile} if hand.held[discard.tile] + hand.laid[discard.tile] == 4 else set()
            )
            assert {t for t, _ in discard.useful} == {one.tile for one in rest.useful} - gone


@pytest.mark.parametrize(
    ("text", "tile", "needs"),
    [
        ("123456789m1122p55z9s", "1p", ("pong",)),
        ("123456789m45p1122z9s", "3p", ("chow",)),
        ("123456789m123p123s9s", "9s", ("pair",)),
        ("123456789m19p159s147z", "2p", ("indirect",)),
    ],
)
def test_a_useful_tile_is_known_by_the_need_it_fills(
    text: str, tile: str, needs: tuple[str, ...]
) -> None:
    hand = Hand.read(text)
    assert NUMBERS[tile] in {one.tile for one in hand.useful}
    assert hand.needs(NUMBERS[tile])[0] == needs[0]


def test_four_copies_of_a_tile_are_all_there_are() -> None:
    assert Hand.read("123456789m123p1111z").distance == 1  # it cannot wait for a fifth 1z
    assert Hand.read("1111z", ["123m", "456m", "789m", "123p"]).distance == 1
    assert Hand.read("45p22s", ["3333p", "666p", "123m", "789m"]).useful[0].tile == NUMBERS["6p"]


@pytest.mark.parametrize(
    "bad",
    ["", "1", "m", "1x", "0m", "8z", "11111m", "1m", "1" * 500, "1f" * 16],
)
def test_texts_that_are_no_hand_are_refused_with_a_sentence(bad: str) -> None:
    with pytest.raises(GameError) as refusal:
        Hand.read(bad)
    assert len(str(refusal.value)) > 15


def test_batches_refuse_what_is_no_hand() -> None:
    for bad in (np.full((1, 34), 5), np.ones((2, 33)), np.full((1, 34), 1)):
        with pytest.raises(GameError):
            distances(bad.astype(np.uint8))
    with pytest.raises(ValueError, match="34"):
        _native.mahjong_distance([0] * 33, [0] * 34, 5)


def test_the_three_rows_that_survive_of_the_paper_are_ours_too() -> None:
    rows = [row for row, _ in zip(paper_table(), range(6), strict=False)]
    everything = " ".join(f"{tile} 4" for tile in range(1, 10))
    assert rows[0][1:] == ("0 0 0", f"0 0 9 {everything}")
    assert rows[1][1:] == ("0 0 3 7 4 8 4 9 4", f"0 1 9 {everything[:-1]}3")
    assert rows[2][1:] == ("0 1 3 7 4 8 4 9 2", "1 0 0")
    assert rows[5][0] == (0,) * 7 + (1, 0), "the sixth row is one eight"


def test_a_row_of_the_paper_names_chows_too_and_never_a_fifth_copy() -> None:
    assert paper_row([1, 1, 0, 0, 0, 0, 0, 0, 0], pair=False) == "0 1 4 1 4 2 4 3 1 4 4"
    assert " 9 " not in f" {paper_row([0] * 8 + [4], pair=False)} "[6:]


def test_words_of_tiles_are_read_back() -> None:
    assert [NUMBERS[word] for word in WORDS] == list(range(42))
    assert hand_text(tiles_from("22566z139s67p167788m")) == "167788m67p139s22566z"


def test_tables_are_small_and_quickly_made() -> None:
    size, rows, seconds = _native.mahjong_suit_tables()
    assert size <= 15_000_000
    assert rows < 1000
    assert seconds < 60  # the bar of ten seconds is measured in bench
