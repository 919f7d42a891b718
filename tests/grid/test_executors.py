"""The contract of executors, kept by `local` and by `nats` alike."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from kikashi.grid import Executor, LocalExecutor, Task, TaskError, load_kinds
from kikashi.grid.client import NatsExecutor
from kikashi.grid.trust import Policy
from tests.grid import odd_tasks
from tests.grid.running import grid_of

pytestmark = pytest.mark.slow
SOON = 30.0

load_kinds()
assert odd_tasks


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Two volunteers of two owners, one core each.

    They are trusted: a second opinion, drawn by lot, would wait for ever for a core that another
    task of the same test holds.
    """
    folder = tmp_path_factory.mktemp("grid")
    with grid_of(folder, "anna", "bert", trusted=True) as (_, file):
        yield file


@pytest.fixture(params=["local", "nats"])
def executor(request: pytest.FixtureRequest) -> Iterator[Executor]:
    if request.param == "local":
        made: Executor = LocalExecutor(2)
    else:
        made = NatsExecutor(request.getfixturevalue("app"))
    with made:
        yield made


def doubles(executor: Executor, numbers: range, **more: object) -> dict[int, int]:
    return {executor.submit(Task("odd.double", {"number": n}, **more)): n for n in numbers}  # type: ignore[arg-type]


def test_every_task_has_one_outcome_and_it_is_right(executor: Executor) -> None:
    wanted = doubles(executor, range(100))
    found = list(executor.results())
    assert sorted(outcome.ticket for outcome in found) == sorted(wanted)
    assert all(outcome.unwrap()["value"] == 2 * wanted[outcome.ticket] for outcome in found)
    assert list(executor.results()) == []


def test_the_same_task_handed_in_twice_is_two_tasks_with_equal_values(executor: Executor) -> None:
    for _ in range(2):
        executor.submit(Task("odd.double", {"number": 7}))
    assert [outcome.unwrap()["value"] for outcome in executor.results()] == [14, 14]


def test_more_can_be_submitted_while_outcomes_come(executor: Executor) -> None:
    executor.submit(Task("odd.double", {"number": 1}))
    seen = []
    for outcome in executor.results():
        seen.append(outcome.unwrap()["value"])
        if len(seen) < 5:
            executor.submit(Task("odd.double", {"number": seen[-1]}))
    assert seen == [2, 4, 8, 16, 32]


def test_results_stream_while_others_still_run(executor: Executor) -> None:
    waiting = executor.submit(Task("odd.wait", {}))
    quick = executor.submit(Task("odd.double", {"number": 3}))
    stream = executor.results()
    assert next(stream).ticket == quick
    assert executor.cancel(waiting)
    assert next(stream).ticket == waiting


def test_a_running_task_is_cancelled_and_its_place_is_free_again(executor: Executor) -> None:
    ticket = executor.submit(Task("odd.wait", {}))
    before = executor.submit(Task("odd.double", {"number": 1}))
    stream = executor.results()
    assert next(stream).ticket == before  # by now the other runs too
    assert executor.cancel(ticket)
    outcome = next(stream)
    assert outcome.cancelled
    assert outcome.value is None
    assert not executor.cancel(ticket)
    # Its place is free again: with two cores, two more that wait can both be stopped.
    more = [executor.submit(Task("odd.wait", {"n": n})) for n in range(2)]
    threading.Timer(0.3, lambda: [executor.cancel(one) for one in more]).start()
    assert {one.ticket for one in executor.results()} == set(more)


def test_a_queued_task_is_cancelled_and_never_runs(executor: Executor) -> None:
    busy = [executor.submit(Task("odd.wait", {"n": n})) for n in range(12)]
    queued = executor.submit(Task("odd.refuse", {"number": 1}))
    assert executor.cancel(queued)
    for ticket in busy:
        executor.cancel(ticket)
    found = {outcome.ticket: outcome for outcome in executor.results()}
    assert found[queued].cancelled
    assert not found[queued].error
    assert all(found[ticket].cancelled for ticket in busy)


