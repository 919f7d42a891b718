"""A volunteer and an app with valid credentials try everything they must not do."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import msgspec
import nats
import pytest
from nats.aio.client import Client

from kikashi.grid import Task, TaskError, load_kinds, wire
from kikashi.grid.client import NatsExecutor
from kikashi.grid.endpoint import grid_figures
from tests.grid.raw_client import raw
from tests.grid.running import Grid, people
from tests.grid.work import Work, doubles, until

pytestmark = pytest.mark.slow
load_kinds()


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Grid, dict[str, Path]]]:
    """One honest volunteer at work, one hostile credential of each role."""
    with Grid(tmp_path_factory.mktemp("grid")) as grid:
        files = dict(zip(("anna", "app"), people(grid, "anna", trusted=True), strict=True))
        files |= {name: grid.invite(name) for name in ("eve", "carol", "dave", "frank")}
        files |= {"mallory": grid.invite("mallory", "app")}
        grid.join(files["anna"])
        yield grid, files


FORBIDDEN_TO_A_PC = (
    "grid.result.anna",
    "grid.part.anna",
    "grid.beat.anna",
    "grid.hello.anna",
    "grid.word.anna.x",
    "grid.task.eve.x",
    "grid.submit.app",
    "grid.submit.eve",
    "grid.ask.app",
    "grid.outcome.app.x",
    "_INBOX.anna.x",
    "_INBOX.eve.x",
    "$JS.API.STREAM.PURGE.TASKS",
    "$JS.API.STREAM.DELETE.RESULTS",
    "$JS.API.STREAM.UPDATE.RESULTS",
    "$JS.API.STREAM.INFO.TASKS",
    "$JS.API.STREAM.NAMES",
    "$JS.API.STREAM.MSG.GET.SUBMIT",
    "$JS.API.STREAM.MSG.DELETE.SUBMIT",
    "$JS.API.DIRECT.GET.TASKS",
    "$JS.API.CONSUMER.CREATE.TASKS",
    "$JS.API.CONSUMER.DURABLE.CREATE.TASKS.eve",
    "$JS.API.CONSUMER.DELETE.TASKS.anna",
    "$JS.API.CONSUMER.INFO.TASKS.anna",
    "$JS.API.CONSUMER.MSG.NEXT.TASKS.anna",
    "$JS.API.CONSUMER.MSG.NEXT.RESULTS.coordinator",
    "$JS.ACK.TASKS.anna.1.1.1.1.0",
    "$JS.ACK.SUBMIT.coordinator.1.1.1.1.0",
    "$SYS.REQ.SERVER.PING",
)
DEAF_TO_A_PC = (
    "grid.task.anna.x",
    "grid.word.anna.x",
    "grid.result.*",
    "grid.>",
    "_INBOX.anna.>",
    "_INBOX.>",
    "grid.in.results",
    "$JS.>",
    "$SYS.>",
    ">",
)
FORBIDDEN_TO_AN_APP = (
    "grid.submit.app",
    "grid.ask.app",
    "grid.result.anna",
    "grid.task.anna.x",
    "grid.word.anna.x",
    "$JS.API.STREAM.PURGE.SUBMIT",
    "$JS.API.STREAM.INFO.SUBMIT",
    "$JS.API.CONSUMER.MSG.NEXT.TASKS.anna",
    "$JS.ACK.SUBMIT.coordinator.1.1.1.1.0",
    "_INBOX.app.x",
)


async def violations(
    file: Path, role: str, say: tuple[str, ...], hear: tuple[str, ...]
) -> list[str]:
    async with raw(file, role) as (client, errors):
        for subject in say:
            await client.publish(subject, b"{}")
        for subject in hear:
            await client.subscribe(subject)
        await client.flush()
        for _ in range(1500):
            if len(errors) >= len(say) + len(hear):
                break
            await asyncio.sleep(0.02)
    return errors


def test_a_volunteer_may_not_speak_for_others_or_touch_the_streams(
    world: tuple[Grid, dict[str, Path]],
) -> None:
    _, files = world
    errors = asyncio.run(violations(files["eve"], "pc", FORBIDDEN_TO_A_PC, DEAF_TO_A_PC))
    said = "\n".join(errors).lower()
    for subject in FORBIDDEN_TO_A_PC:
        assert f'publish to "{subject}"'.lower() in said, subject
    for subject in DEAF_TO_A_PC:
        assert f'subscription to "{subject}"'.lower() in said, subject


def test_an_app_may_not_speak_for_others_or_touch_the_streams(
    world: tuple[Grid, dict[str, Path]],
) -> None:
    _, files = world
    hear = ("grid.outcome.app.*", "grid.task.*", ">")
    errors = asyncio.run(violations(files["mallory"], "app", FORBIDDEN_TO_AN_APP, hear))
    assert len(errors) == len(FORBIDDEN_TO_AN_APP) + len(hear)
    assert all("permissions violation" in error.lower() for error in errors)


def honest(world: tuple[Grid, dict[str, Path]], attack: Callable[[], Awaitable[None]]) -> None:
    """The attack runs while an honest job is done, and changes nothing about it."""
    _, files = world
    with NatsExecutor(files["app"]) as executor:
        tasks = [Task("grid.pause", {"seconds": 0.2, "number": n}) for n in range(6)]
        work = Work([*tasks, *doubles(50)], executor)
        asyncio.run(attack())  # type: ignore[arg-type]
        work.finish()


def test_answers_cannot_be_redirected_to_speak_in_anothers_name(
    world: tuple[Grid, dict[str, Path]],
) -> None:
    """The server publishes replies without asking who wanted them: they carry no token."""
    grid, files = world

    async def attack() -> None:
        async with raw(files["eve"], "pc") as (client, _):
            hello = wire.Hello("s1", 1, 0, ["odd.double/1"])
            victim = "grid.result.anna"
            await client.request("grid.hello.eve", wire.packed(hello), timeout=30)
            await client.publish("grid.hello.eve", wire.packed(hello), reply=victim)
            await client.publish("grid.result.eve", b"x", reply=victim)  # the server acknowledges
            await client.flush()
            await asyncio.sleep(0.5)

    honest(world, attack)
    found = grid_figures(grid.dir)
    anna = next(who for who in found.owners if who.owner == "anna")
    assert (anna.refused, anna.died, anna.distrusted) == (0, 0, "")
    assert any(pc.name == "anna" for pc in found.pcs)


def test_results_nobody_asked_for_are_not_believed(world: tuple[Grid, dict[str, Path]]) -> None:
    grid, files = world

    async def attack() -> None:
        async with raw(files["eve"], "pc") as (client, _):
            hello = wire.Hello("s2", 1, 0, ["nothing/1"])
            answer = await client.request("grid.hello.eve", wire.packed(hello), timeout=30)
            token = wire.unpacked(answer.data, wire.Reply).token
            value = msgspec.msgpack.encode({"value": 666})
            lies = [wire.Answered(number, "done", value) for number in range(1, 400)]
            message = wire.packed(wire.Answers(token, lies))
            await client.request("grid.result.eve", message, timeout=30)

    honest(world, attack)
    found = grid_figures(grid.dir)
    eve = next(who for who in found.owners if who.owner == "eve")
    assert eve.accepted == 0
    assert eve.wasted >= 399


def test_an_app_can_neither_cancel_nor_read_anothers_tasks(
    world: tuple[Grid, dict[str, Path]],
) -> None:
    _, files = world
    with NatsExecutor(files["app"]) as executor:
        work = Work([Task("grid.pause", {"seconds": 0.4, "number": n}) for n in range(5)], executor)
        ids = list(executor.open_ids())

        async def attack() -> bytes:
            async with raw(files["mallory"], "app") as (client, _):
                cancel = wire.Submission("s3", "mine", [], ids)
                await client.request("grid.submit.mallory", wire.packed(cancel), timeout=30)
                work.wait_for(1)
                done = [i for i in ids if i not in executor.open_ids()]
                ask = wire.Ask("part", "s3", "mine", done[:1])
                reply = await client.request("grid.ask.mallory", wire.packed(ask), timeout=30)
                return reply.data

        reply = wire.unpacked(asyncio.run(attack()), wire.Reply)
        assert reply.refused == "there is no value of this task"
        work.finish()


def test_what_cannot_be_read_is_counted_and_never_executed(
    world: tuple[Grid, dict[str, Path]],
) -> None:
    grid, files = world
    before = grid_figures(grid.dir).refused
    kind, number = "odd.double", b"n" * 16
    bad = [
        wire.Order(number, "no.such.kind", 1, b""),
        wire.Order(number, kind, 99, msgspec.msgpack.encode({"number": 1})),
        wire.Order(number, kind, 1, msgspec.msgpack.encode({"number": "seven"})),
        wire.Order(number, kind, 1, b"\xc1rubbish"),
        wire.Order(
            number, "grid.echo", 1, msgspec.msgpack.encode({"number": 1, "text": "x" * 70_000})
        ),
    ]

    async def attack() -> list[wire.Told]:
        told: list[wire.Told] = []
        async with raw(files["mallory"], "app") as (client, _):
            heard = await client.subscribe("grid.outcome.mallory.*")
            await client.request("grid.submit.mallory", b"\xc1 no message at all", timeout=30)
            await client.request(
                "grid.submit.mallory", wire.packed(wire.Submission("s4", "bad", bad)), timeout=30
            )
            while len(told) < len(bad):
                message = await heard.next_msg(timeout=30)
                told += wire.unpacked_list(message.data, wire.Told)
        return told

    reasons = [one.error for one in asyncio.run(attack())]
    for words, reason in zip(
        ("no task kind", "version 1 here, not 99", "is not right", "is not right", "at most"),
        reasons,
        strict=True,
    ):
        assert words in reason
    after = grid_figures(grid.dir).refused
    assert after["task"] - before.get("task", 0) == len(bad)
    assert after["message"] - before.get("message", 0) == 1


@pytest.mark.parametrize("idle", [float("nan"), float("inf"), -1.0])
def test_a_sign_of_life_brings_only_seconds_that_can_be_added_up(idle: float) -> None:
    """One such beat would make the grid's idle time, and its speed-up, no number at all."""
    with pytest.raises(TaskError, match="a message is no Beat"):
        wire.unpacked(wire.packed(wire.Beat("token", [], [], idle_seconds=idle)), wire.Beat)


