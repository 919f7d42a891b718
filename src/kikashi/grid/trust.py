"""Whose word is good enough, and how often it is tested all the same."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass

from kikashi.grid.entries import Entry, Volunteer


@dataclass(frozen=True)
class Policy:
    """The numbers of trust and patience, all in one place."""

    lease: float = 20.0
    """Seconds without a sign of life after which an attempt is given to someone else."""
    beat: float = 4.0
    """Seconds between two signs of life."""
    nobody: float = math.inf
    """Seconds after which a task that no PC can do is given back; else it waits and says why."""
    straggler: float = 8.0
    """Seconds after which an idle PC gets a copy of a task that another is still at, at the
    least..."""
    slow: float = 4.0
    """...and so many times what tasks of its kind usually take."""
    longest: float = 6 * 3600.0
    """Seconds that one attempt may take where the task names no limit of its own."""
    slack: float = 2.0
    """How many times a task's own limit an attempt may take: clocks and machines differ."""
    standing_lost: float = 0.1
    """What an answer that cannot be read, or that another had to give instead, costs an owner; of
    1, below `least_standing` its PCs are sent away."""
    standing_regained: float = 0.02
    """What each confirmed answer gives back."""
    standing_a_second: float = 0.0005
    """What time alone gives back, so that a slow PC which was sent away may come again."""
    least_standing: float = 0.3
    orphan: float = 60.0
    """Seconds without a sign of the client after which an unnamed job is dropped."""
    proving: int = 5
    """Confirmed results that make an owner reputable."""
    spot: float = 0.02
    """Share of a reputable owner's results that are confirmed all the same, at the least."""
    probes: float = 0.02
    """Share of tasks for which a reputable owner gets one with a known answer besides."""
    deaths: int = 3
    death_owners: int = 2
    """So many deaths by so many owners quarantine a task."""
    losses: int = 10
    """A task whose PC went away so often is taken to be the reason."""
    votes: int = 5
    """Owners asked before a task is given up as one on which nobody agrees."""
    most_open: int = 500_000
    """Tasks of one app that may wait; more are refused."""
    ahead_seconds: float = 0.3
    """Work a PC holds besides what runs, so that it never waits for the next task."""
    most_ahead: int = 64


class Trust:
    """Decides by chance that volunteers cannot foresee."""

    def __init__(self, policy: Policy, seed: int | None = None) -> None:
        self.policy = policy
        # Not cryptography: a volunteer only must not know which of its answers will be tested.
        self._chance = random.Random(seed) if seed is not None else random.SystemRandom()

    def spot_rate(self, who: Volunteer) -> float:
        """The share of results that need a second owner: all at first, then fewer and fewer."""
        if who.confirmed < self.policy.proving:
            return 1.0
        return max(self.policy.spot, 1 / (1 + who.confirmed))

    def doubts(self, who: Volunteer, entry: Entry) -> bool:
        """Whether this owner's word alone will not be taken this time."""
        return entry.care == "full" or self._chance.random() < self.spot_rate(who)

    def wants_probe(self, who: Volunteer) -> bool:
        """Whether the next task is accompanied by one with a known answer."""
        if who.confirmed < self.policy.proving:
            return False
        return self._chance.random() < self.policy.probes

    def choose(self, count: int) -> int:
        return self._chance.randrange(count)
