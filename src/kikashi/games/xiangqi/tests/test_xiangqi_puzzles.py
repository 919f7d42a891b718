"""The factory makes mate puzzles of positions and of records, with their themes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from kikashi.games.xiangqi import ROOM
from kikashi.grid import LocalExecutor
from kikashi.proofs import check_stated
from kikashi.puzzles import Store, make
from kikashi.puzzles.audit import audit
from kikashi.puzzles.export import export
from kikashi.puzzles.model import Puzzle, puzzles
from kikashi.records import Record, read_collection

POSITION = "3k5/9/4b4/9/9/9/9/9/R8/1R2K4 w - - 0 1"


@pytest.fixture
def found(tmp_path: Path) -> Puzzle:
    file = tmp_path / "mates.txt"
    file.write_text(f"{POSITION}\n", "utf-8")
    store = Store(tmp_path / "mates.db", create=True)
    with LocalExecutor(1) as executor:
        make(store, [file], "xiangqi", executor)
    (made,) = puzzles(store)
    store.close()
    return made


def test_a_collection_of_positions_becomes_puzzles_with_checked_proofs(found: Puzzle) -> None:
    assert found.length == 3  # the mating move counts
    assert found.turns == 3
    assert found.by == "checks"
    assert "by-rook" in found.tags
    assert check_stated(found.certificate).nodes > 0
    last = ROOM.from_text(found.position)
    for turn in found.line:
        last = last.play_all(turn)
    assert last.result() is not None


def test_a_file_of_games_holds_positions_with_moves_after_them(tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    file.write_text(f"{POSITION} moves b0b9 d9d8\nh2e2 h9g7\n", "utf-8")
    first, second = read_collection(file, "xiangqi")
    assert isinstance(first, Record)
    assert isinstance(second, Record)
    assert first.moves == ("b0b9", "d9d8")
    assert first.replay()[-1].to_text() == f"{POSITION} moves b0b9 d9d8"
    assert second.moves == ("h2e2", "h9g7")


@pytest.mark.parametrize("slow_length", [0, 3])
def test_the_audit_passes_it_and_notices_another_answer(found: Puzzle, slow_length: int) -> None:
    findings = audit(found, slow_length)
    assert findings.good, findings
    assert findings.unique == ("slow search" if slow_length else "searched again, not certified")
    assert not audit(replace(found, answers=(*found.answers, ("e0e1",))), slow_length).good
    assert not audit(replace(found, certificate=found.refutation or b""), slow_length).good


def test_a_booklet_shows_the_pieces(found: Puzzle, tmp_path: Path) -> None:
    empty = replace(found, position=found.position.replace("R", "1").replace("b", "1"))
    export([found], tmp_path / "mates.pdf")
    export([empty], tmp_path / "empty.pdf")
    drawn, without = ((tmp_path / f"{name}.pdf").stat().st_size for name in ("mates", "empty"))
    assert drawn > without


def test_a_mate_is_exported_as_sgf_with_its_solution(found: Puzzle, tmp_path: Path) -> None:
    assert export([found], tmp_path / "mates.sgf") == 1
    (record,) = read_collection(tmp_path / "mates.sgf")
    assert isinstance(record, Record)
    assert record.moves == tuple(move for turn in found.line for move in turn)