def test_a_message_over_the_limit_is_refused_by_the_server(
    world: tuple[Grid, dict[str, Path]],
) -> None:
    _, files = world

    async def attack() -> None:
        async with raw(files["eve"], "pc") as (client, _):
            client._max_payload = 1 << 30  # the client would not even try
            with contextlib.suppress(nats.errors.Error, OSError):
                await client.publish("grid.result.eve", bytes(wire.MOST_MESSAGE + 1))
                await client.flush(timeout=30)
            for _ in range(1500):
                if not client.is_connected:
                    break
                await asyncio.sleep(0.02)
            assert not client.is_connected

    honest(world, attack)


def test_pieces_of_a_value_that_is_never_finished_shut_nobody_out(
    world: tuple[Grid, dict[str, Path]],
) -> None:
    """They were kept for ever, and when there were enough no other large value was taken."""
    _, files = world

    async def hoard(client: Client, executor: NatsExecutor) -> None:
        hello = wire.Hello("s6", 16, 0, ["odd.wait/1"])
        answer = await client.request("grid.hello.carol", wire.packed(hello), timeout=30)
        token = wire.unpacked(answer.data, wire.Reply).token
        hears = await client.subscribe(f"grid.task.carol.{wire.channel(token)}")
        await client.flush(timeout=20)  # what is handed out before the server knows of it is lost
        held: list[int] = []
        for number in range(24):
            executor.submit(Task("odd.wait", {"number": number}))
        end = time.monotonic() + 60
        while len(held) < 9 and time.monotonic() < end:
            await client.publish("grid.beat.carol", wire.packed(wire.Beat(token, held, [])))
            with contextlib.suppress(nats.errors.TimeoutError):
                given = await hears.next_msg(timeout=1)
                held += [one.attempt for one in wire.unpacked_list(given.data, wire.Assignment)]
        for attempt in held:
            for number in range(16):
                part = wire.Part(token, attempt, number, bytes(1_000_000))
                await client.publish("grid.part.carol", wire.packed(part))
                await client.flush(timeout=20)

    async def attack(executor: NatsExecutor) -> None:
        async with raw(files["carol"], "pc") as (client, _):
            await hoard(client, executor)

    with NatsExecutor(files["app"]) as executor:
        asyncio.run(attack(executor))
    with NatsExecutor(files["app"]) as executor:
        executor.submit(Task("odd.large", {"bytes": 3_000_000}))
        (outcome,) = executor.results()
    assert outcome.value is not None
    assert len(outcome.value["data"]) >= 2_900_000


