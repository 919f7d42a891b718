"""The mate searches, against a plain solver that knows the law and no tricks."""

from __future__ import annotations

import random
from functools import cache

import pytest

from kikashi.games.xiangqi import ROOM, solver
from kikashi.games.xiangqi.board import in_check, legal_steps, moved
from kikashi.games.xiangqi.fen import Fen, write_fen
from kikashi.games.xiangqi.provers import solve as prove
from kikashi.games.xiangqi.rules import XiangqiPosition
from kikashi.games.xiangqi.solver import ORDERINGS, solve
from kikashi.law import BadTextError, GameError, Result
from kikashi.proofs import CertificateWriter, check_stated

pytestmark = pytest.mark.native

TWO_ROOKS = "4k4/R8/9/9/9/9/9/9/9/1R3K3 w"
LONE_ROOK = "4k4/9/9/R8/9/9/9/9/9/3K5 w"


@cache
def plain(board: str, side: int, turns: int, quiet: int, free: bool) -> bool:
    """Whether `side`, to move, mates within `turns`: no table but this cache, no order."""
    if turns == 0:
        return False
    answering = free and in_check(board, side)
    for step in legal_steps(board, side):
        after = moved(board, *step)
        left = quiet if answering or in_check(after, 1 - side) else quiet - 1
        if left >= 0 and all(
            plain(moved(after, *reply), side, turns - 1, left, free)
            for reply in legal_steps(after, 1 - side)
        ):
            return True
    return False


def shortest(position: XiangqiPosition, most: int, quiet: int, free: bool = False) -> int | None:
    for turns in range(1, most + 1):
        if plain(position.board, position.to_move, turns, quiet, free):
            return turns
    return None


def random_position(chooser: random.Random) -> XiangqiPosition:
    """A few pieces near a bare general, so that mates are common and trees small."""
    while True:
        board = ["."] * 90
        board[chooser.choice((3, 4, 5, 12, 13, 14))] = "K"
        board[chooser.choice((75, 76, 77, 84, 85, 86))] = "k"
        for piece in chooser.sample("RRNNCCPPPrncpaabb", chooser.randint(3, 6)):
            cell = chooser.randrange(36, 90) if piece.isupper() else chooser.randrange(90)
            if board[cell] == ".":
                board[cell] = piece
        try:
            position = ROOM.from_text(write_fen(Fen("".join(board), chooser.randrange(2), 0, 1)))
        except BadTextError:
            continue
        if position.result() is None:
            return position


@pytest.mark.parametrize("ordering", ORDERINGS)
def test_short_mates_are_those_of_the_plain_solver(ordering: str) -> None:
    seed = 11
    chooser = random.Random(seed)
    found = {0: 0, 1: 0}
    for _ in range(40):
        position = random_position(chooser)
        for quiet, most in ((0, 3), (1, 2)):
            wanted = shortest(position, most, quiet)
            by = "quiet" if quiet else "checks"
            mate = solve(position, by, quiet=quiet, turns=most, ordering=ordering)
            assert (mate.verdict == "win") == (wanted is not None), (seed, position.to_text())
            assert mate.turns == wanted or mate.verdict == "no", (seed, position.to_text())
            found[quiet] += wanted is not None
    assert all(found.values())


def test_free_answers_to_checks_are_those_of_the_plain_solver() -> None:
    seed = 5
    chooser = random.Random(seed)
    for _ in range(150):
        position = random_position(chooser)
        wanted = shortest(position, 2, 0, free=True)
        mate = solve(position, "quiet", quiet=0, answers="free", turns=2)
        assert (mate.verdict == "win") == (wanted is not None), (seed, position.to_text())


def test_a_forced_answer_to_a_check_spends_the_allowance_unless_it_is_free() -> None:
    """The pawn on e0 gives check; Red must step up to d1 before the rooks mate."""
    position = ROOM.from_text("4k4/R8/9/9/9/9/9/9/9/1R1Kp4 w")
    assert position.checked
    assert solve(position, "quiet", quiet=0, turns=3).verdict == "no"
    for mate in (
        solve(position, "quiet", quiet=1, turns=3),
        solve(position, "quiet", quiet=0, answers="free", turns=3),
    ):
        assert (mate.verdict, mate.turns, mate.line[0]) == ("win", 2, "d0d1")


