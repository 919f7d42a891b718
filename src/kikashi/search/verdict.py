"""A verdict: a claim with its status, its certificate, and what was spent on it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from kikashi.law import Move, Position
from kikashi.proofs import Caps, CertificateWriter, Checked, LimitError, Proof, check
from kikashi.proofs.limits import hard_limits


@dataclass(frozen=True)
class Certificate:
    """A proof that can be written to a file or checked here and now."""

    start: Position
    claim: Mapping[str, object]
    nodes: Sequence[Sequence[object]] = field(repr=False)
    root: int
    roots: tuple[int, ...] = ()
    """Of a claim with two halves (a draw): black's and white's."""

    def _writer(self) -> CertificateWriter:
        writer = CertificateWriter(self.start.game, self.start.options, self.start, self.claim)
        for node in self.nodes:
            writer.add(node)
        return writer

    def to_bytes(self) -> bytes:
        return self._writer().to_bytes(*self.roots or (self.root,))

    def save(self, path: Path | str) -> None:
        """Writes the certificate, packed if the name ends in .gz."""
        self._writer().save(path, *self.roots or (self.root,))

    @property
    def proof(self) -> Proof:
        """The same, to be walked."""
        return Proof(self.start, self.claim, self.nodes, self.root)

    def check(self, caps: Caps | None = None) -> Checked:
        """Replays it with the law alone; raises RefusedError if it proves nothing."""
        return check(self.to_bytes(), start=self.start, claim=self.claim, caps=caps)


@dataclass(frozen=True)
class Verdict:
    """What a search found.

    `verdict` is 'win' (proved once `checked` is there), 'no' (there is no win of the class `by`)
    or 'unknown'; a room's own methods may prove other things ('value', 'draw', 'ko') and say them
    in `facts`.
    """

    game: str
    verdict: str
    by: str
    side: str
    turns: int | None
    """The winner's turns up to and including the one that completes the win."""
    line: tuple[tuple[Move, ...], ...]
    """Turns of both sides, the longest resistance answered; empty without a win."""
    nodes: int
    seconds: float
    ending: str
    """Why the search ended: finished, nodes, seconds, memory, stopped."""
    certificate: Certificate | None = None
    none_within: int | None = None
    """No win of the class exists within so many turns, as far as the search has shown."""
    refutation: Certificate | None = None
    """The proof of `none_within`, where it was asked for and is small enough."""
    note: str = ""
    counts_all: bool = True
    """Whether `turns` counts every turn. A win by the rule against perpetual check leaves out those
    that only answer a check: the loser may choose how many there are."""

    facts: Mapping[str, object] = field(default_factory=dict)
    """What a room's own methods answer beside this, by stable names: tricks, a value, threats."""
    sentences: Mapping[str, str] = field(default_factory=dict)
    """The verdict in the room's own words, by language, where the usual ones do not fit."""

    checked: Checked | None = None
    """The replay of the certificate by the law. Without it a win is found, not yet proved."""

    def replayed(self, caps: Caps | None = None) -> Verdict:
        """The same with its certificate replayed; as it was where that would take too long.

        The limits are hard ones: an alarm and a limit of address space, inside every law too.
        RefusedError where the certificate proves nothing: then the search itself is wrong.
        """
        if self.certificate is None or self.checked is not None:
            return self
        caps = caps or Caps()
        try:
            with hard_limits(caps):
                return replace(self, checked=self.certificate.check(caps))
        except LimitError:
            return self

    @property
    def plies(self) -> int | None:
        """Turns of both sides until the win."""
        return 2 * self.turns - 1 if self.turns is not None and self.counts_all else None

    def to_json(self) -> dict[str, object]:
        """The stable fields of `kikashi solve --json`; `proof` is the caller's to fill in."""
        answer: dict[str, object] = {
            "game": self.game,
            "verdict": self.verdict,
            "by": self.by,
            "side": self.side,
            "turns": self.turns,
            "plies": self.plies,
            "line": [list(turn) for turn in self.line],
            "none_within": self.none_within,
            "nodes": self.nodes,
            "seconds": round(self.seconds, 6),
            "ending": self.ending,
            "proof": None,
            "checked": self.checked is not None,
        }
        if self.note:
            answer["note"] = self.note
        if not self.counts_all:
            answer["counts_all"] = False
        return answer | dict(self.facts)
