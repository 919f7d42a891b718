"""Brute force over the law: who wins small positions, and whether a certificate's advice works.

Nothing here knows zones, tallies or threats as the checker does; positions are the law's own.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Any

from kikashi import games
from kikashi.law.winning_sets import StonePosition, cells_of


def turns(position: StonePosition) -> Iterator[tuple[int, StonePosition]]:
    """Every whole turn as a board of cells, with the position after it."""
    empty = cells_of(position.empty)
    for choice in combinations(empty, position.moves_left):
        after = position
        for cell in choice:
            if after.won_by is None:
                after = after.with_stone(cell)
        yield sum(1 << c for c in choice), after


class Solver:
    """Exact answers by trying everything."""

    def __init__(self) -> None:
        self._known: dict[Any, bool] = {}

    def wins(self, position: StonePosition, side: int, within: int) -> bool:
        """Whether `side` completes a set within so many turns of its own."""
        if position.won_by is not None:
            return position.won_by == side
        if position.is_over or within == 0:
            return False
        key = ("wins", position.key(), side, within)
        if key not in self._known:
            own = position.mover == side
            tries = (
                self.wins(after, side, within - 1 if own and after.won_by is None else within)
                for _, after in turns(position)
            )
            self._known[key] = any(tries) if own else all(tries)
        return self._known[key]

    def holds(self, position: StonePosition, side: int) -> bool:
        """Whether the other side can be kept from ever completing a set."""
        return self.refutes(position, side, 0, None)

    def refutes(self, position: StonePosition, side: int, least: int, within: int | None) -> bool:
        """Whether `side` stops every win of the other by turns that leave `least` to answer."""
        if position.won_by is not None:
            return position.won_by == side
        if position.is_over or within == 0:
            return True
        key = ("refutes", position.key(), side, least, within)
        if key not in self._known:
            if position.mover == side:
                answer = any(
                    self.refutes(after, side, least, within) for _, after in turns(position)
                )
            else:
                fewer = None if within is None else within - 1
                answer = all(
                    self.refutes(after, side, least, fewer)
                    for _, after in turns(position)
                    if after.won_by is not None or in_class(after, 1 - side, least)
                )
            self._known[key] = answer
        return self._known[key]


def in_class(after: StonePosition, attacker: int, least: int) -> bool:
    """Whether the turn just played leaves the other side `least` stones to answer with."""
    return least == 0 or after.threats(attacker)[1] >= least


def least_of(claim: dict[str, Any], stones: int) -> int:
    """How many stones a turn that counts leaves the other side to answer with."""
    if claim["kind"] != "no-forcing-win":
        return 0
    return {"vcdt": stones, "any": 0}.get(claim["by"], 1)


@dataclass
class Expansion:
    """Plays a certificate's advice against every reply, by the law."""

    data: bytes

    def __post_init__(self) -> None:
        self.head, *self.nodes = map(json.loads, self.data.splitlines())
        room = games.room(self.head["game"])
        position = room.from_text(self.head["start"], self.head["options"])
        assert isinstance(position, StonePosition)
        self.start = position
        self.symmetries = position.rules.symmetries
        self.solver = Solver()
        self._known: dict[Any, bool] = {}

    @cached_property
    def claim(self) -> dict[str, Any]:
        claim: dict[str, Any] = self.head["claim"]
        return claim

    def is_true(self) -> bool:
        """Whether the claim holds, found without the certificate."""
        kind, start = self.claim["kind"], self.start
        if start.is_over:
            return False
        if kind == "draw":
            return all(self.solver.holds(start, side) for side in (0, 1))
        side = ("black", "white").index(self.claim["side"])
        if kind == "win":
            return self.solver.wins(start, side, self.claim["turns"])
        if kind == "hold":
            return self.solver.holds(start, side)
        return self.solver.refutes(start, 1 - side, self.least, self.claim["turns"])

    @property
    def least(self) -> int:
        return least_of(self.claim, self.start.rules.stones)

    def works(self) -> bool:
        """Whether following the nodes succeeds against every reply."""
        kind = self.claim["kind"]
        roots = self.head.get("roots", [self.head.get("root")])
        if kind == "draw":
            provers = [0, 1]
        else:
            side = ("black", "white").index(self.claim["side"])
            provers = [1 - side if kind == "no-forcing-win" else side]
        same = tuple(range(len(self.start.rules.cells)))
        within = self.claim.get("turns")
        if len(roots) != len(provers):
            return False
        return all(
            self._follow(root, self.start, prover, same, within)
            for root, prover in zip(roots, provers, strict=True)
        )

    def _follow(
        self,
        number: int,
        position: StonePosition,
        prover: int,
        frame: tuple[int, ...],
        within: int | None,
    ) -> bool:
        """`frame` takes a cell of the board to the cell that the node calls by its number."""
        if position.is_over:
            return self._ended_well(position, prover)
        if within == 0:
            return bool(self.claim["kind"] == "no-forcing-win")
        key = (number, position.key(), prover, frame, within)
        if key not in self._known:
            kind = self.nodes[number][0]
            if kind == "t":
                self._known[key] = self._turn(number, position, prover, frame, within)
            elif kind == "r":
                self._known[key] = self._reply(number, position, prover, frame, within)
            elif kind == "d":
                self._known[key] = self.solver.refutes(position, prover, 0, within)
            else:
                self._known[key] = self.solver.holds(position, prover)
        return self._known[key]

    def _ended_well(self, position: StonePosition, prover: int) -> bool:
        if position.won_by is None:
            return bool(self.claim["kind"] != "win")
        return position.won_by == prover

    def _turn(
        self,
        number: int,
        position: StonePosition,
        prover: int,
        frame: tuple[int, ...],
        within: int | None,
    ) -> bool:
        _, _, cells, child, *symmetry = self.nodes[number]
        if position.mover != prover:
            return False
        after = position
        for cell in cells:
            here = frame.index(cell)
            if after.won_by is None:
                if not after.legal_cells() >> here & 1 or after.mover != prover:
                    return False
                after = after.with_stone(here)
        if after.is_over:
            return self._ended_well(after, prover)
        if child is None or after.mover == prover:
            return False
        if self.claim["kind"] == "win" and within is not None:
            within -= 1
        return self._follow(child, after, prover, self._through(frame, symmetry), within)

    def _reply(
        self,
        number: int,
        position: StonePosition,
        prover: int,
        frame: tuple[int, ...],
        within: int | None,
    ) -> bool:
        _, _, replies, zones = self.nodes[number]
        if position.mover == prover:
            return False
        fewer = within
        if self.claim["kind"] == "no-forcing-win" and within is not None:
            fewer = within - 1
        for cells, after in turns(position):
            if after.won_by is None and not in_class(after, 1 - prover, self.least):
                continue
            if after.is_over or fewer == 0:
                if after.is_over and not self._ended_well(after, prover):
                    return False
                if not after.is_over and self.claim["kind"] == "win":
                    return False
                continue
            if after.fillable(prover):
                continue
            named = {frame[c] for c in cells_of(cells)}
            ways = [e for e in replies if set(e[0]) == named]
            ways += [e for e in zones if set(e[0]) <= named]
            if any(
                self._follow(child, after, prover, self._through(frame, symmetry), fewer)
                for _, child, *symmetry in ways
            ):
                continue
            if self._dead_stone(position, cells) and self._solved(after, prover, fewer):
                continue
            return False
        return True

    def _through(self, frame: tuple[int, ...], symmetry: list[int]) -> tuple[int, ...]:
        if not symmetry:
            return frame
        there = self.symmetries[symmetry[0]]
        return tuple(there[cell] for cell in frame)

    def _dead_stone(self, position: StonePosition, cells: int) -> bool:
        """Whether a reply has a stone on a cell that nobody can use: the rule gives no advice."""
        rules, boards = position.rules, position.boards
        return any(
            all(rules.masks[s] & boards[0] and rules.masks[s] & boards[1] for s in rules.through[c])
            for c in cells_of(cells)
        )

    def _solved(self, position: StonePosition, prover: int, within: int | None) -> bool:
        if self.claim["kind"] == "win":
            assert within is not None
            return self.solver.wins(position, prover, within)
        return self.solver.refutes(position, prover, self.least, within)
