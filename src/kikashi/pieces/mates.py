"""What a mate search found, and what provers of games of pieces make of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from kikashi.law import GameError, Move, Position
from kikashi.search import Certificate, Verdict

Node: TypeAlias = list[object]
"""A node of a certificate: `kikashi.pieces.nodes` reads them."""
Answer: TypeAlias = Literal["win", "no", "unknown"]


@dataclass(frozen=True, kw_only=True)
class Mate:
    """What a mate search found."""

    verdict: Answer
    by: str
    side: str
    """The attacker: the side to move."""
    turns: int | None
    """Of a win: the attacker's moves. Of a NO: none within so many; None: none at all."""
    refuted: int
    """No mate of this class within so many moves, as far as was searched."""
    shortest: bool
    """A win, and no faster one of this class exists."""
    line: tuple[Move, ...]
    nodes: int
    seconds: float
    ending: str
    """Which limit ended the run, or 'finished'."""
    table_entries: int
    proof: list[Node] = field(repr=False)
    """Of a win; the root comes last."""
    refutation: list[Node] = field(repr=False)
    """Of 'not within `refuted` moves', if it was asked for and is not too large."""

    def claim(self) -> Mapping[str, object]:
        """What `proof` proves."""
        return {"kind": "mate", **self._class(), "turns": self.turns}

    def refutation_claim(self) -> Mapping[str, object]:
        """What `refutation` proves."""
        return {"kind": "no-mate", **self._class(), "turns": self.refuted}

    def _class(self) -> dict[str, object]:
        """What a claim says of the mates that are meant."""
        return {"side": self.side, "by": self.by}


def read_answer(answer: str, turns: int, asked: int | None) -> tuple[Answer, int | None]:
    """A native answer as a verdict and its number of moves."""
    if answer == "wins":
        return "win", turns
    if answer == "never":
        return "no", None
    if answer == "fails" and asked is not None:
        return "no", asked
    return "unknown", None


def run_of(found: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of a mate that every native search gives alike."""
    return {
        "shortest": found["shortest"],
        "line": tuple(found["line"]),
        "nodes": found["nodes"],
        "seconds": found["seconds"],
        "ending": found["ending"],
        "table_entries": found["entries"],
        "proof": found["proof"],
        "refutation": found["refutation"],
    }


def verdict_of(position: Position, mate: Mate, note: str, *, counts_all: bool = True) -> Verdict:
    """The same for the house."""
    return Verdict(
        game=position.game,
        verdict=mate.verdict,
        by=mate.by,
        side=mate.side,
        turns=mate.turns if mate.verdict == "win" else None,
        line=tuple((move,) for move in mate.line),
        nodes=mate.nodes,
        seconds=mate.seconds,
        ending=mate.ending,
        certificate=_certificate(position, mate.claim(), mate.proof),
        none_within=mate.refuted or None,
        refutation=_certificate(position, mate.refutation_claim(), mate.refutation),
        note=note,
        counts_all=counts_all,
    )


def _certificate(
    position: Position, claim: Mapping[str, object], nodes: list[Node]
) -> Certificate | None:
    return Certificate(position, dict(claim), nodes, len(nodes) - 1) if nodes else None


def claims_of(side: str, by: str, turns: int) -> tuple[dict[str, object], dict[str, object]]:
    """What certificates of a shortest mate must say: that it is one, and that none is shorter."""
    named: dict[str, object] = {"side": side, "by": by}
    return (
        {"kind": "mate", **named, "turns": turns},
        {"kind": "no-mate", **named, "turns": turns - 1},
    )


def shortest_note(
    position: Position, mate: Mate, again: Callable[[], Mate], most_nodes: int
) -> str:
    """How sure it is that no mate is shorter; `again` searches once more, without a table.

    A refutation of more than `most_nodes` nodes was not written.
    """
    if mate.verdict != "win":
        return ""
    if not mate.shortest:
        return "The search ended before this mate was known to be the shortest."
    if mate.refuted == 0 or mate.refutation:
        return ""
    second = again()
    if second.verdict == "win":
        raise GameError(f"the two searches disagree about a mate in {second.turns}: {position!r}")
    twice = (
        "searched again without a table, with the same answer"
        if second.verdict == "no"
        else f"a second search without a table was not done after {second.nodes} nodes"
    )
    large = f"searched, not certified (more than {most_nodes} nodes)"
    return f"No mate within {mate.refuted} moves: {large}; {twice}."
