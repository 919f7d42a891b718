"""What the board answers to a turn of somebody who solves a puzzle. Searches: for workers only."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kikashi.games import room
from kikashi.law import Move
from kikashi.law.winning_sets import StonePosition
from kikashi.play.simple import SimplePlayer
from kikashi.puzzles import answers
from kikashi.search import Limits, solve
from kikashi.search.themes import play_turn, threat_level

SOLVED, GOES_ON, WRONG, NOT_OURS = "solved", "goes-on", "wrong", "not-our-line"
MOST_TURNS = 60
"""Naming a bound makes every win found the shortest."""
SEED = 1
LEAST_SHARE = 0.02
"""Seconds that one defence gets at least, however many there are."""


@dataclass(frozen=True)
class TurnRuling:
    """The verdict on one turn, and what the other side does about it."""

    verdict: str
    reason: str
    defence: tuple[Move, ...] = ()
    """The strongest defence; after a wrong turn the one that shows why it is wrong."""


def judge(
    before: StonePosition,
    turn: Sequence[Move],
    *,
    by: str,
    turns: int,
    listed: bool,
    seconds: float = answers.SECONDS,
) -> TurnRuling:
    """Rules on a whole turn; IllegalMoveError if it is none.

    A listed turn is right; so is the one that a search for the fastest win, within `turns`,
    begins with. Any other is searched before anything is said of it.
    """
    after = answers.played(before, turn)
    attacker = before.mover
    if _ends(after, attacker):
        return TurnRuling(SOLVED, "unstoppable")
    if listed or _is_the_way(before, turn, by, turns, seconds):
        reason = "listed"
    else:
        found = answers.judge_turn(before, after, seconds)
        if found.verdict == answers.NOT_OURS:
            return TurnRuling(NOT_OURS, found.reason)
        if found.verdict == answers.WRONG:
            return TurnRuling(WRONG, found.reason, found.defence)
        reason = found.reason
    return TurnRuling(GOES_ON, reason, strongest_defence(after, attacker, seconds))


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
    replies = answers.defences(after, attacker)
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
        move, _ = player.choose(position)
        moves.append(move)
        position = position.play(move)
    return tuple(moves)
