"""The solver: every verdict is certified, and agrees with plain search where that is possible."""

from __future__ import annotations

import random
import struct
from functools import cache
from pathlib import Path

import pytest

from kikashi import games
from kikashi.law import GameError, Position
from kikashi.law.winning_set_room import stones_of
from kikashi.search import Limits, solve
from kikashi.stones.settling import SWITCHES

SEED = 20261116


def gomoku(size: str, k: int, moves: str = "") -> Position:
    position = games.room("gomoku").start({"size": size, "k": str(k)})
    for move in moves.split():
        position = position.play(move)
    return position


@cache
def value(position: Position) -> int:
    """1: the side to move wins, -1: it loses, 0: a draw. Plain search with the law alone."""
    if position.result() is not None:  # whoever could complete a set has just done so
        return 0 if stones_of(position).won_by is None else -1
    best = -1
    for move in position.legal_moves():
        best = max(best, -value(position.play(move)))
        if best == 1:
            break
    return best


@pytest.mark.thorough
@pytest.mark.native
def test_verdicts_of_small_positions_agree_with_plain_search_and_are_certified() -> None:
    dice = random.Random(SEED)
    words = {1: "win", 0: "draw", -1: "loss"}
    seen = set()
    for size, k, first in (("4x3", 3, 0), ("3x3", 3, 0), ("4x4", 4, 6), ("4x4", 3, 5)):
        for _ in range(25):
            position = gomoku(size, k)
            for _ in range(first + dice.randrange(5)):
                if position.result() is None:
                    position = position.play(dice.choice(list(position.legal_moves())))
            if position.result() is not None:
                continue
            verdict = solve(position, "dfpn").replayed()
            assert verdict.verdict == words[value(position)], (SEED, position.to_text())
            assert verdict.checked is not None
            seen.add(verdict.verdict)
    assert seen == {"win", "draw", "loss"}


@pytest.mark.native
@pytest.mark.parametrize(
    ("size", "k", "word"),
    [
        ("5x5", 5, "draw"),
        ("6x6", 5, "draw"),
        ("7x5", 5, "draw"),
        ("5x5", 4, "draw"),
        ("6x5", 4, "win"),
        ("4x4", 3, "win"),
    ],
)
def test_whole_boards_are_settled_with_a_certificate(size: str, k: int, word: str) -> None:
    verdict = solve(gomoku(size, k), "dfpn", Limits(nodes=200_000)).replayed()
    assert (verdict.verdict, verdict.ending) == (word, "finished")
    assert verdict.checked is not None


@pytest.mark.native
@pytest.mark.parametrize("size", ["4x4", "5x5"])
def test_every_first_move_of_a_small_board_of_clubs_is_a_draw(size: str) -> None:
    start = games.room("goclub").start({"size": size})
    for move in ("a1", "b2", "c2"):
        verdict = solve(start.play(move), "dfpn", Limits(nodes=200_000)).replayed()
        assert verdict.verdict == "draw"
        assert verdict.checked is not None


@pytest.mark.native
@pytest.mark.parametrize("name", SWITCHES)
def test_what_is_left_out_changes_the_work_and_not_the_verdict(name: str) -> None:
    verdict = solve(gomoku("4x4", 3, "a1 b1"), "dfpn", without=(name,)).replayed()
    assert (verdict.verdict, verdict.checked is not None) == ("win", True)
    drawn = solve(gomoku("4x4", 4), "dfpn", Limits(nodes=100_000), without=(name,)).replayed()
    assert (drawn.verdict, drawn.checked is not None) == ("draw", True)


@pytest.mark.native
def test_the_same_question_takes_the_same_nodes_and_threads_agree() -> None:
    position = gomoku("7x6", 5)
    one, again = (solve(position, "dfpn") for _ in range(2))
    assert one.nodes == again.nodes
    assert one.certificate is not None
    assert again.certificate is not None
    assert one.certificate.to_bytes() == again.certificate.to_bytes()
    both = solve(position, "dfpn", Limits(memory=64 << 20), threads=2).replayed()
    assert (both.verdict, both.checked is not None) == (one.verdict, True)


@pytest.mark.native
def test_a_search_that_ends_early_says_so_and_who_holds() -> None:
    verdict = solve(gomoku("7x7", 5), "dfpn", Limits(nodes=300))
    assert (verdict.verdict, verdict.ending, verdict.certificate) == ("unknown", "nodes", None)


@pytest.mark.native
def test_a_stopped_search_goes_on_from_its_checkpoint(tmp_path: Path) -> None:
    position, file = gomoku("7x6", 5), str(tmp_path / "point")
    whole = solve(position, "dfpn").nodes
    first = solve(position, "dfpn", Limits(nodes=whole // 2), checkpoint=file)
    assert first.verdict == "unknown"
    then = solve(position, "dfpn", checkpoint=file).replayed()
    assert then.facts["resumed"]
    assert (then.verdict, then.checked is not None) == ("draw", True)
    assert then.nodes < whole
    with pytest.raises(GameError, match="belongs to another question"):
        solve(gomoku("6x6", 5), "dfpn", checkpoint=file)


def _mix(number: int) -> int:
    """The hash of the sum at the end of a checkpoint."""
    words = (1 << 64) - 1
    number = (number + 0x9E3779B97F4A7C15) & words
    number = (number ^ number >> 30) * 0xBF58476D1CE4E5B9 & words
    number = (number ^ number >> 27) * 0x94D049BB133111EB & words
    return number ^ number >> 31


def _forged(whole: bytes, at: int, changed: bytes) -> bytes:
    """The first entry of a checkpoint changed at a byte, with the sum that then belongs to it."""
    body = bytearray(whole[24:-24])
    body[at : at + len(changed)] = changed
    total = 0
    for entry in struct.iter_unpack("<4Q", body):
        hashed = 0
        for number, word in enumerate(entry):
            hashed ^= _mix((word + number) & (1 << 64) - 1)
        total = _mix(total ^ hashed)
    return whole[:24] + bytes(body) + struct.pack("<Q", total) + whole[-16:]


@pytest.mark.native
def test_a_checkpoint_that_no_search_has_written_is_refused(tmp_path: Path) -> None:
    """Its sum is right; numbers that cannot be let the search go on for ever."""
    position, file = gomoku("4x4", 3), tmp_path / "point"
    solve(position, "dfpn", Limits(nodes=40), checkpoint=str(file))
    whole = file.read_bytes()
    assert _forged(whole, 0, b"") == whole
    for at, changed in ((31, bytes([2])), (16, bytes(8)), (16, bytes([255] * 4)), (31, bytes(1))):
        file.write_bytes(_forged(whole, at, changed))
        with pytest.raises(GameError, match="is damaged"):
            solve(position, "dfpn", Limits(nodes=200), checkpoint=str(file))


@pytest.mark.native
@pytest.mark.parametrize(
    ("game", "options", "sentence"),
    [
        ("connect6", {}, "one stone a turn"),
        ("goclub", {"players": "3"}, "two players"),
        ("gomoku", {"ring": "2"}, "first stone is limited"),
    ],
)
def test_what_cannot_be_settled_is_refused_in_a_sentence(
    game: str, options: dict[str, str], sentence: str
) -> None:
    with pytest.raises(GameError, match=sentence):
        solve(games.room(game).start(options), "dfpn")
