"""Outside engines: unmodified programs from apt, and rude ones in their cage."""

from __future__ import annotations

import socket
import threading
from pathlib import Path

import pytest

from kikashi.grid import LocalExecutor, Outcome, Task, TaskError, load_kinds
from kikashi.grid.client import NatsExecutor
from kikashi.grid.engines import Declared, Rack, read_engines
from kikashi.grid.sandbox import guarded
from kikashi.grid.tasks import engine_task
from tests.grid.engine_files import declared, from_debian, sandboxed, toml
from tests.grid.running import Grid, people
from tests.needs import cannot_run

load_kinds()
RUDE = Path(__file__).with_name("rude_engine.py")
PYTHON = "/usr/bin/python3"


def rude(*words: str, memory: int = 1 << 30) -> Declared:
    if not Path(PYTHON).exists():
        cannot_run(f"there is no {PYTHON}, the system's own Python")
    command = " ".join((PYTHON, str(RUDE), *words))
    return declared("rude", command, "gtp", read=(str(RUDE.parent),), memory=memory)


def ask(rack: Rack, task: Task) -> Outcome:
    with LocalExecutor(1, rack) as executor:
        executor.submit(task)
        (outcome,) = executor.results()
    return outcome


def test_gnugo_answers_a_position_of_go() -> None:
    sandboxed()
    task = engine_task("gnugo", size=9, moves=["black e5", "white e4"], seconds=20)
    move = ask(Rack((from_debian("gnugo"),)), task).unwrap()["move"]
    assert move.startswith("black ")


def test_fairy_stockfish_mates_in_xiangqi() -> None:
    """Two rooks against a bare king: the engine says so with its score."""
    sandboxed()
    task = engine_task(
        "fairy-stockfish",
        game="xiangqi",
        position="3k5/9/9/9/9/9/9/4R4/R8/4K4 w - - 0 1",
        depth=6,
        seconds=20,
    )
    answer = ask(Rack((from_debian("fairy-stockfish"),)), task).unwrap()
    assert answer["mate"] is not None
    assert answer["mate"] > 0


def test_an_engine_is_started_once_and_kept() -> None:
    """The rude engine draws its answer once, when it starts."""
    sandboxed()
    rack = Rack((rude("pid"),))
    with LocalExecutor(1, rack) as executor:
        for _ in range(5):
            executor.submit(engine_task("rude"))
        moves = {outcome.unwrap()["move"] for outcome in executor.results()}
    assert len(moves) == 1


def test_an_engine_in_its_cage_has_no_network_and_none_of_our_files(tmp_path: Path) -> None:
    sandboxed()
    secret = tmp_path / "secret"
    secret.write_text("mine")
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = str(server.getsockname()[1])
        answer = ask(Rack((rude("look", port, str(secret)),)), engine_task("rude"))
    assert answer.unwrap()["move"] == "black a1"


def test_without_a_cage_an_engine_is_refused_unless_its_owner_says_unsafe(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("kikashi.grid.sandbox.why_no_sandbox", lambda: "bubblewrap is missing")
    with pytest.raises(TaskError, match=r"bubblewrap is missing; without it .* --unsafe"):
        Rack((rude("pid"),))
    command = guarded(f"{PYTHON} x", memory=1 << 30, unsafe=True)
    assert "ulimit -v" in command
    assert "bwrap" not in command
    outcome = ask(Rack((rude("pid"),), unsafe=True), engine_task("rude"))
    assert outcome.unwrap()["move"].startswith("black ")


@pytest.mark.parametrize(
    "word, reason", [("die", "ended"), ("rubbish", "its answer to genmove"), ("hang", "in time")]
)
def test_an_engine_that_fails_is_an_error_in_words_and_comes_back(word: str, reason: str) -> None:
    sandboxed()
    rack = Rack((rude(word),))
    with LocalExecutor(1, rack) as executor:
        for _ in range(2):
            executor.submit(engine_task("rude", seconds=0.1))
            (outcome,) = executor.results()
            assert "the engine rude failed" in outcome.error
            assert reason in outcome.error


def test_an_engine_that_takes_too_much_memory_dies_alone() -> None:
    sandboxed()
    rack = Rack((rude("eat", memory=256 << 20),))
    assert "the engine rude failed" in ask(rack, engine_task("rude")).error


def test_a_cancel_reaches_a_running_engine() -> None:
    """It would hang for ten minutes, which it has."""
    sandboxed()
    with LocalExecutor(1, Rack((rude("hang"),))) as executor:
        ticket = executor.submit(engine_task("rude", seconds=600))
        threading.Timer(1.0, executor.cancel, [ticket]).start()
        (outcome,) = executor.results()
    assert outcome.cancelled


def test_a_program_that_is_not_the_declared_one_is_refused(tmp_path: Path) -> None:
    wrong = Declared("rude", PYTHON, "gtp", "0" * 64)
    with pytest.raises(TaskError, match=r"has the sha256 [0-9a-f]{64}, not 0{64} as declared"):
        read_engines(toml(tmp_path / "engines.toml", wrong))


@pytest.mark.parametrize(
    "text, reason",
    [
        ("[[engine]]\nname = 'x'", "missing required field `command`"),
        ("[[engine]]\nname = '../x'\ncommand = 'x'\nprotocol = 'gtp'\nsha256 = ''", "name"),
        ("not toml at all", "does not declare engines"),
    ],
)
def test_a_wrong_engine_file_is_refused_with_a_sentence(
    text: str, reason: str, tmp_path: Path
) -> None:
    path = tmp_path / "engines.toml"
    path.write_text(text)
    with pytest.raises(TaskError, match=reason):
        read_engines(path)


@pytest.mark.parametrize(
    "question",
    [
        {"moves": ["black d4\nprintsgf /tmp/x"]},
        {"moves": ["loadsgf /etc/passwd"]},
        {"size": 10_000},
        {"engine": "gnugo; rm -rf /"},
        {"command": "rm -rf /"},
    ],
)
def test_no_command_can_be_smuggled_into_a_question(question: dict[str, object]) -> None:
    payload = {"engine": "rude", **question}
    rack = Rack((rude("pid"),), unsafe=True)
    with LocalExecutor(1, rack) as executor:
        try:
            executor.submit(Task("engine.move", payload, needs=("engine:rude",)))
        except TaskError:
            return
        (outcome,) = executor.results()
    assert "a GTP move looks like" in outcome.error


@pytest.mark.slow
def test_volunteers_bring_engines_and_a_task_names_one(tmp_path: Path) -> None:
    """Engines travel by name; a PC without them does the other tasks."""
    sandboxed()
    file = toml(tmp_path / "engines.toml", from_debian("gnugo"), from_debian("fairy-stockfish"))
    with Grid(tmp_path) as grid:
        anna, bert, app = people(grid, "anna", "bert", trusted=True)
        grid.join(anna, "--engines", str(file))
        grid.join(bert)
        with NatsExecutor(app) as executor:
            go = executor.submit(engine_task("gnugo", size=9, seconds=20))
            xiangqi = executor.submit(
                engine_task("fairy-stockfish", game="xiangqi", nodes=2000, seconds=20)
            )
            found = {outcome.ticket: outcome for outcome in executor.results()}
    assert found[go].unwrap()["move"].startswith("black ")
    assert len(found[xiangqi].unwrap()["move"]) in (4, 5)
    assert {found[go].by, found[xiangqi].by} == {"anna"}
    assert found[go].basis in ("opinion", "trusted")
