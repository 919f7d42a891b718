"""Judges certificates about the play of two open hands: plain Python, cards and nothing else.

Nodes, children before their parents; `need` is how many more tricks the claimant takes from there,
the trick on the table included:

- `["t", need, card, child]`: the claimant plays the card, then `child` holds;
- `["r", need, [[card, child], ...]]`: whatever the other side plays, equal cards counting as one;
- `["c", need]`: the claimant leads and can cash so many tricks, or none is needed any more.

A card is named by its suit and its place among its owner's cards of that suit, from the highest:
`S1` is the highest spade its owner has. So a node speaks of every deal in which the cards that are
left are owned in the same order, and may be shared by them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from kikashi.games.honeymoon.cards import HAND, SUITS
from kikashi.games.honeymoon.claims import TricksClaim, read_claim
from kikashi.games.honeymoon.table import PLAYERS, Table, table_of
from kikashi.law import Position
from kikashi.proofs.refusal import Budget, RefusedError

MINE, THEIRS = "1", "0"


class Spot(NamedTuple):
    """A position as the proof sees it: each suit as its owners from the highest card down."""

    suits: tuple[str, str, str, str]
    claimant_plays: bool
    led: tuple[int, int] | None = None
    """Suit and place of the card on the table, which still stands in its suit."""


class Node(NamedTuple):
    kind: str
    need: int
    plays: tuple[tuple[int, int, int], ...]
    """Suit, place among one's own cards and child."""


def judge(position: Position) -> TricksJudge:
    """What the room offers as its judge."""
    return TricksJudge(table_of(position))


