"""People: guests by a cookie, accounts by password, and nobody by somebody else's."""

from __future__ import annotations

import re
import time
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI
from sqlalchemy import select, text

from kikashi.law import GameError
from kikashi.studio import create_app, people
from kikashi.studio.rates import Rates
from kikashi.studio.services import accounts
from kikashi.studio.settings import RateSettings, Settings
from kikashi.studio.store.people import AccountRow, LoginRow, PersonRow
from tests.studio.client import Client, problem
from tests.studio.conftest import CHEAP, WORK

PASSWORD = "correct horse battery"


def me(client: Client) -> Any:
    return client.get("/api/me").json()


def register(client: Client, login: str, password: str = PASSWORD, **more: Any) -> Any:
    answer = client.post("/api/account", {"login": login, "password": password, **more})
    assert answer.status_code == 201, answer.text
    client.forget_token()
    return answer.json()


def log_in(client: Client, login: str, password: str = PASSWORD) -> Any:
    answer = client.post("/api/session", {"login": login, "password": password})
    client.forget_token()
    return answer


def rows(app: FastAPI, table: Any) -> list[Any]:
    with app.state.studio.store.session() as session:
        return list(session.scalars(select(table)))


@pytest.fixture
def person(app: FastAPI) -> Client:
    """Somebody new."""
    return Client(app)


def test_a_guest_is_kept_by_a_cookie_that_no_script_can_read(person: Client) -> None:
    first = person.get("/api/me")
    cookie = first.headers["set-cookie"]
    assert cookie.startswith("kikashi_guest=")
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert "set-cookie" not in person.get("/api/games").headers
    again = person.get("/api/me")
    assert again.json()["id"] == first.json()["id"]
    assert again.headers["set-cookie"] == cookie  # for as long again
    assert first.json()["guest"]


def test_looking_leaves_no_trace_and_doing_does(app: FastAPI, person: Client) -> None:
    name = me(person)["id"]
    person.get("/api/games")
    assert name not in [row.id for row in rows(app, PersonRow)]
    assert person.request("PUT", "/api/me", json={"name": "Wu"}).json()["name"] == "Wu"
    assert name in [row.id for row in rows(app, PersonRow)]
    assert me(person)["name"] == "Wu"


@pytest.mark.parametrize(
    "change",
    [
        lambda value: value[:-1] + ("0" if value[-1] != "0" else "1"),
        lambda value: "A" * 22 + value[22:],
        lambda value: value.split(".")[0],
        lambda _value: "x" * 5000,
        lambda _value: "é.é",
    ],
)
def test_a_forged_guest_is_a_new_guest(person: Client, change: Any) -> None:
    known = me(person)["id"]
    value = person.cookies["kikashi_guest"]
    person.cookies.clear()
    headers = {"Cookie": f"kikashi_guest={change(value)}".encode()}
    assert person.get("/api/me", headers=headers).json()["id"] != known


def test_guests_outlive_the_server(database: str) -> None:
    settings = Settings(database=database, work=WORK, hashing=CHEAP, starter=False)
    app = create_app(settings)
    person = Client(app)
    name = me(person)["id"]
    app.state.studio.close()
    again = create_app(settings)
    person.move_to(again)
    assert me(person)["id"] == name
    again.state.studio.close()


def test_every_unsafe_request_needs_the_token_of_its_person(app: FastAPI, person: Client) -> None:
    stranger = Client(app)
    for method, path in (
        ("POST", "/api/positions"),
        ("PUT", "/api/me"),
        ("DELETE", "/api/session"),
        ("POST", "/api/play/games"),
        ("POST", "/api/account"),
        ("PATCH", "/api/me"),
        ("POST", "/api/nothing"),
    ):
        for token in ("", "0" * 64, stranger.token, "ünsafe"):
            headers = {"X-Kikashi-Token": token.encode()}
            answer = person.request(method, path, headers=headers, json={})
            problem(answer, 403, "wrong-token")
    assert person.post("/api/positions", {"game": "gomoku"}).status_code == 200


