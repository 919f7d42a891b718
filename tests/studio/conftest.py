"""A studio with a database of its own for each file of tests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import argon2
import pytest
from fastapi import FastAPI

from kikashi.studio import create_app
from kikashi.studio.settings import RateSettings, Settings, WorkSettings
from tests.studio.client import Client

WORK = WorkSettings(processes=1, quick_processes=1)
CHEAP = argon2.profiles.CHEAPEST
"""For passwords that guard nothing."""


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FastAPI]:
    """The application; its worker processes start with the first job."""
    database = tmp_path_factory.mktemp("studio") / "studio.db"
    # One client asks for all tests of a file: more often than a person may.
    often = RateSettings(person=1000.0, person_burst=10_000, games=1000.0)
    app = create_app(Settings(database=str(database), rates=often, work=WORK, hashing=CHEAP))
    yield app
    app.state.studio.close()


@pytest.fixture(scope="module")
def client(app: FastAPI) -> Client:
    """Somebody with a browser; `Client(app)` is somebody else."""
    return Client(app)


@pytest.fixture
def database(tmp_path: Path) -> str:
    """A database that is not there yet."""
    return str(tmp_path / "studio.db")


@pytest.fixture
def friend(app: FastAPI) -> Client:
    """Another person with another browser."""
    return Client(app)
