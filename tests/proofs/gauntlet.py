"""Free stones that are harmless alone and join: a game made for it, with its certificates."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from itertools import combinations

from kikashi.law.winning_sets import StonePosition
from kikashi.proofs import CertificateWriter
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
