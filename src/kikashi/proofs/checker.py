"""The checker: a certificate in, a claim that holds out, or a refusal.

It rests on the laws alone. A folder of `kikashi.games` may have such a module too: `CHECKS` is
the kind of file (the field 'kikashi' of its first line) and `check_lines` replays one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import InitVar, dataclass
from pathlib import Path
from typing import NoReturn

from kikashi import games
from kikashi.law import GameError, Position, Room, of_type
from kikashi.proofs.claims import WINS, Claim, Demand, matches
from kikashi.proofs.judge import Judge, judge_for
from kikashi.proofs.reader import KIND, Header, opened, size_of
from kikashi.proofs.refusal import Budget, Caps, RefusedError

CHECKS = KIND
_SEAL = object()


@dataclass(frozen=True)
class Checked:
    """A claim about a position that was replayed by the law and holds.

    Only the checker makes one, and none is copied or sent: whoever says 'proved' holds the one that
    was made for it.
    """

    start: Position
    claim: Claim
    nodes: int
    steps: int
    """Work done: nodes read and met, each once per position, and replies looked at."""
    seconds: float
    seal: InitVar[object] = None

    def __post_init__(self, seal: object) -> None:
        if seal is not _SEAL:
            raise TypeError("only the checker can say that a claim was checked")

    def __reduce__(self) -> NoReturn:
        raise TypeError("that a claim was checked cannot be sent; send the certificate")

    @property
    def game(self) -> str:
        return self.start.game

    @property
    def options(self) -> Mapping[str, str]:
        return self.start.options

    @property
    def sentence(self) -> str:
        return self.claim.sentence()

    @property
    def turns(self) -> int | None:
        """The turns that the claim names, of the side it names."""
        found = self.claim.fields.get("turns")
        return found if isinstance(found, int) else None

    @property
    def plies(self) -> int | None:
        """Turns of both sides until the win, at most; None where the claim does not bound them."""
        if self.turns is None or self.claim.fields.get("kind") not in WINS:
            return None
        if not getattr(self.claim, "counts_all", True):
            return None
        names = games.room(self.game).player_names(self.options)
        return 2 * self.turns - (names[self.start.to_move] == self.claim.fields.get("side"))


def check(
    source: bytes | Path,
    *,
    start: Position,
    claim: Demand,
    caps: Caps | None = None,
    room_of: Callable[[str], Room] = games.room,
) -> Checked:
    """Replays a certificate of just this claim about just this position.

    Game, options and start are compared as text: no law reads anything of the file but its nodes.
    """
    of_type(start, Position, "a certificate is checked against a position")
    budget, header, nodes = _open(source, caps)
    _compare(header, start)
    judge = judge_for(start, room_of(header.game))
    return _replay(header, nodes, start, claim, budget, judge)


def check_stated(
    source: bytes | Path,
    *,
    claim: Demand | None = None,
    start: Position | None = None,
    caps: Caps | None = None,
    room_of: Callable[[str], Room] = games.room,
) -> Checked:
    """Replays a certificate about whatever it states itself: for people, who are told what.

    Nobody else may ask so: a true claim about another position is no answer to any question.
    """
    budget, header, nodes = _open(source, caps)
    if start is None:
        start = _stated(header, room_of)
    else:
        _compare(header, start)
    return _replay(header, nodes, start, claim, budget, judge_for(start, room_of(start.game)))


def check_lines(lines: Iterable[bytes], claim: str | None = None) -> str:
    """The sentence that a plain file's lines prove; RefusedError if they do not."""
    return check_stated(b"".join(lines), claim=claim).sentence


def _open(source: bytes | Path, caps: Caps | None) -> tuple[Budget, Header, Iterator[list[object]]]:
    """The header; the nodes are read later, when the header has been looked at."""
    of_type(source, (bytes, Path), "a certificate is bytes or the Path of a file")
    caps = caps or Caps.of(size_of(source))
    budget = Budget(caps)
    header, nodes = opened(source, caps)
    budget.look()
    return budget, header, nodes


def _compare(header: Header, start: Position) -> None:
    for name, theirs, ours in (
        ("game", header.game, start.game),
        ("options", dict(header.options), dict(start.options)),
        ("start", header.start, start.to_text()),
    ):
        if theirs != ours:
            raise RefusedError(f"its {name} is {str(theirs)!r:.300}, not {str(ours)!r:.300}")


def _stated(header: Header, room_of: Callable[[str], Room]) -> Position:
    try:
        position = room_of(header.game).from_text(header.start, header.options)
    except GameError as why:
        raise RefusedError(f"the start position cannot be read: {why}") from None
    except Exception as why:
        # A law is not hardened like this checker; whatever hostile options make it do, the
        # certificate is refused and the caller goes on.
        raise RefusedError(f"the law of {header.game!r:.40} fails on the header: {why}") from why
    if dict(position.options) != dict(header.options) or position.to_text() != header.start:
        raise RefusedError("the options or the start are not in the normal form of the game")
    return position


def _replay(  # noqa: PLR0917 - each is a different thing, and both doors name all of them
    header: Header,
    nodes: Iterable[list[object]],
    start: Position,
    demand: Demand | None,
    budget: Budget,
    judge: Judge,
) -> Checked:
    budget.look()
    claim = judge.read_claim(header.claim)
    if demand is not None and not matches(claim, demand):
        raise RefusedError(f"it claims that {claim.sentence()}; demanded was: {demand}")
    judge.replay(nodes, header.roots, budget)
    return Checked(start, claim, header.nodes, budget.spent, budget.seconds, _SEAL)
