"""Is an answer right? The listed ones are; any other is searched before it is called wrong."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kikashi.games import room
from kikashi.law import IllegalMoveError, Move, Position, needed
from kikashi.puzzles.model import Puzzle
from kikashi.search import Limits, solve

SECONDS = 1.0
"""What an unlisted answer may cost."""
RIGHT, WRONG, NOT_OURS = "right", "wrong", "not-our-line"
SOLVED, GOES_ON = "solved", "goes-on"
MAIN = "main"
"""The sort of puzzle that a game has first: a win by the full-forcing class."""
MOST_TURNS = 60
"""Naming a bound makes every win found the shortest."""
LEAST_SHARE = 0.02
"""Seconds that one defence gets at least, however many there are."""


@dataclass(frozen=True)
class Judgement:
    """What is said of an answer. `not-our-line` costs the player nothing and is logged."""

    verdict: str
    reason: str
    """`listed`, `wins`, `holds`, `unstoppable`, `defence` (it stops the attack), `counter` (the
    other side wins), `no-threat`, `open` (the search did not finish)."""
    defence: tuple[Move, ...] = ()
    """A defence that shows why it is wrong."""


@dataclass(frozen=True)
class TurnRuling:
    """The verdict on one turn, and what the other side does about it."""

    verdict: str
    reason: str
    defence: tuple[Move, ...] = ()
    """The strongest defence; after a wrong turn the one that shows why it is wrong."""


def listed(puzzle: Puzzle, turn: Sequence[Move]) -> bool:
    """Is it one of the puzzle's answers? Stones have no order, and a key takes any other stone."""
    stones = {move.lower() for move in turn}
    return any({move.lower() for move in answer} <= stones for answer in puzzle.answers)


def judge(puzzle: Puzzle, turn: Sequence[Move], seconds: float = SECONDS) -> Judgement:
    """Judges the first turn of a puzzle outside the exam. A turn that still wins is right."""
    before = puzzle.start()
    after = played(before, turn)
    if listed(puzzle, turn):
        return Judgement(RIGHT, "listed")
    if puzzle.goal == "defence":
        return judge_defence(after, puzzle.by, seconds)
    part = needed(room(puzzle.game).puzzling(), puzzle.game, "judge of puzzles")
    return part.judge_turn(before, after, seconds)


def judge_defence(after: Position, by: str, seconds: float) -> Judgement:
    """Does this turn leave the other side without a win of the class?"""
    if after.result() is not None:
        return Judgement(RIGHT, "unstoppable")
    attack = solve(after, by, Limits(seconds=seconds))
    if attack.verdict == "win":
        return Judgement(WRONG, "counter", attack.line[0])
    return Judgement(RIGHT, "holds") if attack.verdict == "no" else Judgement(NOT_OURS, "open")


def played(before: Position, turn: Sequence[Move]) -> Position:
    """The position after a whole legal turn; IllegalMoveError says what is wrong with another."""
    if not turn or len({move.lower() for move in turn}) != len(turn):
        raise IllegalMoveError("a turn names each of its stones once")
    position = before
    for move in turn:
        if position.to_move != before.to_move or position.result() is not None:
            raise IllegalMoveError(f"this turn has {before.moves_left} stones, not {len(turn)}")
        position = position.play(move)
    if position.result() is None and position.to_move == before.to_move:
        raise IllegalMoveError(f"this turn has {before.moves_left} stones, not {len(turn)}")
    return position