HOSTILE: dict[str, list[dict[str, object]]] = {
    "mahjong-match/1": [{}, {"deals": 8, "walls": 2, "mean": float("nan")}],
    "play.share/1": [{"turn": ["h8"], "value": 10**6, "depths": [], "reason": "x", "nodes": -1}],
}
"""Kinds, and answers to them that are none."""


def test_answers_that_are_none_stop_nothing_and_are_held_against_whoever_sent_them(
    world: tuple[Grid, dict[str, Path]],
) -> None:
    """One owner alone answers, with what would spoil every sum; another does the tasks then."""
    grid, files = world
    share = {
        "game": "gomoku",
        "position": "h8 i9",
        "options": {},
        "player": "1",
        "nodes": 50,
        "place": 0,
        "places": 2,
    }
    match = {"a": "random", "b": "fastest", "walls": 2, "seating": "one"}
    asked = [Task("mahjong-match", {**match, "seed": n}) for n in range(4)]
    asked += [Task("play.share", {**share, "seed": n}) for n in range(4)]

    async def attack(executor: NatsExecutor) -> set[str]:
        answered: set[str] = set()
        async with raw(files["frank"], "pc") as (client, _):
            hello = wire.Hello("s7", 8, 0, list(HOSTILE))
            answer = await client.request("grid.hello.frank", wire.packed(hello), timeout=20)
            token = wire.unpacked(answer.data, wire.Reply).token
            hears = await client.subscribe(f"grid.task.frank.{wire.channel(token)}")
            for task in asked:
                executor.submit(task)
            end = time.monotonic() + 60
            while len(answered) < len(HOSTILE) and time.monotonic() < end:
                await client.publish("grid.beat.frank", wire.packed(wire.Beat(token, [], [])))
                with contextlib.suppress(nats.errors.TimeoutError):
                    given = await hears.next_msg(timeout=1)
                    for one in wire.unpacked_list(given.data, wire.Assignment):
                        kind = f"{one.kind}/{one.version}"
                        lies = [
                            wire.Answered(one.attempt, "done", msgspec.msgpack.encode(value))
                            for value in HOSTILE[kind]
                        ]
                        message = wire.packed(wire.Answers(token, lies))
                        await client.request("grid.result.frank", message, timeout=20)
                        answered.add(kind)
        return answered

    with NatsExecutor(files["app"]) as executor:
        assert asyncio.run(attack(executor)) == set(HOSTILE)
        outcomes = list(executor.results())
    assert len(outcomes) == len(asked)
    assert all(outcome.value is not None for outcome in outcomes)
    frank = next(who for who in grid_figures(grid.dir).owners if who.owner == "frank")
    assert frank.accepted == 0
    assert frank.standing < 1
    assert frank.why == "an answer could not be read"