def test_every_operation_that_changes_anything_refuses_without_the_token(
    app: FastAPI, person: Client
) -> None:
    for path, methods in app.openapi()["paths"].items():
        for method in set(methods) & {"post", "put", "patch", "delete"}:
            filled = re.sub(r"\{\w+\}", "x", path)
            answer = person.request(
                method.upper(), filled, headers={"X-Kikashi-Token": "no"}, json={}
            )
            problem(answer, 403, "wrong-token")


def test_a_guest_becomes_an_account_and_keeps_what_is_theirs(app: FastAPI, person: Client) -> None:
    game = person.post("/api/play/games", {"game": "gomoku", "seats": ["me", "me"]}).json()["id"]
    guest = me(person)["id"]
    stolen = person.cookies["kikashi_guest"]
    made = register(person, "Tsai.Yu-An", name="蔡")
    assert made["id"] == guest
    assert (made["guest"], made["login"], made["name"]) == (False, "tsai.yu-an", "蔡")
    assert "kikashi_guest" not in person.cookies
    assert person.get(f"/api/play/games/{game}").status_code == 200
    # The guest's cookie is worth nothing from now on.
    thief = Client(app)
    thief.cookies.set("kikashi_guest", stolen, "127.0.0.1", "/")
    assert me(thief)["id"] != guest
    problem(thief.get(f"/api/play/games/{game}"), 404, "not-found")


def test_an_account_is_reached_from_another_browser_by_name_and_password(
    app: FastAPI, person: Client
) -> None:
    account = register(person, "wanderer")["id"]
    elsewhere = Client(app)
    guest = me(elsewhere)["id"]
    assert log_in(elsewhere, "WANDERER").json()["id"] == account
    assert me(elsewhere)["id"] == account
    cookie = elsewhere.cookies["kikashi_login"]
    assert elsewhere.delete("/api/session").status_code == 204
    elsewhere.forget_token()
    assert me(elsewhere)["id"] == guest
    # A session that ended is over for whoever kept its cookie.
    elsewhere.cookies.set("kikashi_login", cookie, "127.0.0.1", "/")
    assert me(elsewhere)["id"] == guest
    assert me(person)["id"] == account


def test_the_database_holds_neither_passwords_nor_tokens(app: FastAPI, person: Client) -> None:
    register(person, "secretive")
    token = person.cookies["kikashi_login"]
    row = next(row for row in rows(app, AccountRow) if row.login == "secretive")
    assert row.password.startswith("$argon2id$")
    assert all(token not in login.token_hash for login in rows(app, LoginRow))
    file = Path(app.state.studio.store.engine.url.database)
    with app.state.studio.store.engine.connect() as connection:
        connection.execute(text("PRAGMA wal_checkpoint(TRUNCATE)"))
    assert PASSWORD.encode() not in file.read_bytes()
    assert token.encode() not in file.read_bytes()


def test_a_try_of_a_password_costs_what_rfc_9106_asks_for() -> None:
    usual = Settings().hashing
    assert (usual.memory_cost, usual.time_cost, usual.parallelism) == (64 << 10, 3, 4)


def test_a_wrong_name_and_a_wrong_password_are_answered_alike(app: FastAPI, person: Client) -> None:
    register(person, "target")
    answers = [
        log_in(Client(app), "target", "wrong password"),
        log_in(Client(app), "nobody-here", "wrong password"),
    ]
    assert len({problem(answer, 403, "wrong-password") for answer in answers}) == 1


def test_a_login_name_is_taken_once_however_it_is_written(app: FastAPI, person: Client) -> None:
    register(person, "Ann")
    for spelling in ("ann", "ANN", "Ａnn"):
        answer = Client(app).post("/api/account", {"login": spelling, "password": PASSWORD})
        problem(answer, 409, "name-taken")
    again = person.post("/api/account", {"login": "other", "password": PASSWORD})
    problem(again, 409, "has-account")


