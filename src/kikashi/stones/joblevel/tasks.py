"""The jobs of the winning-set games: attack here, or cover every reply here.

Budgets are nodes, never seconds: every machine gives the same answer to the same job, so that
answers can be compared. Wins come with a certificate; the rest is advice for the search.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from functools import partial
from typing import Annotated, Any, Literal

import msgspec

from kikashi.games import room
from kikashi.grid.contract import TaskError
from kikashi.grid.kinds import GoOn, task_kind
from kikashi.grid.packing import certificate_in, packed
from kikashi.law.winning_sets import COLOURS, StonePosition, cells_of
from kikashi.proofs import Checked, RefusedError, check
from kikashi.search import Certificate, Limits, Verdict, solve
from kikashi.stones.forcing import MOST_QUIET, methods
from kikashi.stones.joblevel.compose import Composer
from kikashi.stones.joblevel.cover import ReplyCover, with_part, zone_of
from kikashi.stones.joblevel.turns import candidate_turns

ATTACK, DEFEND = "joblevel.attack", "joblevel.defend"
MEMORY = 1 << 28
QUIET_MEMORY = 1 << 30
QUIET_NODES = 2_000
"""A search with quiet turns may take so many times the nodes of another."""
MOST_OPEN = 8
"""So many replies without an answer are enough to know where the trouble is."""

Names = list[Annotated[str, msgspec.Meta(max_length=16)]]
Count = Annotated[int, msgspec.Meta(ge=1, le=1 << 40)]


class Leaf(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a job works, and with what budget."""

    game: Annotated[str, msgspec.Meta(max_length=40)]
    position: Annotated[str, msgspec.Meta(max_length=16_384)]
    options: Annotated[dict[str, str], msgspec.Meta(max_length=16)]
    free: Annotated[int, msgspec.Meta(ge=0, le=1_000)]
    """Stones that were passed on the way here: a proof must hold with those about."""
    tried: bool
    """Whether a search with this budget has already found no win here."""
    nodes: Count
    """For each search of the job."""
    looks: Annotated[int, msgspec.Meta(ge=1, le=10_000)]
    """Turns that are looked at, where the attacker moves."""
    width: Annotated[int, msgspec.Meta(ge=1, le=1_000)]
    """Turns that are named at most."""
    quiet: Annotated[int, msgspec.Meta(ge=0, le=MOST_QUIET)] = 0
    """In an opening: so many turns that threaten nothing are searched with at once, where the
    attacker moves."""


class Attacked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A win, or turns to try, each with the size of its zone if it is seen to threaten a win."""

    verdict: Literal["win", "open"]
    nodes: int
    certificate: bytes | None = None
    turns: list[tuple[Names, int | None]] = []


class Defended(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A win for the other side, or what is answered of the replies and what is not."""

    verdict: Literal["win", "open", "loss"]
    nodes: int
    certificate: bytes | None = None
    answers: list[tuple[Names, bytes]] = []
    replies: list[Names] = []


def judge(
    payload: Mapping[str, Any], value: Mapping[str, Any], *, defending: bool
) -> Checked | None:
    """A claimed win must bring a certificate about just this position and side."""
    if value["verdict"] != "win":
        return None
    start = _position(payload)
    attacker = 1 - start.mover if defending else start.mover
    claim = {"kind": "win", "side": COLOURS[attacker]}
    return check(certificate_in(value), start=start, claim=claim)


def _position(payload: Mapping[str, Any]) -> StonePosition:
    position = room(payload["game"]).from_text(payload["position"], payload["options"])
    if not isinstance(position, StonePosition):
        raise TaskError(f"{position.game} has no winning sets to search")
    return position


class _StoppedError(TaskError):
    """Somebody asked to stop; whatever was found so far is no answer."""


