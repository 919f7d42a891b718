"""How far a forced win after a first stone can be proved: every reply to one plan, certified."""

from __future__ import annotations

import json
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from kikashi.games.gomoku import ROOM
from kikashi.law import Move, Position
from kikashi.law.winning_set_room import stones_of
from kikashi.papers.contract import Answer, Report, Settings, Table
from kikashi.proofs import Caps, RefusedError, check
from kikashi.search import Limits
from kikashi.stones.forcing import solve

ID = "000-lin-proofs"
PAPER = "000"
TITLE = "Gomoku after a first stone: against which replies a forced win is certified"
TITLE_ZH = "五子棋第一手之後：對哪些應手已有必勝憑證"
QUICK = 2
NODES, QUICK_NODES, MEMORY = 4_000_000, 2_000_000, 1 << 30
"""Nodes of one reply: about two seconds."""
CHECK_SECONDS = 600.0


@dataclass(frozen=True)
class Plan:
    """Moves so far, the last by the side that is to win; the other side replies."""

    moves: str
    side: str
    words: str


PLANS = (
    Plan("h8 a1 i9", "black", "Black from the centre; White's stone in the corner"),
    Plan("a1 h8 o15 i9", "white", "ring 1, a corner; Black's next stone in the other corner"),
    Plan("a8 h8 o15 i9", "white", "ring 1, the middle of an edge; the next in a corner"),
    Plan("b2 h8 o15 i9", "white", "ring 2; the next in the other corner"),
    Plan("c3 h8 o15 i9", "white", "ring 3; the next in the other corner"),
)
MISSING = (
    "No first stone of 15x15 is decided here. A row asks one thing: after these moves, against "
    "which single replies does the side that has just moved win by force (`vct`, so many nodes "
    "each)? Were every reply won, the moves before would be decided; a reply that is open is not "
    "lost, the search only ended. Under Lin's rule Black would moreover choose the second stone "
    "better than these rows do.",
)


def replies(plan: Plan) -> tuple[Move, ...]:
    """One reply of each class that symmetries of the moves so far make, the farthest first."""
    here = ROOM.from_text(plan.moves)
    made = plan.moves.split()
    sides = [frozenset(made[n::2]) for n in range(2)]
    kept = [
        symmetry
        for symmetry in here.symmetries()
        if all({here.transform_move(symmetry, m) for m in side} == side for side in sides)
    ]
    legal = here.legal_moves()
    order = {move: number for number, move in enumerate(legal)}
    chosen = {
        min(
            (*(here.transform_move(symmetry, move) for symmetry in kept), move),
            key=order.__getitem__,
        )
        for move in legal
    }
    rules = stones_of(here).rules
    middle = rules.coordinates[rules.index["h8"]]

    def distance(move: Move) -> int:
        point = rules.coordinates[rules.index[move]]
        return max(abs(a - b) for a, b in zip(point, middle, strict=True))

    return tuple(sorted(chosen, key=lambda move: (-distance(move), order[move])))


def run(settings: Settings, report: Report) -> Answer:
    """`--games N` asks N replies of the first plan. Certificates stay in `--work`."""
    began = time.perf_counter()
    quick = settings.games is not None
    nodes = QUICK_NODES if quick else NODES
    proofs = Proofs(nodes, settings.work)
    rows = []
    for plan in PLANS[: 1 if quick else None]:
        asked = replies(plan)[: settings.games]
        opened: list[Move] = []
        longest = total = 0

        def ask(reply: Move, plan: Plan = plan) -> tuple[Move, int | None]:
            return reply, proofs.won(plan, reply)

        with ThreadPoolExecutor(settings.jobs) as crew:
            for number, (reply, turns) in enumerate(crew.map(ask, asked), start=1):
                if turns is None:
                    opened.append(reply)
                longest = max(longest, turns or 0)
                total += proofs.spent[plan.moves, reply]
                report(plan.moves, number, len(asked))
        rows.append(
            (
                *(plan.moves, plan.words, plan.side, str(len(asked))),
                *(str(len(asked) - len(opened)), str(longest), f"{total:,}"),
                " ".join(opened) or "none",
            )
        )
    return Answer(
        tables=(
            Table(
                f"Replies answered by a certified win, {nodes:,} nodes each, symmetric ones once",
                (
                    *("moves", "what they are", "side", "replies", "certified wins"),
                    *("turns at most", "nodes", "open replies"),
                ),
                tuple(rows),
            ),
        ),
        command=f"kikashi papers run {ID}" + (f" --games {settings.games}" if quick else ""),
        seconds=time.perf_counter() - began,
        missing=MISSING,
    )


class Proofs:
    """What was searched with one limit; it is kept, so that a run can be stopped and go on."""

    def __init__(self, nodes: int, work: Path) -> None:
        work.mkdir(parents=True, exist_ok=True)
        self._nodes, self._work = nodes, work
        self._log = work / f"{ID}-{nodes}.jsonl"
        self.spent = _read(self._log)
        """Nodes, by the moves so far and the reply."""

    def won(self, plan: Plan, reply: Move) -> int | None:
        """The turns of a certified win after this reply; None where the search found none.

        A certificate of an earlier run is checked again, not trusted.
        """
        text = f"{plan.moves} {reply}"
        position: Position = ROOM.from_text(text)
        path = self._work / f"{ID}-{text.replace(' ', '-')}.cert.gz"
        if (plan.moves, reply) not in self.spent:
            verdict = solve(position, "vct", Limits(nodes=self._nodes, memory=MEMORY))
            if verdict.certificate is not None and verdict.verdict == "win":
                verdict.certificate.save(path)
            self.spent[plan.moves, reply] = verdict.nodes
            with self._log.open("a", encoding="utf-8") as file:
                file.write(json.dumps([plan.moves, reply, verdict.nodes]) + "\n")
        if not path.exists():
            return None
        try:
            claim = {"kind": "win", "side": plan.side}
            checked = check(path, start=position, claim=claim, caps=Caps(seconds=CHECK_SECONDS))
        except RefusedError:
            return None
        turns = checked.claim.fields["turns"]
        assert isinstance(turns, int)
        return turns


def _read(log: Path) -> dict[tuple[str, Move], int]:
    """What earlier runs with the same limit spent on each reply."""
    found: dict[tuple[str, Move], int] = {}
    for line in log.read_text("utf-8").splitlines() if log.is_file() else ():
        try:
            moves, reply, nodes = json.loads(line)
        except ValueError:
            continue  # half a line, of a run that was killed
        found[moves, reply] = nodes
    return found
