"""Worker processes: what goes wrong in one fails one request; people share them fairly."""

from __future__ import annotations

import json
import math
import os
import select
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from fastapi import FastAPI

from kikashi import games
from kikashi.grid.kinds import Cost
from kikashi.play import viewing
from kikashi.play.game import Game
from kikashi.studio import create_app
from kikashi.studio.people import Person
from kikashi.studio.problems import Refusal
from kikashi.studio.settings import Settings, WorkSettings
from kikashi.studio.work import Job, JobFailure
from kikashi.studio.work.pool import Workers
from tests.studio.client import Client, problem

pytestmark = pytest.mark.slow

WAIT = 40.0
"""Seconds; nothing here takes long, but the machine may be busy."""
BROKEN = "tests.studio.broken_kinds"
ANNA, BEN, CARL = (Person(name * 22) for name in "abc")
SETTINGS = WorkSettings(
    processes=1, quick_processes=1, memory=1 << 30, grace=0.3, modules=(BROKEN,)
)


@pytest.fixture(scope="module")
def shared() -> Iterator[Workers]:
    made = Workers(SETTINGS)
    yield made
    made.close()


@pytest.fixture
def workers(shared: Workers) -> Iterator[Workers]:
    """One process for slow work and one for quick; nothing is left running."""
    yield shared
    for person in (ANNA, BEN, CARL):
        for job in shared.jobs_of(person):
            job.cancel()


def begun(job: Job) -> Job:
    """A job of a polite kind, once it really runs."""
    with job._changed:
        assert job._changed.wait_for(
            lambda: any(event["event"] == "begun" for event in job._events), WAIT
        )
    return job


def works(workers: Workers) -> int:
    """The process that does the next piece of slow work."""
    return int(workers.submit("test.echo", {}, BEN).wait(WAIT)["pid"])


def test_a_job_tells_how_it_goes_and_ends_with_its_result(workers: Workers) -> None:
    job = workers.submit("test.events", {"count": 3}, ANNA)
    job.wait(WAIT)
    events = [event["event"] for event in job.since()]
    assert events == ["queued", "started", "number", "number", "number", "done"]
    assert [event["id"] for event in job.since()] == list(range(1, 7))
    assert job.since()[-1]["data"] == {"result": {}, "cut": None}


def test_processes_are_ours_alone_and_stay(workers: Workers) -> None:
    first = works(workers)
    assert first != os.getpid()
    assert works(workers) == first


@pytest.mark.parametrize(
    "kind, code, words",
    [
        ("test.segfault", "crashed", "signal 11"),
        ("test.killed", "crashed", "signal 9"),
        ("test.memory", "out-of-memory", "more than 1024 MiB"),
        ("test.stubborn", "too-long", "longer than 0.1 seconds"),
    ],
)
def test_a_process_that_goes_wrong_fails_its_job_and_is_replaced(
    workers: Workers, kind: str, code: str, words: str
) -> None:
    before = works(workers)
    with pytest.raises(JobFailure, match=words) as failure:
        workers.submit(kind, {}, ANNA).wait(WAIT)
    assert failure.value.code == code
    assert works(workers) != before


@pytest.mark.parametrize(
    "kind, words",
    [
        ("test.refused", "this cannot be done"),
        ("test.bug", "its log says why"),
        ("test.huge", "its log says why"),
    ],
)
def test_a_refusal_or_a_bug_in_python_costs_no_process(
    workers: Workers, kind: str, words: str
) -> None:
    before = works(workers)
    with pytest.raises(JobFailure, match=words) as failure:
        workers.submit(kind, {}, ANNA).wait(WAIT)
    assert "secret" not in str(failure.value)
    assert works(workers) == before


def test_work_that_is_out_of_time_gives_what_it_has(workers: Workers) -> None:
    job = workers.submit("test.brief", {}, ANNA)
    assert job.wait(WAIT) == {"so far": 1}
    assert job.since()[-1]["data"]["cut"] == "time"


