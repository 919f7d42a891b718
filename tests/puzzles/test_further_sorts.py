"""Puzzles of single threats and of defence: made on demand, proved, audited, answered."""

from __future__ import annotations

import atexit
from dataclasses import replace
from functools import cache
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp

import pytest

from kikashi.grid import LocalExecutor, do_task
from kikashi.grid.kinds import kind_of
from kikashi.law import GameError
from kikashi.puzzles import Puzzle, Store, factory, make, puzzle, puzzles, stats, tasks
from kikashi.puzzles.answers import judge
from kikashi.puzzles.audit import audit
from kikashi.puzzles.export import export
from kikashi.puzzles.solution import question

pytestmark = [pytest.mark.native, pytest.mark.thorough]
GAMES = Path(__file__).with_name("two_games.txt")
"""Games of our own that hold a puzzle of each sort."""
SORTS = ("single-threats", "defence")


def made_into(path: Path, jobs: int, also: tuple[str, ...] = SORTS) -> Store:
    store = Store(path, create=True)
    with LocalExecutor(jobs) as executor:
        make(store, [GAMES], "connect6", executor, also=also)
    return store


@cache
def database() -> Path:
    folder = Path(mkdtemp(prefix="kikashi-further-"))
    atexit.register(rmtree, folder)
    path = folder / "further.db"
    made_into(path, 2).close()
    return path


def found(sort: str) -> list[Puzzle]:
    return list(puzzles(Store(database()), sort=sort))


@pytest.mark.parametrize("sort", SORTS)
def test_each_sort_is_found_and_passes_the_audit(sort: str) -> None:
    assert found(sort), "the games hold no puzzle of this sort: the test looks at nothing"
    for one in found(sort):
        assert audit(one).good, audit(one)
        assert puzzle(Store(database()), one.id) == one


def test_they_do_not_mix_with_the_others_unless_asked_for() -> None:
    plain = {one.id for one in puzzles(Store(database()))}
    assert not plain & {one.id for sort in SORTS for one in found(sort)}
    counts = stats(Store(database())).further
    assert counts == {sort: len(found(sort)) for sort in SORTS}


def test_another_number_of_jobs_gives_the_same_puzzles(tmp_path: Path) -> None:
    other = made_into(tmp_path / "other.db", 1)
    for sort in SORTS:
        assert list(puzzles(other, sort=sort)) == found(sort)


def test_a_second_run_asks_nothing_again(tmp_path: Path) -> None:
    store = made_into(tmp_path / "again.db", 1, ("single-threats",))
    asked: list[str] = []
    with LocalExecutor(1) as executor:
        make(
            store,
            [],
            "connect6",
            executor,
            report=lambda stage, *_: asked.append(stage),
            also=SORTS,
        )
    assert "single-threats" not in asked
    assert "defence" in asked


def test_the_only_defence_is_right_and_another_turn_shows_the_win() -> None:
    for one in found("defence"):
        stones = list(one.answers[0])
        spare = [c for c in one.start().legal_moves() if c not in stones]
        whole = stones + spare[: one.start().moves_left - len(stones)]
        assert judge(one, whole).verdict == "right"
        judgement = judge(one, [c for c in spare if c not in whole][-2:])
        assert (judgement.verdict, judgement.reason) == ("wrong", "counter")
        assert judgement.defence
        assert "only defence" in question(one)
        assert "防守" in question(one, "zh-Hant")


def test_single_threat_puzzles_have_lines_that_can_be_played() -> None:
    for one in found("single-threats"):
        assert one.by == "vcst"
        position = one.start()
        for turn in one.line:
            for move in turn:
                position = position.play(move)
        result = position.result()
        assert result is not None
        assert result.winner is not None


def test_the_audit_notices_another_answer_to_a_defence() -> None:
    one = found("defence")[0]
    other = next(c for c in one.start().legal_moves() if c not in one.answers[0])
    assert not audit(replace(one, answers=((other,),))).good


def test_an_unknown_sort_is_refused_in_words(tmp_path: Path) -> None:
    with pytest.raises(GameError, match="single-threats, defence"):
        made_into(tmp_path / "no.db", 1, ("riddles",))


def test_they_are_exported_in_every_form(tmp_path: Path) -> None:
    for sort in SORTS:
        for suffix in (".sgf", ".jsonl", ".svg", ".png"):
            assert export(found(sort), tmp_path / f"{sort}{suffix}") == len(found(sort))
        picture = tmp_path / sort / f"{found(sort)[0].id}.png"
        assert picture.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("sort", "name"), [("defence", "refutation"), ("single-threats", "certificate")]
)
def test_an_answer_of_strangers_is_judged_by_its_certificates(sort: str, name: str) -> None:
    one, kind = found(sort)[0], kind_of(f"puzzles.{sort}")
    nodes = factory.SORTS[sort]
    asked = tasks.task(kind.name, one.game, one.options, one.position, nodes=nodes)
    value = kind.unpacked_value(kind.packed_value(do_task(asked, lambda *_: True)))
    assert value[name]
    assert kind.judge is not None
    assert kind.judge(asked.payload, value) is None  # nothing is wrong; a second owner decides
    forgeries: list[dict[str, object]] = [{name: None}, {"turns": value["turns"] + 1}]
    if sort == "defence":
        forgeries += [{"answers": [["a1", "a2"]]}, {name: value["certificate"]}]
    for forged in forgeries:
        with pytest.raises(GameError):
            kind.judge(asked.payload, {**value, **forged})
