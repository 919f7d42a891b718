"""The workers: a thread for each process, which hands it jobs, listens, and replaces it."""

from __future__ import annotations

import contextlib
import itertools
import logging
import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from kikashi.grid.kinds import kind_of
from kikashi.grid.process import Process, Setting
from kikashi.studio import problems
from kikashi.studio.settings import WorkSettings
from kikashi.studio.work.adding import load_work
from kikashi.studio.work.job import KEPT, Job
from kikashi.studio.work.queue import FairQueue

if TYPE_CHECKING:
    from kikashi.studio.people import Person

LOG = logging.getLogger(__name__)

LOOK = 0.05
"""Seconds between two looks at whether a running job should stop."""
START = 60.0
"""Seconds that a process may take to start."""
PATIENCE = 10
"""How many times the grace a job has that stops only because others wait: nobody was promised
that, and on a busy machine a process may not get to hear it for a while."""
RETRY = 5
"""Seconds after which somebody who was turned away may come again."""

TOO_LONG = "the work took longer than {seconds:g} seconds and was ended"
IN_THE_WAY = "others were waiting, and the work did not stop to let them in; it was ended"
CRASHED = "the process that did this work ended unexpectedly ({why}); only this request is lost"
NOT_KEPT = "the studio could not keep the result; its log says why"
BROKEN = "the studio failed on this work; its log says why"
NO_MEMORY = "the work needed more than {memory} MiB of memory and was ended"


class Workers:
    """Takes jobs, shares them fairly over people, and does them in processes of their own."""

    def __init__(self, settings: WorkSettings, *, guests_may_work: bool = True) -> None:
        self._settings = settings
        self._guests_may_work = guests_may_work
        modules = load_work(settings.modules)
        self._setting = Setting(memory=settings.memory, modules=modules)
        self._numbers = itertools.count(1)
        self._queue = FairQueue(settings.running_per_person)
        self._jobs: OrderedDict[str, Job] = OrderedDict()
        self._lock = threading.Lock()
        self._threads: list[threading.Thread] = []
        self._closing = threading.Event()

    def start(self) -> None:
        """Starts the processes, so that the first job need not wait for one; once is enough."""
        with self._lock:
            if self._threads or self._closing.is_set():
                return
            quick = [False] * self._settings.processes + [True] * self._settings.quick_processes
            for only_quick in quick:
                thread = threading.Thread(
                    target=self._work, args=(only_quick,), name="kikashi-worker", daemon=True
                )
                self._threads.append(thread)
                thread.start()

    def submit(
        self,
        kind: str,
        payload: Mapping[str, Any],
        person: Person,
        keep: Callable[[Job, Mapping[str, Any]], None] | None = None,
        *,
        shown: bool = True,
    ) -> Job:
        """Queues a job. problems.Refusal: guests may not, or there is too much already.

        `keep` gets the whole result, the field `kept` included, before anybody is told. A job that
        is not `shown` counts as this person's, but they do not find it: a computer's turn, say.
        """
        job = Job(secrets.token_urlsafe(16), kind_of(kind), payload, person.id, keep)
        if job.cost.heavy and person.guest and not self._guests_may_work:
            raise problems.Refusal(
                403, "guests-may-not", "this needs an account here: guests cannot ask for long work"
            )
        self.start()
        job.shown = shown
        job.on_cancel = self._withdraw
        with self._lock:
            if self._queue.waiting(person.id) >= self._settings.waiting_per_person:
                raise problems.too_many("you have too much work waiting already", RETRY)
            if len(self._queue) >= self._settings.waiting:
                raise problems.too_many("the studio has too much work waiting", RETRY)
            self._jobs[job.id] = job
            self._forget()
            self._queue.put(job)
        job.add("queued", {"ahead": self._queue.ahead(job)})
        return job

    def find(self, name: str, person: Person) -> Job:
        """A job of this person; problems.Refusal (404) for any other."""
        with self._lock:
            job = self._jobs.get(name)
        if job is None or job.person != person.id or not job.shown:
            raise problems.Refusal(404, "not-found", "you have no such job; it may be too old")
        return job

    def jobs_of(self, person: Person) -> list[Job]:
        """The kept jobs of a person, oldest first."""
        with self._lock:
            kept = self._jobs.values()
            return [job for job in kept if job.person == person.id and job.shown]

    def stop(self) -> None:
        """Begins to end everything; jobs that are not done are told."""
        self._closing.set()
        for job in self._queue.close():
            job.add("cancelled", {})

    def close(self) -> None:
        """Ends everything and waits for it."""
        self.stop()
        for thread in self._threads:
            thread.join()

    def _withdraw(self, job: Job) -> None:
        """A job that nobody wants any more does not keep a place in the queue."""
        if self._queue.withdraw(job):
            job.add("cancelled", {})

    def _forget(self) -> None:
        ended = (name for name, job in self._jobs.items() if job.ended)
        surplus = len(self._jobs) - self._settings.kept
        for name in list(itertools.islice(ended, max(0, surplus))):
            del self._jobs[name]

    def _work(self, only_quick: bool) -> None:
        process: Process | None = None
        try:
            while not self._closing.is_set():
                process = process or self._start_process()
                job = self._queue.take(only_quick=only_quick)
                if job is None:
                    break
                try:
                    if job.stopped.is_set():
                        job.add("cancelled", {})
                    elif process is None:
                        why = "it did not start"
                        job.add("failed", _failure("crashed", CRASHED.format(why=why)))
                    elif not self._do(job, process):
                        process.end()
                        process = None
                finally:
                    self._queue.done(job)
        finally:
            if process is not None:
                process.end()

    def _start_process(self) -> Process | None:
        process = Process(self._setting)
        ends = time.monotonic() + START
        with contextlib.suppress(EOFError, OSError):
            while time.monotonic() < ends and not self._closing.is_set():
                if process.receive(LOOK) is not None:
                    return process
        why = _why(process.end())
        if not self._closing.is_set():
            LOG.error("a worker process did not start: %s", why)
        return None

    def _do(self, job: Job, process: Process) -> bool:
        """Does a job; whether the process may do another."""
        watch = _Watch(job, self._queue, self._closing, self._settings)
        number, kind = next(self._numbers), job.kind
        try:
            payload = msgspec.msgpack.encode(job.payload)
            process.send(["do", number, kind.name, kind.version, payload, None])
            job.add("started", {})
            while True:
                told = process.receive(LOOK)
                if told is not None:
                    if told[0] == "event":
                        watch.told = True
                        job.add(*told[2:])
                        continue
                    _, _, how, value, error, _ = told
                    return self._end(job, how, value, error, watch.cut)
                if watch.says_stop():
                    process.send(["stop", number])
                if watch.says_kill():
                    job.add(*watch.epitaph())
                    return False
        except (EOFError, OSError):
            why = _why(process.end())
            LOG.error("a worker process ended while it did %s: %s", job.kind.name, why)
            job.add("failed", _failure("crashed", CRASHED.format(why=why)))
            return False

    def _end(self, job: Job, how: str, value: bytes, error: str, cut: str | None) -> bool:
        if job.stopped.is_set():
            job.add("cancelled", {})
        elif how == "done":
            self._done(job, msgspec.msgpack.decode(value), cut)
        elif how == "memory":
            detail = NO_MEMORY.format(memory=self._settings.memory >> 20)
            job.add("failed", _failure("out-of-memory", detail))
            return False  # what is left of its memory is in pieces
        elif how == "refused":
            job.add("failed", _failure("refused", error))
        else:
            job.add("failed", _failure("internal", BROKEN))
        return True

    def _done(self, job: Job, result: dict[str, Any], cut: str | None) -> None:
        try:
            if job.keep is not None:
                job.keep(job, result)
        except Exception:
            LOG.exception("the result of a job (%s) could not be kept", job.kind.name)
            job.add("failed", _failure("not-kept", NOT_KEPT))
            return
        result.pop(KEPT, None)
        job.add("done", {"result": result, "cut": cut})


