"""Many positions by many machines: each is a task, and the answers come back in order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import count
from typing import Any

from kikashi.grid.contract import Executor, Outcome, Task
from kikashi.grid.packing import unpacked
from kikashi.law import GameError, Position

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
) -> Iterator[Answer | GameError]:
    """An answer for each position, in order; what could not be read comes back in its place."""
    waiting = enumerate(positions)
    done: dict[int, Answer | GameError] = {}
    tickets: dict[int, int] = {}
    stream: Iterator[Outcome] = iter(())
    more = True
    try:
        for wanted in count():
            while wanted not in done:
                room_left = len(tickets) < executor.capacity
                while more and room_left and len(done) < AHEAD * executor.capacity:
                    number, position = next(waiting, (-1, None))
                    if position is None:
                        more = False
                    elif isinstance(position, GameError):
                        done[number] = position
                    else:
                        tickets[executor.submit(_task(position, by, nodes, memory))] = number
                    room_left = len(tickets) < executor.capacity
                if wanted in done:
                    break
                if not tickets:
                    return
                outcome = next(stream, None)
                if outcome is None:  # all that was in flight when the stream began has come
                    stream = executor.results()
                    continue
                done[tickets.pop(outcome.ticket)] = _answer(outcome)
            yield done.pop(wanted)
    finally:
        for ticket in tickets:
            executor.cancel(ticket)


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


def _answer(outcome: Outcome) -> Answer | GameError:
    if outcome.value is None:
        return GameError(outcome.error or "the task was cancelled")
    fields = dict(outcome.value["verdict"])
    fields["seconds"] = round(outcome.seconds, 6)
    text = outcome.value["certificate"]
    return Answer(fields, unpacked(text) if text else None, outcome)
