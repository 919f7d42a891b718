"""Who you are here."""

from __future__ import annotations

from fastapi import APIRouter
from pydantic import BaseModel

from kikashi.studio import problems
from kikashi.studio.people import CurrentPerson
from kikashi.studio.state import CurrentStudio

router = APIRouter(prefix="/api", tags=["people"], responses=problems.documented())


class MeAnswer(BaseModel):
    """You, and the token that your unsafe requests carry in the header X-Kikashi-Token."""

    id: str
    name: str
    guest: bool
    token: str
    may_work: bool
    """Whether long work (analysis, proofs, the factory) is done for you."""


@router.get("/me")
def read_me(studio: CurrentStudio, person: CurrentPerson) -> MeAnswer:
    """Who you are: a guest, kept by a cookie, unless you are logged in."""
    return MeAnswer(
        id=person.id,
        name=person.name,
        guest=person.guest,
        token=studio.people.token(person),
        may_work=not person.guest or studio.settings.guests_may_work,
    )
