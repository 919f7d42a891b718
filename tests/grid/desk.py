"""The coordinator's book with PCs that do as they are told, and no clock but the test's."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from kikashi.grid import wire
from kikashi.grid.book import Book
from kikashi.grid.entries import Effects, Pc
from kikashi.grid.trust import Policy

OFFERS = frozenset({"odd.double/1", "odd.factors/1", "odd.crash/1", "engine:gnugo"})


def make_pc(name: str, *, owner: str = "", trusted: bool = False, slots: int = 1) -> Pc:
    return Pc(name, owner or name, trusted, "s", "t", slots, 1 << 30, OFFERS, "host", "0", 0.0, 0.0)


def order(number: int, kind: str = "odd.double", **more: Any) -> wire.Order:
    payload = msgspec.msgpack.encode({"number": number})
    return wire.Order(number.to_bytes(16, "big"), kind, 1, payload, **more)


class Desk:
    """A book with PCs, and what it wants to be done."""

    def __init__(self, *pcs: Pc, policy: Policy | None = None, seed: int = 1) -> None:
        self.book = Book(policy, seed=seed)
        self.now = 0.0
        for pc in pcs:
            self.book.join(pc, 0.0)
        self.told: dict[int, wire.Told] = {}
        self.given: dict[str, list[wire.Assignment]] = {}
        self.checks = self.book.effects.checks
        self.doubted: list[str] = []

    def submit(self, *orders: wire.Order) -> None:
        for one in orders:
            self.book.submit("app", "job", one, self.now)
        self.settle()

    def settle(self) -> Effects:
        self.book.assign(self.now)
        effects = self.book.take_effects()
        for pc, given in effects.assignments.items():
            self.given.setdefault(pc, []).extend(given)
        for outcomes in effects.outcomes.values():
            for told in outcomes:
                self.told[int.from_bytes(told.id, "big")] = told
        self.checks += effects.checks
        self.doubted += effects.doubts
        return effects

    def answer(
        self, pc: str, given: wire.Assignment, value: Mapping[str, Any], seconds: float = 1.0
    ) -> None:
        data = msgspec.msgpack.encode(value, order="deterministic")
        answered = wire.Answered(given.attempt, "done", data, seconds=seconds)
        self.book.answer(self.book.pcs[pc], answered, self.now)
        self.settle()

    def work(self, *liars: str, rounds: int = 10_000) -> None:
        """Everyone answers all they hold; liars are off by one."""
        for _ in range(rounds):
            busy = [(pc, given) for pc, held in self.given.items() for given in held]
            self.given = {}
            if not busy:
                return
            for pc, given in busy:
                if pc in self.book.pcs and given.attempt in self.book.pcs[pc].attempts:
                    number = msgspec.msgpack.decode(given.payload)["number"]
                    self.answer(pc, given, {"value": 2 * number + (pc in liars)})
        raise AssertionError("it never ends")
