"""Does a turn still win? And every way to stop an attack, for whoever judges answers."""

from __future__ import annotations

from kikashi.games import room
from kikashi.law import GameError, Move, Position
from kikashi.law.winning_set_room import stones_of
from kikashi.law.winning_sets import StonePosition, cells_of, fewest_stoppers
from kikashi.puzzles.answers import NOT_OURS, RIGHT, SECONDS, WRONG, Judgement
from kikashi.search import Limits, solve
from kikashi.stones.tags import holes, play_turn, threat_level


def judge_turn(begun: Position, ended: Position, seconds: float = SECONDS) -> Judgement:
    """Does this turn still win? By double threats, then by single ones, within the time given."""
    before, after = stones_of(begun), stones_of(ended)
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
