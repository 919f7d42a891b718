"""A puzzle's proved solution as a tree of whole turns. Searches: for workers only."""

from __future__ import annotations

import base64
import gzip
from collections.abc import Sequence
from typing import Any

from kikashi.games import room
from kikashi.law import Position
from kikashi.proofs import Caps, LimitError
from kikashi.proofs.limits import hard_limits
from kikashi.puzzles.tasks import PROVE_NODES
from kikashi.search import Certificate, Limits, Progress, Verdict, solve

MOST_TREE_NODES = 2_000
"""Turns sent to a page; the rest of a larger proof is left out and said to be."""
LARGEST = 1 << 18
"""Bytes of a packed certificate that travel with a solution."""
CAPS = Caps(seconds=20.0)
"""For a replay while somebody waits for the page."""
Turns = Sequence[Sequence[str]]


def solution_tree(
    start: Position, by: str, turns: int, line: Turns, progress: Progress | None = None
) -> dict[str, Any]:
    """The proof of a win within `turns`: each turn with its parent, the longest defence first.

    The proof is searched again on the board as it is shown, and replayed by the checker; where the
    budget does not suffice, `line` stands alone and `proved` is false. Beside it stands the proof
    that no win of its class is faster, if that is small enough.
    """
    limits = Limits(nodes=PROVE_NODES)
    verdict = solve(start, by, limits, most_turns=turns, progress=progress, fastest=True)
    verdict = verdict.replayed(CAPS)
    if not _proved(verdict) or verdict.certificate is None:
        return {"proved": False, "cut": True, "turns": _line(line)}
    found, cut = verdict.certificate.proof.tree(MOST_TREE_NODES)
    told = [{"parent": parent, "moves": list(moves)} for parent, moves in found]
    proof = _proof(verdict.certificate)
    return {"proved": True, "cut": cut, "turns": told, "proof": proof, "fastest": _fastest(verdict)}


def main_line(
    start: Position, by: str, line: Turns, progress: Progress | None = None
) -> dict[str, Any]:
    """The one line of a puzzle whose proof is no tree of whole turns.

    That of a further sort speaks of stones that the defender may put anywhere. The win is searched
    again and its certificate replayed; an only defence is no win, and its line is told as it is.
    """
    proved, proof = False, None
    if by in room(start.game).capabilities(start.options).provers:
        verdict = solve(start, by, Limits(nodes=PROVE_NODES), progress=progress).replayed(CAPS)
        line = line or verdict.line
        proved = _proved(verdict) and len(line) > 0
        proof = _proof(verdict.certificate) if proved and verdict.certificate else None
    told = {"proved": proved, "cut": False, "main_line": True, "turns": _line(line)}
    return told | {"proof": proof}


def _proved(verdict: Verdict) -> bool:
    return verdict.verdict == "win" and verdict.checked is not None


def _fastest(verdict: Verdict) -> dict[str, Any] | None:
    """The proof that nothing of the class is faster, replayed; None where there is none."""
    refutation = verdict.refutation
    if refutation is None or verdict.turns != (verdict.none_within or 0) + 1:
        return None
    try:
        with hard_limits(CAPS):
            refutation.check(CAPS)
    except LimitError:
        return None
    return _proof(refutation)


def _proof(certificate: Certificate) -> dict[str, Any] | None:
    """What a page needs to replay it by itself; None where it is large."""
    packed = gzip.compress(certificate.to_bytes(), mtime=0)
    if len(packed) > LARGEST:
        return None
    start = certificate.start
    return {
        "certificate": base64.b64encode(packed).decode(),
        "game": start.game,
        "options": dict(start.options),
        "start": start.to_text(),
        "claim": {name: certificate.claim.get(name) for name in ("kind", "side", "turns", "by")},
    }


def _line(line: Turns) -> list[dict[str, Any]]:
    return [{"parent": number - 1, "moves": list(turn)} for number, turn in enumerate(line)]
