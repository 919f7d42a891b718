"""The atlas by many machines: a task for each coin a, its proofs replayed before they count."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Callable, Mapping
from typing import Annotated, Any

import msgspec

from kikashi.games.coins.checker import check_lines
from kikashi.games.coins.errors import CoinError
from kikashi.games.coins.prover import (
    BatchResult,
    BatchTask,
    ClassProof,
    header,
    lines_of,
    prove_batch,
)
from kikashi.grid import Executor, Outcome, Task, TaskError, task_kind
from kikashi.grid.inbox import Inbox
from kikashi.grid.kinds import CheckedFile, GoOn

KIND = "coins.prove"
MOST_A = 1000
MOST_BYTES = 1 << 26


class Coin(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Every class of one coin a."""

    a: Annotated[int, msgspec.Meta(ge=2, le=MOST_A)]


class Proofs(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The proofs as gzipped lines, and how many rules they hold."""

    rules: Annotated[int, msgspec.Meta(ge=0)]
    lines: bytes


def judge(payload: Mapping[str, Any], value: Mapping[str, Any]) -> CheckedFile:
    """The lines must prove every class of this coin, by the checker."""
    lines = _unpacked(value["lines"]).splitlines(keepends=True)
    a = payload["a"]
    head = header({"from": a, "to": a}, len(lines), value["rules"])
    try:
        return CheckedFile(check_lines([head, *lines]))
    except ValueError as refusal:
        raise TaskError(f"the proofs for the coin {a} are refused: {refusal}") from None


@task_kind(KIND, version=2, payload=Coin, value=Proofs, judge=judge)
def prove(payload: Mapping[str, Any], _go_on: GoOn) -> Mapping[str, Any]:
    """Proves every class of one coin."""
    batch = prove_batch(BatchTask(payload["a"]))
    packed = gzip.compress(lines_of(batch.proofs), mtime=0)
    return {"rules": batch.rules, "lines": packed}


def prover_on(executor: Executor, last: int) -> Callable[[BatchTask], BatchResult]:
    """What `make_atlas` calls for each coin in turn: coins up to `last` are worked on ahead."""
    tickets: dict[int, int] = {}
    came: dict[int, Outcome] = {}
    inbox = Inbox(executor)
    handed_in = 0

    def one(batch: BatchTask) -> BatchResult:
        nonlocal handed_in
        a = batch.a
        while a not in came:
            handed_in = max(handed_in, a - 1)
            while handed_in < last and len(tickets) < executor.capacity:
                handed_in += 1
                tickets[executor.submit(Task(KIND, {"a": handed_in}))] = handed_in
            outcome = inbox.take()
            came[tickets.pop(outcome.ticket)] = outcome
        return _result(a, came.pop(a))

    return one


def _result(a: int, outcome: Outcome) -> BatchResult:
    if outcome.value is None:
        raise CoinError(f"The coin a = {a} could not be proved elsewhere: {outcome.error}.")
    lines = _unpacked(outcome.value["lines"]).splitlines()
    try:
        return BatchResult(a, [msgspec.json.decode(line, type=ClassProof) for line in lines])
    except msgspec.MsgspecError as refusal:
        raise CoinError(f"The proofs of the coin a = {a} cannot be read: {refusal}.") from None


def _unpacked(packed: bytes) -> bytes:
    unpacker = zlib.decompressobj(wbits=31)
    try:
        found = unpacker.decompress(packed, MOST_BYTES)
    except zlib.error as why:
        raise TaskError(f"the proofs cannot be unpacked: {why}") from None
    if not unpacker.eof:
        raise TaskError(f"the proofs are cut off or longer than {MOST_BYTES} bytes")
    return found
