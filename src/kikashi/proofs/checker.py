"""The checker: a certificate in, a claim that holds out, or a refusal.

It rests on the laws alone. Every package of the house may have such a module: `CHECKS` is the
kind of file (the field 'kikashi' of its first line) and `check_lines` replays one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from kikashi import games
from kikashi.law import GameError, Position, Room
from kikashi.proofs.claims import Claim, matches
from kikashi.proofs.judge import judge_for
from kikashi.proofs.reader import KIND, capped, lines_of, read_header, read_nodes
from kikashi.proofs.refusal import Budget, Caps, RefusedError

CHECKS = KIND


@dataclass(frozen=True)
class Checked:
    """A claim that was replayed and holds."""

    claim: Claim
    start: Position
    nodes: int
    steps: int
    """Work done: nodes met, each once per position, and replies looked at."""
    seconds: float

    @property
    def sentence(self) -> str:
        return self.claim.sentence()


def check(
    source: bytes | Path,
    *,
    claim: str | Mapping[str, object] | None = None,
    start: Position | None = None,
    caps: Caps | None = None,
    room_of: Callable[[str], Room] = games.room,
) -> Checked:
    """Replays a certificate. With `claim` and `start` it must be about just those."""
    caps = caps or Caps()
    return _check(lines_of(source, caps), claim, start, caps, room_of)


def check_lines(lines: Iterable[bytes], claim: str | None = None) -> str:
    """The sentence that the lines of a certificate prove; RefusedError if they do not."""
    return _check(lines, claim, None, Caps(), games.room).sentence


def _check(
    lines: Iterable[bytes],
    demand: str | Mapping[str, object] | None,
    start: Position | None,
    caps: Caps,
    room_of: Callable[[str], Room],
) -> Checked:
    budget = Budget(caps)
    rest = capped(lines, caps)
    first = next(rest, None)
    if first is None:
        raise RefusedError("the file is empty")
    header = read_header(first, caps)
    try:
        room = room_of(header.game)
        position = room.from_text(header.start, header.options)
    except GameError as why:
        raise RefusedError(f"the start position cannot be read: {why}") from None
    except Exception as why:
        # A law is not hardened like this checker; whatever hostile options make it do, the
        # certificate is refused and the caller goes on.
        raise RefusedError(f"the law of {header.game!r:.40} fails on the header: {why}") from why
    if dict(position.options) != dict(header.options) or position.to_text() != header.start:
        raise RefusedError("the options or the start are not in the normal form of the game")
    if start is not None and position.history_key() != start.history_key():
        raise RefusedError(f"it starts from {position.to_text()}, not from {start.to_text()}")
    judge = judge_for(position, room)
    claim = judge.read_claim(header.claim)
    if demand is not None and not matches(claim, demand):
        raise RefusedError(f"it claims that {claim.sentence()}; demanded was: {demand}")
    judge.replay(read_nodes(rest, header), header.roots, budget)
    return Checked(claim, position, header.nodes, budget.spent, budget.seconds)
