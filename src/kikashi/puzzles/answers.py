"""Is an answer right? The listed ones are; any other is searched before it is called wrong."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kikashi.law import GameError, IllegalMoveError, Move, Position
from kikashi.law.winning_set_room import stones_of
from kikashi.law.winning_sets import StonePosition, cells_of, fewest_stoppers
from kikashi.puzzles.model import Puzzle
from kikashi.search import Limits, solve
from kikashi.stones.tags import holes, play_turn, threat_level

SECONDS = 1.0
"""What an unlisted answer may cost."""
RIGHT, WRONG, NOT_OURS = "right", "wrong", "not-our-line"


@dataclass(frozen=True)
class Judgement:
    """What is said of an answer. `not-our-line` costs the player nothing and is logged."""

    verdict: str
    reason: str
    """`listed`, `wins`, `holds`, `unstoppable`, `defence` (it stops the attack), `counter` (the
    other side wins), `no-threat`, `open` (the search did not finish)."""
    defence: tuple[Move, ...] = ()
    """A defence that shows why it is wrong."""


def listed(puzzle: Puzzle, turn: Sequence[Move]) -> bool:
    """Is it one of the puzzle's answers? Stones have no order, and a key takes any other stone."""
    stones = {move.lower() for move in turn}
    return any({move.lower() for move in answer} <= stones for answer in puzzle.answers)


def judge(puzzle: Puzzle, turn: Sequence[Move], seconds: float = SECONDS) -> Judgement:
    """Judges the first turn of a puzzle outside the exam. A turn that still wins is right."""
    before = stones_of(puzzle.start())
    after = played(before, turn)
    if listed(puzzle, turn):
        return Judgement(RIGHT, "listed")
    if puzzle.goal == "defence":
        return judge_defence(after, puzzle.by, seconds)
    return judge_turn(before, after, seconds)


def judge_defence(after: StonePosition, by: str, seconds: float) -> Judgement:
    """Does this turn leave the other side without a win of the class?"""
    if after.is_over:
        return Judgement(RIGHT, "unstoppable")
    attack = solve(after, by, Limits(seconds=seconds))
    if attack.verdict == "win":
        return Judgement(WRONG, "counter", attack.line[0])
    return Judgement(RIGHT, "holds") if attack.verdict == "no" else Judgement(NOT_OURS, "open")


def played(before: StonePosition, turn: Sequence[Move]) -> StonePosition:
    """The position after a whole legal turn; IllegalMoveError says what is wrong with another."""
    if not turn or len({move.lower() for move in turn}) != len(turn):
        raise IllegalMoveError("a turn names each of its stones once")
    position: Position = before
    for move in turn:
        if position.to_move != before.to_move or position.result() is not None:
            raise IllegalMoveError(f"this turn has {before.moves_left} stones, not {len(turn)}")
        position = position.play(move)
    if position.result() is None and position.to_move == before.to_move:
        raise IllegalMoveError(f"this turn has {before.moves_left} stones, not {len(turn)}")
    return stones_of(position)


def judge_turn(before: StonePosition, after: StonePosition, seconds: float = SECONDS) -> Judgement:
    """Does this turn still win? By double threats, then by single ones, within the time given."""
    attacker, p = before.mover, before.rules.stones
    if after.won_by == attacker:
        return Judgement(RIGHT, "unstoppable")
    if after.fillable(1 - attacker):
        return Judgement(WRONG, "counter", tuple(_fill(after)))
    level = threat_level(after, attacker)
    if level > p:
        return Judgement(RIGHT, "unstoppable")
    other = solve(after, limits=Limits(seconds=seconds)) if level == 0 else None
    if other is not None and other.verdict == "win":
        return Judgement(WRONG, "counter", other.line[0])
    if level < p:
        # The defender has free stones: what single threats may still do is not decided here.
        return Judgement(NOT_OURS, "open")
    return _after_defences(after, attacker, seconds)


def _after_defences(after: StonePosition, attacker: int, seconds: float) -> Judgement:
    replies = defences(after, attacker)
    doubtful = False
    for cells in replies:
        position = play_turn(after, cells)
        full, partial = _methods(position)
        share = Limits(seconds=max(seconds / (2 * len(replies)), 0.01))
        verdict = solve(position, full, share)
        if verdict.verdict == "win":
            continue
        deeper = solve(position, partial, share)
        if deeper.verdict == "win":
            continue
        if verdict.verdict == "no" and deeper.verdict == "no":
            names = tuple(after.rules.cells[cell] for cell in cells)
            return Judgement(WRONG, "defence", names)
        doubtful = True
    return Judgement(NOT_OURS, "open") if doubtful else Judgement(RIGHT, "wins")


def _methods(position: StonePosition) -> tuple[str, str]:
    from kikashi.games import room  # noqa: PLC0415 - the room names its classes

    found = room(position.game).capabilities(position.options).provers
    if len(found) < 2:
        raise GameError(f"{position.game} has no forcing search")
    return found[0], found[1]


def defences(after: StonePosition, attacker: int) -> list[tuple[int, ...]]:
    """Every smallest way to stop all of the attacker's threats with one turn, in a fixed order."""
    p = min(after.left, after.empty.bit_count())
    threats = holes(after, attacker)
    found: set[tuple[int, ...]] = set()

    def extend(chosen: tuple[int, ...]) -> None:
        open_threats = [t for t in threats if not any(t >> cell & 1 for cell in chosen)]
        if not open_threats:
            found.add(tuple(sorted(chosen)))
            return
        if fewest_stoppers(open_threats, p - len(chosen)) > p - len(chosen):
            return
        for cell in cells_of(min(open_threats, key=int.bit_count)):
            extend((*chosen, cell))

    extend(())
    return sorted(found)


def _fill(position: StonePosition) -> list[Move]:
    mask = position.rules.masks[position.fillable(position.mover)[0]] & position.empty
    return [position.rules.cells[cell] for cell in cells_of(mask)]
