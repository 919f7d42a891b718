"""Free stones, each harmless alone, that join to a counter-threat: a zone must see them coming.

Black wins by a row of single threats and a fork at the end. Each gadget i is a set whose last
stone White must place, and every other stone of that turn is free. Two forks stand ready, so a
free stone in the way of one is answered by the other at once. White's own set lies elsewhere: it
is nothing until all the free stones are in it, and then one turn of White's wins.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from itertools import combinations

import pytest

from kikashi.law.winning_sets import StonePosition
from kikashi.proofs import CertificateWriter, RefusedError, check_stated
from tests.proofs.brute import Expansion
from tests.proofs.scenarios import position


@dataclass
class Gauntlet:
    """`gadgets` single threats, then a fork, at `stones` a turn; White's set has `width` cells."""

    stones: int
    gadgets: int
    width: int
    with_white_set: bool = True
    cells: list[str] = field(default_factory=list)
    sets: list[list[str]] = field(default_factory=list)

    def __post_init__(self) -> None:
        fill = [f"{n}" for n in range(self.stones)]
        for g in range(self.gadgets):
            self.sets.append([f"a{g}", *(f"g{g}{n}" for n in fill), f"h{g}"])
        # A fork that one stone too few can stop; one fork more than free stones in a turn.
        for fork in "xyz"[: self.stones]:
            for last in range(self.stones + 1):
                self.sets.append(["q", *(f"{fork}{n}" for n in fill), f"{fork}k{last}"])
        if self.with_white_set:
            self.sets.append([f"w{n}" for n in range(self.width)])
        names = sorted({name for cells in self.sets for name in cells})
        self.cells = names + ([] if self.with_white_set else [f"w{n}" for n in range(self.width)])

    def start(self) -> StonePosition:
        description = {
            "name": "gauntlet",
            "cells": self.cells,
            "coordinates": [[n, 0] for n in range(len(self.cells))],
            "sets": self.sets,
            "stones": self.stones,
            "first": self.stones,
            "players": 2,
        }
        black = ",".join(["q", *(f"a{g}" for g in range(self.gadgets))])
        text = f"setup black={black} white=- move=black left={self.stones}"
        return position("sets", text, sets=json.dumps(description))

    def certificate(self, *, answered: set[str], since: int = 0) -> bytes:
        """The row of threats; free stones on forks, gadgets and `answered` get a fork at once.

        Those on `answered` only after gadget number `since`.
        """
        start = self.start()
        number = {name: n for n, name in enumerate(start.rules.cells)}
        turns = self.gadgets + 2
        claim = {"kind": "win", "side": "black", "turns": turns}
        writer = CertificateWriter("sets", start.options, start, claim)

        def fork(name: str, bound: int) -> int:
            after = writer.reply(bound - 1)
            return writer.turn(bound, [number[f"{name}{n}"] for n in range(self.stones)], after)

        below = fork("x", 2)
        for g in reversed(range(self.gadgets)):
            bound = turns - g - 1
            ready = {name: fork(name, 2) for name in "xyz"[: self.stones]}
            zone = [c for c in self.cells if c[0] in "xyzq" or (c in answered and g >= since)]
            zone += [c for c in self.cells if c[0] in "gh" and int(c[1]) > g]
            replies = []
            for free in self._free(zone, g):
                name = next(f for f in "xyz" if not any(c.startswith(f) for c in free))
                stones = [number[c] for c in (f"h{g}", *free)]
                replies.append((stones, ready[name]))
            node = writer.reply(bound, replies, [([number[f"h{g}"]], below)])
            below = writer.turn(bound + 1, [number[f"g{g}{n}"] for n in range(self.stones)], node)
        return writer.to_bytes()

    def _free(self, zone: list[str], gadget: int) -> list[tuple[str, ...]]:
        """The free stones of the turn after a gadget, at least one of which lies in the zone."""
        empty = [c for c in self.cells if c[0] in "xyzw" or (c[0] in "gh" and int(c[1]) > gadget)]
        return [
            free for free in combinations(empty, self.stones - 1) if any(c in zone for c in free)
        ]


JOINED = [
    pytest.param(2, 2, 4, id="two free stones of two turns"),
    pytest.param(2, 3, 5, id="three free stones of three turns"),
    pytest.param(3, 1, 5, id="two free stones of one turn"),
]


@pytest.mark.parametrize(("stones", "gadgets", "width"), JOINED)
def test_the_row_of_threats_wins_where_white_has_no_set(
    stones: int, gadgets: int, width: int
) -> None:
    data = Gauntlet(stones, gadgets, width, with_white_set=False).certificate(answered=set())
    assert check_stated(data).sentence == f"black wins within {gadgets + 2} turns"


@pytest.mark.parametrize(("stones", "gadgets", "width"), JOINED)
def test_free_stones_that_join_to_a_win_are_refused(stones: int, gadgets: int, width: int) -> None:
    data = Gauntlet(stones, gadgets, width).certificate(answered=set())
    with pytest.raises(RefusedError, match=r"the reply .*w\d.* has no answer"):
        check_stated(data)
    assert not Expansion(data).works()


# With both stones free in one turn an answer would have to block; the fork at once is none.
@pytest.mark.parametrize(("stones", "gadgets", "width"), JOINED[:2])
def test_they_pass_once_each_of_them_is_answered(stones: int, gadgets: int, width: int) -> None:
    gauntlet = Gauntlet(stones, gadgets, width)
    data = gauntlet.certificate(answered={f"w{n}" for n in range(width)})
    check_stated(data)
    assert Expansion(data).works()


@pytest.mark.parametrize(("stones", "gadgets", "width"), JOINED[:2])
def test_answers_after_the_second_threat_do_not_make_up_for_the_first(
    stones: int, gadgets: int, width: int
) -> None:
    answered = {f"w{n}" for n in range(width)}
    data = Gauntlet(stones, gadgets, width).certificate(answered=answered, since=1)
    with pytest.raises(RefusedError, match=r"the reply h0,w\d has no answer"):
        check_stated(data)


@pytest.mark.parametrize(("stones", "gadgets", "width"), JOINED)
def test_one_unanswered_stone_of_them_is_enough_to_refuse(
    stones: int, gadgets: int, width: int
) -> None:
    gauntlet = Gauntlet(stones, gadgets, width)
    answered = {f"w{n}" for n in range(width) if n != 1}
    with pytest.raises(RefusedError, match="w1"):
        check_stated(gauntlet.certificate(answered=answered))


@pytest.mark.parametrize(("stones", "gadgets", "width"), JOINED)
def test_a_set_too_wide_to_be_filled_in_time_is_no_reason_to_refuse(
    stones: int, gadgets: int, width: int
) -> None:
    check_stated(Gauntlet(stones, gadgets, width + 1).certificate(answered=set()))
