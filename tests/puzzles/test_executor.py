"""The executor contract, kept by the local form."""

from __future__ import annotations

import threading
import time
from collections.abc import Mapping
from typing import Any

import pytest

from kikashi.grid import LocalExecutor, Task, TaskError, kind_names, task_kind
from kikashi.grid.kinds import GoOn


@task_kind("test.double")
def double(payload: Mapping[str, Any], _go_on: GoOn) -> Mapping[str, Any]:
    return {"value": payload["number"] * 2}


@task_kind("test.wait")
def wait(payload: Mapping[str, Any], go_on: GoOn) -> Mapping[str, Any]:
    while go_on(0, 0.0):
        time.sleep(0.01)
    return {"stopped": True, **payload}


def test_every_task_has_one_outcome() -> None:
    with LocalExecutor(3) as executor:
        wanted = {executor.submit(Task("test.double", {"number": n})): n for n in range(50)}
        found = {outcome.ticket: outcome.unwrap()["value"] for outcome in executor.results()}
    assert found == {ticket: 2 * n for ticket, n in wanted.items()}


def test_more_can_be_submitted_while_outcomes_come() -> None:
    with LocalExecutor(1) as executor:
        executor.submit(Task("test.double", {"number": 1}))
        seen = []
        for outcome in executor.results():
            seen.append(outcome.unwrap()["value"])
            if len(seen) < 5:
                executor.submit(Task("test.double", {"number": seen[-1]}))
    assert seen == [2, 4, 8, 16, 32]


def test_a_bad_payload_is_an_error_in_words_and_the_others_go_on() -> None:
    with LocalExecutor(2) as executor:
        bad = executor.submit(Task("test.double", {}))
        good = executor.submit(Task("test.double", {"number": 4}))
        outcomes = {outcome.ticket: outcome for outcome in executor.results()}
    assert "payload" in outcomes[bad].error
    with pytest.raises(TaskError):
        outcomes[bad].unwrap()
    assert outcomes[good].unwrap()["value"] == 8


def test_a_cancelled_task_stops_and_has_no_value() -> None:
    with LocalExecutor(1) as executor:
        ticket = executor.submit(Task("test.wait", {}))
        threading.Timer(0.1, executor.cancel, [ticket]).start()
        (outcome,) = executor.results()
        assert outcome.cancelled
        assert outcome.value is None
        assert not executor.cancel(ticket)


def test_closing_stops_what_runs() -> None:
    executor = LocalExecutor(2)
    for _ in range(4):
        executor.submit(Task("test.wait", {}))
    executor.close()  # they would wait for ever


def test_unknown_kinds_are_refused_at_once() -> None:
    assert "test.double" in kind_names()
    with LocalExecutor(1) as executor, pytest.raises(TaskError, match="no task kind"):
        executor.submit(Task("rm -rf", {}))
    with pytest.raises(TaskError, match="at least one job"):
        LocalExecutor(0)
