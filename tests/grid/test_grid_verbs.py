"""`kikashi grid` refuses with a sentence, and answers as its schema says."""

from __future__ import annotations

import json
import os
import shutil
import stat
import subprocess
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families

from kikashi.grid.endpoint import grid_figures
from tests.cli.command_line import kikashi, refusal, validate
from tests.grid.running import Grid
from tests.grid.work import grid_after_work


@pytest.fixture(scope="module")
def grid(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Grid]:
    with grid_after_work(tmp_path_factory.mktemp("grid"), 5) as made:
        yield made


pytestmark = pytest.mark.slow


def test_status_answers_as_its_schema_says(grid: Grid) -> None:
    ran = kikashi("grid", "status", "--dir", str(grid.dir), "--json")
    assert ran.returncode == 0, ran.stderr
    found = json.loads(ran.stdout)
    validate("grid-status", found)
    assert (found["done"], found["waiting"], len(found["pcs"])) == (5, 0, 1)
    (anna,) = found["owners"]
    assert (anna["owner"], anna["accepted"], anna["tasks"]) == ("anna", 5, 5)
    assert anna["seconds"] > 0


def test_the_table_names_the_pcs_and_what_they_do(grid: Grid) -> None:
    ran = kikashi("grid", "status", "--dir", str(grid.dir))
    assert "5 done" in ran.stdout
    assert "waiting for tasks" in ran.stdout


def test_the_table_is_there_in_traditional_chinese_too(grid: Grid) -> None:
    ran = kikashi("grid", "status", "--dir", str(grid.dir), "--language", "zh-Hant")
    assert ran.returncode == 0, ran.stderr
    assert "完成 5" in ran.stdout
    assert "等待任務" in ran.stdout
    assert "waiting" not in ran.stdout


def test_prometheus_can_read_the_figures(grid: Grid) -> None:
    url = (grid.dir / "status.url").read_text().strip()
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    text = opener.open(f"{url}/metrics", timeout=5).read().decode()
    assert 'kikashi_grid_ended_total{how="done"} 5.0' in text
    assert 'kikashi_grid_accepted_total{owner="anna"} 5.0' in text
    families = {family.name: family for family in text_string_to_metric_families(text)}
    assert {sample.labels["state"] for sample in families["kikashi_grid_tasks"].samples} == {
        "waiting",
        "running",
        "checking",
    }
    assert url.startswith("http://127.0.0.1:")
    with pytest.raises(urllib.error.HTTPError, match="404"):
        opener.open(f"{url}/etc/passwd", timeout=5)


def test_the_unit_of_systemd_runs_the_same_command_after_a_boot(grid: Grid, tmp_path: Path) -> None:
    file = grid.invite("dora")
    ran = kikashi("grid", "join", str(file), "--cores", "1", "--systemd")
    assert ran.returncode == 0, ran.stderr
    assert f" grid join {file} --cores 1\n" in ran.stdout
    assert "--systemd" not in ran.stdout
    assert "WantedBy=default.target" in ran.stdout
    analyze = shutil.which("systemd-analyze")
    if analyze:
        unit = tmp_path / "kikashi-grid.service"
        unit.write_text(ran.stdout)
        verified = subprocess.run(
            [analyze, "--user", "verify", str(unit)],
            env={**os.environ, "XDG_RUNTIME_DIR": str(tmp_path)},  # without, nothing is verified
            capture_output=True,
            text=True,
            check=False,
        )
        assert not verified.stderr, verified.stderr
        assert verified.returncode == 0


def test_a_credential_is_a_secret_of_its_owner(grid: Grid, tmp_path: Path) -> None:
    out = tmp_path / "bert.grid"
    ran = kikashi(
        "grid", "invite", "bert", "--dir", str(grid.dir), "--role", "pc", "--out", str(out)
    )
    assert ran.returncode == 0, ran.stderr
    assert stat.S_IMODE(out.stat().st_mode) == 0o600
    there = (grid.dir / "people" / "bert.json").read_text()
    assert json.loads(out.read_text())["seed"] not in there


def test_refusals_say_what_is_wrong(grid: Grid, tmp_path: Path) -> None:
    home, out = str(grid.dir), str(tmp_path / "x.grid")

    def invite(name: str, role: str = "pc", folder: str = home) -> str:
        return refusal("grid", "invite", name, "--dir", folder, "--role", role, "--out", out)

    assert "is already invited" in invite("anna")
    assert "small letters" in invite("Anna B")
    assert "the roles are pc and app" in invite("carl", "king")
    assert "no broker's folder" in invite("carl", folder=str(tmp_path))
    assert "nobody called 'zoe'" in refusal("grid", "revoke", "zoe", "--dir", home)
    told = refusal("grid", "status", "--dir", str(tmp_path))
    assert "no broker runs in" in told
    assert "Errno" not in told
    assert "沒有運作中的仲介" in refusal(
        "--language", "zh-Hant", "grid", "status", "--dir", str(tmp_path)
    )
    assert "role app; here a credential of pc" in refusal(
        "grid", "join", str(grid.folder / "app.grid")
    )
    nothing = tmp_path / "nothing.grid"
    nothing.write_text("{}")
    assert "no credential of a grid" in refusal("grid", "join", str(nothing))


def test_the_figures_are_there_for_the_studio(grid: Grid) -> None:
    found = grid_figures(grid.dir)
    assert found.done == 5
    assert found.trouble == ""
