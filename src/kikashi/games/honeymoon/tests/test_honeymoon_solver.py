"""The last phase: exact against real deals, a plain search and whist theory; proofs, forgeries."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from random import Random

import pytest

from kikashi.games import room
from kikashi.games.honeymoon import open_hands
from kikashi.games.honeymoon.cards import (
    DECK,
    NO_TRUMP,
    SUITS,
    beats,
    followers,
    read_hand,
    write_hand,
)
from kikashi.games.honeymoon.state import State
from kikashi.games.honeymoon.table import table_of
from kikashi.proofs import RefusedError
from kikashi.search import Certificate, solve
from tests.data import data

pytestmark = pytest.mark.native

HONEYMOON = room("honeymoon")
Hands = tuple[frozenset[str], frozenset[str]]


def plain_tricks(hands: Hands, trump: str, leader: int) -> int:
    """Tricks of the first player: every card of both is tried, nothing is merged or remembered."""

    @cache
    def best(mine: frozenset[str], theirs: frozenset[str]) -> int:
        """Tricks of the side on lead."""
        if not mine:
            return 0
        return max(
            min(after(mine, theirs, led, card) for card in followers(theirs, led)) for led in mine
        )

    def after(mine: frozenset[str], theirs: frozenset[str], led: str, card: str) -> int:
        left, rest = mine - {led}, theirs - {card}
        if beats(card, led, trump):
            return len(left) - best(rest, left)
        return 1 + best(left, rest)

    taken = best(hands[leader], hands[1 - leader])
    return taken if leader == 0 else len(hands[0]) - taken


def random_hands(random: Random, size: int) -> Hands:
    cards = random.sample(DECK, 2 * size)
    return frozenset(cards[:size]), frozenset(cards[size:])


def test_three_hundred_deals_of_the_data_are_all_equal() -> None:
    checked = 0
    for line in data("honeymoon/dd2_300.txt").read_text("utf-8").splitlines():
        if line.startswith("#"):
            continue
        one, two, *results = line.split()
        hands = (frozenset(read_hand(one)), frozenset(read_hand(two)))
        for trump, result in zip((*SUITS, NO_TRUMP), results, strict=True):
            for leader, wanted in enumerate(map(int, result.split("/"))):
                assert open_hands.tricks(hands, trump, leader) == wanted, (line, trump, leader)
                checked += 1
    assert checked == 3000


@pytest.mark.parametrize("size", [1, 2, 3, 4, 5])
def test_a_plain_search_of_every_card_finds_the_same(size: int) -> None:
    seed = 1000 + size
    random = Random(seed)
    for _ in range(120 if size < 5 else 25):
        hands = random_hands(random, size)
        trump, leader = random.choice((*SUITS, NO_TRUMP)), random.randrange(2)
        wanted = plain_tricks(hands, trump, leader)
        assert open_hands.tricks(hands, trump, leader) == wanted, (seed, hands, trump, leader)


@pytest.mark.thorough
def test_few_suits_are_the_hard_case_and_agree_too() -> None:
    """With one or two suits between them both hands must follow, and throw-ins decide."""
    random = Random(7)
    for suits in (1, 2):
        for _ in range(60):
            deck = [card for card in DECK if card[0] in SUITS[:suits]]
            size = min(5, len(deck) // 2)
            cards = random.sample(deck, 2 * size)
            hands = (frozenset(cards[:size]), frozenset(cards[size:]))
            for trump in (NO_TRUMP, SUITS[0]):
                wanted = plain_tricks(hands, trump, 0)
                assert open_hands.tricks(hands, trump, 0) == wanted, (hands, trump)


def single_suit(owners: str) -> Hands:
    """One suit from the highest card down; A is the first player."""
    cards = DECK[: len(owners)]
    return (
        frozenset(card for card, owner in zip(cards, owners, strict=True) if owner == "A"),
        frozenset(card for card, owner in zip(cards, owners, strict=True) if owner == "B"),
    )


@pytest.mark.parametrize(
    ("owners", "leader", "tricks"),
    [
        ("AB", 0, 1),
        ("BA", 0, 0),
        ("ABBA", 0, 1),
        ("BAAB", 0, 1),
        ("ABAB", 0, 1),
        ("ABAB", 1, 2),
        ("BABA", 1, 1),
        ("AABB", 1, 2),
        ("ABABAB", 1, 2),
        ("BAABBA", 0, 1),
    ],
)
def test_whist_in_one_suit(owners: str, leader: int, tricks: int) -> None:
    """Two-person whist with one suit, worked out by hand or by the plain search above."""
    hands = single_suit(owners)
    assert plain_tricks(hands, NO_TRUMP, leader) == tricks
    assert open_hands.tricks(hands, NO_TRUMP, leader) == tricks


def test_the_lead_in_one_suit_never_gains_a_trick() -> None:
    """Known of one suit: who leads takes no more than who does not, and at most one less."""
    random = Random(3)
    for _ in range(300):
        size = random.randrange(1, 7)
        owners = list("A" * size + "B" * size)
        random.shuffle(owners)
        hands = single_suit("".join(owners))
        led, followed = (open_hands.tricks(hands, NO_TRUMP, leader) for leader in (0, 1))
        assert led <= followed <= led + 1, owners


def test_the_outer_two_of_four_cards_are_never_worse_than_the_inner_two() -> None:
    """Kahn, Lagarias and Witsenhausen, 'Single-suit two-person card play II': {4, 1} against {3, 2}
    dominates {3, 2} against {4, 1}, whatever lies above and below and whoever leads."""
    random = Random(17)
    better = 0
    for _ in range(400):
        rest = list("AB" * random.randrange(1, 5))
        random.shuffle(rest)
        at = random.randrange(len(rest) + 1)
        above, below = "".join(rest[:at]), "".join(rest[at:])
        outer, inner = (
            [open_hands.tricks(single_suit(above + block + below), NO_TRUMP, n) for n in (0, 1)]
            for block in ("ABBA", "BAAB")
        )
        assert outer[0] >= inner[0], (above, below)
        assert outer[1] >= inner[1], (above, below)
        better += outer != inner
    assert better > 10


@pytest.mark.parametrize(
    ("kings", "aces"),
    [(kings, total - kings) for total in range(1, 5) for kings in range(total + 1)],
)
def test_suits_of_equal_length_add_up(kings: int, aces: int) -> None:
    """Wästlund, 'Two-person symmetric whist': where both hold as many cards of every suit, the
    suits have values that add up. K J against A Q is worth a half, A Q against K J so much less
    than two; a sum between two numbers is rounded for who does not lead."""
    first, second = ["KJ"] * kings + ["AQ"] * aces, ["AQ"] * kings + ["KJ"] * aces
    hands = [
        frozenset(suit + rank for suit, ranks in zip(SUITS, held, strict=False) for rank in ranks)
        for held in (first, second)
    ]
    halves = kings + 3 * aces
    leads, follows = (open_hands.tricks((hands[0], hands[1]), NO_TRUMP, n) for n in (0, 1))
    assert (leads, follows) == (halves // 2, (halves + 1) // 2)


def test_costs_of_cards_are_exact_in_the_middle_of_a_trick_too() -> None:
    random = Random(5)
    for _ in range(60):
        hands = random_hands(random, 4)
        trump, leader = random.choice((*SUITS, NO_TRUMP)), random.randrange(2)
        state = State("play", hands, to_move=leader, trump=trump)
        values = open_hands.card_values(state)
        best = plain_tricks(hands, trump, leader)
        mine = best if leader == 0 else 4 - best
        assert max(value.tricks for value in values) == mine
        led = values[-1]
        left = tuple(h - {led.card} for h in hands)
        answered = open_hands.card_values(
            replace(state, hands=(left[0], left[1]), led=led.card, to_move=1 - leader)
        )
        assert max(value.tricks for value in answered) == 4 - led.tricks


# --- certificates --------------------------------------------------------------------------------


def certificate(hands: Hands, trump: str, leader: int, side: int, need: int) -> Certificate | None:
    nodes = open_hands.proof(hands, trump, leader, side=side, need=need)
    text = "trump={} lead={}".format(
        trump if trump != NO_TRUMP else "none", ("first", "second")[leader]
    )
    start = HONEYMOON.from_text(
        f"first={write_hand(hands[0])} second={write_hand(hands[1])} {text}"
    )
    claim = {
        "kind": "tricks",
        "side": ("first", "second")[side],
        "tricks": need,
        "left": len(hands[0]),
    }
    return Certificate(start, claim, nodes, len(nodes) - 1) if nodes else None


def test_every_true_claim_is_proved_and_no_false_one() -> None:
    random = Random(11)
    for _ in range(80):
        size = random.randrange(1, 6)
        hands = random_hands(random, size)
        trump, leader = random.choice((*SUITS, NO_TRUMP)), random.randrange(2)
        first = plain_tricks(hands, trump, leader)
        for side, taken in ((0, first), (1, size - first)):
            proved = certificate(hands, trump, leader, side, taken)
            assert proved is not None
            assert proved.check().claim.sentence().startswith(("first", "second")[side])
            if taken < size:
                assert certificate(hands, trump, leader, side, taken + 1) is None


def test_whole_deals_are_certified_from_both_sides() -> None:
    verdict = solve(HONEYMOON.from_text(HONEYMOON.example), "play")
    assert verdict.facts["tricks"] == 9
    assert verdict.certificate is not None
    assert verdict.refutation is not None
    assert verdict.certificate.check().claim.sentence() == "first takes at least 9 of 13 tricks"
    assert verdict.refutation.check().claim.sentence() == "second takes at least 4 of 13 tricks"


def test_a_proof_with_any_entry_changed_is_refused_or_still_true() -> None:
    """Mutations of true proofs, judged against the plain search: nothing false is accepted."""
    random = Random(13)
    refused = 0
    for _ in range(400):
        hands = random_hands(random, 3)
        trump, leader, side = (
            random.choice((*SUITS, NO_TRUMP)),
            random.randrange(2),
            random.randrange(2),
        )
        first = plain_tricks(hands, trump, leader)
        taken = first if side == 0 else 3 - first
        proved = certificate(hands, trump, leader, side, taken)
        assert proved is not None
        nodes = [list(node) for node in proved.nodes]
        claim = dict(proved.claim)
        if taken < 3 and random.random() < 0.5:
            # One trick too many, asked of every node: false whatever else is changed.
            claim["tricks"] = taken + 1
            nodes = [[node[0], min(int(str(node[1])) + 1, 13), *node[2:]] for node in nodes]
        at = random.randrange(len(nodes))
        node = nodes[at]
        if node[0] == "r" and node[2]:
            entries = [list(entry) for entry in node[2]]  # type: ignore[attr-defined]
            del entries[random.randrange(len(entries))]
            nodes[at] = ["r", node[1], entries]
        elif node[0] == "t":
            nodes[at] = ["t", node[1], random.choice(SUITS) + str(random.randrange(1, 4)), node[3]]
        else:
            nodes[at] = ["c", random.randrange(4)]
        forged = Certificate(proved.start, claim, nodes, len(nodes) - 1)
        try:
            forged.check()
        except RefusedError:
            refused += 1
            continue
        assert claim["tricks"] == taken, (hands, trump, leader, nodes)
    assert refused > 200


NO_CARD_LEFT: list[list[object]] = [
    ["r", 2, []],
    ["t", 2, "H1", 0],
    ["r", 2, [["H1", 1]]],
    ["r", 2, [["S1", 2]]],
    ["t", 2, "S1", 3],
]
"""Both tricks are lost, and nothing that could still be played is left uncovered."""


@pytest.mark.parametrize(
    ("nodes", "why"),
    [
        ([["c", 2]], "not on top"),
        ([["c", 1], ["t", 2, "S2", 0]], "no card"),
        ([["c", 0], ["t", 1, "S1", 0]], "claimed"),
        ([["t", 2, "S1", 5]], "earlier node"),
        ([["x", 2]], "a node is"),
        ([["c", 14]], "0 to 13"),
        (NO_CARD_LEFT, "no card is left"),
    ],
)
def test_handmade_forgeries_are_refused_with_a_reason(nodes: list[list[object]], why: str) -> None:
    start = HONEYMOON.from_text("first=K.2.. second=A.3.. trump=none lead=first")
    claim = {"kind": "tricks", "side": "first", "tricks": 2, "left": 2}
    with pytest.raises(RefusedError, match=why):
        Certificate(start, claim, nodes, len(nodes) - 1).check()


def test_a_side_suit_is_not_cashed_past_a_trump() -> None:
    """The other side has a trump and no heart: the ace of hearts is not a sure trick."""
    start = HONEYMOON.from_text("first=.A2.. second=2..2. trump=S lead=first")
    claim = {"kind": "tricks", "side": "first", "tricks": 1, "left": 2}
    with pytest.raises(RefusedError, match="not on top"):
        Certificate(start, claim, [["c", 1]], 0).check()
    assert table_of(start).state.trump == "S"
