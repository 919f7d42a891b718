"""Who you are here: a guest by default, an account if you want one."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Request
from pydantic import AfterValidator, BaseModel, Field

from kikashi.studio import problems
from kikashi.studio.models import Strict
from kikashi.studio.people import (
    CurrentAccount,
    CurrentPerson,
    Person,
    client_address,
    replace_cookies,
    set_cookies,
)
from kikashi.studio.state import CurrentStudio, Studio

router = APIRouter(prefix="/api", tags=["people"], responses=problems.documented(401))


def _shown(name: str) -> str:
    if not name.isprintable() or name != name.strip():
        raise ValueError("a name has letters, and no spaces around it")
    return name


Login = Annotated[str, Field(min_length=2, max_length=30, pattern=r"^[\w.-]+$")]
Password = Annotated[str, Field(min_length=8, max_length=200)]
GivenPassword = Annotated[str, Field(min_length=1, max_length=200)]
Name = Annotated[str, Field(max_length=40), AfterValidator(_shown)]


class MeAnswer(BaseModel):
    """You, and the token that your unsafe requests carry in the header X-Kikashi-Token."""

    id: str
    name: str
    guest: bool
    login: str
    """Your login name; empty for a guest."""
    token: str
    may_work: bool
    """Whether long work (analysis, proofs, the factory) is done for you."""
    report: bool
    """Whether this studio shows a report of the papers, at /report/index.html."""


class AccountQuery(Strict):
    """A new account; it takes over all that you did here as a guest."""

    login: Login
    password: Password
    name: Name = ""
    """What others see; empty: the login name."""


class SessionQuery(Strict):
    login: Login
    password: GivenPassword


class NameQuery(Strict):
    name: Name


class PasswordQuery(Strict):
    old: GivenPassword
    new: Password


class LeaveQuery(Strict):
    password: GivenPassword


@router.get("/me")
def read_me(request: Request, studio: CurrentStudio, person: CurrentPerson) -> MeAnswer:
    """Who you are: a guest, kept by a cookie, unless you are logged in."""
    if person.guest:
        # Set again, or browsers would forget even those who come every day.
        replace_cookies(request, [studio.people.guest_cookie(person)])
    return _me(studio, person)


@router.put("/me")
def rename(query: NameQuery, studio: CurrentStudio, person: CurrentPerson) -> MeAnswer:
    """Changes the name that others see at your games."""
    return _me(studio, studio.accounts.rename(person, query.name))


@router.post("/account", status_code=201, responses=problems.documented(409))
def register(
    query: AccountQuery, request: Request, studio: CurrentStudio, person: CurrentPerson
) -> MeAnswer:
    """Makes an account of this guest and logs you in."""
    known, cookies = studio.accounts.register(person, query.login, query.password, query.name)
    set_cookies(request, cookies)
    return _me(studio, known)


@router.delete("/account", status_code=204)
def leave(
    query: LeaveQuery, request: Request, studio: CurrentStudio, person: CurrentAccount
) -> None:
    """Deletes your account with everything that belongs to it. It cannot be undone."""
    set_cookies(request, studio.accounts.leave(person, query.password))


@router.put("/account/password", status_code=204)
def change_password(query: PasswordQuery, studio: CurrentStudio, person: CurrentAccount) -> None:
    """Changes your password; you stay logged in here and nowhere else."""
    studio.accounts.change_password(person, query.old, query.new)


@router.post("/session")
def log_in(query: SessionQuery, request: Request, studio: CurrentStudio) -> MeAnswer:
    """Logs you in; the answer has the new token."""
    known, cookies = studio.accounts.log_in(query.login, query.password, client_address(request))
    set_cookies(request, cookies)
    return _me(studio, known)


@router.delete("/session", status_code=204)
def log_out(request: Request, studio: CurrentStudio, person: CurrentAccount) -> None:
    """Logs you out; you are the guest again that you were before."""
    set_cookies(request, studio.accounts.log_out(person))


def _me(studio: Studio, person: Person) -> MeAnswer:
    return MeAnswer(
        id=person.id,
        name=person.name,
        guest=person.guest,
        login=studio.accounts.login_of(person),
        token=studio.people.token(person),
        may_work=not person.guest or studio.settings.guests_work,
        report=studio.settings.report is not None,
    )
