"""Looks at every stored puzzle again: by the checker, by the slow search, and by making it anew."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial

from kikashi.games import room
from kikashi.grid.tools import die_with_parent
from kikashi.law import GameError, Position, needed
from kikashi.proofs import check
from kikashi.puzzles import choices, stages, tasks
from kikashi.puzzles.claims import fastest_claims
from kikashi.puzzles.model import CHOICE, Puzzle
from kikashi.puzzles.normal import digest, normal_form
from kikashi.search import Limits
from kikashi.search.defences import no_win, others_lose
from kikashi.search.first_turns import first_turns, none_but

SLOW_LENGTH = 3
"""Up to this length the slow search decides; beyond it the native one is asked again."""


@dataclass
class Findings:
    """What was wrong with a puzzle, and how far it was looked at."""

    puzzle: str
    length: int
    problems: list[str] = field(default_factory=list)
    minimal: str = ""
    """`certified`, `slow search`, `searched, not certified`, or `not claimed`."""
    unique: str = ""
    """`slow search`, `certified`, `searched again, not certified`, or `not claimed`; of a best
    choice `certified value` or `valued again`."""

    @property
    def good(self) -> bool:
        return not self.problems


def audit(puzzle: Puzzle, slow_length: int = SLOW_LENGTH) -> Findings:
    """Checks one puzzle; every difference is a sentence in `problems`."""
    findings = Findings(puzzle.id, puzzle.length)
    for problem in _problems(puzzle, findings, slow_length):
        findings.problems.append(problem)
    return findings


def audit_all(
    puzzles: Sequence[Puzzle], slow_length: int = SLOW_LENGTH, jobs: int = 1
) -> Iterator[Findings]:
    """The findings of each puzzle in turn; the checker is Python, so jobs are processes."""
    look = partial(audit, slow_length=slow_length)
    if jobs == 1 or len(puzzles) < 2:
        yield from map(look, puzzles)
        return
    # Spawned: a fork of a process that has threads (native searches, databases) may hang.
    spawn = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(
        min(jobs, len(puzzles)), spawn, initializer=die_with_parent, initargs=(os.getpid(),)
    )
    try:
        yield from pool.map(look, puzzles)
    finally:
        pool.shutdown(cancel_futures=True)


def _problems(puzzle: Puzzle, findings: Findings, slow_length: int) -> Iterator[str]:
    try:
        position = puzzle.start()
    except GameError as why:
        yield f"the position cannot be read: {why}"
        return
    if not digest(position).startswith(puzzle.id[:12]) or normal_form(position) != position:
        yield "the id does not belong to the position, or the position is not in its normal form"
    if puzzle.goal == CHOICE:
        findings.minimal = "not claimed"
        findings.unique = "certified value" if puzzle.certificate else "valued again"
        yield from choices.problems(puzzle)
        return
    if puzzle.goal == stages.DEFENCE:
        yield from _defence(puzzle, position, findings)
        return
    yield from _certificates(puzzle, findings)
    if puzzle.quality == "found":
        findings.minimal = findings.unique = "not claimed"
    else:
        yield from _answers(puzzle, findings, slow_length)
    if stages.tags_of(puzzle.game, position, [list(t) for t in puzzle.line]) != puzzle.tags:
        yield "its tags are not those of its solution"
    if stages.attacks_in(position, puzzle.line) != puzzle.length:
        yield "its line does not have the stated length"


def _certificates(puzzle: Puzzle, findings: Findings) -> Iterator[str]:
    start = puzzle.start()
    won, none = fastest_claims(puzzle.game, puzzle.side, puzzle.by, puzzle.turns)
    try:
        check(puzzle.certificate, claim=won, start=start)
    except GameError as why:
        yield f"the certificate of the win is refused: {why}"
    findings.minimal = "searched, not certified"
    if puzzle.refutation is None:
        return
    try:
        check(puzzle.refutation, claim=none, start=start)
        findings.minimal = "certified"
    except GameError as why:
        yield f"the certificate that nothing is faster is refused: {why}"


def _defence(puzzle: Puzzle, position: Position, findings: Findings) -> Iterator[str]:
    """Everything but the answer loses, and after the answer there is no win of the class."""
    home = room(puzzle.game)
    prover = needed(home.defence_prover(), puzzle.game, "puzzles of defence")
    other = home.player_names(position.options)[1 - position.to_move]
    findings.minimal = "not claimed"
    try:
        check(
            puzzle.certificate,
            start=position,
            claim=others_lose(other, puzzle.turns, puzzle.answers),
        )
    except GameError as why:
        yield f"the certificate that everything else loses is refused: {why}"
    for answer in puzzle.answers:
        after = prover.after_defence(position, answer)
        try:
            check(puzzle.refutation or b"", claim=no_win(other, puzzle.by), start=after)
            findings.unique = "certified"
        except GameError as why:
            yield f"the certificate that {' '.join(answer)} holds is refused: {why}"


def _answers(puzzle: Puzzle, findings: Findings, slow_length: int) -> Iterator[str]:
    position = puzzle.start()
    if not puzzle.answers or not any(set(a) <= set(puzzle.line[0]) for a in puzzle.answers):
        yield "the first turn of its line is not among its answers"
    again = room(puzzle.game).second_opinion()
    if puzzle.length > slow_length or again is None:
        yield from _answers_by_certificate(puzzle, position, findings)
        return
    findings.unique = "slow search"
    if again.wins_within(position, puzzle.turns - 1):
        yield f"the slow search finds a win within {puzzle.length - 1} turns"
    elif findings.minimal != "certified":
        findings.minimal = "slow search"
    if other := again.disagrees(position, puzzle.turns, puzzle.answers):
        yield f"the slow search {other}"


def _answers_by_certificate(
    puzzle: Puzzle, position: Position, findings: Findings
) -> Iterator[str]:
    """The certificate that nothing else wins; where there is none, or several win, a new search."""
    if puzzle.uniqueness is not None and puzzle.unique_within is not None:
        none = none_but(puzzle.side, puzzle.by, puzzle.unique_within, puzzle.answers)
        if puzzle.unique_within < puzzle.turns:
            yield "the certificate of its answers ends before its length"
        try:
            check(puzzle.uniqueness, claim=none, start=position)
            findings.unique = "certified"
        except GameError as why:
            yield f"the certificate that nothing else wins is refused: {why}"
        if len(puzzle.answers) == 1:
            return  # the certificate of the win is that of this answer
    else:
        findings.unique = "searched again, not certified"
    limits = Limits(memory=tasks.MEMORY)
    found = first_turns(position, puzzle.turns, limits, candidate_nodes=0)
    again = tuple(sorted(turn.stones for turn in found.in_time))
    if again != puzzle.answers:
        yield f"a second search finds the answers {again}, stored are {puzzle.answers}"