def test_urgent_tasks_overtake_those_that_wait(executor: Executor) -> None:
    """What waits for nothing but a core would hold both for ever, if it had its turn first."""
    handed = 2 * (1 + Policy().most_ahead)  # what two PCs may hold before the urgent ones come
    early = [executor.submit(Task("odd.wait", {"n": n})) for n in range(handed)]
    late = [executor.submit(Task("odd.wait", {"n": n})) for n in range(handed, handed + 8)]
    urgent = set(doubles(executor, range(4), priority=5))
    for ticket in early:
        executor.cancel(ticket)
    stream = (outcome for outcome in executor.results() if outcome.ticket not in early)
    give_up = threading.Timer(SOON * 4, lambda: [executor.cancel(ticket) for ticket in late])
    give_up.start()
    assert {next(stream).ticket for _ in urgent} == urgent
    give_up.cancel()
    for ticket in late:
        executor.cancel(ticket)
    assert {outcome.ticket for outcome in stream} == set(late)


def test_a_refusal_is_an_error_in_words_and_the_others_go_on(executor: Executor) -> None:
    bad = executor.submit(Task("odd.refuse", {"number": 5}))
    good = executor.submit(Task("odd.double", {"number": 4}))
    found = {outcome.ticket: outcome for outcome in executor.results()}
    assert found[bad].error == "there is no number 5 here"
    with pytest.raises(TaskError, match="no number 5"):
        found[bad].unwrap()
    assert found[good].unwrap()["value"] == 8


def test_a_task_that_nobody_can_do_comes_back_with_the_reason(executor: Executor) -> None:
    ticket = executor.submit(Task("odd.double", {"number": 1}, needs=("engine:hal",)))
    began = time.monotonic()
    (outcome,) = executor.results()
    assert outcome.ticket == ticket
    assert "no PC can do this" in outcome.error
    assert "engine:hal" in outcome.error
    assert time.monotonic() - began < SOON


def test_a_task_past_its_limit_fails_with_a_sentence(executor: Executor) -> None:
    executor.submit(Task("odd.wait", {}, seconds=0.3))
    (outcome,) = executor.results()
    assert outcome.error == "a odd.wait task ran past its limit of 0.3 s"


def test_unknown_kinds_and_wrong_payloads_are_refused(executor: Executor) -> None:
    with pytest.raises(TaskError, match="no task kind"):
        executor.submit(Task("rm -rf", {}))
    with pytest.raises(TaskError, match="task is not right"):
        executor.submit(Task("odd.double", {"number": "seven"}))
    with pytest.raises(TaskError, match="at most"):
        executor.submit(Task("grid.echo", {"number": 1, "text": "x" * 100_000}))
    assert list(executor.results()) == []


def test_large_values_arrive_whole(executor: Executor) -> None:
    size = 3 << 20
    executor.submit(Task("odd.large", {"bytes": size}))
    (outcome,) = executor.results()
    assert outcome.unwrap()["data"] == bytes(range(256)) * (size // 256)


def test_a_proved_win_is_the_same_everywhere(executor: Executor) -> None:
    payload = {"game": "gomoku", "position": "h8 a1 i8 a2 j8 a3", "nodes": 100_000}
    executor.submit(Task("solve", payload))
    (outcome,) = executor.results()
    with LocalExecutor(1) as alone:
        alone.submit(Task("solve", payload))
        (expected,) = alone.results()
    assert outcome.unwrap() == expected.unwrap()
    assert outcome.unwrap()["verdict"]["verdict"] == "win"
    assert outcome.basis in ("local", "trusted")


def test_closing_stops_what_runs(app: Path) -> None:
    for executor in (LocalExecutor(2), NatsExecutor(app)):
        for n in range(4):
            executor.submit(Task("odd.wait", {"n": n}))
        began = time.monotonic()
        executor.close()
        assert time.monotonic() - began < SOON
    with NatsExecutor(app) as again:  # the PCs are free
        doubles(again, range(4))
        assert len(list(again.results())) == 4
