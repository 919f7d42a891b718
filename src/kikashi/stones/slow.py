"""The forcing class once more, in plain Python from the law, without a table: for auditing.

It shares no code with the native search. Slow: meant for wins of up to three turns.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations

from kikashi.law import Move, Position
from kikashi.law.winning_set_room import stones_of
from kikashi.law.winning_sets import StonePosition, cells_of, fewest_stoppers
from kikashi.stones.tags import holes, play_turn

Turn = tuple[int, ...]


def wins_within(position: Position, turns: int) -> bool:
    """Has the side to move a win of the full-forcing class within so many turns of its own?"""
    position = stones_of(position)
    if position.fillable(position.mover, position.left):
        return True
    if turns == 1:
        return False
    return any(turn_wins(position, turn, turns) for turn in class_turns(position, final=turns == 2))


def disagrees(position: Position, turns: int, answers: Sequence[Sequence[Move]]) -> str:
    """Every turn of the class that wins holds an answer, and the others do not; or what not."""
    stones = stones_of(position)
    keys = [{stones.rules.index[move] for move in answer} for answer in answers]
    won: list[set[int]] = []
    for turn in class_turns(stones, final=turns == 2):
        wins = turn_wins(stones, turn, turns)
        if wins:
            won.append(set(turn))
        if wins != any(key <= set(turn) for key in keys):
            names = " ".join(stones.rules.cells[cell] for cell in turn)
            return f"says that {names} {'wins' if wins else 'does not win'} in time"
    met = all(any(key <= turn for turn in won) for key in keys)
    return "" if met else "does not meet every stored answer"


def turn_wins(position: StonePosition, turn: Turn, turns: int) -> bool:
    """Does this turn of the class win within so many turns, itself and the last one counted?"""
    return refuting_defence(position, turn, turns) is None


def refuting_defence(position: StonePosition, turn: Turn, turns: int) -> Turn | None:
    """A defence against which `turn` does not win in time; None if there is none."""
    attacker = position.mover
    after = play_turn(position, turn)
    for reply in stops(holes(after, attacker), after.rules.stones):
        if turns <= 2 or not wins_within(play_turn(after, reply), turns - 1):
            return reply
    return None


def stops(threats: list[int], stones: int) -> Iterator[Turn]:
    """Every choice of exactly `stones` threatened cells that meets all threats.

    After a turn of the class fewer never suffice, so these are all the defences.
    """
    every = 0
    for threat in threats:
        every |= threat
    for cells in combinations(cells_of(every), stones):
        placed = sum(1 << cell for cell in cells)
        if all(threat & placed for threat in threats):
            yield cells


def class_turns(position: StonePosition, *, final: bool = False) -> Iterator[Turn]:
    """Every turn that stops all that the other side could fill and leaves t >= p.

    With `final` only those that could leave t > p: they need at least p + 1 threats.
    """
    attacker, p, left = position.mover, position.rules.stones, position.left
    must = holes(position, 1 - attacker)
    mine = position.boards[attacker]
    theirs = position.occupied & ~mine
    near = [
        hole
        for mask in position.rules.masks
        if mask & theirs == 0 and p < (hole := mask & ~mine).bit_count() <= p + left
    ]
    for turn in _candidates(position, near, left):
        placed = sum(1 << cell for cell in turn)
        if any(not hole & placed for hole in must):
            continue
        threats = [
            rest for hole in near if hole & placed and (rest := hole & ~placed).bit_count() <= p
        ]
        if len(threats) < p or (final and len(threats) <= p):
            continue
        if fewest_stoppers(threats, p - 1) >= p:
            yield turn


def _candidates(position: StonePosition, near: list[int], left: int) -> Iterator[Turn]:
    """Turns whose every stone could take part in a threat, and single strong stones with any."""
    p, empty = position.rules.stones, position.empty
    alone: dict[int, list[int]] = defaultdict(list)  # threats that one stone makes
    for hole in near:
        if hole.bit_count() == p + 1:
            for cell in cells_of(hole):
                alone[cell].append(hole & ~(1 << cell))
    if left == 1:
        yield from ((cell,) for cell in sorted(alone))
        return
    if left != 2:
        yield from combinations(cells_of(empty), left)
        return
    together = {
        pair
        for hole in near
        if hole.bit_count() == p + 2
        for pair in combinations(cells_of(hole), 2)
    }
    together |= set(combinations(sorted(alone), 2))
    for cell, threats in alone.items():
        if fewest_stoppers(threats, p - 1) >= p:
            together |= {
                (min(cell, other), max(cell, other)) for other in cells_of(empty) if other != cell
            }
    yield from sorted(together)
