"""Accounts: a guest takes a name and a password, and can come back from anywhere.

The guest becomes the account in place: their games and puzzles stay theirs. Passwords are kept as
argon2 hashes; of a log-in only the hash of its token is kept.
"""

from __future__ import annotations

import secrets
import threading
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property

from argon2 import PasswordHasher
from argon2.exceptions import VerificationError
from sqlalchemy import delete, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from kikashi.law import GameError
from kikashi.studio import problems
from kikashi.studio.people import (
    GUEST_COOKIE,
    LOGIN_COOKIE,
    LOGIN_SECONDS,
    Cookie,
    People,
    Person,
    token_hash,
)
from kikashi.studio.rates import Rates
from kikashi.studio.services import game_rows
from kikashi.studio.settings import Settings
from kikashi.studio.store import Store, now
from kikashi.studio.store.people import AccountRow, LoginRow, PersonRow

MOST_LOGINS = 20
"""Browsers of one person that stay logged in; the oldest gives way."""
HASHING = 2
"""Passwords that are hashed at once: each takes 64 MiB."""
PATIENCE = 5.0
NO_GUEST = Cookie(GUEST_COOKIE, "", 0)
NO_LOGIN = Cookie(LOGIN_COOKIE, "", 0)


class Accounts:
    """Registering, logging in and out, changing and leaving."""

    def __init__(self, store: Store, people: People, settings: Settings) -> None:
        self._store = store
        self._people = people
        self._hasher = PasswordHasher.from_parameters(settings.hashing)
        self._hashing = threading.Semaphore(HASHING)
        self._tries = Rates(settings.rates.secrets, settings.rates.secrets_burst)

    @cached_property
    def _nobody(self) -> str:
        """What the password of a name that nobody has is compared with."""
        return self._hash(secrets.token_urlsafe())

    def register(
        self, person: Person, login: str, password: str, name: str
    ) -> tuple[Person, list[Cookie]]:
        """Gives a guest an account and logs them in."""
        if not person.guest:
            raise problems.Refusal(409, "has-account", "you are logged in with an account already")
        login = normal(login)
        refuse_weak(password, login)
        hashed = self._hash(password)
        try:
            with self._store.session() as session:
                row = session.get_one(PersonRow, person.id)
                row.guest, row.name = False, name or login
                session.add(AccountRow(person_id=person.id, login=login, password=hashed))
        except IntegrityError:
            raise problems.Refusal(
                409, "name-taken", f"the login name {login!r} is taken; choose another"
            ) from None
        known, cookie = self._open(person.id)
        return known, [cookie, NO_GUEST]

    def log_in(self, login: str, password: str, address: str) -> tuple[Person, list[Cookie]]:
        """Opens a session. One answer for a wrong name and a wrong password, after one time."""
        login = normal(login)
        for who in (f"name {login}", f"address {address}"):
            self._limit(who)
        nobody = self._nobody  # made now, whoever asks: not to be told apart by the time it takes
        with self._store.session() as session:
            row = session.scalar(select(AccountRow).where(AccountRow.login == login))
        if not self._fits(row.password if row else nobody, password) or row is None:
            raise problems.Refusal(
                403, "wrong-password", "there is no account with that name and password"
            )
        known, cookie = self._open(row.person_id)
        return known, [cookie]

    def log_out(self, person: Person) -> list[Cookie]:
        """Ends this session."""
        with self._store.session() as session:
            session.execute(delete(LoginRow).where(LoginRow.token_hash == person.login))
        self._people.forget()
        return [NO_LOGIN]

    def rename(self, person: Person, name: str) -> Person:
        """Changes the name that others see."""
        with self._store.session() as session:
            session.get_one(PersonRow, person.id).name = name
        self._people.forget()
        return Person(person.id, name, person.guest, person.login)

    def change_password(self, person: Person, old: str, new: str) -> None:
        """Sets another password; every other session ends."""
        self._prove(person, old)
        with self._store.session() as session:
            login = session.get_one(AccountRow, person.id).login
        refuse_weak(new, login)
        hashed = self._hash(new)
        with self._store.session() as session:
            session.get_one(AccountRow, person.id).password = hashed
            others = LoginRow.person_id == person.id, LoginRow.token_hash != person.login
            session.execute(delete(LoginRow).where(*others))
        self._people.forget()

    def leave(self, person: Person, password: str) -> list[Cookie]:
        """Deletes the account and everything that belongs to it."""
        self._prove(person, password)
        with self._store.session() as session:
            game_rows.forget(session, person)
            session.execute(delete(PersonRow).where(PersonRow.id == person.id))
        self._people.forget()
        return [NO_LOGIN]

    def login_of(self, person: Person) -> str:
        """The login name; empty for a guest."""
        if person.guest:
            return ""
        with self._store.session() as session:
            return session.get_one(AccountRow, person.id).login

    def _prove(self, person: Person, password: str) -> None:
        """Whoever found an open browser does not own the account."""
        self._limit(f"person {person.id}")
        with self._store.session() as session:
            hashed = session.get_one(AccountRow, person.id).password
        if not self._fits(hashed, password):
            raise problems.Refusal(403, "wrong-password", "that is not your password")

    def _limit(self, who: str) -> None:
        wait = self._tries.take(who)
        if wait:
            raise problems.too_many("too many passwords were tried", wait)

    def _open(self, person: str) -> tuple[Person, Cookie]:
        token = secrets.token_urlsafe(32)
        with self._store.session() as session:
            _make_room(session, person)
            session.add(
                LoginRow(
                    token_hash=token_hash(token),
                    person_id=person,
                    made=now(),
                    ends=now() + LOGIN_SECONDS,
                )
            )
            row = session.get_one(PersonRow, person)
            known = Person(row.id, row.name, guest=False, login=token_hash(token))
        self._people.forget()  # an older session may have made room
        return known, Cookie(LOGIN_COOKIE, token, LOGIN_SECONDS)

    def _hash(self, password: str) -> str:
        with self._place():
            return self._hasher.hash(password)

    def _fits(self, hashed: str, password: str) -> bool:
        with self._place():
            try:
                return self._hasher.verify(hashed, password)
            except VerificationError:
                return False

    @contextmanager
    def _place(self) -> Iterator[None]:
        """One of the few places for hashing; nobody waits long for one and holds a thread."""
        if not self._hashing.acquire(timeout=PATIENCE):
            raise problems.too_many("many people are logging in", PATIENCE)
        try:
            yield
        finally:
            self._hashing.release()


def normal(login: str) -> str:
    """A login name as it is compared: one form of each letter, and no capitals."""
    return unicodedata.normalize("NFKC", login).casefold()


def refuse_weak(password: str, login: str) -> None:
    """Refuses what is guessed first."""
    if normal(password) == login or len(set(password)) < 4:
        raise GameError("this password is too easy to guess; take a longer or a stranger one")


def _make_room(session: Session, person: str) -> None:
    session.execute(delete(LoginRow).where(LoginRow.ends < now()))
    oldest = (
        select(LoginRow.token_hash)
        .where(LoginRow.person_id == person)
        .order_by(LoginRow.made.desc())
        .offset(MOST_LOGINS - 1)
    )
    for name in session.scalars(oldest).all():
        session.execute(delete(LoginRow).where(LoginRow.token_hash == name))