def test_a_mate_in_one_and_its_fields() -> None:
    mate = solve(ROOM.from_text(TWO_ROOKS))
    assert (mate.verdict, mate.side, mate.turns, mate.shortest) == ("win", "red", 1, True)
    assert mate.line == ("b0b9",)
    assert mate.nodes > 0
    assert mate.ending == "finished"


def test_a_stalemating_quiet_move_wins() -> None:
    position = ROOM.from_text("3k5/9/4P4/9/9/9/9/9/9/4K4 w")
    mate = solve(position, "quiet", quiet=1, turns=1)
    assert (mate.verdict, mate.turns) == ("win", 1)
    assert position.play(mate.line[0]).result() == Result((1, -1), "stalemate")
    assert solve(position, "checks", turns=1).verdict == "no"


def test_checks_that_never_mate_are_a_no_of_any_length() -> None:
    mate = solve(ROOM.from_text(LONE_ROOK), nodes=200_000)
    assert (mate.verdict, mate.turns, mate.ending) == ("no", None, "finished")


def test_a_limit_is_an_unknown_and_never_a_no() -> None:
    mate = solve(ROOM.start(), "quiet", quiet=3, nodes=3000)
    assert (mate.verdict, mate.ending) == ("unknown", "nodes")
    late = solve(ROOM.start(), "quiet", quiet=3, seconds=0.05)
    assert (late.verdict, late.ending) == ("unknown", "seconds")
    stopped = solve(ROOM.start(), "quiet", quiet=3, progress=lambda *_: False)
    assert (stopped.verdict, stopped.ending) == ("unknown", "stopped")


def test_a_line_is_legal_and_ends_the_game_with_both_searches() -> None:
    seed = 23
    chooser = random.Random(seed)
    seen = 0
    while seen < 12:
        position = random_position(chooser)
        mate = solve(position, "quiet", quiet=2, nodes=30_000)
        if mate.verdict != "win":
            continue
        seen += 1
        assert len(mate.line) == 2 * (mate.turns or 0) - 1
        result = position.play_all(list(mate.line)).result()
        assert result is not None, (seed, position.to_text())
        assert result.winner == position.to_move
        assert result.reason in ("checkmate", "stalemate")


def test_a_position_that_stood_twice_is_no_way_to_mate() -> None:
    """Two rooks have two ways to begin; one of them would be the third time, a draw."""
    first = ROOM.from_text("4k4/9/9/9/9/9/9/9/4R4/1R3K3 b")
    shuffled = first.play_all("e9d9 e1a1 d9e9 a1e1 e9d9 e1a1 d9e9")
    assert shuffled.play("a1e1").result() == Result((0, 0), "repetition")
    fresh = ROOM.from_text(write_fen(shuffled.fen))
    assert fresh.board == shuffled.board
    assert solve(fresh).turns == solve(shuffled).turns == 2
    assert solve(shuffled).line[0] == "b0e0"
    assert fresh.play_all("a1e1 e9d9 b0d0").result() == Result((1, -1), "checkmate")


def test_a_run_with_a_node_limit_can_be_repeated_bit_by_bit() -> None:
    chooser = random.Random(3)
    for _ in range(5):
        position = random_position(chooser)
        first = solve(position, "quiet", quiet=2, nodes=20_000)
        second = solve(position, "quiet", quiet=2, nodes=20_000)
        assert (first.nodes, first.line, first.proof) == (second.nodes, second.line, second.proof)


def test_the_table_changes_no_answer() -> None:
    chooser = random.Random(8)
    for _ in range(15):
        position = random_position(chooser)
        with_table = solve(position, turns=4)
        without = solve(position, turns=4, table=False)
        assert (with_table.verdict, with_table.turns) == (without.verdict, without.turns)
        assert with_table.nodes <= without.nodes


