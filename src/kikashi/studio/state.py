"""The running studio: what routes and services share.

def route(studio: CurrentStudio, person: CurrentPerson) -> ...:
    with studio.store.session() as session: ...
    job = studio.workers.submit("kind.name", payload, person)
"""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import Depends
from starlette.requests import HTTPConnection

from kikashi.studio.people import People
from kikashi.studio.rates import Rates
from kikashi.studio.services.accounts import Accounts
from kikashi.studio.services.gridwatch import GridWatch
from kikashi.studio.services.play import Plays
from kikashi.studio.settings import Settings, usual_database
from kikashi.studio.store import Store
from kikashi.studio.streams import Channels
from kikashi.studio.work.pool import Workers

MAPS = 2
"""Heat maps that are made at the same time: they are searches, and requests have few threads."""


class Studio:
    """Everything that is opened and closed together."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.store = Store(settings.database or usual_database())
        self.people = People(self.store, settings)
        self.accounts = Accounts(self.store, self.people, settings)
        self.workers = Workers(settings.work, guests_may_work=settings.guests_work)
        self.channels = Channels(settings.rates.streams)
        self.new_games = Rates(settings.rates.games, settings.rates.games_burst)
        self.maps = asyncio.Semaphore(MAPS)
        self.plays = Plays(self.store, self.workers, self.channels)
        self.grid = GridWatch(settings.grid)

    def stop(self) -> None:
        """Ends streams and work, and waits for neither."""
        self.channels.close()
        self.workers.stop()

    def close(self) -> None:
        """Ends everything, the database last."""
        self.stop()
        self.workers.close()
        self.store.close()


async def current_studio(request: HTTPConnection) -> Studio:
    """The studio that answers: a FastAPI dependency (one that is not async costs a thread)."""
    studio: Studio = request.app.state.studio
    return studio


CurrentStudio = Annotated[Studio, Depends(current_studio)]
