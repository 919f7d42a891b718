"""Who is next: people in turn, each with their own line."""

from __future__ import annotations

import threading
from collections import Counter, OrderedDict, deque

from kikashi.studio.work.job import Job


class FairQueue:
    """Jobs that wait and people who have some running. People take turns, whoever asks for more."""

    def __init__(self, running_per_person: int) -> None:
        self._most = running_per_person
        self._lines: dict[bool, OrderedDict[str, deque[Job]]] = {
            True: OrderedDict(),
            False: OrderedDict(),
        }
        self._running: Counter[str] = Counter()
        self._changed = threading.Condition()
        self._closed = False

    def __len__(self) -> int:
        with self._changed:
            return sum(len(line) for lines in self._lines.values() for line in lines.values())

    def waiting(self, person: str) -> int:
        """How many jobs of a person wait."""
        with self._changed:
            return sum(len(lines.get(person, ())) for lines in self._lines.values())

    def others_wait(self, job: Job) -> int:
        """How many other people wait for a process that this job holds."""
        with self._changed:
            return sum(1 for person in self._lines[False] if person != job.person)

    def ahead(self, job: Job) -> int:
        """About how many people come before this job."""
        with self._changed:
            lines = self._lines[job.cost.quick]
            own = lines.get(job.person, ())
            before = sum(1 for other in own if other.made < job.made)
            return before + sum(1 for person in lines if person != job.person)

    def put(self, job: Job) -> None:
        """Adds a job at the end of its person's line."""
        with self._changed:
            self._lines[job.cost.quick].setdefault(job.person, deque()).append(job)
            self._changed.notify_all()

    def withdraw(self, job: Job) -> bool:
        """Takes a job out of its line; whether it was still there."""
        with self._changed:
            lines = self._lines[job.cost.quick]
            line = lines.get(job.person, deque())
            if job not in line:
                return False
            line.remove(job)
            if not line:
                del lines[job.person]
            return True

    def take(self, *, only_quick: bool) -> Job | None:
        """Waits for the next job; None when the studio closes."""
        with self._changed:
            while not self._closed:
                job = None if only_quick else self._next(quick=False)
                job = job or self._next(quick=True)
                if job is not None:
                    return job
                self._changed.wait()
            return None

    def done(self, job: Job) -> None:
        """A taken job has ended."""
        with self._changed:
            if not job.cost.quick:
                self._running[job.person] -= 1
                self._running += Counter()  # drops those at nought
            self._changed.notify_all()

    def close(self) -> list[Job]:
        """Ends all waiting; gives the jobs that nobody will do."""
        with self._changed:
            self._closed = True
            left = [
                job for lines in self._lines.values() for line in lines.values() for job in line
            ]
            for lines in self._lines.values():
                lines.clear()
            self._changed.notify_all()
            return left

    def _next(self, *, quick: bool) -> Job | None:
        lines = self._lines[quick]
        for person, line in lines.items():
            if not quick and self._running[person] >= self._most:
                continue
            job = line.popleft()
            # The next turn is for somebody else.
            lines.move_to_end(person)
            if not line:
                del lines[person]
            if not quick:
                self._running[person] += 1
            return job
        return None
