"""Right answers to the questions of an exam."""

from __future__ import annotations

from kikashi.law.winning_sets import StonePosition
from kikashi.search import Limits, solve
from kikashi.search.first_turns import first_turns


def right_turn(position: StonePosition) -> list[str]:
    verdict = solve(position, limits=Limits(nodes=300_000))
    assert verdict.turns is not None
    turn = list(first_turns(position, verdict.turns).in_time[0].stones)
    spare = [m for m in position.legal_moves() if m not in turn]
    return turn + spare[: position.moves_left - len(turn)]
