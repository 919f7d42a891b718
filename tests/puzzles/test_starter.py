"""The puzzles that come with the product are as many and as good as promised."""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from kikashi.exam import PAPER, begin, pool_of
from kikashi.exam.ladder import POOL_SIZE
from kikashi.grid.kinds import Course, kind_of
from kikashi.puzzles import PuzzleError
from kikashi.puzzles.audit import audit
from kikashi.puzzles.factory import SORTS
from kikashi.puzzles.normal import digest, normal_form
from kikashi.puzzles.starter import _lay_out, from_json, starter, starter_games
from kikashi.puzzles.store import Store
from kikashi.puzzles.tables import PositionRow
from kikashi.puzzles.tasks import prove
from kikashi.search.first_turns import first_turns

HOUSE = Path(__file__).parents[2]


def test_there_are_enough_for_the_exam() -> None:
    found = starter("connect6")
    assert len(found) >= 1000
    lengths = Counter(p.length for p in found if p.unique)
    assert all(lengths[n] >= POOL_SIZE for n in range(1, 8)), lengths
    assert lengths[8] > 0
    assert begin("Lin", 1, pool_of(found), ladder=PAPER).question is not None


@pytest.mark.parametrize("game", ["gomoku", "goclub", "minishogi"])
def test_other_games_have_two_hundred_each(game: str) -> None:
    assert len(starter(game)) >= 200


@pytest.mark.parametrize("game", starter_games())
def test_every_puzzle_is_a_position_of_its_own_in_its_normal_form(game: str) -> None:
    found = starter(game)
    assert len({p.id for p in found}) == len(found)
    for puzzle in found[::7]:
        position = puzzle.start()
        assert digest(position).startswith(puzzle.id)
        assert normal_form(position) == position


@pytest.mark.native
@pytest.mark.parametrize("game", starter_games())
def test_a_sample_has_the_shipped_answers(game: str) -> None:
    for puzzle in [p for p in starter(game) if p.length <= 4][::60]:
        found = first_turns(puzzle.start(), puzzle.turns, candidate_nodes=0)
        assert tuple(sorted(t.stones for t in found.in_time)) == puzzle.answers, puzzle.id


@pytest.mark.native
def test_a_shipped_puzzle_proved_again_passes_the_audit() -> None:
    for puzzle in starter("connect6")[::300]:
        question = {"game": puzzle.game, "options": puzzle.options, "position": puzzle.position}
        proof = prove({**question, "nodes": 1_000_000}, lambda *_: True)
        assert proof["turns"] == puzzle.turns
        proved = replace(
            puzzle,
            certificate=proof["certificate"],
            refutation=proof["refutation"],
        )
        assert audit(proved, slow_length=2).good, puzzle.id


@pytest.mark.native
@pytest.mark.parametrize("game", starter_games())
def test_a_sample_of_the_further_sorts_is_found_again_with_its_certificates(game: str) -> None:
    for sort, nodes in SORTS.items():
        for puzzle in starter(game, sort)[::40]:
            question = {"game": puzzle.game, "options": puzzle.options, "position": puzzle.position}
            made = kind_of(f"puzzles.{sort}").work(
                {**question, "nodes": nodes}, Course(lambda: False)
            )
            assert tuple(tuple(turn) for turn in made["answers"]) == puzzle.answers, puzzle.id
            refutation = made["refutation"]
            proved = replace(
                puzzle,
                certificate=made["certificate"],
                refutation=refutation,
            )
            assert audit(proved).good, audit(proved)


def test_a_position_that_is_asked_about_in_two_ways_is_laid_out_once(tmp_path: Path) -> None:
    one = starter("connect6")[0]
    store = Store(tmp_path / "made.db", create=True)
    _lay_out(store, (one, replace(one, id=f"{one.id}-again")))
    with store.session() as session:
        assert session.query(PositionRow).count() == 1


def test_a_game_without_a_set_is_refused_in_words() -> None:
    with pytest.raises(PuzzleError, match="no starter set"):
        starter("chess")


@pytest.mark.slow
def test_a_starter_set_is_made_again_by_one_command_with_the_same_bytes(tmp_path: Path) -> None:
    made = []
    for name in ("one", "two"):
        folder = tmp_path / name
        folder.mkdir()
        words = ["tools/make_starter_sets.py", "gomoku", "--games", "12", "--into", str(folder)]
        subprocess.run([sys.executable, *words], cwd=HOUSE, check=True, capture_output=True)
        made.append((folder / "gomoku.jsonl.gz").read_bytes())
    assert made[0] == made[1]
    lines = gzip.decompress(made[0]).decode().splitlines()
    assert len(lines) > 3
    for line in lines:
        puzzle = from_json(json.loads(line))
        assert digest(puzzle.start()).startswith(puzzle.id[:12])
