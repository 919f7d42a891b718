"""Forcing search for winning-set games: `vcf`, `vct`, `vcdt`, `vcst`, each win with its proof."""

from __future__ import annotations

from collections.abc import Sequence

from kikashi import _native
from kikashi.law import GameError, Move, Position
from kikashi.law.winning_set_room import stones_of
from kikashi.law.winning_sets import COLOURS, StonePosition, cells_of
from kikashi.proofs import Proof
from kikashi.search.limits import Limits, Progress
from kikashi.search.verdict import Certificate, Verdict
from kikashi.stones.twin import native_geometry

FULL = {1: "vcf", 2: "vcdt"}
"""Each turn takes all of the defender's stones to answer; for p >= 3 it is called vcdt too."""
PARTIAL = {1: "vct", 2: "vcst"}
CERTIFIED_NODES = 200_000
"""A refutation larger than this is searched, not certified."""
MOST_TURNS = 255
"""No board holds so many turns of two sides."""
MOST_QUIET = 8
"""As many as the search lets leave the defender free stones."""
NOT_CERTIFIED = "searched, not certified"


def methods(position: StonePosition) -> tuple[str, ...]:
    """The classes of wins that can be searched for in this game."""
    if position.players != 2:
        return ()
    p = position.rules.stones
    return (FULL.get(p, "vcdt"), PARTIAL.get(p, "vcst"))


def solve(
    position: Position,
    by: str | None = None,
    limits: Limits | None = None,
    *,
    fastest: bool = False,
    most_turns: int = 0,
    quiet_turns: int = 0,
    spare_stones: bool = True,
    progress: Progress | None = None,
) -> Verdict:
    """Searches a win of class `by` for the side to move.

    With `fastest` a win of the full-forcing class is the shortest there is, and a second
    certificate says so. `most_turns` asks for wins within so many turns only: then 'no' means
    'not within so many'. `quiet_turns` lets so many turns of several stones threaten nothing, in
    the class that leaves the defender free stones. Without `spare_stones`, turns of one key stone
    and a stone that goes anywhere are left out: real wins are lost by that, so it is for measuring
    how many.
    """
    stones = stones_of(position)
    limits = limits or Limits()
    known = methods(stones)
    method = by or (known[0] if known else "")
    _refuse(stones, method, known, fastest=fastest)
    if not 0 <= most_turns < MOST_TURNS:
        raise GameError(f"at most {MOST_TURNS - 1} turns can be asked for, not {most_turns}")
    partial = method == known[1]
    if quiet_turns and not partial:
        raise GameError(f"quiet turns are for {known[1]}, not for {method}")
    if not 0 <= quiet_turns <= MOST_QUIET:
        raise GameError(f"at most {MOST_QUIET} quiet turns can be asked for, not {quiet_turns}")
    found = _native.forcing(
        native_geometry(stones.rules),
        [list(cells_of(board)) for board in stones.boards],
        stones.mover,
        stones.left,
        partial,
        fastest,
        spare_stones,
        most_turns,
        quiet_turns,
        CERTIFIED_NODES if fastest else 0,
        limits.nodes or 0,
        limits.seconds or 0.0,
        limits.memory // 2,  # a table that grows holds its old and its new half for a moment
        progress,
    )
    if not spare_stones and found["answer"] == "no":
        found["answer"] = "unknown"  # a win may need the turns that were left out
    return _verdict(stones, method, found, fastest=fastest)


def _refuse(position: StonePosition, by: str, known: tuple[str, ...], *, fastest: bool) -> None:
    if not known:
        raise GameError(f"{position.room} with {position.players} players has no forcing search")
    if by not in known:
        raise GameError(f"{position.room} can be searched by {' or '.join(known)}, not by {by!r}")
    if fastest and by != known[0]:
        raise GameError(f"the fastest win can be proved by {known[0]} only, not by {by}")
    if position.won_by is not None:
        raise GameError(f"{COLOURS[position.won_by]} has already won this game")
    if position.is_over:
        raise GameError("the board is full: this game is a draw")
    if position.rules.first_cells is not None and not position.occupied:
        raise GameError("the first stone is limited here; search after it has been placed")


