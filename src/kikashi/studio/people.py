"""Who is asking: guests by a signed cookie, accounts by a log-in session, and the page's token.

Routes take the person as a dependency:

    def list_games(person: CurrentPerson) -> ...

A guest is made at the first need and lives in a signed cookie alone; the first unsafe request
makes the row in the database, so that other tables can point to it. Every unsafe request carries
the token that GET /api/me gives, in the header X-Kikashi-Token: another site can make a browser
send our cookies, but cannot read that token. Routes need not check it: `guard` does, before any of
them runs.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
import threading
from collections import OrderedDict
from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Request
from sqlalchemy.exc import IntegrityError
from starlette.requests import HTTPConnection

from kikashi.studio import problems
from kikashi.studio.settings import Settings
from kikashi.studio.store import Store, now
from kikashi.studio.store.people import KeptRow, LoginRow, PersonRow

GUEST_COOKIE = "kikashi_guest"
LOGIN_COOKIE = "kikashi_login"
TOKEN_HEADER = "x-kikashi-token"
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
GUEST_SECONDS = 400 * 24 * 3600
"""As long as browsers keep a cookie at most."""
LOGIN_SECONDS = 60 * 24 * 3600
REMEMBERED = 20.0
"""Seconds for which somebody's cookies are not looked up again."""
MOST_REMEMBERED = 10_000
ID = re.compile(r"[A-Za-z0-9_-]{22}")


@dataclass(frozen=True)
class Person:
    """Whoever asks."""

    id: str
    name: str = ""
    guest: bool = True
    login: str = ""
    """The hash of their session, where they are logged in."""
    known: bool = True
    """Whether the database has heard of them."""


@dataclass(frozen=True)
class Cookie:
    """A cookie to be set with the answer; an empty value takes it away."""

    name: str
    value: str
    seconds: int


class People:
    """Knows people by their cookies."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self._store = store
        self._secure = settings.secure_cookies
        self._lock = threading.Lock()
        self._seen: OrderedDict[tuple[str, str], tuple[Person, float]] = OrderedDict()
        self._key = hashlib.sha256((settings.secret or self._kept_secret()).encode()).digest()

    def identify(self, cookies: dict[str, str]) -> tuple[Person, list[Cookie]]:
        """The person of these cookies, and cookies to set where they are new."""
        login, guest = cookies.get(LOGIN_COOKIE, ""), cookies.get(GUEST_COOKIE, "")
        person = self._logged_in(login) or self._guest(guest)
        if person is None:
            fresh = Person(new_id(), known=False)
            return fresh, [self.guest_cookie(fresh)]
        with self._lock:
            self._seen[login, guest] = person, now() + REMEMBERED
            while len(self._seen) > MOST_REMEMBERED:
                self._seen.popitem(last=False)
        return person, []

    def recall(self, cookies: dict[str, str]) -> tuple[Person, list[Cookie]] | None:
        """What `identify` would say, if they were here a moment ago; asks no database."""
        key = cookies.get(LOGIN_COOKIE, ""), cookies.get(GUEST_COOKIE, "")
        with self._lock:
            person, until = self._seen.get(key, (None, 0.0))
        return (person, []) if person is not None and until > now() else None

    def forget(self) -> None:
        """Somebody's log-in, account or name has changed: everybody is looked up again."""
        with self._lock:
            self._seen.clear()

    def token(self, person: Person) -> str:
        """What unsafe requests of this person, in this session, carry."""
        return self._sign("token", f"{person.id}.{person.login}")

    def token_is_right(self, person: Person, token: str) -> bool:
        """Whether a request carries the token of its person."""
        return hmac.compare_digest(token.encode(), self.token(person).encode())

    def guest_cookie(self, person: Person) -> Cookie:
        """What makes a browser come back as this guest."""
        value = f"{person.id}.{self._sign('guest', person.id)}"
        return Cookie(GUEST_COOKIE, value, GUEST_SECONDS)

    def header(self, cookie: Cookie) -> str:
        """The Set-Cookie header."""
        secure = "; Secure" if self._secure else ""
        return (
            f"{cookie.name}={cookie.value}; Path=/; Max-Age={cookie.seconds}; "
            f"HttpOnly; SameSite=Lax{secure}"
        )

    def remember(self, person: Person) -> None:
        """Makes the row that other tables point to."""
        with self._lock:  # of this guest alone: where many come at once, all the others stay known
            for key in [key for key, (seen, _) in self._seen.items() if seen.id == person.id]:
                del self._seen[key]
        try:
            with self._store.session() as session:
                session.add(PersonRow(id=person.id, name="", guest=True, made=now()))
        except IntegrityError:
            pass  # two requests of a new guest at once

    def _sign(self, use: str, text: str) -> str:
        return hmac.new(self._key, f"{use}:{text}".encode(), hashlib.sha256).hexdigest()

    def _logged_in(self, token: str) -> Person | None:
        if not token:
            return None
        name = token_hash(token)
        with self._store.session() as session:
            row = session.get(LoginRow, name)
            if row is None or row.ends < now():
                return None
            person = session.get_one(PersonRow, row.person_id)
            return Person(person.id, person.name, guest=False, login=name)

    def _guest(self, text: str) -> Person | None:
        name, _, signature = text.partition(".")
        if not ID.fullmatch(name) or not hmac.compare_digest(
            signature.encode(), self._sign("guest", name).encode()
        ):
            return None
        with self._store.session() as session:
            row = session.get(PersonRow, name)
        if row is None:
            return Person(name, known=False)
        # A guest who made an account is known by log-in alone from then on.
        return Person(row.id, row.name) if row.guest else None

    def _kept_secret(self) -> str:
        with self._store.session() as session:
            row = session.get(KeptRow, "secret")
            if row is None:
                row = KeptRow(name="secret", value=secrets.token_urlsafe(32))
                session.add(row)
            return row.value


def new_id() -> str:
    """An id that nobody can guess."""
    return secrets.token_urlsafe(16)


def token_hash(token: str) -> str:
    """A log-in token as the database knows it."""
    return hashlib.sha256(token.encode()).hexdigest()


async def current_person(request: HTTPConnection) -> Person:
    """Whoever asks: a FastAPI dependency (one that is not async costs a thread)."""
    person: Person = request.scope["kikashi.person"]
    return person


async def current_account(request: Request) -> Person:
    """Whoever asks, if they have an account; else the request is refused."""
    person = await current_person(request)
    if person.guest:
        raise problems.Refusal(401, "log-in-first", "this is for people with an account: log in")
    return person


def client_address(request: HTTPConnection) -> str:
    """The address of whoever asks, as the server saw it."""
    return request.client.host if request.client else ""


def set_cookies(request: HTTPConnection, cookies: list[Cookie]) -> None:
    """Sets cookies with the answer, whatever it will be."""
    request.scope["kikashi.cookies"].extend(cookies)


def replace_cookies(request: HTTPConnection, cookies: list[Cookie]) -> None:
    """Sets these cookies with the answer, and no other."""
    request.scope["kikashi.cookies"] = cookies


CurrentPerson = Annotated[Person, Depends(current_person)]
CurrentAccount = Annotated[Person, Depends(current_account)]
