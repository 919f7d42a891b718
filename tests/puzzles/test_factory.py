"""The pipeline: the same puzzles however it is run, interrupted or fed."""

from __future__ import annotations

import gzip
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from kikashi.games import room
from kikashi.puzzles import Puzzle, Store, StoreError, puzzle, puzzles, stats
from kikashi.puzzles.export import export
from kikashi.puzzles.normal import digest, normal_form
from kikashi.puzzles.stages import quality_of
from tests.puzzles.made import GAMES, all_puzzles, database, make_into

pytestmark = [pytest.mark.native, pytest.mark.thorough]


def lines(store: Store, folder: Path) -> bytes:
    target = folder / "all.jsonl"
    export(puzzles(store), target, certificates=True)
    return target.read_bytes()


def test_the_six_games_give_puzzles_of_several_lengths() -> None:
    found = all_puzzles()
    assert len(found) >= 8
    assert len({p.length for p in found}) >= 3
    assert all(1 <= len(p.answers) <= 3 for p in found)
    assert all((len(p.answers) == 1) == p.unique for p in found)


def test_another_number_of_jobs_exports_the_same_bytes(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    one = make_into(tmp_path / "one.db", jobs=1)
    assert lines(one, tmp_path / "a") == lines(Store(database()), tmp_path / "b")


KILLED = """
import os, signal, sys
from pathlib import Path
from kikashi.grid import LocalExecutor
from kikashi.puzzles import Store, factory, make, stages
stages.BATCH = 5
def report(stage, done, total):
    if stage == sys.argv[3] and done >= 3:
        os.kill(os.getpid(), signal.SIGKILL)
with LocalExecutor(2) as executor:
    make(Store(sys.argv[1], create=True), [Path(sys.argv[2])], "connect6", executor, report=report)
"""


def test_killed_in_every_stage_it_goes_on_to_the_same_puzzles(tmp_path: Path) -> None:
    path = tmp_path / "killed.db"
    for stage in ("gather", "take", "find", "thin", "prove", "compare", "publish"):
        run = subprocess.run(
            [sys.executable, "-c", KILLED, str(path), str(GAMES), stage],
            check=False,
            env=os.environ,
        )
        assert run.returncode == -signal.SIGKILL, f"{stage} was over before it could be killed"
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    again = make_into(path)
    assert lines(again, tmp_path / "a") == lines(Store(database()), tmp_path / "b")


def test_a_second_run_does_no_work(tmp_path: Path) -> None:
    store = Store(database())
    before = stats(store)
    done: list[str] = []
    from kikashi.grid import LocalExecutor
    from kikashi.puzzles import make

    with LocalExecutor(1) as executor:
        make(store, [GAMES], "connect6", executor, report=lambda s, _d, t: done.append(f"{s} {t}"))
    assert stats(store) == before
    assert not [word for word in done if word.split()[0] in ("find", "prove", "compare", "take")]


def test_a_bad_record_is_skipped_with_a_line_that_says_why(tmp_path: Path) -> None:
    text = GAMES.read_text().splitlines()[:2]
    bad = tmp_path / "bad.txt.gz"
    bad.write_bytes(gzip.compress(f"{text[0]}\nj10 j10 k9\n{text[1]}\n".encode()))
    store = make_into(tmp_path / "bad.db", files=[bad])
    found = stats(store)
    assert (found.records, found.refused) == (2, 1)


def test_a_game_and_its_mirror_image_are_merged(tmp_path: Path) -> None:
    first = room("connect6").start()
    game = GAMES.read_text().splitlines()[0]
    mirrored = " ".join(first.transform_move("s3", move) for move in game.split())
    (tmp_path / "one.txt").write_text(game + "\n")
    (tmp_path / "two.txt").write_text(f"{game}\n{mirrored}\n")
    one = stats(make_into(tmp_path / "one.db", files=[tmp_path / "one.txt"]))
    two = stats(make_into(tmp_path / "two.db", files=[tmp_path / "two.txt"]))
    assert two.occurrences == 2 * one.occurrences
    assert (two.positions, two.puzzles) == (one.positions, one.puzzles)


def test_the_normal_form_is_the_same_from_all_eight_sides() -> None:
    position = room("connect6").from_text("c3 d4 e5 k9 l9")
    forms = {normal_form(position.transform(s)).to_text() for s in position.symmetries()}
    assert len(forms) == 1
    assert digest(normal_form(position)) == digest(normal_form(position.transform("s5")))


def test_only_the_longest_of_a_chain_is_kept() -> None:
    """No puzzle lies on the line of another one of the same database."""
    found = {p.position: p for p in all_puzzles()}
    for p in found.values():
        position = p.start()
        for turn in p.line[:2]:
            for move in turn:
                position = position.play(move)
        if position.result() is None:
            inner = found.get(normal_form(position).to_text())
            assert inner is None or inner.length > p.length


@pytest.mark.parametrize(
    ("whens", "reached", "quality"),
    [
        (["in-time"], "any", "best"),
        (["in-time", "later"], "one-later", "good"),
        (["in-time", "one-later"], "in-time", "fair"),
        (["in-time"] * 2, "any", "several"),
        (["in-time"] * 3, "in-time", "several"),
        (["in-time"] * 4, "none", "many"),
        (["in-time"], "none", "open"),
        ([], "in-time", "open"),
    ],
)
def test_quality_says_how_unique_the_answer_is(
    whens: list[str], reached: str, quality: str
) -> None:
    assert quality_of([[["a1"], when] for when in whens], reached) == quality


def test_puzzles_are_found_by_id_length_quality_and_tag() -> None:
    store, known = Store(database()), all_puzzles()
    assert puzzle(store, known[0].id[:9]) == known[0]
    assert all(p.length == 3 for p in puzzles(store, length=3))
    assert all(p.unique for p in puzzles(store, quality="unique"))
    tag = next(iter(next(p.tags for p in known if p.tags)))
    assert {p.id for p in puzzles(store, tag=tag)} == {p.id for p in known if tag in p.tags}


def test_what_is_no_database_is_refused_in_words(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="there is no puzzle database"):
        Store(tmp_path / "none.db")
    (tmp_path / "text.db").write_text("not a database at all, but long enough to be read as one")
    with pytest.raises(StoreError, match="cannot be opened"):
        Store(tmp_path / "text.db")
    with pytest.raises(StoreError, match="there is no folder"):
        Store(tmp_path / "far" / "x.db", create=True)


def test_the_tables_are_those_of_the_migrations() -> None:
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    from kikashi.puzzles.tables import Base

    with Store(database()).engine.connect() as connection:
        context = MigrationContext.configure(connection)
        assert compare_metadata(context, Base.metadata) == []


def test_other_games_with_a_prover_go_through_the_same_pipeline(tmp_path: Path) -> None:
    from kikashi.grid import LocalExecutor
    from kikashi.puzzles import make
    from kikashi.puzzles.games import games

    for game, options in (("gomoku", {"size": "11x11"}), ("goclub", {"size": "11x11"})):
        records = tmp_path / f"{game}.txt"
        records.write_text(
            "".join(" ".join(moves) + "\n" for moves in games(game, 6, options=options))
        )
        store = Store(tmp_path / f"{game}.db", create=True)
        with LocalExecutor(2) as executor:
            make(store, [records], game, executor, options=options)
        found: list[Puzzle] = list(puzzles(store))
        assert found, game
        assert {p.options["size"] for p in found} == {"11x11"}