@pytest.mark.parametrize(
    "query",
    [
        {"login": "ab", "password": "short"},
        {"login": "ab", "password": "aaaaaaaaaaaa"},
        {"login": "longenough", "password": "LongEnough"},
        {"login": "a", "password": PASSWORD},
        {"login": "two words", "password": PASSWORD},
        {"login": "ab", "password": "x" * 201},
        {"login": "ab", "password": PASSWORD, "name": "line\nbreak"},
        {"login": "ab", "password": PASSWORD, "admin": True},
    ],
)
def test_poor_accounts_are_refused(person: Client, query: dict[str, Any]) -> None:
    assert person.post("/api/account", query).status_code == 422


def test_a_new_password_ends_every_other_session(app: FastAPI, person: Client) -> None:
    register(person, "changing")
    elsewhere = Client(app)
    log_in(elsewhere, "changing")
    wrong = {"old": "not it at all", "new": "another horse"}
    problem(person.request("PUT", "/api/account/password", json=wrong), 403, "wrong-password")
    right = {"old": PASSWORD, "new": "another horse"}
    assert person.request("PUT", "/api/account/password", json=right).status_code == 204
    assert not me(person)["guest"]
    assert me(elsewhere)["guest"]
    problem(log_in(elsewhere, "changing"), 403, "wrong-password")
    assert log_in(elsewhere, "changing", "another horse").status_code == 200


def test_whoever_leaves_takes_everything_along(app: FastAPI, person: Client) -> None:
    account = register(person, "leaving")["id"]
    friend = Client(app)
    own = person.post("/api/play/games", {"game": "gomoku", "seats": ["me", "level:1"]}).json()
    shared = person.post("/api/play/games", {"game": "gomoku", "seats": ["me", "friend"]}).json()
    assert friend.post(f"/api/play/games/{shared['id']}/join").status_code == 200
    wrong = person.request("DELETE", "/api/account", json={"password": "not it at all"})
    problem(wrong, 403, "wrong-password")
    left = person.request("DELETE", "/api/account", json={"password": PASSWORD})
    assert left.status_code == 204
    person.forget_token()
    assert me(person)["guest"]
    assert account not in [row.id for row in rows(app, PersonRow)]
    assert "leaving" not in [row.login for row in rows(app, AccountRow)]
    problem(friend.get(f"/api/play/games/{own['id']}"), 404, "not-found")
    # What the friend played stays the friend's, with an empty chair.
    seats = friend.get(f"/api/play/games/{shared['id']}").json()["seats"]
    assert [seat["kind"] for seat in seats] == ["left", "person"]


def test_a_session_ends_in_time(app: FastAPI, person: Client, monkeypatch: Any) -> None:
    register(person, "sleeper")
    after = time.time() + people.LOGIN_SECONDS + 1
    monkeypatch.setattr(people, "now", lambda: after)
    assert me(person)["guest"]


