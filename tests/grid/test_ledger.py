"""The ledger on SQLite and on PostgreSQL: what is written is there after a restart."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from kikashi.grid import TaskError
from kikashi.grid.ledger import DONE, OPEN, Batch, Ledger, Row, reopened
from tests.postgres import postgres_server

URL = "sqlite:///{}/ledger.db"


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    if request.param == "sqlite":
        yield URL.format(tmp_path)
    else:
        with postgres_server() as found:
            yield found


def task(number: int, **more: object) -> Row:
    row: dict[str, object] = {
        "id": number.to_bytes(16, "big"),
        "number": number,
        "app": "app",
        "job": "job",
        "kind": "grid.echo",
        "version": 1,
        "payload": b"payload",
        "priority": 0,
        "needs": "[]",
        "seconds": None,
        "memory": 1 << 40,
        "care": "usual",
        "submitted": 1.0,
        "status": OPEN,
    }
    return row | more


def attempt(number: int, of: int, owner: str = "anna") -> Row:
    row = {"id": number, "task": of.to_bytes(16, "big"), "pc": owner, "owner": owner}
    return row | {"begun": 1.0, "probe": False}


def ended(number: int, **more: object) -> Row:
    return {**reopened(number.to_bytes(16, "big")), "status": DONE, "ended": 2.0, **more}


def accepted(number: int) -> Row:
    row = {"_id": number, "ended": 2.0, "how": "done", "verdict": "accepted", "seconds": 0.5}
    return row | {"value": None, "error": ""}


def test_what_was_written_is_there_again(url: str) -> None:
    ledger = Ledger(url)
    batch = Batch(tasks=[task(1), task(2), task(3)], attempts=[attempt(7, 1), attempt(8, 2)])
    batch.task_ends.append(ended(1, value=b"value", basis="quorum", by="anna"))
    batch.jobs.append({"app": "app", "job": "job", "named": True})
    ledger.write_now(batch)
    ledger.close()
    again = Ledger(url)
    assert [row["number"] for row in again.open_tasks()] == [2, 3]
    assert [row["id"] for row in again.open_attempts()] == [8]
    assert again.last_numbers() == (3, 8)
    assert again.counts() == {DONE: 1, OPEN: 2}
    (found,) = again.find([(1).to_bytes(16, "big"), b"x" * 16])
    assert (bytes(found["value"]), found["basis"], found["by"]) == (b"value", "quorum", "anna")
    assert [row["named"] for row in again.named_jobs()] == [True]
    again.close()


def test_the_same_rows_twice_change_nothing(url: str) -> None:
    """After a kill the same message may come again."""
    ledger = Ledger(url)
    for _ in range(2):
        ledger.write_now(Batch(tasks=[task(1)], attempts=[attempt(7, 1)]))
    assert ledger.counts() == {OPEN: 1}
    assert len(ledger.open_attempts()) == 1
    ledger.close()


def test_what_rests_on_one_owners_word_is_found_and_opened_again(url: str) -> None:
    ledger = Ledger(url)
    owners = ("eve", "eve", "anna")
    batch = Batch(
        tasks=[task(n) for n in (1, 2, 3)],
        attempts=[attempt(n, n, owner) for n, owner in enumerate(owners, start=1)],
        attempt_ends=[accepted(n) for n in (1, 2, 3)],
        task_ends=[
            ended(1, basis="reputation"),
            ended(2, basis="certificate"),
            ended(3, basis="reputation"),
        ],
    )
    ledger.write_now(batch)
    assert [row["number"] for row in ledger.believed("eve")] == [1]
    ledger.write_now(Batch(task_ends=[reopened((1).to_bytes(16, "big"), b"d" * 16)]))
    (row,) = ledger.open_tasks()
    assert bytes(row["corrects"]) == b"d" * 16
    ledger.close()


def test_a_batch_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    ledger = Ledger(URL.format(tmp_path))
    broken = {**attempt(1, 1), "pc": None}
    with pytest.raises(OSError, match="the ledger cannot be written"):
        ledger.write_now(Batch(tasks=[task(1)], attempts=[broken]))
    assert ledger.counts() == {}
    ledger.close()


def test_a_place_that_is_no_ledger_is_refused_with_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(TaskError, match="cannot be opened"):
        Ledger(URL.format(tmp_path / "nowhere"))
