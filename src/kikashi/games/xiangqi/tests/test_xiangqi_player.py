"""The player: legal, repeatable, sees mates, and speaks UCI and UCCI to our own hosts."""

from __future__ import annotations

import shlex
import sys

import pytest

from kikashi.games.xiangqi import ROOM
from kikashi.games.xiangqi.engine import candidates, think
from kikashi.law import GameError
from kikashi.play import Game
from kikashi.play.levels import levels, make_player
from kikashi.play.studying import if_passed
from kikashi.proofs import check_stated
from kikashi.protocols import ProgramError, host
from kikashi.protocols.registry import protocols_of
from kikashi.search.playing import Budget, Style
from tests.cli.command_line import MAIN
from tests.protocols.talking import talk_from

MATE_IN_THREE = "3k5/9/4b4/9/9/9/9/9/R8/1R2K4 w - - 0 1"
HANGING = "4k4/9/9/9/r8/9/9/9/9/R2K5 w - - 0 1"
"""A rook that can be taken for nothing."""


def test_there_are_ten_levels_and_each_answers_with_a_legal_move() -> None:
    start = ROOM.start()
    assert [level.number for level in levels("xiangqi")] == list(range(1, 11))
    for number in range(1, 10):
        opinion = make_player(start, number, seed=1).turn(start.view_of_mover())
        assert opinion.moves[0] in start.legal_moves()


def test_the_same_seed_and_nodes_give_the_same_move_and_count() -> None:
    """The search signature: a commit that changes it says so."""
    thought = think(ROOM.start().view_of_mover(), Style(), Budget(nodes=5_000, seed=3))
    again = think(ROOM.start().view_of_mover(), Style(), Budget(nodes=5_000, seed=3))
    assert (thought.moves, thought.nodes, thought.score) == (again.moves, again.nodes, again.score)


def test_a_mate_by_checks_is_played_with_a_proof_that_holds() -> None:
    thought = think(ROOM.from_text(MATE_IN_THREE).view_of_mover(), Style(), Budget(nodes=20_000))
    assert thought.reason == "forced-win"
    assert thought.verdict is not None
    assert thought.verdict.certificate is not None
    assert check_stated(thought.verdict.certificate.to_bytes()).nodes > 0


def test_a_hanging_rook_is_taken() -> None:
    assert think(ROOM.from_text(HANGING).view_of_mover(), Style(), Budget(nodes=2_000)).moves == (
        "a0a5",
    )


def test_a_forbidden_repetition_is_avoided() -> None:
    """Black has checked for ever; the third time would lose, so another move is chosen."""
    start = ROOM.from_text("3k5/9/9/9/9/9/9/r8/9/R4K3 b - - 0 1")
    position = start.play_all("a2f2 f0e0 f2e2 e0f0 e2f2 f0e0 f2e2 e0f0")
    move = think(position.view_of_mover(), Style(), Budget(nodes=5_000)).moves[0]
    assert position.play(move).result() is None


def test_nobody_passes_in_check_and_candidates_are_legal() -> None:
    checked = ROOM.from_text("3k5/9/9/9/9/9/9/9/9/3RK4 b - - 0 1")
    assert if_passed(checked) is None
    start = ROOM.start()
    found = candidates(start.view_of_mover(), 8)
    assert len(found) == 8
    assert {move for move, _ in found} <= set(start.legal_moves())
    assert [share for _, share in found] == sorted((s for _, s in found), reverse=True)


def test_a_finished_game_has_no_turn_to_choose() -> None:
    over = ROOM.from_text("R2k5/R8/9/9/9/9/9/9/9/4K4 b - - 0 1")
    with pytest.raises(GameError, match="over"):
        think(over.view_of_mover(), Style(), Budget(nodes=100))


def test_the_room_speaks_uci_and_ucci_and_stones_do_not() -> None:
    assert protocols_of(ROOM.start()) == ("ucci", "uci")