def test_only_so_many_browsers_stay_logged_in(
    app: FastAPI, person: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(accounts, "MOST_LOGINS", 2)
    register(person, "many")
    others = [Client(app), Client(app)]
    for other in others:
        log_in(other, "many")
    assert me(person)["guest"]
    assert not me(others[0])["guest"]
    assert not me(others[1])["guest"]


def test_guests_cannot_do_what_needs_an_account(person: Client) -> None:
    problem(person.delete("/api/session"), 401, "log-in-first")
    query = {"old": "x", "new": PASSWORD}
    problem(person.request("PUT", "/api/account/password", json=query), 401, "log-in-first")


def limited(database: str, **rates: Any) -> FastAPI:
    settings = RateSettings(loopback=True, **rates)
    return create_app(
        Settings(database=database, rates=settings, work=WORK, hashing=CHEAP, starter=False)
    )


def test_passwords_are_tried_slowly(database: str) -> None:
    app = limited(database, secrets=0.001, secrets_burst=3)
    guesser = Client(app)
    for _ in range(3):
        problem(log_in(guesser, "victim", "guess guess"), 403, "wrong-password")
    answer = log_in(guesser, "victim", "guess guess")
    problem(answer, 429, "too-many")
    assert int(answer.headers["retry-after"]) > 0
    # Another browser does not help, nor another name from the same address.
    problem(log_in(Client(app), "victim", "guess guess"), 429, "too-many")
    problem(log_in(Client(app), "another", "guess guess"), 429, "too-many")
    app.state.studio.close()


def test_a_crowd_that_logs_in_does_not_hold_every_thread(
    app: FastAPI, person: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(accounts, "PATIENCE", 0.01)
    hashing = app.state.studio.accounts._hashing
    for _ in range(accounts.HASHING):
        assert hashing.acquire(timeout=60)
    try:
        problem(log_in(person, "somebody"), 429, "too-many")
    finally:
        hashing.release(accounts.HASHING)


def test_new_games_come_at_the_pace_of_people(database: str) -> None:
    app = limited(database)
    eager = Client(app)
    query = {"game": "gomoku", "seats": ["me", "me"], "options": {"size": "5x5", "k": "4"}}
    answers = [eager.post("/api/play/games", query) for _ in range(40)]
    assert [answer.status_code for answer in answers[:30]] == [201] * 30
    assert "games" in problem(answers[-1], 429, "too-many")
    assert Client(app).post("/api/play/games", query).status_code == 201
    app.state.studio.close()


def test_a_person_who_asks_too_often_waits_and_others_do_not(database: str) -> None:
    app = limited(database, person=0.001, person_burst=5)
    eager, other = Client(app), Client(app)
    answers = [eager.get("/api/me") for _ in range(7)]
    assert [answer.status_code for answer in answers] == [200] * 6 + [429]
    problem(answers[-1], 429, "too-many")
    assert other.get("/api/me").status_code == 200
    app.state.studio.close()


def test_an_address_that_asks_too_often_waits_cookie_or_not(database: str) -> None:
    app = limited(database, address=0.001, address_burst=5)
    answers = [Client(app).get("/api/me").status_code for _ in range(7)]
    assert answers == [200] * 5 + [429] * 2
    app.state.studio.close()


def test_one_address_makes_only_so_many_guests(database: str) -> None:
    app = limited(database, guests=0.001, guests_burst=2)
    made = [Client(app).request("PUT", "/api/me", json={"name": "x"}).status_code for _ in range(3)]
    assert made == [200, 200, 429]
    assert len(rows(app, PersonRow)) == 2
    app.state.studio.close()


def test_a_bucket_fills_up_again_and_buckets_are_few(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [0.0]
    rates = Rates(2.0, 3, lambda: clock[0])
    assert [rates.take("a") for _ in range(3)] == [0, 0, 0]
    assert rates.take("a") == pytest.approx(0.5)
    clock[0] = 0.5
    assert rates.take("a") == 0
    monkeypatch.setattr("kikashi.studio.rates.MOST_BUCKETS", 10)
    for number in range(50):
        rates.take(str(number))
    assert len(rates._buckets) == 10


def test_beyond_loopback_a_secret_is_demanded_and_guests_do_no_heavy_work() -> None:
    with pytest.raises(GameError, match="needs a secret"):
        Settings(host="0.0.0.0")
    with pytest.raises(GameError, match="at least 24 characters"):
        Settings(secret="short")
    public = Settings(host="192.168.1.5", secret="x" * 32)
    assert not public.guests_work
    assert Settings(host="192.168.1.5", secret="x" * 32, guests_may_work=True).guests_work
    assert Settings().guests_work
    assert not Settings(guests_may_work=False).guests_work


def test_a_public_studio_refuses_guests_heavy_work_and_does_it_for_accounts(
    database: str,
) -> None:
    settings = Settings(
        database=database,
        host="192.168.1.5",
        secret="x" * 32,
        secure_cookies=True,
        work=WORK,
        hashing=CHEAP,
        starter=False,
    )
    app = create_app(settings)
    person = Client(app, "https://192.168.1.5")
    assert not me(person)["may_work"]
    assert "; Secure" in Client(app, "https://192.168.1.5").get("/api/me").headers["set-cookie"]
    game = {"game": "gomoku", "seats": ["me", "level:1"]}
    assert person.post("/api/play/games", game).status_code == 201
    assert register(person, "member")["may_work"]
    problem(Client(app, "http://localhost.evil").get("/api/me"), 400, "wrong-host")
    app.state.studio.close()
