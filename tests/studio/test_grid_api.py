"""The grid in the studio's API: its figures as they are, and none of its secrets."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from kikashi.grid.endpoint import FILE, grid_figures
from kikashi.grid.status import Figures, as_json
from kikashi.studio import create_app
from kikashi.studio.services import gridwatch
from kikashi.studio.services.gridwatch import GridWatch
from kikashi.studio.settings import Settings
from tests.cli.command_line import refusal
from tests.grid.running import Grid
from tests.grid.work import grid_after_work
from tests.studio.client import Client
from tests.studio.conftest import WORK

SECRET_LENGTH = 20
"""Characters: shorter words of a grid's files (names, numbers, addresses) open nothing."""


@pytest.fixture(scope="module")
def grid(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Grid]:
    with grid_after_work(tmp_path_factory.mktemp("grid"), 5) as made:
        yield made


def asked(database: str, folder: Path | None) -> tuple[str, dict[str, Any]]:
    """What the API of a studio beside this grid tells, as text and as data."""
    app = create_app(Settings(database=database, work=WORK, starter=False, grid=folder))
    try:
        answer = Client(app).get("/api/grid")
    finally:
        app.state.studio.close()
    assert answer.status_code == 200, answer.text
    return answer.text, answer.json()


def test_without_a_grid_it_says_that_there_is_none(database: str) -> None:
    assert asked(database, None)[1] == {"state": "none", "figures": None}


def test_a_broker_that_does_not_run_is_silent_and_its_folder_is_not_told(
    database: str, tmp_path: Path
) -> None:
    text, found = asked(database, tmp_path)
    assert found == {"state": "silent", "figures": None}
    assert str(tmp_path) not in text


def test_a_folder_that_is_not_there_is_refused_at_the_start(tmp_path: Path) -> None:
    told = refusal("studio", "--grid", str(tmp_path / "nowhere"))
    assert "there is no folder" in told
    assert "grid broker --dir" in told


@pytest.mark.slow
def test_the_figures_are_those_of_grid_status(grid: Grid, database: str) -> None:
    _, found = asked(database, grid.dir)
    told, same = found["figures"], grid_figures(grid.dir)
    assert found["state"] == "running"
    for name in ("waiting", "running", "done", "failed", "wasted", "replicas", "refused"):
        assert told[name] == getattr(same, name), name
    assert told["done"] == 5
    assert told["speed_up"] > 0
    (anna,) = told["owners"]
    assert (anna["owner"], anna["tasks"], anna["accepted"]) == ("anna", 5, 5)
    assert anna["seconds"] > 0
    (pc,) = told["pcs"]
    assert (pc["name"], pc["state"], pc["slots"]) == ("anna", "waiting for tasks", 1)
    assert pc["idle_seconds"] <= same.idle_seconds


def secrets_of(grid: Grid) -> set[str]:
    """Every long word in any text file of the grid: seeds, public keys, certificates, tokens."""
    words: set[str] = set()
    for file in (*grid.dir.rglob("*"), *grid.folder.glob("*.grid")):
        if not file.is_file() or file.suffix in (".log", ".blk", ".db", ".url"):
            continue
        try:
            text = file.read_text("utf-8")
        except UnicodeDecodeError:
            continue
        words |= set(re.findall(rf"[A-Za-z0-9+/=_-]{{{SECRET_LENGTH},}}", text))
    return words


@pytest.mark.slow
def test_no_secret_of_the_grid_is_told(grid: Grid, database: str) -> None:
    text, _ = asked(database, grid.dir)
    hidden = secrets_of(grid)
    credentials = [json.loads(file.read_text()) for file in grid.folder.glob("*.grid")]
    assert {one["seed"] for one in credentials} <= hidden, "the test looks where the secrets are"
    assert [word for word in hidden if word in text] == []
    assert str(grid.dir) not in text


class Counting:
    """A broker's page that counts who asks, and waits before it answers while `gate` is shut."""

    def __init__(self, folder: Path) -> None:
        self.asked = 0
        self.gate = threading.Event()
        self.gate.set()
        outer = self
        zero = dict.fromkeys(Figures.__struct_fields__, 0)
        lists: dict[str, Any] = {
            name: [] for name in ("pcs", "owners", "quarantined", "incidents")
        } | {"refused": {}}
        body = as_json(Figures(**zero | lists | {"trouble": "the disk of the broker is full"}))

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                outer.asked += 1
                outer.gate.wait(20)
                self.send_response(200)
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_: Any) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        (folder / FILE).write_text(f"http://127.0.0.1:{self.server.server_port}\n")


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Counting]:
    made = Counting(tmp_path)
    yield made
    made.gate.set()
    made.server.shutdown()
    made.server.server_close()


def test_many_people_cost_the_broker_one_question_a_moment(
    broker: Counting, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gridwatch, "FRESH", 1e9)
    watch = GridWatch(tmp_path)
    assert all(watch.figures() is not None for _ in range(50))
    assert broker.asked == 1


def test_while_a_broker_hangs_others_are_told_what_was_known(
    broker: Counting, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gridwatch, "FRESH", 0.0)
    watch = GridWatch(tmp_path)
    known = watch.figures()
    broker.gate.clear()
    first = threading.Thread(target=watch.figures)
    first.start()
    while broker.asked < 2:
        first.join(0.01)
    assert watch.figures() is known
    assert first.is_alive()
    broker.gate.set()
    first.join()


def test_trouble_is_told_without_its_words(broker: Counting, database: str, tmp_path: Path) -> None:
    text, found = asked(database, tmp_path)
    assert broker.asked == 1
    assert found["figures"]["trouble"] is True
    assert "disk" not in text
