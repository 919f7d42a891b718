"""One move thought over by many machines.

By votes each machine is a voter. Its answer is a ballot: turns with the weight that its search gave
them and what it thinks they are worth. The ballots are added up, which is the merging of root
statistics for players that count visits, and a vote for those that only name a turn. The first
voter thinks about the whole position, and the others share the likely turns among them: machines
that search the same way would otherwise all say the same.

Alpha-beta gains little by votes. Where a level can search by shares the turns at its root are
dealt out instead (`root`), unless votes are asked for.
"""

from __future__ import annotations

import statistics
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import msgspec

from kikashi.games import room
from kikashi.grid.contract import Executor, Outcome, Task
from kikashi.grid.listening import Listener
from kikashi.grid.local import AHEAD
from kikashi.grid.solving import line_of
from kikashi.grid.voting.proving import mover_of, proved_turn
from kikashi.grid.voting.root import merge_shares
from kikashi.grid.voting.tasks import HIGHEST, SHARE, VOTE, Ballot, Shared, Turn
from kikashi.law import GameError, Position, View
from kikashi.play import Opinion
from kikashi.protocols.levels_door import LEVEL, Stop, level_names
from kikashi.protocols.thinking import legal_turn
from kikashi.search import Certificate, Verdict

SECONDS = 2.0
"""For a turn, where nobody says how long."""
TRANSPORT, MOST_TRANSPORT = 0.3, 0.25
"""Of a turn's seconds so many, but at most this share, are kept for the way there and back."""
TURNS_A_VOTER = 2
"""How many root turns a voter judges, where they are shared out."""
SPEED = 50_000.0
"""Nodes a second of a machine, before one has answered."""
SLOWEST, FASTEST = 1_000.0, 10_000_000.0
"""What is believed of a machine's speed."""
MEASURED = 0.05
"""Seconds below which a search says nothing about speed."""
PACE = 2.0
"""From turn to turn the speed that is counted on changes by no more than this factor."""
LOUDEST = 4.0
"""No ballot weighs more than so many of the middle one, whatever it says of itself."""
HASTE = 0.7
"""Shares end by nodes, and not by the clock: so much of the time, for slower machines."""
PROVED = "forced-win"
SUM, MAJORITY, AVERAGE = "sum", "majority", "average"
MERGING = (SUM, MAJORITY, AVERAGE)
VOTES, WHOLE, ROOT = "votes", "whole", "root"
SPLITS = (VOTES, WHOLE, ROOT)
"""What machines think about: the first one the whole position and the others the likely turns; each
the whole position by chance of its own; each its share of the turns at the root."""