def test_who_greets_without_end_loses_the_credential_and_the_others_stay_at_work(
    world: tuple[Grid, dict[str, Path]],
) -> None:
    """Each greeting in a new session costs more than a sign of life: a flood stopped the grid."""
    _, files = world

    async def attack() -> None:
        async with raw(files["dave"], "pc") as (client, _):
            end = time.monotonic() + 60
            while client.is_connected and time.monotonic() < end:
                with contextlib.suppress(nats.errors.Error, OSError):
                    for _ in range(200):
                        hello = wire.Hello(f"s{time.monotonic_ns()}", 1, 0, ["odd.double/1"])
                        await client.publish("grid.hello.dave", wire.packed(hello), reply="x")
                    await client.flush(timeout=10)
            assert not client.is_connected

    honest(world, attack)


def test_a_flood_ends_with_the_flooder_sent_away_and_the_others_at_work(
    world: tuple[Grid, dict[str, Path]],
) -> None:
    """The last one: eve is not let in again."""
    grid, files = world

    async def attack() -> None:
        async with raw(files["eve"], "pc") as (client, _):
            hello = wire.Hello("s5", 1, 0, ["odd.double/1"])
            answer = await client.request("grid.hello.eve", wire.packed(hello), timeout=30)
            token = wire.unpacked(answer.data, wire.Reply).token
            beat = wire.packed(wire.Beat(token, [], []))
            end = time.monotonic() + 60
            while time.monotonic() < end and any(
                p.name == "eve" for p in grid_figures(grid.dir).pcs
            ):
                for _ in range(300):
                    await client.publish("grid.beat.eve", beat)
                    await client.publish("grid.result.eve", b"\xc1 flood")
                await client.flush()
            reply = await client.request("grid.hello.eve", wire.packed(hello), timeout=30)
            assert "takes no results of eve" in wire.unpacked(reply.data, wire.Reply).refused

    honest(world, attack)
    until(lambda: all(pc.name != "eve" for pc in grid_figures(grid.dir).pcs))
