"""The studio's database: made and brought up to date by migrations, on SQLite and PostgreSQL."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import inspect, text
from sqlalchemy.exc import IntegrityError

from kikashi.puzzles import Store as PuzzleStore
from kikashi.puzzles import StoreError
from kikashi.studio import create_app
from kikashi.studio.settings import Settings
from kikashi.studio.store import Base, Store, now, tables
from kikashi.studio.store.games import SeatRow
from kikashi.studio.store.people import KeptRow, LoginRow, PersonRow
from tests.postgres import postgres_server
from tests.studio.client import Client
from tests.studio.conftest import CHEAP, WORK


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    made = Store(tmp_path / "studio.db")
    yield made
    made.close()


def differences(store: Store) -> list[object]:
    """What the migrations made and what the tables say, where they are not the same."""
    assert tables.__name__
    with store.engine.connect() as connection:
        context = MigrationContext.configure(
            connection,
            opts={
                "version_table": Store.version_table,
                # SQLite has no types to speak of.
                "compare_type": store.engine.dialect.name != "sqlite",
                "include_name": lambda name, kind, _parents: (
                    kind != "table" or name in Base.metadata.tables
                ),
            },
        )
        return list(compare_metadata(context, Base.metadata))


def test_the_migrations_make_the_tables_as_they_are_declared(store: Store) -> None:
    assert differences(store) == []


def test_the_migrations_are_one_chain() -> None:
    config = Config()
    config.set_main_option("script_location", str(Store.migrations))
    assert len(ScriptDirectory.from_config(config).get_heads()) == 1


def test_puzzles_live_in_the_same_file_and_neither_minds_the_other(tmp_path: Path) -> None:
    path = tmp_path / "both.db"
    PuzzleStore(path, create=True).close()
    for _ in range(2):
        store = Store(path)
        names = set(inspect(store.engine).get_table_names())
        assert {"puzzle", "person", "alembic_version", "studio_version"} <= names
        store.close()
    PuzzleStore(path).close()


def test_what_belongs_to_a_person_goes_with_them(store: Store) -> None:
    with store.session() as session:
        session.add(PersonRow(id="p", made=now()))
        session.flush()
        session.add(LoginRow(token_hash="t", person_id="p", made=now(), ends=now()))
    with store.session() as session:
        session.delete(session.get_one(PersonRow, "p"))
    with store.session() as session:
        assert session.get(LoginRow, "t") is None
        for name, table in Base.metadata.tables.items():
            for key in table.foreign_keys:
                if key.column.table.name == "person":
                    assert key.ondelete in ("CASCADE", "SET NULL"), name


def test_a_row_that_points_nowhere_is_refused(store: Store) -> None:
    with pytest.raises(IntegrityError), store.session() as session:
        session.add(SeatRow(game_id="nowhere", number=0))


def test_a_session_commits_all_or_nothing(store: Store) -> None:
    def stop_in_between() -> None:
        with store.session() as session:
            session.add(KeptRow(name="half", value="done"))
            session.flush()
            raise RuntimeError("stopped in between")

    with pytest.raises(RuntimeError):
        stop_in_between()
    with store.session() as session:
        assert session.get(KeptRow, "half") is None


def test_many_writers_wait_for_one_another(store: Store) -> None:
    failures: list[Exception] = []

    def write(number: int) -> None:
        try:
            for turn in range(20):
                with store.session() as session:
                    session.add(KeptRow(name=f"{number} {turn}", value=""))
        except Exception as failure:
            failures.append(failure)

    threads = [threading.Thread(target=write, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    with store.session() as session:
        assert session.scalar(text("SELECT count(*) FROM kept")) == 160


def test_a_database_that_cannot_be_opened_is_named(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="there is no folder"):
        Store(tmp_path / "missing" / "studio.db")
    broken = tmp_path / "broken.db"
    broken.write_text("this is no database, but it is long enough to look like one " * 20)
    with pytest.raises(StoreError, match="cannot be opened"):
        Store(broken)


@pytest.mark.slow
def test_the_studio_works_on_postgresql_as_well() -> None:
    with postgres_server() as url:
        settings = Settings(database=url, work=WORK, hashing=CHEAP, starter=False)
        app = create_app(settings)
        store: Store = app.state.studio.store
        assert differences(store) == []
        person, friend = Client(app), Client(app)
        made = person.post("/api/play/games", {"game": "gomoku", "seats": ["me", "friend"]})
        name = made.json()["id"]
        assert friend.post(f"/api/play/games/{name}/join").status_code == 200
        query = {"moves": ["h8"], "after": 0}
        assert person.post(f"/api/play/games/{name}/moves", query).status_code == 200
        assert friend.get("/api/play/games").json()["games"][0]["moves"] == 1
        account = person.post("/api/account", {"login": "elephant", "password": "long enough"})
        assert account.status_code == 201
        person.forget_token()
        gone = person.request("DELETE", "/api/account", json={"password": "long enough"})
        assert gone.status_code == 204
        app.state.studio.close()
