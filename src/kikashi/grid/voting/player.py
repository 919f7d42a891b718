"""One move thought over by many machines (MISSION V3).

Each machine is a voter. Its answer is a ballot: turns with the weight that its search gave them and
what it thinks they are worth. The ballots are added up, which is the merging of root statistics for
players that count visits, and a vote for those that only name a turn. Without other wishes the
first voter thinks about the whole position, and the others share the likely turns among them:
machines that search the same way would otherwise all say the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from kikashi.games import room
from kikashi.grid.contract import Executor, Task
from kikashi.grid.listening import Listener
from kikashi.grid.local import AHEAD
from kikashi.grid.solving import line_of
from kikashi.grid.voting.tasks import VOTE, Ballot, Turn
from kikashi.law import GameError, Position, View
from kikashi.play import Opinion
from kikashi.proofs import Caps, Proof, Win, check
from kikashi.protocols.levels_door import Stop
from kikashi.protocols.thinking import legal_turn
from kikashi.search import Certificate, Verdict

SECONDS = 2.0
"""For a turn, where nobody says how long."""
TRANSPORT, SHARE = 0.3, 0.25
"""Of a turn's seconds so many, but at most this share, are kept for the way there and back."""
TURNS_A_VOTER = 2
"""How many root turns a voter judges, where they are shared out."""
CHECKING = Caps(seconds=5.0)
SUM, MAJORITY, AVERAGE = "sum", "majority", "average"
MERGING = (SUM, MAJORITY, AVERAGE)
SHARED, WHOLE, ROOT = "shared", "whole", "root"
SPLITS = (SHARED, WHOLE, ROOT)
"""What voters think about: the first one the whole position and the others the likely turns; each
the whole position by chance of its own; all of them the likely turns (root splitting)."""


@dataclass(frozen=True)
class Tallied:
    """A turn with all the weight it got, and its mean worth."""

    turn: Turn
    weight: float
    value: float


def merge(ballots: Sequence[Ballot], how: str = SUM) -> list[Tallied]:
    """All ballots added up: the turn with the most weight first, among equals the worthiest.

    By SUM weights are added, which for visits is the merging of root statistics; by MAJORITY each
    ballot gives one vote to its heaviest turn; by AVERAGE each ballot's weights count as shares.
    """
    if how not in MERGING:
        raise GameError(f"ballots are merged by {', '.join(MERGING)}, not by {how!r}")
    weights: dict[Turn, float] = {}
    worths: dict[Turn, float] = {}
    for ballot in ballots:
        for names, weight, value in _voices(ballot, how):
            turn = tuple(names)
            weights[turn] = weights.get(turn, 0.0) + weight
            worths[turn] = worths.get(turn, 0.0) + weight * value
    found = [Tallied(t, w, worths[t] / w) for t, w in weights.items() if w > 0]
    return sorted(found, key=lambda tallied: (-tallied.weight, -tallied.value, tallied.turn))


def _voices(ballot: Ballot, how: str) -> Sequence[tuple[list[str], float, float]]:
    """What a ballot says, weighed as the merging wants it."""
    if how == SUM:
        return ballot.turns
    if how == MAJORITY:
        names, _, value = max(ballot.turns, key=lambda turn: turn[1])
        return [(names, 1.0, value)]
    total = sum(weight for _, weight, _ in ballot.turns)
    return [(names, weight / total, value) for names, weight, value in ballot.turns if total > 0]