class TricksJudge:
    """Replays one certificate."""

    def __init__(self, start: Table) -> None:
        self.start = start
        self.claim: TricksClaim | None = None
        self.trump = SUITS.find(start.state.trump)
        self._nodes: list[Node] = []

    def read_claim(self, raw: Mapping[str, object]) -> TricksClaim:
        self.claim = read_claim(raw, self.start)
        return self.claim

    def replay(self, nodes: Iterable[list[object]], roots: tuple[int, ...], budget: Budget) -> None:
        claim = self.claim
        assert claim is not None
        for raw in nodes:
            budget.spend(None)
            self._nodes.append(self._read(raw))
        if len(roots) != 1:
            raise RefusedError("a claim about tricks needs one root")
        root = roots[0]
        if self._nodes[root].need != claim.tricks:
            raise RefusedError(
                f"the root needs {self._nodes[root].need} tricks, but {claim.tricks} are claimed",
                root,
            )
        spots: dict[int, Spot] = {root: self._first(PLAYERS.index(claim.side))}
        for number in range(root, -1, -1):
            if number in spots:
                budget.spend(number)
                self._replay(number, spots, budget)

    def _first(self, claimant: int) -> Spot:
        state = self.start.state
        mine = state.hands[claimant]
        left = mine | state.hands[1 - claimant]
        ranked = sorted(left, key=lambda card: "AKQJT98765432".index(card[1]))
        suits = tuple(
            "".join(MINE if card in mine else THEIRS for card in ranked if card[0] == suit)
            for suit in SUITS
        )
        return Spot((suits[0], suits[1], suits[2], suits[3]), state.to_move == claimant)

    # --- reading ---------------------------------------------------------------------------------

    def _read(self, raw: list[object]) -> Node:
        number = len(self._nodes)
        kind, need = raw[0], raw[1]
        if type(need) is not int or not 0 <= need <= HAND:
            raise RefusedError(f"a node needs 0 to {HAND} tricks, not {need!r:.40}", number)
        if kind == "c" and len(raw) == 2:
            return Node("c", need, ())
        if kind == "t" and len(raw) == 4:
            return Node("t", need, (self._play(raw[2], raw[3]),))
        if kind == "r" and len(raw) == 3 and isinstance(raw[2], list) and len(raw[2]) <= HAND:
            plays = []
            for entry in raw[2]:
                if not isinstance(entry, list) or len(entry) != 2:
                    raise RefusedError("an entry is a list of a card and a child", number)
                plays.append(self._play(entry[0], entry[1]))
            return Node("r", need, tuple(plays))
        raise RefusedError(
            'a node is ["t", need, card, child], ["r", need, [[card, child], ...]] or ["c", need]',
            number,
        )

    def _play(self, card: object, child: object) -> tuple[int, int, int]:
        number = len(self._nodes)
        if type(child) is not int or not 0 <= child < number:
            raise RefusedError(f"a child must be an earlier node, not {child!r:.40}", number)
        if isinstance(card, str) and 2 <= len(card) <= 3 and card[0] in SUITS:
            place = card[1:]
            if place.isascii() and place.isdigit() and 1 <= int(place) <= HAND:
                return SUITS.index(card[0]), int(place), child
        raise RefusedError(f"a card is a suit and a place such as S1, not {card!r:.40}", number)

    # --- replaying -------------------------------------------------------------------------------

    def _replay(self, number: int, spots: dict[int, Spot], budget: Budget) -> None:
        node, spot = self._nodes[number], spots[number]
        if node.kind == "c":
            if node.need > self._sure(spot):
                raise RefusedError(f"{node.need} tricks are not on top there", number)
            return
        if (node.kind == "t") != spot.claimant_plays:
            raise RefusedError("the node is for the wrong side", number)
        own = MINE if spot.claimant_plays else THEIRS
        covered = set()
        for suit, place, child in node.plays:
            at = _find(spot.suits[suit], own, place)
            if at < 0 or (suit, at) == spot.led:
                raise RefusedError(f"there is no card {SUITS[suit]}{place} to play", number)
            if spot.led and suit != spot.led[0] and own in spot.suits[spot.led[0]]:
                raise RefusedError(f"{SUITS[suit]}{place} does not follow suit", number)
            covered.add((suit, _class(spot, suit, at, own)))
            after, taken = self._after(spot, suit, at)
            if self._nodes[child].need != max(node.need - taken, 0):
                raise RefusedError(
                    f"child {child} needs {self._nodes[child].need} tricks, not "
                    f"{max(node.need - taken, 0)}",
                    number,
                )
            if spots.setdefault(child, after) != after:
                raise RefusedError(f"child {child} is shared by different positions", number)
        if node.kind == "r":
            budget.spend(number, len(node.plays))
            due = _classes(spot, own)
            if not due and node.need:
                raise RefusedError(f"no card is left, and {node.need} tricks are needed", number)
            missing = due - covered
            if missing:
                suit, first = min(missing)
                raise RefusedError(f"card {first + 1} of {SUITS[suit]} is not covered", number)

    def _after(self, spot: Spot, suit: int, at: int) -> tuple[Spot, int]:
        """The position after a card, and whether the claimant took a trick by it."""
        if spot.led is None:
            return Spot(spot.suits, not spot.claimant_plays, (suit, at)), 0
        led_suit, led_at = spot.led
        wins = at < led_at if suit == led_suit else suit == self.trump
        claimant_wins = wins == spot.claimant_plays
        suits = list(spot.suits)
        for where, gone in sorted({(suit, at), (led_suit, led_at)}, reverse=True):
            suits[where] = suits[where][:gone] + suits[where][gone + 1 :]
        left = Spot((suits[0], suits[1], suits[2], suits[3]), claimant_wins)
        return left, int(claimant_wins)

    def _sure(self, spot: Spot) -> int:
        """Tricks that the claimant, on lead, can cash: cards at the top of their suits.

        Top trumps draw the other side's trumps. Where some would be left, a side suit is safe only
        as long as the other side must follow to it.
        """
        if spot.led is not None or not spot.claimant_plays:
            return 0
        tops = [len(suit) - len(suit.lstrip(MINE)) for suit in spot.suits]
        ruffs = self.trump >= 0 and spot.suits[self.trump].count(THEIRS) > tops[self.trump]
        return sum(
            min(top, suit.count(THEIRS)) if ruffs and number != self.trump else top
            for number, (top, suit) in enumerate(zip(tops, spot.suits, strict=True))
        )


def _find(suit: str, own: str, place: int) -> int:
    """Where one's own card of that place stands in its suit; -1 if there is none."""
    at = -1
    for _ in range(place):
        at = suit.find(own, at + 1)
        if at < 0:
            return -1
    return at


def _class(spot: Spot, suit: int, at: int, own: str) -> int:
    """The highest card that is equal to this one: nothing of the other side lies between."""
    owners = spot.suits[suit]
    while at > 0 and owners[at - 1] == own and (suit, at - 1) != spot.led:
        at -= 1
    return at


def _classes(spot: Spot, own: str) -> set[tuple[int, int]]:
    """Every card that may be played, equal ones by their highest."""
    suits = range(len(SUITS))
    if spot.led is not None and own in spot.suits[spot.led[0]]:
        suits = range(spot.led[0], spot.led[0] + 1)
    return {
        (suit, _class(spot, suit, at, own))
        for suit in suits
        for at, owner in enumerate(spot.suits[suit])
        if owner == own and (suit, at) != spot.led
    }