def test_a_stopped_job_ends_and_its_process_stays_if_it_listens(workers: Workers) -> None:
    before = works(workers)
    job = begun(workers.submit("test.polite", {}, ANNA))
    job.cancel()
    with pytest.raises(JobFailure, match="was stopped"):
        job.wait(WAIT)
    assert works(workers) == before
    deaf = begun(workers.submit("test.deaf", {}, ANNA))
    deaf.cancel()
    with pytest.raises(JobFailure, match="was stopped"):
        deaf.wait(WAIT)
    assert works(workers) != before


def test_a_native_search_hears_the_stop_within_its_grace(workers: Workers) -> None:
    # The other process is held, so that search and quick answers share one.
    begun(workers.submit("test.polite", {}, BEN))
    before = workers.submit("test.quick", {}, ANNA).wait(WAIT)["pid"]
    seen = Game(games.room("connect6").start({}), ("j10", "k11", "i11")).view(1)
    payload = {
        "view": viewing.to_plain(seen),
        "player": "level:10",
        "seed": 1,
        "seconds": 25.0,
    }
    search = workers.submit("play.turn", payload, ANNA)
    with search._changed:
        assert search._changed.wait_for(lambda: search.status == "started", WAIT)
    search.cancel()
    with pytest.raises(JobFailure, match="was stopped"):
        search.wait(WAIT)
    # The same process goes on: it was not killed after the grace.
    assert workers.submit("test.quick", {}, ANNA).wait(WAIT)["pid"] == before


def test_a_job_that_waits_can_be_stopped_too(workers: Workers) -> None:
    holder = begun(workers.submit("test.polite", {}, ANNA))
    waiting = workers.submit("test.echo", {}, BEN)
    waiting.cancel()
    holder.cancel()
    with pytest.raises(JobFailure, match="was stopped"):
        waiting.wait(WAIT)
    assert [event["event"] for event in waiting.since()] == ["queued", "cancelled"]


def test_a_stopped_job_gives_its_place_in_the_queue_back_at_once(workers: Workers) -> None:
    begun(workers.submit("test.polite", {}, ANNA))
    for _ in range(3 * SETTINGS.waiting_per_person):  # as one who clicks through a game
        waiting = workers.submit("test.echo", {}, BEN)
        waiting.cancel()
        assert waiting.status == "cancelled"


def test_people_take_turns_however_much_one_of_them_asks_for(workers: Workers) -> None:
    ended: list[str] = []
    holder = begun(workers.submit("test.polite", {}, CARL))
    jobs = []
    for name, person in ("a1", ANNA), ("a2", ANNA), ("a3", ANNA), ("b1", BEN), ("c1", CARL):
        job = workers.submit("test.echo", {}, person)
        job.when_ended(lambda _job, name=name: ended.append(name))  # type: ignore[misc]
        jobs.append(job)
    holder.cancel()
    for job in jobs:
        job.wait(WAIT)
    assert ended == ["a1", "b1", "c1", "a2", "a3"]


def test_one_person_does_not_hold_every_process() -> None:
    settings = WorkSettings(processes=2, quick_processes=0, grace=0.3, modules=(BROKEN,))
    workers = Workers(settings)
    try:
        first = begun(workers.submit("test.polite", {}, ANNA))
        second = workers.submit("test.polite", {}, ANNA)
        assert workers.submit("test.echo", {}, BEN).wait(WAIT)
        assert second.status == "queued"
        first.cancel()
        begun(second)
    finally:
        workers.close()


def test_long_work_makes_room_when_others_wait_and_gives_what_it_has(workers: Workers) -> None:
    long = begun(workers.submit("test.sharing", {}, ANNA))
    assert workers.submit("test.echo", {}, BEN).wait(WAIT)
    assert long.wait(WAIT) == {"so far": 1}
    assert long.since()[-1]["data"]["cut"] == "others"


