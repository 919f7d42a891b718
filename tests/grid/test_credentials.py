"""Whoever cannot get in hears soon what is wrong, in a sentence to act on."""

from __future__ import annotations

import gc
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from kikashi.grid import Task, TaskError, client
from kikashi.grid.broker import write_credential
from kikashi.grid.client import NatsExecutor
from kikashi.grid.people import Credential, new_key, read_credential
from tests.cli.command_line import refusal
from tests.grid.running import Grid, free_port

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def grid(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Grid]:
    with Grid(tmp_path_factory.mktemp("grid")) as made:
        yield made


@pytest.fixture(autouse=True)
def swept() -> Iterator[None]:
    """A client of NATS that is refused in its greeting may leave a socket to the collector."""
    yield
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)
        gc.collect()


def changed(file: Path, role: str, **changes: Any) -> Path:
    """The same credential with something wrong in it."""
    found = msgspec.json.decode(file.read_bytes(), type=Credential)
    assert found.role == role
    write_credential(msgspec.structs.replace(found, **changes), file)
    return file


def all_refuse(pc: Path, app: Path, *words: str) -> None:
    """A volunteer and an app both end with code 1 and all these words."""
    for told in (
        refusal("grid", "join", str(pc)),
        refusal("solve-many", "connect6", "/dev/null", "--by", "vcdt", "--grid", str(app)),
    ):
        assert all(word in told for word in words), told


def test_a_credential_of_another_broker_is_told_so(grid: Grid, tmp_path: Path) -> None:
    with Grid(tmp_path) as foreign:
        files = foreign.invite("anna"), foreign.invite("web", "app")
        here = f"tls://127.0.0.1:{grid.port}"
        pc, app = changed(files[0], "pc", url=here), changed(files[1], "app", url=here)
        all_refuse(pc, app, here, "shows the certificate of another broker", "new credential")


def test_a_revoked_credential_is_told_so(grid: Grid) -> None:
    pc, app = grid.invite("paul"), grid.invite("page", "app")
    for name in ("paul", "page"):
        grid.command("revoke", name, "--dir", str(grid.dir))
    all_refuse(pc, app, f":{grid.port}", "does not take the credential", "may have been revoked")


def test_a_wrong_key_is_told_so(grid: Grid) -> None:
    seed, _ = new_key()
    pc = changed(grid.invite("otto"), "pc", seed=seed)
    app = changed(grid.invite("oboe", "app"), "app", seed=seed)
    all_refuse(pc, app, "does not take the credential of o", "invite o")


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("seed", "SUAAAAA", "the secret key in it cannot be read"),
        ("authority", "no certificate", "the certificate in it cannot be read"),
        ("url", "https://example.org", "not of the form tls://HOST:PORT"),
        ("url", "tls://example.org:many", "not of the form tls://HOST:PORT"),
    ],
)
def test_a_damaged_file_is_told_before_anything_is_tried(
    grid: Grid, field: str, value: str, words: str
) -> None:
    whole = grid.folder / "whole.grid"
    if not whole.exists():
        grid.invite("whole")
    damaged = grid.folder / "damaged.grid"
    damaged.write_bytes(whole.read_bytes())
    changed(damaged, "pc", **{field: value})
    with pytest.raises(TaskError, match=r"damaged\.grid is damaged") as told:
        read_credential(damaged, "pc")
    assert words in str(told.value)


def test_an_app_says_that_the_broker_is_away_and_gives_up(
    grid: Grid, monkeypatch: pytest.MonkeyPatch
) -> None:
    nobody = f"tls://127.0.0.1:{free_port()}"
    file = changed(grid.invite("lone", "app"), "app", url=nobody)
    monkeypatch.setattr(client, "FIRST", 1.0)
    heard: list[str] = []
    with pytest.raises(TaskError, match="is it running, and is the address right") as told:
        NatsExecutor(file, notify=heard.append)
    assert nobody in str(told.value)
    # Said once, not at every try.
    assert heard == [f"the broker {nobody} cannot be reached (connection refused); trying again"]


def test_an_app_that_is_revoked_at_work_hears_it(grid: Grid) -> None:
    with NatsExecutor(grid.invite("rita", "app")) as executor:
        executor.submit(Task("grid.echo", {"number": 1}))
        grid.command("revoke", "rita", "--dir", str(grid.dir))
        with pytest.raises(TaskError, match="may have been revoked"):
            list(executor.results())


def test_a_volunteer_names_the_broker_that_is_away_and_joins_when_it_is_back(
    grid: Grid,
) -> None:
    file = grid.invite("wanda")
    grid.broker.kill()
    wanda = grid.join(file, wait=False)
    wanda.wait_for(f"the broker tls://127.0.0.1:{grid.port} cannot be reached (")
    assert "trying again" in wanda.text()
    grid.start_broker()
    wanda.wait_for("joined")
    assert wanda.text().count("trying again") == 1
