"""What the board answers to a turn of somebody who solves a puzzle."""

from __future__ import annotations

from collections.abc import Sequence

from kikashi.exam import ruling as exam_ruling
from kikashi.games import room
from kikashi.law import Move, Position
from kikashi.law.winning_set_room import stones_of
from kikashi.law.winning_sets import StonePosition
from kikashi.play.simple import SimplePlayer
from kikashi.puzzles import answers
from kikashi.puzzles.answers import (
    GOES_ON,
    LEAST_SHARE,
    MAIN,
    MOST_TURNS,
    NOT_OURS,
    SOLVED,
    WRONG,
    TurnRuling,
)
from kikashi.search import Limits, solve
from kikashi.stones.answers import defences, judge_turn
from kikashi.stones.exam_single import rule_single
from kikashi.stones.tags import play_turn, threat_level

SEED = 1


def answer(
    begun: Position,
    turn: Sequence[Move],
    *,
    by: str,
    turns: int,
    listed: bool,
    sort: str = MAIN,
    seconds: float = answers.SECONDS,
) -> TurnRuling:
    """Rules on a whole turn; IllegalMoveError if it is none.

    A listed turn is right; so is the one that a search for the fastest win, within `turns`,
    begins with. Any other is searched before anything is said of it.
    """
    before = stones_of(begun)
    after = stones_of(answers.played(before, turn))
    attacker = before.mover
    if sort == "defence":
        return _defence(after, by, seconds, listed=listed)
    if _ends(after, attacker):
        return TurnRuling(SOLVED, "unstoppable")
    if sort != MAIN:
        return _single(before, after, seconds, listed=listed)
    if listed or _is_the_way(before, turn, by, turns, seconds):
        reason = "listed"
    else:
        found = judge_turn(before, after, seconds)
        if found.verdict == answers.NOT_OURS:
            return TurnRuling(NOT_OURS, found.reason)
        if found.verdict == answers.WRONG:
            return TurnRuling(WRONG, found.reason, found.defence)
        reason = found.reason
    return TurnRuling(GOES_ON, reason, strongest_defence(after, attacker, seconds))


def _defence(after: StonePosition, by: str, seconds: float, *, listed: bool) -> TurnRuling:
    """One turn decides: it leaves the other side without a win of the class, or it does not."""
    if listed:
        return TurnRuling(SOLVED, "holds")
    found = answers.judge_defence(after, by, seconds)
    verdicts = {answers.RIGHT: SOLVED, answers.WRONG: WRONG, answers.NOT_OURS: NOT_OURS}
    return TurnRuling(verdicts[found.verdict], found.reason, found.defence)


def _single(
    before: StonePosition, after: StonePosition, seconds: float, *, listed: bool
) -> TurnRuling:
    """A turn that may leave the defender free stones is right if no defence is proved to hold."""
    if not after.fillable(1 - before.mover):
        methods = room(before.game).capabilities(before.options).provers
        ruling = rule_single(after, methods, exam_ruling.NODES)
        if ruling.verdict == exam_ruling.GOES_ON:
            return TurnRuling(GOES_ON, "wins", ruling.defence)
    if listed:
        return TurnRuling(GOES_ON, "listed", strongest_defence(after, before.mover, seconds))
    found = judge_turn(before, after, seconds)
    if found.verdict == answers.RIGHT:
        return TurnRuling(GOES_ON, found.reason, strongest_defence(after, before.mover, seconds))
    verdict = WRONG if found.verdict == answers.WRONG else NOT_OURS
    return TurnRuling(verdict, found.reason, found.defence)


def _ends(after: StonePosition, attacker: int) -> bool:
    """Is the puzzle over: a full set, or more threats than a turn can stop?"""
    if after.won_by == attacker:
        return True
    beyond_defence = threat_level(after, attacker) > after.rules.stones
    return beyond_defence and not after.fillable(1 - attacker)


def _is_the_way(
    before: StonePosition, turn: Sequence[Move], by: str, turns: int, seconds: float
) -> bool:
    """Long wins need more than the short look that an unlisted turn gets: is it ours after all?"""
    if turns < 1:
        return False
    found = solve(before, by, Limits(seconds=seconds), most_turns=turns)
    stones = {move.lower() for move in turn}
    return found.verdict == "win" and set(found.line[0]) <= stones


def strongest_defence(after: StonePosition, attacker: int, seconds: float) -> tuple[Move, ...]:
    """The defence that lasts longest, counter-threats preferred; what was not refuted in time
    counts as the longest of all. Stones that it leaves free are placed by the simple player."""
    replies = defences(after, attacker)
    by = room(after.game).capabilities(after.options).provers
    limits = Limits(seconds=max(seconds / (len(replies) or 1), LEAST_SHARE))
    best: tuple[tuple[int, int], tuple[int, ...]] | None = None
    for cells in replies:
        position = play_turn(after, cells)
        verdict = solve(position, by[0], limits, most_turns=MOST_TURNS)
        worth = (verdict.turns or MOST_TURNS, threat_level(position, 1 - attacker))
        if best is None or worth > best[0]:
            best = worth, cells
    return _whole_turn(after, best[1] if best else ())


def _whole_turn(after: StonePosition, cells: Sequence[int]) -> tuple[Move, ...]:
    moves = [after.rules.cells[cell] for cell in cells]
    position = after.play_all(moves)
    player = SimplePlayer(SEED)
    while position.result() is None and position.to_move == after.to_move:
        move, _ = player.choose(position.view_of_mover())
        moves.append(move)
        position = position.play(move)
    return tuple(moves)


__all__ = ["answer", "judge_turn", "strongest_defence"]
