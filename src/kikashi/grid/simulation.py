"""A grid of ten thousand volunteers, simulated with the measured costs of a small one.

Events, not formulas: volunteers come and go, hold one task besides the one they work on (it is
taken back when others have nothing to do), and lose both when they leave without a word. The
coordinator serves one message after the other, and so does a checker of certificates; several of
them share the work. What each resource spends on a task is measured (`Costs`), so that the number
of volunteers at which it is full can be said for each, and the first one is the bottleneck.
"""

from __future__ import annotations

import heapq
import random
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import count

from kikashi.grid.contract import TaskError


@dataclass(frozen=True)
class Costs:
    """What one task costs besides itself, in CPU seconds of one core, and the way it takes."""

    coordinator: float
    """Of the coordinator, which is one thread."""
    server: float
    """Of the NATS server."""
    server_cores: int = 2
    checking: float = 0.0
    """Of a checker, on average over all tasks."""
    checkers: int = 1
    client: float = 0.0
    """Of the application that hands tasks in and takes answers."""
    latency: float = 0.02
    """Seconds from a volunteer to the coordinator, one way."""


@dataclass(frozen=True)
class Churn:
    """How volunteers come and go; times are means of exponential distributions."""

    stay: float = 4 * 3600.0
    away: float = 3600.0
    polite: float = 0.5
    """The share of leavings that hand back what they hold at once."""
    lease: float = 20.0
    """Seconds after which the tasks of a volunteer that vanished are given to others."""


@dataclass(frozen=True)
class Load:
    """The work: durations in seconds, used over and over."""

    durations: Sequence[float]
    tasks: int
    replicated: float = 0.0
    """The share of tasks that are done twice."""

    def __post_init__(self) -> None:
        if not self.durations or min(self.durations) < 0 or self.tasks < 1:
            raise TaskError("a load needs tasks, and durations that are not negative")

    @property
    def mean(self) -> float:
        return sum(self.durations) / len(self.durations)


@dataclass
class Simulated:
    """What came out."""

    volunteers: int
    tasks: int
    seconds: float
    """From the first task handed in to the last answer accepted."""
    useful: float
    """Seconds of work in accepted answers."""
    present: float
    """Seconds that volunteers were there, all together."""
    lost: int
    """Attempts that were lost because their volunteer left."""
    repeated: int
    """Attempts made to confirm an answer."""
    coordinator_busy: float
    """The busiest coordinator's share of the time."""
    checkers_busy: float
    """The checkers' share of the time."""
    longest_wait: float
    """Seconds that a message or a certificate waited at most."""
    before_the_end: float
    """The speed-up until the last twentieth of the tasks was left. A job ends with its last task,
    and one that is lost near the end makes it longer by what no coordinator and no checker can
    help."""

    @property
    def speed_up(self) -> float:
        return self.useful / self.seconds

    @property
    def efficiency(self) -> float:
        """Of the time that volunteers were there."""
        return self.useful / self.present


@dataclass
class _Server:
    free_at: float = 0.0
    busy: float = 0.0
    longest_wait: float = 0.0

    def serve(self, now: float, cost: float) -> float:
        """When what arrives now has been dealt with, one after the other."""
        begin = max(now, self.free_at)
        self.longest_wait = max(self.longest_wait, begin - now)
        self.busy += cost
        self.free_at = begin + cost
        return self.free_at


@dataclass
class _Volunteer:
    number: int
    chance: random.Random
    here: bool = True
    since: float = 0.0
    present: float = 0.0
    visit: int = 0
    """Which stay this is: what was on its way for an earlier one is void."""
    holds: deque[int] = field(default_factory=deque)
    """The task it works on, then those that wait."""


LAST = 0.05
"""The share of the tasks that is left where `before_the_end` is."""
AHEAD = 1
"""Tasks that a volunteer holds besides the one it works on."""


