"""What the exam says to one turn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kikashi.games import room
from kikashi.law import Move, Position, Room, needed
from kikashi.puzzles.choices import best, must_be_choice
from kikashi.puzzles.model import CHOICE

NODES = 300_000
"""For one search. Nodes, not seconds: the same answer is judged the same on every machine."""
SOLVED, GOES_ON, WRONG, OPEN = "solved", "goes-on", "wrong", "open"


@dataclass(frozen=True)
class Ruling:
    """What the exam says to one turn."""

    verdict: str
    reason: str = ""
    """Of a wrong turn: `few-threats`, `missed-win`, `left-open`, `too-slow` or `stopped`; of a
    wrong choice `not-best`."""
    defence: tuple[Move, ...] = ()
    """The answer on the board: the best defence, or the one that shows what was wrong."""
    position: Position | None = None
    """Where the player goes on."""


def demand(game: Room, language: str = "en", *, single: bool = False) -> str:
    """What the exam of a game asks of every turn, in the words of its room."""
    part = game.on_points()
    stones = 1 if part is None else part.turn_stones(game.start())[1]
    return game.say("exam.single-rules" if single else "exam.rules", language, stones=stones)


def rule(before: Position, turn: Sequence[Move], nodes: int = NODES, by: str = "") -> Ruling:
    """Rules on a whole turn as the room does; `by`: the puzzle's class."""
    if by == CHOICE:
        right = (must_be_choice(before, turn),) in best(before)
        return Ruling(SOLVED) if right else Ruling(WRONG, "not-best")
    examiner = needed(room(before.game).examiner(), before.game, "exam")
    return examiner.rule(before, turn, nodes, by)