def test_work_that_makes_room_for_others_has_more_time_to_hear_it_but_not_for_ever(
    workers: Workers,
) -> None:
    slow = begun(workers.submit("test.slow-to-hear", {"seconds": 2 * SETTINGS.grace}, ANNA))
    assert workers.submit("test.echo", {}, BEN).wait(WAIT)
    assert slow.wait(WAIT) == {"so far": 1}
    deaf = begun(workers.submit("test.in-the-way", {}, ANNA))
    assert workers.submit("test.echo", {}, BEN).wait(WAIT)
    with pytest.raises(JobFailure, match="others were waiting"):
        deaf.wait(WAIT)


def test_the_more_people_wait_the_shorter_the_turns_down_to_what_is_worth_having() -> None:
    found = Cost(60, slice=6, least=0.5)
    shares = [found.share(2, crowd, told=True) for crowd in range(100)]
    assert shares[0] == math.inf, "nobody waits: nobody is hurried"
    assert shares[2] == 3
    assert shares == sorted(shares, reverse=True)
    assert shares[-1] == 0.5
    # What has told nothing yet, and what knows no first answers, keeps a third.
    assert found.share(2, 99, told=False) == 2
    assert replace(found, least=None).share(2, 99, told=True) == 2
    assert replace(found, slice=None).share(2, 99, told=True) == math.inf


def test_work_whose_first_answers_are_enough_is_short_in_a_crowd_once_it_has_told_them(
    workers: Workers,
) -> None:
    long = begun(workers.submit("test.early", {}, ANNA))
    crowd = [workers.submit("test.echo", {}, Person(f"{number:022}")) for number in range(110)]
    # A third of its slice would be twice as long as we wait.
    assert long.wait(WAIT) == {"so far": 1}
    assert long.since()[-1]["data"]["cut"] == "others"
    for job in crowd:
        job.cancel()


def test_a_quick_answer_does_not_wait_behind_slow_work(workers: Workers) -> None:
    slow = begun(workers.submit("test.polite", {}, ANNA))
    assert workers.submit("test.quick", {}, ANNA).wait(WAIT)
    assert not slow.ended
    slow.cancel()


def test_a_full_queue_says_when_to_come_again() -> None:
    settings = WorkSettings(
        processes=1,
        quick_processes=0,
        waiting_per_person=2,
        waiting=3,
        grace=0.2,
        modules=(BROKEN,),
    )
    workers = Workers(settings)
    try:
        begun(workers.submit("test.polite", {}, CARL))
        for _ in range(2):
            workers.submit("test.echo", {}, ANNA)
        with pytest.raises(Refusal, match="you have too much work") as refusal:
            workers.submit("test.echo", {}, ANNA)
        assert refusal.value.status == 429
        assert refusal.value.headers is not None
        assert int(refusal.value.headers["Retry-After"]) > 0
        workers.submit("test.echo", {}, BEN)
        with pytest.raises(Refusal, match="the studio has too much"):
            workers.submit("test.echo", {}, CARL)
    finally:
        workers.close()


def test_guests_ask_for_no_heavy_work_where_they_may_not() -> None:
    workers = Workers(SETTINGS, guests_may_work=False)
    try:
        with pytest.raises(Refusal, match="needs an account") as refusal:
            workers.submit("test.echo", {}, ANNA)
        assert refusal.value.status == 403
        assert workers.submit("test.quick", {}, ANNA).wait(WAIT)
        member = Person("m" * 22, "member", guest=False)
        assert workers.submit("test.echo", {}, member).wait(WAIT)
    finally:
        workers.close()


def test_jobs_are_forgotten_in_the_end_but_not_while_they_run() -> None:
    settings = WorkSettings(processes=1, quick_processes=1, kept=3, grace=0.2, modules=(BROKEN,))
    workers = Workers(settings)
    try:
        running = begun(workers.submit("test.polite", {}, ANNA))
        ended = []
        for _ in range(5):
            ended.append(workers.submit("test.quick", {}, ANNA))
            ended[-1].wait(WAIT)
        names = [job.id for job in workers.jobs_of(ANNA)]
        assert running.id in names
        assert ended[0].id not in names
        assert ended[-1].id in names
    finally:
        workers.close()


