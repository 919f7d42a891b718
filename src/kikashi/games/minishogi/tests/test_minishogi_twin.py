"""The twin against published counts, and the law against the twin where counts disagree."""

from __future__ import annotations

import pytest

from kikashi.games.minishogi import ROOM
from kikashi.games.minishogi.board import (
    CELLS,
    EMPTY,
    HAND,
    Step,
    _pawn_may_stand,
    checking_steps,
    drop_steps,
    in_check,
    moved,
)
from kikashi.games.minishogi.rules import MinishogiPosition, move_of
from kikashi.games.minishogi.twin import MinishogiTwin
from tests.data import data

pytestmark = pytest.mark.native

FROM_THE_START = (14, 181, 2512, 35401, 533203, 8276188)


def test_counts_from_the_start() -> None:
    twin = ROOM.twin(ROOM.start())
    assert tuple(twin.perft(depth) for depth in range(1, 7)) == FROM_THE_START


def mates_by_pawn_drop(here: MinishogiPosition) -> int:
    """Pawn drops that only the rule against mates by a pawn drop forbids."""
    side, pawn = here.to_move, HAND.index("P")
    if not here.hands[side][pawn]:
        return 0
    legal = set(drop_steps(here.board, here.hands, side))
    return sum(
        here.board[end] == EMPTY
        and _pawn_may_stand(here.board, end, side)
        and Step(CELLS + pawn, end) not in legal
        and not in_check(moved(here.board, Step(CELLS + pawn, end), side), side)
        for end in range(CELLS)
    )


def all_after(here: MinishogiPosition, depth: int) -> list[MinishogiPosition]:
    if depth == 0:
        return [here]
    return [far for move in here.legal_moves() for far in all_after(here.play(move), depth - 1)]


def test_counts_of_35_positions() -> None:
    """The listed counts come from a program that plays pawn-drop mates and calls them lost.

    Such a move has no answers, so it shows in the last ply alone: where a count differs, it
    differs by exactly those drops, counted here by the law.
    """
    lines = data("minishogi/perft.epd").read_text("utf-8").splitlines()
    differ = 0
    for line in lines:
        if line.startswith("#"):
            continue
        fen, *listed = line.split(";")
        here = ROOM.from_text(fen)
        twin = ROOM.twin(here)
        for depth, count in enumerate(map(int, listed), start=1):
            found = twin.perft(depth)
            if found != count:
                differ += 1
                drops = sum(map(mates_by_pawn_drop, all_after(here, depth - 1)))
                assert found + drops == count, (fen, depth)
    assert differ == 4


def test_checks_are_the_same_to_law_and_twin() -> None:
    lines = data("minishogi/perft.epd").read_text("utf-8").splitlines()
    for line in lines[1:]:
        here = ROOM.from_text(line.split(";")[0])
        for near in [here, *(here.play(move) for move in here.legal_moves())]:
            twin = ROOM.twin(near)
            assert isinstance(twin, MinishogiTwin)
            checks = map(move_of, checking_steps(near.board, near.hands, near.to_move))
            assert twin.checks() == list(checks), near


def test_native_code_refuses_what_has_no_meaning() -> None:
    from kikashi import _native

    none = ((0,) * 5, (0,) * 5)
    for board, hands, mover in (
        ("K", none, 0),
        ("K" * 25, none, 0),
        ("K...." + "." * 15 + "....k", ((3, 0, 0, 0, 0), (0,) * 5), 0),
        ("K...." + "." * 15 + "....k", none, 2),
        ("K...." + "." * 15 + "...Rk", none, 0),
        ("K...." + "." * 15 + "P...k", none, 0),
    ):
        with pytest.raises(ValueError, match=r"."):
            _native.MinishogiPosition(board, hands, mover)
    twin = _native.MinishogiPosition("K...." + "." * 15 + "....k", none, 0)
    for start, end in ((-1, 0), (0, 25), (30, 3), (25, 3), (0, 24)):
        with pytest.raises(ValueError, match=r"."):
            twin.play(start, end, False)
    with pytest.raises(ValueError, match="take back"):
        twin.undo()