def _verdict(
    position: StonePosition, by: str, found: dict[str, object], *, fastest: bool
) -> Verdict:
    answer, turns = str(found["answer"]), found["turns"]
    nodes, root = found["proof"], found["root"]
    assert isinstance(turns, int)
    assert isinstance(nodes, list)
    assert isinstance(root, int)
    side = COLOURS[position.mover]
    won = answer == "win"
    certificate = None
    line: tuple[tuple[Move, ...], ...] = ()
    if won:
        claim = {"kind": "win", "side": side, "turns": turns}
        certificate = Certificate(position, claim, nodes, root)
        line = principal_line(certificate.proof)
    none_within = found["none_within"]
    assert isinstance(none_within, int)
    refutation, note = None, ""
    if fastest and none_within:
        refutation = _refutation(position, by, none_within, found)
        note = "" if refutation else f"no win within {none_within} turns: {NOT_CERTIFIED}"
    nodes_spent, seconds = found["nodes"], found["seconds"]
    assert isinstance(nodes_spent, int)
    assert isinstance(seconds, float)
    return Verdict(
        game=position.room,
        verdict=answer,
        by=by,
        side=side,
        turns=turns if won else None,
        line=line,
        nodes=nodes_spent,
        seconds=seconds,
        ending=str(found["ending"]),
        certificate=certificate,
        none_within=none_within or None,
        refutation=refutation,
        note=note,
    )


def _refutation(
    position: StonePosition, by: str, turns: int, found: dict[str, object]
) -> Certificate | None:
    nodes, root = found["refutation"], found["refuted"]
    assert isinstance(nodes, list)
    assert isinstance(root, int)
    if root < 0:
        return None
    claim = {"kind": "no-forcing-win", "side": COLOURS[position.mover], "by": by, "turns": turns}
    return Certificate(position, claim, nodes, root)


def principal_line(proof: Proof) -> tuple[tuple[Move, ...], ...]:
    """The strategy's turns against the defence that lasts longest, down to the win."""
    position, line, place = stones_of(proof.start), [], proof.root
    index = position.rules.index
    while True:
        moves, below = proof.turn(place)
        position = _after(position, [index[move] for move in moves])
        line.append(moves)
        if below is None:
            return tuple(line)
        replies = proof.replies(below)
        if not replies:
            return (*line, *_last_stand(position))
        defence, answer = replies[0]
        assert answer is not None
        place = answer
        moves = (*defence, *_spare(position, defence, [reply.moves for reply in replies]))
        position = _after(position, [index[move] for move in moves], whole_turn=True)
        line.append(moves)


def _spare(
    position: StonePosition, defence: tuple[Move, ...], listed: list[tuple[Move, ...]]
) -> list[Move]:
    """Stones that change nothing, to fill a defence that leaves some free.

    Where a free stone could matter, the proof has an entry of its own for it.
    """
    apart = {move for other in listed if set(defence) < set(other) for move in other}
    due = min(position.left, position.empty.bit_count()) - len(defence)
    names = (position.rules.cells[cell] for cell in cells_of(position.empty))
    return [name for name in names if name not in apart and name not in defence][:due]


def _after(
    position: StonePosition, cells: Sequence[int], *, whole_turn: bool = False
) -> StonePosition:
    """After a turn's stones. A defence with free stones ends its turn all the same."""
    mover = position.mover
    for cell in cells:
        position = position.with_stone(cell)
    if whole_turn and position.mover == mover and position.won_by is None:
        rest = (1 - mover, position.rules.stones, None)
        position = StonePosition(
            position.room, position.rules, position.chosen, position.boards, *rest
        )
    return position


def _last_stand(position: StonePosition) -> tuple[tuple[Move, ...], ...]:
    """No defence stops every threat: one that stops some, and the turn that completes the win."""
    rules, attacker = position.rules, 1 - position.mover
    cells: list[int] = []
    for index in position.fillable(attacker):
        hole = rules.masks[index] & position.empty
        if len(cells) < position.left and not any(hole >> cell & 1 for cell in cells):
            cells.append(cells_of(hole)[0])
    position = _after(position, cells, whole_turn=True)
    final = cells_of(rules.masks[position.fillable(attacker)[0]] & position.empty)
    return tuple(rules.cells[c] for c in cells), tuple(rules.cells[c] for c in final)