class _Watch:
    """Decides when a running job is to stop, and when it has had its chance."""

    def __init__(
        self, job: Job, queue: FairQueue, closing: threading.Event, settings: WorkSettings
    ) -> None:
        self._job, self._queue, self._closing = job, queue, closing
        self._grace, self._processes = settings.grace, settings.processes
        self._begun = time.monotonic()
        self._asked: float | None = None
        self.told = False
        """Whether the job has given anything yet."""
        self.cut: str | None = None

    def says_stop(self) -> bool:
        """True once, when the job is to be asked to stop."""
        if self._asked is not None:
            return False
        spent = time.monotonic() - self._begun
        if spent > self._job.cost.seconds:
            self.cut = "time"
        elif spent > self._share():
            self.cut = "others"
        elif not (self._job.stopped.is_set() or self._closing.is_set()):
            return False
        self._asked = time.monotonic()
        return True

    def _share(self) -> float:
        crowd = self._queue.others_wait(self._job)
        return self._job.cost.share(self._processes, crowd, told=self.told)

    def says_kill(self) -> bool:
        """Whether it was asked and did not stop."""
        if self._asked is None:
            return False
        unwanted = self._job.stopped.is_set() or self._closing.is_set() or self.cut == "time"
        grace = self._grace if unwanted else PATIENCE * self._grace
        return time.monotonic() - self._asked > grace

    def epitaph(self) -> tuple[str, dict[str, Any]]:
        """The last event of a job whose process is killed."""
        if self._job.stopped.is_set() or self._closing.is_set():
            return "cancelled", {}
        if self.cut == "others":
            return "failed", _failure("too-long", IN_THE_WAY)
        return "failed", _failure("too-long", TOO_LONG.format(seconds=self._job.cost.seconds))


def _failure(code: str, detail: str) -> dict[str, Any]:
    return {"code": code, "detail": detail}


def _why(status: int) -> str:
    return f"signal {-status}" if status < 0 else f"exit status {status}"