class _Prover:
    """Searches with one budget each, for a payload."""

    def __init__(self, payload: Mapping[str, Any], go_on: GoOn) -> None:
        self.position = _position(payload)
        self.free = int(payload["free"])
        self.spent = 0
        self._nodes = int(payload["nodes"])
        self._go_on = go_on
        self._began = time.monotonic()

    def win(
        self, position: StonePosition, free: int, share: int = 1
    ) -> tuple[Certificate, int] | None:
        """A win of the side to move that holds with `free` stones about, and its zone."""
        for by in methods(position):
            limits = Limits(nodes=max(1, self._nodes // share), memory=MEMORY)
            found = self._held(solve(position, by, limits, progress=self._go_on), position, free)
            if found is not None:
                return found
        return None

    def win_quietly(self, quiet: int) -> tuple[Certificate, int] | None:
        """A win that begins with turns which threaten nothing: the long search of an opening."""
        limits = Limits(nodes=self._nodes * QUIET_NODES, memory=QUIET_MEMORY)
        by = methods(self.position)[1]
        verdict = solve(self.position, by, limits, quiet=quiet, progress=self._go_on)
        return self._held(verdict, self.position, self.free)

    def _held(
        self, verdict: Verdict, position: StonePosition, free: int
    ) -> tuple[Certificate, int] | None:
        self.spent += verdict.nodes
        self.breathe()
        certificate = verdict.certificate
        if certificate is None:
            return None
        try:
            zone = zone_of(position, certificate.nodes, certificate.root, free) if free else 0
        except RefusedError:
            return None  # true, but not with stones of the other side lying about
        return certificate, zone

    def breathe(self) -> None:
        """Stops here if somebody asked for it."""
        if self._go_on(self.spent, time.monotonic() - self._began) is False:
            raise _StoppedError("the task was stopped")


@task_kind(ATTACK, version=3, payload=Leaf, value=Attacked, judge=partial(judge, defending=False))
def attack(payload: Mapping[str, Any], go_on: GoOn) -> Mapping[str, Any]:
    """Does the side to move win here? If it cannot be seen, which turns are worth a try?"""
    prover = _Prover(payload, go_on)
    found = None if payload["tried"] else prover.win(prover.position, prover.free)
    if found is None and payload.get("quiet"):
        found = prover.win_quietly(int(payload["quiet"]))
    if found is not None:
        return {"verdict": "win", "certificate": packed(found[0]), "nodes": prover.spent}
    turns: list[tuple[list[int], int | None]] = []
    for turn in candidate_turns(prover.position, int(payload["looks"])):
        prover.breathe()
        after = prover.position
        for cell in turn:
            after = after.with_stone(cell)
        cover = ReplyCover(after)
        if cover.lost or _loses(after, prover, int(payload["looks"])):
            continue
        # Only a turn that wins if the defender does nothing has few replies that matter.
        passed = prover.win(with_part(after, 0), prover.free + cover.size, share=4)
        turns.append((list(turn), None if passed is None else passed[1].bit_count()))
    # Stable, so the better looking first among equals; what threatens nothing comes last.
    turns.sort(key=lambda turn: 1 << 20 if turn[1] is None else turn[1])
    names = prover.position.rules.cells
    width = int(payload["width"])
    return {
        "verdict": "open",
        "turns": [[[names[c] for c in cells], size] for cells, size in turns[:width]],
        "nodes": prover.spent,
    }


def _loses(after: StonePosition, prover: _Prover, looks: int) -> bool:
    """Whether the defender has a full forcing win of its own: the turn is then none."""
    limits = Limits(nodes=max(200, 20 * looks), memory=MEMORY)
    verdict = solve(after, methods(after)[0], limits)
    prover.spent += verdict.nodes
    return verdict.verdict == "win"


@task_kind(DEFEND, version=3, payload=Leaf, value=Defended, judge=partial(judge, defending=True))
def defend(payload: Mapping[str, Any], go_on: GoOn) -> Mapping[str, Any]:
    """Answers every reply of the side to move that matters, as far as the searches see."""
    prover = _Prover(payload, go_on)
    position = prover.position
    cover = ReplyCover(position)
    if cover.lost:
        return {"verdict": "loss", "nodes": 0}
    answers: dict[int, Certificate] = {}
    unanswered: list[int] = []
    while len(unanswered) < MOST_OPEN:
        fresh = [part for part in cover.wanted() if part not in unanswered]
        if not fresh:
            break
        for part in fresh:
            if len(unanswered) >= MOST_OPEN:
                break
            spare = cover.size - part.bit_count()
            found = prover.win(with_part(position, part), prover.free + spare)
            if found is None:
                unanswered.append(part)
            else:
                answers[part] = found[0]
                cover.answered(part, found[1] if spare else 0)
    names = position.rules.cells
    if not unanswered:
        composer = Composer()
        entries = {part: composer.include(c) for part, c in answers.items()}
        root = composer.reply(entries, cover.size)
        claim = {"kind": "win", "side": COLOURS[1 - position.mover], "turns": composer.bound(root)}
        whole = Certificate(position, claim, composer.nodes, root)
        return {"verdict": "win", "certificate": packed(whole), "nodes": prover.spent}
    return {
        "verdict": "open",
        "answers": [[[names[c] for c in cells_of(p)], packed(a)] for p, a in answers.items()],
        "replies": [[names[c] for c in cells_of(part)] for part in unanswered],
        "nodes": prover.spent,
    }
