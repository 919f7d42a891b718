"""Many positions by many machines: each is a task, and the answers come back in order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, count
from typing import Any

from kikashi.games import room
from kikashi.grid.contract import Executor, Outcome, Task
from kikashi.grid.inbox import Inbox
from kikashi.grid.packing import certificate_in
from kikashi.law import GameError, Move, Position
from kikashi.proofs import LimitError, Proof, RefusedError, Win, check

KIND = "solve"
NODES = 1_000_000
"""For each position, where nobody says how many: every machine must find the same."""
AHEAD = 16
"""How far the machines may run ahead of the slowest answer, in times of their capacity."""


@dataclass(frozen=True)
class Answer:
    """The fields of `kikashi solve --json`, and the gzipped certificate of a win."""

    fields: dict[str, Any]
    certificate: bytes | None
    outcome: Outcome


def solve_many_on(
    executor: Executor,
    positions: Iterable[Position | GameError],
    by: str | None = None,
    *,
    nodes: int = NODES,
    memory: int = 1 << 28,
    corrected: Callable[[int, Answer | GameError], None] | None = None,
) -> Iterator[Answer | GameError]:
    """An answer for each position, in order; what could not be read comes back in its place.

    `corrected` is told, with its number from 0, of an answer that was believed, given, and then
    withdrawn because its owner was found to lie. A win is never withdrawn: it brought its proof.
    """
    desk = _Desk(executor, positions, lambda position: _task(position, by, nodes, memory), by)
    try:
        for wanted in count():
            if not desk.work_until(wanted):
                return
            for number, answer in desk.corrections():
                if number < wanted and corrected is not None:
                    corrected(number, answer)
            yield desk.done.pop(wanted)
    finally:
        desk.cancel()


class _Desk:
    """What is in flight, and what has come and was not asked for yet."""

    def __init__(
        self,
        executor: Executor,
        positions: Iterable[Position | GameError],
        make: Callable[[Position], Task],
        by: str | None,
    ) -> None:
        self.done: dict[int, Answer | GameError] = {}
        self._executor = executor
        self._positions = enumerate(positions)
        self._make = make
        self._by = by
        self._inbox = Inbox(executor)
        self._running: dict[int, int] = {}
        self._numbers: dict[int, int] = {}
        self._asked: dict[int, Position] = {}

    def work_until(self, wanted: int) -> bool:
        """Until the answer of that number is there; False: there is no such position."""
        while True:
            self._hand_in()
            if wanted in self.done:
                return True
            if not self._running:
                return False
            outcome = self._inbox.take()
            number = self._running.pop(outcome.ticket)
            self.done[number] = _answer(self._asked[outcome.ticket], self._by, outcome)

    def _hand_in(self) -> None:
        most = self._executor.capacity
        while len(self._running) < most and len(self.done) < AHEAD * most:
            number, position = next(self._positions, (0, None))
            if position is None:
                return
            if isinstance(position, GameError):
                self.done[number] = position
            else:
                ticket = self._executor.submit(self._make(position))
                self._running[ticket] = self._numbers[ticket] = number
                self._asked[ticket] = position

    def corrections(self) -> Iterator[tuple[int, Answer | GameError]]:
        """Answers that replace ones that have come; those not asked for yet are replaced here."""
        for outcome in self._executor.corrections():
            number = self._numbers[outcome.ticket]
            answer = _answer(self._asked[outcome.ticket], self._by, outcome)
            if number in self.done:
                self.done[number] = answer
            yield number, answer

    def cancel(self) -> None:
        for ticket in self._running:
            self._executor.cancel(ticket)


def _task(position: Position, by: str | None, nodes: int, memory: int) -> Task:
    payload = {
        "game": position.game,
        "position": position.to_text(),
        "options": dict(position.options),
        "by": by,
        "nodes": nodes,
        "memory": memory,
    }
    return Task(KIND, payload)


def _answer(position: Position, by: str | None, outcome: Outcome) -> Answer | GameError:
    """What came back. Of a win nothing is believed: all that is told is read off its certificate.

    Whatever else was found has come from two owners alike, or from a machine of one's own.
    """
    if outcome.value is None:
        return GameError(outcome.error or "the task was cancelled")
    told, certificate = outcome.value["verdict"], outcome.value["certificate"]
    seconds = round(outcome.seconds, 6)
    if told.get("verdict") != "win":
        return Answer({**told, "seconds": seconds, "checked": False}, certificate, outcome)
    where = room(position.game)
    side = where.player_names(position.options)[position.to_move]
    shown, line = None, []
    try:
        data = certificate_in(outcome.value)
        shown = check(data, start=position, claim=Win(side))
        line = line_of(Proof.read(data, position), side)
    except LimitError:
        pass  # found, not yet checked
    except RefusedError as refusal:
        return GameError(f"the win that came back is refused: {refusal}")
    fields = {
        "game": position.game,
        "verdict": "win",
        "by": by or where.capabilities(position.options).provers[0],
        "side": side,
        "turns": shown and shown.turns,
        "plies": shown and shown.plies,
        "line": line,
        "none_within": None,
        "nodes": None,
        "seconds": seconds,
        "ending": "finished",
        "proof": None,
        "checked": shown is not None,
    }
    if shown is not None and not getattr(shown.claim, "counts_all", True):
        fields["counts_all"] = False
    return Answer(fields, certificate, outcome)


def line_of(proof: Proof, side: str) -> list[list[Move]]:
    """A line of the proof that ends with the win, by the law; none where it shows no such line.

    The checker looks only at what a proof needs: a stranger may have written more into it.
    """
    where, position = room(proof.start.game), proof.start
    walker = where.line_prover()
    try:
        found = proof.line() if walker is None else walker.principal_line(proof)
        line = [list(turn) for turn in found]
        for move in chain.from_iterable(line):
            position = position.play(move)
    except (GameError, LookupError, AssertionError):
        return []
    result = position.result()
    winner = where.player_names(position.options).index(side)
    return line if result is not None and result.payoffs[winner] > 0 else []