def test_processes_end_with_the_studio_even_if_it_is_killed() -> None:
    script = (
        "import os, sys\n"
        "from kikashi.studio.people import Person\n"
        "from kikashi.studio.settings import WorkSettings\n"
        "from kikashi.studio.work.pool import Workers\n"
        f"workers = Workers(WorkSettings(processes=1, quick_processes=0, modules=({BROKEN!r},)))\n"
        "print(workers.submit('test.echo', {}, Person('p')).wait()['pid'], flush=True)\n"
        "sys.stdin.read()\n"
        "os._exit(1)\n"
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    with subprocess.Popen(
        [sys.executable, "-c", script],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=environment,
    ) as run:
        assert run.stdout is not None
        worker = os.pidfd_open(int(run.stdout.readline()))
        run.kill()
    try:
        ready, _, _ = select.select([worker], [], [], WAIT)
        assert ready, "the worker process outlived the studio"
    finally:
        os.close(worker)


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FastAPI]:
    database = tmp_path_factory.mktemp("work") / "studio.db"
    app = create_app(Settings(database=str(database), work=SETTINGS, starter=False))
    yield app
    app.state.studio.close()


def submit(app: FastAPI, client: Client, kind: str, **payload: Any) -> Job:
    """A job of the person behind a client, as a route would submit it."""
    assert client.token
    person, _ = app.state.studio.people.identify(dict(client.cookies))
    job: Job = app.state.studio.workers.submit(kind, payload, person)
    return job


def read(text: str) -> list[dict[str, Any]]:
    """Server-sent events, read as a browser reads them."""
    events = []
    for block in text.split("\n\n"):
        fields = dict(line.split(": ", 1) for line in block.splitlines() if ": " in line)
        if "data" in fields:
            events.append({**fields, "data": json.loads(fields["data"])})
    return events


def test_a_crash_fails_one_request_and_not_the_studio(app: FastAPI, client: Client) -> None:
    crash = submit(app, client, "test.segfault")
    answer = client.get(f"/api/jobs/{crash.id}/events")
    assert answer.headers["content-type"].startswith("text/event-stream")
    last = read(answer.text)[-1]
    assert last["event"] == "failed"
    assert last["data"]["code"] == "crashed"
    assert client.get("/api/games").status_code == 200
    good = submit(app, client, "test.echo", word="again")
    done = read(client.get(f"/api/jobs/{good.id}/events").text)[-1]
    assert done["data"]["result"]["echo"] == {"word": "again"}


def test_events_are_resumed_after_the_last_one_that_came(app: FastAPI, client: Client) -> None:
    job = submit(app, client, "test.events", count=4)
    whole = read(client.get(f"/api/jobs/{job.id}/events").text)
    assert [event["id"] for event in whole] == [str(number) for number in range(1, 8)]
    rest = client.get(f"/api/jobs/{job.id}/events", headers={"Last-Event-ID": "4"})
    assert read(rest.text) == whole[4:]
    over = client.get(f"/api/jobs/{job.id}/events", headers={"Last-Event-ID": "7"})
    assert read(over.text) == []


def test_a_job_is_seen_and_stopped_by_its_owner_alone(app: FastAPI, client: Client) -> None:
    job = begun(submit(app, client, "test.polite"))
    stranger = Client(app)
    problem(stranger.get(f"/api/jobs/{job.id}"), 404, "not-found")
    problem(stranger.get(f"/api/jobs/{job.id}/events"), 404, "not-found")
    problem(stranger.delete(f"/api/jobs/{job.id}"), 404, "not-found")
    assert stranger.get("/api/jobs").json() == []
    assert not job.ended
    assert client.get(f"/api/jobs/{job.id}").json()["status"] == "started"
    assert job.id in [known["id"] for known in client.get("/api/jobs").json()]
    assert client.delete(f"/api/jobs/{job.id}").status_code == 204
    assert read(client.get(f"/api/jobs/{job.id}/events").text)[-1]["event"] == "cancelled"
