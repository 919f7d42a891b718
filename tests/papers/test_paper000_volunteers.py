"""V2's table: the published figures are copied rightly, and ours are measured on a real grid."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from kikashi.papers import PaperError, Settings, entry, grid_runs
from kikashi.papers import paper000_volunteers as module
from kikashi.papers.report import page, text


def test_the_published_speed_ups_and_both_averages_follow_from_the_totals() -> None:
    total = module.PUBLISHED
    assert [round(total[1] / total[n], 2) for n in total] == [1.0, 2.51, 4.71, 6.36, 7.16, 8.27]
    assert [round(total[n] / module.DIVISOR, 2) for n in (1, 20)] == [184.33, 22.28]
    assert [round(total[n] / module.SEARCHES, 2) for n in (1, 20)] == [9.22, 1.11]


def test_durations_are_stretched_to_a_mean_and_keep_their_proportions() -> None:
    found = module.stretched([1.0, 2.0, 3.0], 10.0)
    assert found == pytest.approx([5.0, 10.0, 15.0])
    with pytest.raises(PaperError, match="no time at all"):
        module.stretched([0.0], 1.0)


def test_a_schedule_without_costs_gives_each_task_to_whoever_is_free_first() -> None:
    assert grid_runs.list_schedule([3.0, 1.0, 1.0, 1.0], 2) == 3.0
    assert grid_runs.list_schedule([1.0, 1.0, 1.0, 3.0], 2) == 4.0
    assert grid_runs.list_schedule([1.0] * 7, 1) == 7.0


def test_a_run_is_measured_once_and_kept(tmp_path: Path) -> None:
    path = tmp_path / "runs.json"
    assert grid_runs.Kept(path).get("one", lambda: {"wall": 1.0}) == {"wall": 1.0}
    assert grid_runs.Kept(path).get("one", lambda: {"wall": 2.0}) == {"wall": 1.0}


def test_without_records_it_says_what_is_missing(tmp_path: Path) -> None:
    with pytest.raises(PaperError, match="--data"):
        entry(module.ID).run(Settings(None, tmp_path), lambda *_: None)
    with pytest.raises(PaperError, match="there is no"):
        entry(module.ID).run(Settings(tmp_path, tmp_path), lambda *_: None)


def records(folder: Path) -> Path:
    """Three games of fifteen stones."""
    path = folder / "connect6" / module.FILE
    path.parent.mkdir()
    with path.open("w", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(["game_id", "moves"])
        for number in range(1, 4):
            cells = ["j10", *(f"{c}{r}" for r in range(1, 8) for c in "ab")]
            rows.writerow([number, ",".join([*cells[:-1], f"c{number}"])])
    return path


@pytest.mark.thorough
@pytest.mark.native
def test_the_tables_stand_side_by_side_with_what_was_measured(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With runs that are already kept, so that no grid is needed here."""
    records(tmp_path)
    monkeypatch.setattr(module, "FEW_SIMULATED", (20, 200))  # a thousand take seconds
    run = {"searches": 3, "wins": 1, "wall": 4.0, "durations": [1.0, 2.0, 0.5], "checking": 0.002}
    kept = {"real 1": run, "real 2": {**run, "wall": 2.5}}
    costs = {"coordinator": 0.001, "server": 0.0005}
    for number in module.PUBLISHED:  # a short run replays no more
        tasks = module.FEW_EACH * number
        kept[f"replay {number}"] = {"tasks": tasks, "work": tasks, "wall": 7.5, "ideal": 7, **costs}
    kept["echoes"] = {"tasks": 9, "wall": 1.0, "client": 0.0001, "latency": 0.002, **costs}
    (tmp_path / f"{module.ID}-3.json").write_text(json.dumps(kept))
    answer = entry(module.ID).run(Settings(tmp_path, tmp_path, games=3), lambda *_: None)
    paper, real, replays, full, simulated = answer.tables
    assert paper.rows[-1][:6] == ("20", "18801.79", "22.28", "1.11", "8.27", "41.4%")
    assert paper.rows[-1][6:8] == ("16.00", "80.0%")
    assert [row[5] for row in real.rows] == ["1.00", "1.60"]
    assert len(replays.rows) == len(module.PUBLISHED)
    # One checker at 2 ms a task is full before the coordinator at 1 ms.
    assert full.rows[0][0] == "the checkers of certificates"
    assert full.rows[0][3] == "500"
    assert {row[0] for row in simulated.rows} == {f"{n:,}" for n in module.FEW_SIMULATED}
    assert "This run was short" in answer.missing[-1]
    assert "coordinators" in full.rows[1][-1]
    assert module.ID in text(entry(module.ID), answer)
    assert "<svg" in page(entry(module.ID), answer)


@pytest.mark.native
@pytest.mark.slow
def test_a_grid_on_this_machine_is_measured(tmp_path: Path) -> None:
    slept = grid_runs.replay([0.3, 0.1], volunteers=2, each=3)
    assert slept["tasks"] == 6
    assert slept["work"] == pytest.approx(1.2)
    assert slept["ideal"] == pytest.approx(0.7)
    assert slept["wall"] > slept["work"] / 2
    assert slept["server"] >= 0
    searches = grid_runs.positions(records(tmp_path), 3)
    found = grid_runs.real(searches, volunteers=1)
    assert found["searches"] == len(found["durations"]) == 3
    with pytest.raises(PaperError, match="only 3 games"):
        grid_runs.positions(tmp_path / "connect6" / module.FILE, 4)