class Simulation:
    """One run; the same seed gives the same run.

    Each volunteer has chances of its own, so that with the same seed the same people come and go at
    the same moments whatever the coordinators and checkers do: runs that differ in these alone can
    be compared in pairs.
    """

    def __init__(
        self,
        volunteers: int,
        load: Load,
        costs: Costs,
        churn: Churn | None = None,
        *,
        coordinators: int = 1,
        seed: int = 0,
    ) -> None:
        if volunteers < 1 or coordinators < 1:
            raise TaskError("a grid needs at least one volunteer and one coordinator")
        self._load, self._costs, self._churn = load, costs, churn
        chance = random.Random(seed)
        self._events: list[tuple[float, int, str, int, int]] = []
        self._order = count()
        self._coordinators = [_Server() for _ in range(coordinators)]
        self._checkers = [_Server() for _ in range(costs.checkers)]
        self._volunteers = [_Volunteer(n, random.Random(f"{seed} {n}")) for n in range(volunteers)]
        self._waiting = deque(range(load.tasks))
        self._needs = [1] * load.tasks
        """Answers that a task still needs."""
        self._hungry: deque[int] = deque()
        self._donors: deque[int] = deque()
        """Volunteers who were given a task ahead, perhaps a while ago."""
        self._now = 0.0
        self._over = 0.0
        """When the last answer so far is accepted."""
        self._left = load.tasks
        self._accepted = self._before_the_end = 0.0
        self._lost = self._repeated = 0
        for task in range(load.tasks):
            if chance.random() < load.replicated:
                self._needs[task] = 2
                self._waiting.append(task)
                self._repeated += 1

    def run(self) -> Simulated:
        """Until the last answer is accepted."""
        for volunteer in self._volunteers:
            self._arrive(volunteer)
        while self._left:
            self._now, _, what, number, visit = heapq.heappop(self._events)
            if what == "back":
                self._waiting.append(number)
                self._feed_hungry()
            elif what == "toggle":
                self._toggle(self._volunteers[number])
            elif self._volunteers[number].visit == visit:
                getattr(self, f"_{what}")(self._volunteers[number])
        return self._report()

    # --- coming and going ----------------------------------------------------------------------

    def _arrive(self, volunteer: _Volunteer) -> None:
        volunteer.here, volunteer.since = True, self._now
        for _ in range(1 + AHEAD):
            self._ask(volunteer)
        if self._churn is not None:
            self._at(volunteer.chance.expovariate(1 / self._churn.stay), "toggle", volunteer)

    def _toggle(self, volunteer: _Volunteer) -> None:
        assert self._churn is not None
        if not volunteer.here:
            self._arrive(volunteer)
            return
        volunteer.here = False
        volunteer.present += self._now - volunteer.since
        volunteer.visit += 1
        delay = 0.0 if volunteer.chance.random() < self._churn.polite else self._churn.lease
        for task in volunteer.holds:
            self._lost += 1
            self._push(self._now + delay + self._costs.latency, "back", task, 0)
        volunteer.holds.clear()
        self._at(volunteer.chance.expovariate(1 / self._churn.away), "toggle", volunteer)

    # --- work ----------------------------------------------------------------------------------

    def _ask(self, volunteer: _Volunteer) -> None:
        """Its request reaches its coordinator, which answers when it gets round to it."""
        home = self._coordinators[volunteer.number % len(self._coordinators)]
        answered = home.serve(self._now + self._costs.latency, self._costs.coordinator / 2)
        self._push(answered + self._costs.latency, "given", volunteer.number, volunteer.visit)

    def _given(self, volunteer: _Volunteer) -> None:
        if self._waiting:
            volunteer.holds.append(self._waiting.popleft())
            if len(volunteer.holds) == 1:
                self._begin(volunteer)
            else:
                self._donors.append(volunteer.number)
        elif not volunteer.holds and self._recall():
            self._ask(volunteer)
        else:
            self._hungry.append(volunteer.number)

    def _recall(self) -> bool:
        """Takes back a task that somebody holds and has not begun, for one who has nothing."""
        while self._donors:
            donor = self._volunteers[self._donors.popleft()]
            if len(donor.holds) > 1:
                self._waiting.append(donor.holds.pop())
                return True
        return False

    def _begin(self, volunteer: _Volunteer) -> None:
        task = volunteer.holds[0]
        durations = self._load.durations
        self._at(durations[task % len(durations)], "done", volunteer)

    def _done(self, volunteer: _Volunteer) -> None:
        task = volunteer.holds.popleft()
        home = self._coordinators[volunteer.number % len(self._coordinators)]
        heard = home.serve(self._now + self._costs.latency, self._costs.coordinator / 2)
        self._needs[task] -= 1
        if not self._needs[task]:
            checker = min(self._checkers, key=lambda one: one.free_at)
            self._over = max(self._over, checker.serve(heard, self._costs.checking))
            self._left -= 1
            self._accepted += self._load.durations[task % len(self._load.durations)]
            if self._left >= LAST * self._load.tasks:
                self._before_the_end = self._accepted / self._over if self._over else 0.0
            if not self._left:
                return
        if volunteer.holds:
            self._begin(volunteer)
        self._ask(volunteer)

    def _feed_hungry(self) -> None:
        while self._hungry and self._waiting:
            volunteer = self._volunteers[self._hungry.popleft()]
            if volunteer.here and len(volunteer.holds) <= AHEAD:
                self._given(volunteer)

    # --- the rest ------------------------------------------------------------------------------

    def _at(self, delay: float, what: str, volunteer: _Volunteer) -> None:
        self._push(self._now + delay, what, volunteer.number, volunteer.visit)

    def _push(self, when: float, what: str, number: int, visit: int) -> None:
        heapq.heappush(self._events, (when, next(self._order), what, number, visit))

    def _report(self) -> Simulated:
        for volunteer in self._volunteers:
            if volunteer.here:
                volunteer.present += self._over - volunteer.since
        servers = [*self._coordinators, *self._checkers]
        durations = self._load.durations
        return Simulated(
            volunteers=len(self._volunteers),
            tasks=self._load.tasks,
            seconds=self._over,
            useful=sum(durations[t % len(durations)] for t in range(self._load.tasks)),
            present=sum(volunteer.present for volunteer in self._volunteers),
            lost=self._lost,
            repeated=self._repeated,
            coordinator_busy=max(one.busy for one in self._coordinators) / self._over,
            checkers_busy=sum(one.busy for one in self._checkers)
            / self._over
            / len(self._checkers),
            longest_wait=max(one.longest_wait for one in servers),
            before_the_end=self._before_the_end,
        )


@dataclass(frozen=True)
class Resource:
    """Something that is full at some number of volunteers, and what makes more of it."""

    name: str
    per_task: float
    """Seconds of it that a task takes."""
    full_at: float
    """Volunteers that fill it, with tasks of the given mean."""
    remedy: str


def resources(costs: Costs, mean: float, replicated: float = 0.0) -> list[Resource]:
    """Every resource and where it is full, the first bottleneck first."""
    spent = {
        "the coordinator, one thread": (
            costs.coordinator,
            "several coordinators, each with the jobs of some applications; or coarser tasks",
        ),
        "the NATS server": (
            costs.server / costs.server_cores,
            "a NATS cluster: more servers, each with some of the volunteers",
        ),
        "the checkers of certificates": (
            costs.checking / costs.checkers,
            "more checker processes (--checkers), also on other machines",
        ),
        "the client": (costs.client, "several clients, each with a part of the job"),
    }
    found = []
    for name, (each, remedy) in spent.items():
        if each > 0:
            per_task = each * (1 + replicated)
            found.append(Resource(name, per_task, mean / per_task, remedy))
    return sorted(found, key=lambda resource: resource.full_at)
