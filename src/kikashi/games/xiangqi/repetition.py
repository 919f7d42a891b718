"""What happens when a position comes for the third time: perpetual check and perpetual chase.

The rules are stated in docs/reference/xiangqi.md; VERDICTS below is their table. Only what a side
did on *every* one of its moves between the last two occurrences counts.
"""

from __future__ import annotations

from collections.abc import Sequence

from kikashi.games.xiangqi.board import (
    BLACK,
    EMPTY,
    RED,
    Step,
    at_home,
    in_check,
    is_legal,
    legal_steps,
    moved,
)

OCCURRENCES = 3
"""The game ends when a position stands on the board for this time."""

CHECKS, CHASES, IDLES = "checks", "chases", "idles"

VERDICTS: dict[tuple[str, str], tuple[str, int]] = {
    # what the side does, what the enemy does -> reason, payoff of the side
    (CHECKS, CHECKS): ("repetition", 0),
    (CHECKS, CHASES): ("perpetual-check", -1),
    (CHECKS, IDLES): ("perpetual-check", -1),
    (CHASES, CHECKS): ("perpetual-check", 1),
    (CHASES, CHASES): ("repetition", 0),
    (CHASES, IDLES): ("perpetual-chase", -1),
    (IDLES, CHECKS): ("perpetual-check", 1),
    (IDLES, CHASES): ("perpetual-chase", 1),
    (IDLES, IDLES): ("repetition", 0),
}

FREE_HUNTERS = "KP"
"""A general or a pawn may chase for ever."""
NEVER_PREY = (EMPTY, "K", "k")
"""To attack a general is to check it, not to chase it."""
WORTH_A_ROOK = "NC"
"""A horse or cannon that attacks a rook chases it even where the rook is protected."""


def verdict(boards: Sequence[str], steps: Sequence[Step], chase: bool) -> tuple[str, int]:
    """The reason and Red's payoff for one cycle.

    `boards` begins and ends with the repeated position, `steps[i]` leads from `boards[i]` to the
    next one. Without `chase` only perpetual check is judged.
    """
    first = RED if boards[0][steps[0][0]].isupper() else BLACK
    does = [IDLES, IDLES]
    for side in (RED, BLACK):
        own = range(0 if side == first else 1, len(steps), 2)
        if all(in_check(boards[i + 1], 1 - side) for i in own):
            does[side] = CHECKS
        elif chase and _chases_one_piece(boards, steps, side, own):
            does[side] = CHASES
    return VERDICTS[does[RED], does[BLACK]]


def _chases_one_piece(boards: Sequence[str], steps: Sequence[Step], side: int, own: range) -> bool:
    """Whether one and the same enemy piece is attacked anew by each of the side's moves."""
    name_at = {cell: cell for cell, piece in enumerate(boards[0]) if piece != EMPTY}
    hunted: set[int] | None = None
    for number, (start, end) in enumerate(steps):
        name_at[end] = name_at.pop(start)
        if number in own:
            now = {name_at[cell] for cell in chased(boards[number], (start, end), side)}
            hunted = now if hunted is None else hunted & now
            if not hunted:
                return False
    return bool(hunted)


def chased(before: str, step: Step, side: int) -> set[int]:
    """The cells of enemy pieces that a move chases: see the list in the reference."""
    after = moved(before, *step)
    start, end = step
    found = set()
    for hunter, prey in legal_steps(after, side):
        if after[prey] in NEVER_PREY or after[hunter].upper() in FREE_HUNTERS:
            continue
        was = start if hunter == end else hunter
        new = not is_legal(before, side, was, prey)
        if new and _counts(after, hunter, prey, side):
            found.add(prey)
    return found


def _counts(board: str, hunter: int, prey: int, side: int) -> bool:
    piece, target = board[hunter].upper(), board[prey].upper()
    if target == "P" and at_home(prey, 1 - side):
        return False
    if piece == target and is_legal(board, 1 - side, prey, hunter):
        return False  # an offer to exchange: the piece can take its hunter
    if target == "R" and piece in WORTH_A_ROOK:
        return True
    taken = moved(board, hunter, prey)
    return not any(end == prey for _, end in legal_steps(taken, 1 - side))