Read = TypeVar("Read", bound=msgspec.Struct)


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
    totals = [sum(weight for _, weight, _ in ballot.turns) for ballot in ballots]
    most = LOUDEST * statistics.median(totals) if totals else 0.0
    for ballot, total in zip(ballots, totals, strict=True):
        loud = most / total if how == SUM and total > most > 0 else 1.0
        for names, plain, value in _voices(ballot, how):
            turn, weight = tuple(names), plain * loud
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
        split: str | None = None,
        merging: str = SUM,
        nodes: int | None = None,
    ) -> None:
        if voters is not None and voters < 1:
            raise GameError(f"a vote needs at least one voter, not {voters}")
        if split is not None and split not in SPLITS:
            raise GameError(f"a turn is split by {', '.join(SPLITS)}, not by {split!r}")
        self._listener = Listener(executor)
        self._executor = executor
        self._player = player
        self._voters = voters
        self.seed = seed
        self._split = split
        self._merging = merging
        self._nodes = nodes
        self._speed = SPEED

    def turn(self, seen: View) -> Opinion:
        """The turn that the machines agree on."""
        return self.choose_turn(seen)

    def choose_turn(
        self, seen: View, seconds: float | None = None, stop: Stop | None = None
    ) -> Opinion:
        """A turn within `seconds`; GameError where no machine has answered by then."""
        position = seen.position()
        budget = SECONDS if seconds is None else seconds
        thinking = budget - min(TRANSPORT, MOST_TRANSPORT * budget)
        if self.split_of(position) == ROOT:
            return self._by_shares(position, thinking, budget, stop)
        ballots: list[Ballot] = []
        errors: list[str] = []
        for _, outcome in self._asked(VOTE, self.seats(position, thinking), budget, stop):
            if outcome.value is None:
                errors.append(outcome.error)
                continue
            ballot = _read(outcome, Ballot, errors)
            if ballot is None:
                continue
            proved = self._proved(position, ballot)
            if proved is not None:
                return proved
            ballots.append(ballot)
        tally = [t for t in merge(ballots, self._merging) if _is_legal(position, t.turn)]
        if not tally:
            raise _nothing(errors, budget)
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

    def split_of(self, position: Position) -> str:
        """How a turn is split here; GameError where the player cannot search by shares."""
        level = self._player.removeprefix(LEVEL) in level_names(position)
        able = level and room(position.game).shared_engine() is not None
        if self._split == ROOT and not able:
            raise GameError(
                f"{self._player!r} of {position.game} does not search by shares of the root; "
                f"its turns are split by {VOTES} or {WHOLE}"
            )
        return self._split or (ROOT if able else VOTES)

    def shares(self, position: Position, seconds: float) -> list[dict[str, Any]]:
        """What each machine is asked that gets a share of the turns at the root."""
        machines = self._machines()
        nodes = self._nodes or max(1, round(self._speed * HASTE * seconds))
        asked = _place(position, self._player) | {"nodes": nodes, "seed": self.seed}
        return [{**asked, "place": place, "places": machines} for place in range(machines)]

    def _by_shares(
        self, position: Position, thinking: float, budget: float, stop: Stop | None
    ) -> Opinion:
        answers: dict[int, Shared] = {}
        errors: list[str] = []
        speeds: list[float] = []
        for place, outcome in self._asked(SHARE, self.shares(position, thinking), budget, stop):
            if outcome.value is None:
                errors.append(outcome.error)
                continue
            answer = _read(outcome, Shared, errors)
            if answer is None:
                continue
            if answer.certificate is not None:
                ballot = Ballot([(answer.turn, 1.0, answer.value)], answer.reason, 0, 0)
                proved = self._proved(
                    position, msgspec.structs.replace(ballot, certificate=answer.certificate)
                )
                if proved is not None:
                    return proved
                continue  # whoever forges a proof is not heard about anything else
            answers[place] = answer
            if outcome.seconds >= MEASURED:
                speeds.append(answer.nodes / outcome.seconds)
        self._keep_pace(speeds, late=2 * len(answers) < self._machines())
        voices = merge_shares([answers[place] for place in sorted(answers)])
        voices = [voice for voice in voices if _is_legal(position, voice.turn)]
        if not voices:
            raise _nothing(errors, budget)
        return Opinion(
            moves=voices[0].turn,
            reason="searched",
            score=round(voices[0].value),
            lines=tuple((voice.turn,) for voice in voices),
            depth=max((depth for a in answers.values() for depth, _, _ in a.depths), default=0),
            nodes=sum(answer.nodes for answer in answers.values()),
            seconds=thinking,
        )

    def _keep_pace(self, speeds: Sequence[float], *, late: bool) -> None:
        """What is counted on for the next turn: the middle one, so that nobody sets the pace."""
        if not late and not speeds:
            return
        wanted = 0.0 if late else statistics.median(speeds)
        kept = min(PACE * self._speed, max(self._speed / PACE, wanted))
        self._speed = min(FASTEST, max(SLOWEST, kept))

    def _asked(
        self, kind: str, payloads: Sequence[dict[str, Any]], budget: float, stop: Stop | None
    ) -> Iterator[tuple[int, Outcome]]:
        """What became of each, by its number, as long as there is time."""
        tickets = [
            self._listener.submit(Task(kind, payload, priority=100, seconds=budget + 5))
            for payload in payloads
        ]
        for outcome in self._listener.outcomes(tickets, budget, stop):
            yield tickets.index(outcome.ticket), outcome

    def _machines(self) -> int:
        return self._voters or max(1, self._executor.capacity // AHEAD)

    def seats(self, position: Position, seconds: float) -> list[dict[str, Any]]:
        """What each voter is asked."""
        voters = self._machines()
        whole = {**_place(position, self._player), "seconds": seconds}
        if self._nodes is not None:
            whole["nodes"] = self._nodes
        turns: list[list[str]] = []
        part = room(position.game).job_level()
        if self._split != WHOLE and voters > 1 and part is not None:
            likely = part.likely_turns(position, TURNS_A_VOTER * (voters - 1))
            turns = [list(turn) for turn in likely]
        if len(turns) < 2:  # nothing to share out
            return [{**whole, "seed": self.seed + number} for number in range(voters)]
        shares = [turns[number :: voters - 1] for number in range(voters - 1)]
        seats: list[dict[str, Any]] = [{}, *({"among": share} for share in shares if share)]
        return [{**whole, "seed": self.seed + n, **seat} for n, seat in enumerate(seats)]

    def close(self) -> None:
        """Listens no more."""
        self._listener.close()

    def _proved(self, position: Position, ballot: Ballot) -> Opinion | None:
        """A turn that begins a win, if its proof passes the checker; nobody is believed, and
        all that is shown of it comes from the proof.
        """
        if ballot.certificate is None:
            return None
        turn, side = tuple(ballot.turns[0][0]), mover_of(position)
        try:
            checked, proof = proved_turn(position, ballot.certificate, turn)
        except GameError:
            return None
        line = tuple(map(tuple, line_of(proof, side))) or (turn,)
        shown = Certificate(position, checked.claim.fields, proof.nodes, proof.root.node)
        verdict = Verdict(
            position.game,
            "win",
            "",
            side,
            checked.turns,
            line,
            len(proof.nodes),
            0.0,
            "finished",
            shown,
        )
        return Opinion(
            moves=turn,
            reason=PROVED,
            score=HIGHEST - 2 * (checked.turns or 1) + 1,
            verdict=verdict,
            lines=(line,),
            nodes=verdict.nodes,
        )


def _place(position: Position, player: str) -> dict[str, Any]:
    return {
        "game": position.game,
        "position": position.to_text(),
        "options": dict(position.options),
        "player": player,
    }


def _read(outcome: Outcome, kind: type[Read], errors: list[str]) -> Read | None:
    """An answer; one of another shape is an error of whoever gave it, and stops nobody."""
    try:
        return msgspec.convert(outcome.value, kind)
    except msgspec.ValidationError as problem:
        errors.append(f"an answer cannot be read: {problem}")
        return None


def _nothing(errors: Sequence[str], budget: float) -> GameError:
    why = next(filter(None, errors), f"nobody answered within {budget:g} s")
    return GameError(f"the grid has no turn for this position: {why}")


def _is_legal(position: Position, turn: Turn) -> bool:
    return legal_turn(position, turn) is not None