class GridPlayer:
    """A player of this house whose thinking is done by many machines."""

    def __init__(
        self,
        executor: Executor,
        player: str = "10",
        *,
        voters: int | None = None,
        seed: int = 0,
        split: str = SHARED,
        merging: str = SUM,
        nodes: int | None = None,
    ) -> None:
        if voters is not None and voters < 1:
            raise GameError(f"a vote needs at least one voter, not {voters}")
        if split not in SPLITS:
            raise GameError(f"a vote is split by {', '.join(SPLITS)}, not by {split!r}")
        self._listener = Listener(executor)
        self._executor = executor
        self._player = player
        self._voters = voters
        self.seed = seed
        self._split = split
        self._merging = merging
        self._nodes = nodes

    def turn(self, seen: View) -> Opinion:
        """The turn that the machines agree on."""
        return self.choose_turn(seen)

    def choose_turn(
        self, seen: View, seconds: float | None = None, stop: Stop | None = None
    ) -> Opinion:
        """A turn within `seconds`; GameError where no machine has answered by then."""
        position = seen.position()
        budget = SECONDS if seconds is None else seconds
        thinking = budget - min(TRANSPORT, SHARE * budget)
        seats = self.seats(position, thinking)
        tickets = [
            self._listener.submit(Task(VOTE, seat, priority=100, seconds=budget + 5))
            for seat in seats
        ]
        ballots: list[Ballot] = []
        errors: list[str] = []
        for outcome in self._listener.outcomes(tickets, budget, stop):
            if outcome.value is None:
                errors.append(outcome.error)
                continue
            ballot = msgspec.convert(outcome.value, Ballot)
            proved = self._proved(position, ballot)
            if proved is not None:
                return proved
            ballots.append(ballot)
        tally = [t for t in merge(ballots, self._merging) if _is_legal(position, t.turn)]
        if not tally:
            why = next(filter(None, errors), f"nobody answered within {budget:g} s")
            raise GameError(f"the grid has no turn for this position: {why}")
        best = tally[0]
        return Opinion(
            moves=best.turn,
            reason="searched",
            score=round(best.value),
            lines=tuple((t.turn,) for t in tally),
            depth=max(ballot.depth for ballot in ballots),
            nodes=sum(ballot.nodes for ballot in ballots),
            seconds=thinking,
        )

    def seats(self, position: Position, seconds: float) -> list[dict[str, Any]]:
        """What each voter is asked."""
        voters = self._voters or max(1, self._executor.capacity // AHEAD)
        whole = {
            "game": position.game,
            "position": position.to_text(),
            "options": dict(position.options),
            "player": self._player,
            "seconds": seconds,
        }
        if self._nodes is not None:
            whole["nodes"] = self._nodes
        first = 1 if self._split == SHARED else 0
        turns: list[list[str]] = []
        part = room(position.game).job_level()
        if self._split != WHOLE and voters > 1 and part is not None:
            likely = part.likely_turns(position, TURNS_A_VOTER * (voters - first))
            turns = [list(turn) for turn in likely]
        if len(turns) < 2:  # nothing to share out
            return [{**whole, "seed": self.seed + number} for number in range(voters)]
        shares = [turns[number :: voters - first] for number in range(voters - first)]
        judging = [{"among": share} for share in shares if share]
        seats: list[dict[str, Any]] = [{}] * first + judging
        return [{**whole, "seed": self.seed + n, **seat} for n, seat in enumerate(seats)]

    def close(self) -> None:
        """Listens no more."""
        self._listener.close()

    def _proved(self, position: Position, ballot: Ballot) -> Opinion | None:
        """A turn that begins a win, if its proof passes the checker; nobody is believed."""
        if ballot.certificate is None:
            return None
        turn = tuple(ballot.turns[0][0])
        side = room(position.game).player_names(position.options)[position.to_move]
        try:
            claim = Win(side)
            checked = check(ballot.certificate, start=position, claim=claim, caps=CHECKING)
            proof = Proof.read(ballot.certificate, position)
            first, _ = proof.turn(proof.root)
        except GameError:
            return None
        if set(turn) != set(first) or not _is_legal(position, turn):
            return None  # the proof is true, but of another turn
        line = tuple(map(tuple, line_of(proof, side))) or (turn,)
        shown = Certificate(position, checked.claim.fields, proof.nodes, proof.root.node)
        verdict = Verdict(
            position.game,
            "win",
            "",
            side,
            checked.turns,
            line,
            ballot.nodes,
            0.0,
            "finished",
            shown,
        )
        return Opinion(
            moves=turn,
            reason=ballot.reason,
            score=round(ballot.turns[0][2]),
            verdict=verdict,
            lines=(line,),
            nodes=ballot.nodes,
            depth=ballot.depth,
        )


def _is_legal(position: Position, turn: Turn) -> bool:
    return legal_turn(position, turn) is not None
