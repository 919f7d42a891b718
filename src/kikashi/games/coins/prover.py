"""Proofs of the rules: from a class to numbers that the checker can replay.

`prove_batch` is the unit of work: plain data in, plain data out, no file and no state, so that it
can run in a thread, in a process or on another machine.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from kikashi.games.coins.errors import CoinError
from kikashi.games.coins.rules import MOST_RULES, classes, count_rules, proof_rows, require_class

KIND = "coins-proof"
VERSION = 1

Row = tuple[int, int, int, int, int, int, int, int]


class ClassProof(msgspec.Struct, frozen=True):
    """The rules of one class, each with its L-shape: one line of a proof file.

    A row is x, y, wide, tall, notch_wide, notch_tall, over, under: see docs/reference/coins.md.
    """

    a: int
    pair: tuple[int, int] = msgspec.field(name="class")
    rules: list[Row]


class BatchTask(msgspec.Struct, frozen=True):
    """Prove these classes of the coin a; all of them where `pairs` is None."""

    a: int
    pairs: list[tuple[int, int]] | None = None


class BatchResult(msgspec.Struct, frozen=True):
    """The proofs of one task, in the order of its pairs."""

    a: int
    proofs: list[ClassProof]

    @property
    def rules(self) -> int:
        """How many rules are proved in the batch."""
        return sum(len(proof.rules) for proof in self.proofs)


def prove_class(a: int, r: int, s: int) -> ClassProof:
    """Proves every rule of one class."""
    require_class(a, r, s)
    count = count_rules(a, r, s)
    if count > MOST_RULES:
        raise CoinError(
            f"The class has {count} rules, more than the {MOST_RULES} that one proof may hold."
        )
    return ClassProof(a, (r, s), list(proof_rows(a, r, s)))


def prove_batch(task: BatchTask) -> BatchResult:
    """Proves a batch of classes of one coin a."""
    if task.pairs is not None:
        return BatchResult(task.a, [prove_class(task.a, r, s) for r, s in task.pairs])
    a = task.a
    return BatchResult(a, [ClassProof(a, (r, s), list(proof_rows(a, r, s))) for r, s in classes(a)])


def lines_of(proofs: Iterable[ClassProof]) -> bytes:
    """The proofs as lines of JSON."""
    return b"".join(msgspec.json.encode(proof) + b"\n" for proof in proofs)


def class_proof_file(proof: ClassProof) -> bytes:
    """A whole proof file for one class."""
    r, s = proof.pair
    head = header({"a": proof.a, "r": r, "s": s}, 1, len(proof.rules))
    return head + lines_of([proof])


def header(
    claim: dict[str, int],
    class_count: int,
    rule_count: int,
    index: Sequence[tuple[int, int, int]] | None = None,
) -> bytes:
    """The first line of a proof file."""
    fields: dict[str, object] = {
        "kikashi": KIND,
        "version": VERSION,
        "claim": claim,
        "classes": class_count,
        "rules": rule_count,
    }
    if index is not None:
        fields["index"] = index
    return msgspec.json.encode(fields) + b"\n"