def test_the_search_signature() -> None:
    """One number for the whole search: a commit that changes it says so."""
    chooser = random.Random(1)
    positions = [random_position(chooser) for _ in range(40)]
    checks = sum(solve(position, turns=6).nodes for position in positions)
    quiet = sum(solve(position, "quiet", quiet=1, nodes=5000).nodes for position in positions)
    of_any_kind = sum(solve(position, "any", nodes=5000).nodes for position in positions)
    assert (checks, quiet, of_any_kind) == SIGNATURE


SIGNATURE = (321, 50594, 176078)


@pytest.mark.parametrize(
    "wrong",
    [
        {"by": "magic"},
        {"answers": "maybe"},
        {"ordering": "random"},
        {"quiet": -1},
        {"quiet": 101},
        {"turns": 0},
        {"turns": 201},
    ],
)
def test_wrong_questions_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(GameError):
        solve(ROOM.from_text(TWO_ROOKS), **wrong)  # type: ignore[arg-type]
    with pytest.raises(GameError, match="over"):
        solve(ROOM.from_text(TWO_ROOKS).play("b0b9"))


def test_stated_lengths_of_a_sample_are_proved_again(mates: list[tuple[int, str]]) -> None:
    """Every fortieth real position; all of them are proved in `make bench`."""
    for turns, fen in mates[::40]:
        mate = solve(ROOM.from_text(fen))
        assert (mate.turns, mate.shortest) == (turns, True), fen


def test_a_mate_of_any_kind_is_proved_though_a_tree_search_found_it() -> None:
    """A horse against an advisor: nearly every move of the attacker is quiet."""
    position = ROOM.from_text("9/3kaN3/9/9/9/9/9/9/9/4K4 w - - 0 1")
    mate = solve(position, "any", nodes=400_000)
    assert mate.verdict == "win"
    assert mate.quiet > 3
    claim = mate.claim()
    assert claim["by"] == "quiet"
    assert claim["quiet"] == mate.quiet
    writer = CertificateWriter(position.game, position.options, position, claim)
    for node in mate.proof:
        writer.add(node)
    assert check_stated(writer.to_bytes()).nodes == len(mate.proof)


def test_a_mate_by_checks_is_seen_at_once_and_not_called_shortest() -> None:
    """A mate of another kind could be shorter: that was not looked for."""
    position = ROOM.from_text("3k5/9/4b4/9/9/9/9/9/R8/1R2K4 w - - 0 1")
    mate = solve(position, "any", nodes=1_000)
    assert (mate.verdict, mate.turns, mate.quiet, mate.shortest) == ("win", 3, 0, False)


def test_a_search_for_any_mate_ends_where_there_is_nothing_to_find() -> None:
    bare = ROOM.from_text("3k5/9/9/9/9/9/9/9/4A4/4K4 w - - 0 1")
    assert solve(bare, "any", nodes=300_000).verdict == "unknown"


def test_any_mate_has_no_bound_and_no_refutation() -> None:
    with pytest.raises(GameError, match="any length"):
        solve(ROOM.start(), "any", turns=3)


@pytest.mark.parametrize("by", ["quiet", "any"])
def test_a_search_that_is_told_to_stop_stops_and_claims_nothing(by: str) -> None:
    asked: list[int] = []

    def progress(nodes: int, _seconds: float) -> bool:
        asked.append(nodes)
        return False

    mate = solve(ROOM.start(), by, quiet=8, progress=progress)
    assert (mate.verdict, mate.ending) == ("unknown", "stopped")
    assert len(asked) == 1


def test_an_interrupt_during_a_search_is_raised_after_it_has_ended() -> None:
    def progress(_nodes: int, _seconds: float) -> bool:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        solve(ROOM.start(), "quiet", quiet=8, progress=progress)


def test_a_shortest_mate_whose_refutation_is_too_large_says_how_it_was_searched(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The limit is set so low that it is passed; the second search has no table."""
    monkeypatch.setattr(solver, "REFUTATION_NODES", 1)
    verdict = prove(ROOM.from_text("3k5/9/4b4/9/9/9/9/9/R8/1R2K4 w - - 0 1"), fastest=True)
    assert verdict.turns == 3
    assert verdict.refutation is None
    assert "searched again without a table, with the same answer" in verdict.note
