"""Writes certificates: the other half of the format, for provers and tests."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from kikashi.law import GameError, Position, of_type
from kikashi.proofs.reader import KIND, VERSION

Entry = tuple[Iterable[int], int] | tuple[Iterable[int], int, int]
"""Cells, child and perhaps the number of a symmetry."""


class CertificateWriter:
    """Takes nodes, children first; each call returns the new node's number.

    Nothing is checked here but the order: that is the checker's work.
    """

    def __init__(
        self,
        game: str,
        options: Mapping[str, str],
        start: str | Position,
        claim: Mapping[str, object],
    ) -> None:
        self.game = game
        self.options = dict(options)
        self.start = start if isinstance(start, str) else start.to_text()
        self.claim = dict(claim)
        self._nodes: list[str] = []

    def __len__(self) -> int:
        return len(self._nodes)

    def add(self, node: Sequence[object]) -> int:
        """A node as its list, for other families of games and for provers that make lists."""
        self._nodes.append(json.dumps(node, separators=(",", ":")))
        return len(self._nodes) - 1

    def forget(self, length: int) -> None:
        """Drops the nodes from number `length` on: a try that failed."""
        del self._nodes[length:]

    def turn(
        self, bound: int, cells: Iterable[int], child: int | None = None, symmetry: int = 0
    ) -> int:
        """The prover's turn; without a child the branch ends with it."""
        node: list[object] = ["t", bound, sorted(cells), child]
        return self.add([*node, symmetry] if symmetry else node)

    def reply(self, bound: int, replies: Iterable[Entry] = (), zones: Iterable[Entry] = ()) -> int:
        """The opponent's turn: whole replies, and zone entries for the stones that matter."""
        return self.add(["r", bound, [_entry(e) for e in replies], [_entry(e) for e in zones]])

    def pairing(self, bound: int, pairs: Iterable[tuple[int, int]]) -> int:
        return self.add(["p", bound, [list(pair) for pair in pairs]])

    def potential(self, bound: int) -> int:
        return self.add(["e", bound])

    def no_double(self, bound: int) -> int:
        return self.add(["d", bound])

    def lines(self, *roots: int) -> Iterator[str]:
        """The file, line by line; the root is the last node unless it is named."""
        if not self._nodes:
            raise GameError("a certificate needs at least one node")
        numbers = roots or (len(self._nodes) - 1,)
        where: dict[str, object] = (
            {"root": numbers[0]} if len(numbers) == 1 else {"roots": list(numbers)}
        )
        header = {
            "kikashi": KIND,
            "version": VERSION,
            "game": self.game,
            "options": self.options,
            "start": self.start,
            "claim": self.claim,
            "nodes": len(self._nodes),
            **where,
        }
        yield json.dumps(header, separators=(",", ":"), ensure_ascii=False)
        yield from self._nodes

    def to_bytes(self, *roots: int) -> bytes:
        """The whole file, not packed."""
        return "".join(line + "\n" for line in self.lines(*roots)).encode()

    def save(self, path: Path | str, *roots: int) -> None:
        """Writes the file, packed if its name ends in .gz; the same nodes give the same bytes."""
        target = Path(path)
        content = self.to_bytes(*roots)
        target.write_bytes(gzip.compress(content, mtime=0) if target.suffix == ".gz" else content)


def _entry(entry: Entry) -> list[object]:
    cells, child, *symmetry = entry
    return [sorted(cells), child, *(s for s in symmetry if s)]


def write(
    path: Path | str,
    start: Position,
    claim: Mapping[str, object],
    nodes: Iterable[Sequence[object]],
    *roots: int,
) -> None:
    """Saves a certificate from nodes that are lists already, as a native prover makes them."""
    of_type(start, Position, "a certificate is written about a position")
    writer = CertificateWriter(start.game, start.options, start, claim)
    for node in nodes:
        writer.add(node)
    writer.save(path, *roots)
