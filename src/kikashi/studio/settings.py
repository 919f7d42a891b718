"""What the studio is started with."""

from __future__ import annotations

import ipaddress
import os
from dataclasses import dataclass, field
from importlib import resources
from pathlib import Path

import argon2
import platformdirs

from kikashi.law import GameError

SHORTEST_SECRET = 24
"""Characters of a secret that somebody chose: about as many as a random one of 128 bits has."""
HOW_TO_MAKE_ONE = "`python3 -c 'import secrets; print(secrets.token_urlsafe(32))'` makes one"


def built_page() -> Path:
    """The folder of the built page; KIKASHI_STATIC names another one."""
    named = os.environ.get("KIKASHI_STATIC")
    return Path(named) if named else Path(str(resources.files("kikashi.studio"))) / "static"


def usual_database() -> Path:
    """The SQLite file of this user, in the place the system keeps such data."""
    folder = Path(platformdirs.user_data_dir("kikashi", appauthor=False))
    folder.mkdir(parents=True, exist_ok=True)
    return folder / "studio.db"


@dataclass(frozen=True)
class WorkSettings:
    """How much heavy work is done at once, and for whom."""

    processes: int = field(default_factory=lambda: max(1, os.cpu_count() or 1))
    """For any kind of work."""
    quick_processes: int = 1
    """Further ones, for kinds that answer in a few seconds: a move must not wait for a study."""
    memory: int = 3 << 30
    """Bytes of data of one process."""
    running_per_person: int = 1
    """Of slow work."""
    waiting_per_person: int = 6
    waiting: int = 120
    """In all; beyond it people are told to come back."""
    kept: int = 400
    """Finished jobs whose events can still be read."""
    grace: float = 1.0
    """Seconds between asking a search to stop and killing its process."""
    modules: tuple[str, ...] = ()
    """Further modules with kinds of work: tests bring their own."""


@dataclass(frozen=True)
class RateSettings:
    """Requests a second, and how many may come at once before that counts."""

    person: float = 15.0
    person_burst: int = 120
    address: float = 60.0
    address_burst: int = 600
    secrets: float = 0.1
    """Tries of a password, for one name and for one address."""
    secrets_burst: int = 8
    guests: float = 0.5
    """New guests from one address."""
    guests_burst: int = 60
    games: float = 0.5
    """New games of one person."""
    games_burst: int = 30
    streams: int = 12
    """Open event streams of one person."""
    loopback: bool = False
    """Whether the limits of an address hold for this machine itself, where all share one."""


@dataclass(frozen=True)
class Settings:
    """The studio's settings. The defaults are for one machine and the people who sit at it."""

    database: str = ""
    """A file name or a URL; empty: `usual_database()`."""
    host: str = "127.0.0.1"
    names: tuple[str, ...] = ()
    """Further names under which it answers, behind a proxy for instance."""
    secret: str = ""
    """Signs cookies; empty: one is made and kept in the database."""
    secure_cookies: bool = False
    """Whether browsers send the cookies over https only."""
    guests_may_work: bool | None = None
    """Whether guests may ask for heavy work; None: on loopback only. See `guests_work`."""
    starter: bool = True
    """Whether the starter puzzles are laid into an empty database."""
    hashing: argon2.Parameters = field(default_factory=lambda: argon2.profiles.RFC_9106_LOW_MEMORY)
    """What one try of a password costs."""
    grid: Path | None = None
    """The folder of a grid's broker on this machine, whose figures the grid page shows."""
    report: Path | None = None
    """The folder of a report of `kikashi papers`, which the page links under 'About'."""
    static: Path = field(default_factory=built_page)
    work: WorkSettings = field(default_factory=WorkSettings)
    rates: RateSettings = field(default_factory=RateSettings)

    def __post_init__(self) -> None:
        if self.secret and len(self.secret) < SHORTEST_SECRET:
            raise GameError(
                f"a secret has at least {SHORTEST_SECRET} characters, not {len(self.secret)}; "
                f"{HOW_TO_MAKE_ONE}"
            )
        if self.public and not self.secret:
            raise GameError(
                f"on {self.host} others can reach the studio: it needs a secret of its own to sign "
                f"cookies with, in a file (--secret-file) or in KIKASHI_SECRET; {HOW_TO_MAKE_ONE}"
            )

    @property
    def public(self) -> bool:
        """Whether others than this machine can reach it."""
        return not is_loopback(self.host)

    @property
    def guests_work(self) -> bool:
        """Whether heavy work is done for guests."""
        return not self.public if self.guests_may_work is None else self.guests_may_work


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach the host."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