@pytest.mark.parametrize("protocol", ["ucci", "uci"])
def test_our_engine_plays_under_our_host(protocol: str) -> None:
    line = f"{shlex.quote(sys.executable)} -c {shlex.quote(MAIN)} engine xiangqi"
    seat = host(protocol, f"{line} --protocol {protocol} --level 2 --seed 1", ROOM.start(), 10.0)
    game = Game(ROOM.start())
    try:
        for _ in range(2):
            for move in seat.turn(game):
                game.play(move)
            game.play(game.position.legal_moves()[0])
    finally:
        seat.close()
    assert len(game.moves) == 4


def test_uci_counts_ranks_from_one_and_names_mates() -> None:
    said = talk_from(
        *("uci", ROOM.start(), "uci", f"position fen {MATE_IN_THREE}", "go movetime 5000", "quit"),
        level="9",
    )
    assert "uciok" in said
    assert said[-1].startswith("bestmove ")
    assert any(" score mate " in line for line in said)


def test_ucci_says_goodbye_and_names_what_it_does_not_know() -> None:
    said = talk_from(
        "ucci", ROOM.start(), "ucci", "position startpos moves h2e2 a0a9", "fly", "quit"
    )
    assert said[-1] == "bye"
    assert any("move 2 of the line" in line for line in said)
    assert any("unknown command 'fly'" in line for line in said)


def program(answer: str) -> str:
    """A UCI and UCCI program that always answers the same."""
    code = f"""
import sys
for line in sys.stdin:
    word = line.split()[0]
    if word in ('uci', 'ucci'): print('option usemillisec type check\\n' + word + 'ok', flush=True)
    elif word == 'isready': print('readyok', flush=True)
    elif word == 'setoption' and 'usemillisec' in line: print('info string ms', flush=True)
    elif word == 'go': print({answer!r}, flush=True)
"""
    return shlex.join([sys.executable, "-S", "-E", "-c", code])


@pytest.mark.parametrize(
    "answer, reason",
    [
        ("nobestmove", "resigned"),
        ("bestmove h2e2 resign", "resigned"),
        ("bestmove (none)", "resigned"),
        ("bestmove", "rubbish"),
        ("bestmove what", "rubbish"),
        ("bestmove a0a9", "illegal"),
    ],
)
def test_a_hosted_program_that_gives_no_move_ends_its_game_for_that_reason(
    answer: str, reason: str
) -> None:
    seat = host("ucci", program(answer), ROOM.start(), 1.0)
    try:
        with pytest.raises(ProgramError) as caught:
            seat.turn(Game(ROOM.start()))
    finally:
        seat.close()
    assert caught.value.reason == reason, caught.value.detail


@pytest.mark.parametrize("bound, most", [("depth 2", 2), ("nodes 300", 300)])
def test_go_depth_and_go_nodes_bound_the_search(bound: str, most: int) -> None:
    said = talk_from("uci", ROOM.start(), "uci", "position startpos", f"go {bound}", "quit")
    (info,) = [line.split() for line in said if line.startswith("info depth")]
    word = bound.split(maxsplit=1)[0]
    assert 1 <= int(info[info.index(word) + 1]) <= most + 1


def test_ucci_offers_usemillisec() -> None:
    said = talk_from("ucci", ROOM.start(), "ucci", "quit")
    assert any(line.startswith("option usemillisec") for line in said)


CHASING = (
    "h2e2 b7e7 h0g2 b9c7 c3c4 a9b9 b2c2 b9b6 i0h0 h7g7 h0h8 g6g5 h8c8 c7e8 c2c6 c9a7 e2e6 g7g8 "
    "c0e2 b6b9 c8c7 g8g7 c7c8 g7g8 c8c7 g8g7 c7c8"
)


def test_a_perpetual_chase_that_loses_by_the_law_is_not_played() -> None:
    """The tree search knows only checks; g7g8 here loses, and looks like a draw to it."""
    position = ROOM.start().play_all(CHASING)
    after = position.play("g7g8").result()
    assert after is not None
    assert after.payoffs[position.to_move] == -1
    move = think(position.view_of_mover(), Style(), Budget(nodes=5_000)).moves[0]
    assert move != "g7g8"


def test_a_fixed_time_is_used_and_the_next_move_profits_from_the_table() -> None:
    """A new depth is begun although it may not end: what is left of the time is lost otherwise."""
    thought = think(ROOM.start().view_of_mover(), Style(), Budget(seconds=0.5))
    assert thought.seconds > 0.4
