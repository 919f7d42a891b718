"""A connection to a broker: TLS, the nkey, its own inbox, and coming back after a break."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
from collections.abc import Awaitable, Callable
from typing import Any

import nats.errors
from nats.aio.client import Client

from kikashi.grid.contract import TaskError
from kikashi.grid.people import SERVER_NAME, Credential

LOG = logging.getLogger(__name__)

FIRST_WAIT = (0.1, 0.6)
"""Seconds before coming back after a break, drawn anew each time so that not all come at once."""
LONGEST_WAIT = 15.0
CLOSE_SECONDS = 3.0
REFUSALS = 2
"""So often the broker says no before it is believed."""
TROUBLE = (nats.errors.Error, OSError)
"""What a broken connection may raise; an asyncio time-out is an OSError."""
Heard = Callable[[], Awaitable[None]]


def _no_news(record: logging.LogRecord) -> bool:
    return "eof_received() has no effect" not in record.getMessage()


# The client returns true there and asyncio warns of it at every end of a TLS connection.
logging.getLogger("asyncio").addFilter(_no_news)


async def connect(
    credential: Credential,
    *,
    name: str = "",
    back: Heard | None = None,
    gone: Heard | None = None,
    closed: Heard | None = None,
    patient: bool = True,
) -> Client:
    """Connects and stays connected; TaskError if the broker refuses the credential."""
    tries = 0

    def wait(servers: list[Any], _info: dict[str, Any]) -> tuple[Any, float]:
        nonlocal tries
        tries += 1
        longest = min(LONGEST_WAIT, FIRST_WAIT[1] * 1.6 ** min(tries, 20))
        return servers[0], random.uniform(FIRST_WAIT[0], longest)

    async def came_back() -> None:
        nonlocal tries
        tries = 0
        if back is not None:
            await back()

    refusals = 0
    refused = asyncio.Event()

    async def said(problem: Exception) -> None:
        nonlocal refusals
        LOG.debug("connection of %s: %s", credential.name, problem)
        if "authorization violation" in str(problem).lower():
            refusals += 1
            if refusals >= REFUSALS:
                refused.set()

    client = Client()
    connecting = asyncio.create_task(
        client.connect(
            credential.url,
            name=name or credential.name,
            tls=credential.tls(),
            tls_hostname=SERVER_NAME,
            nkeys_seed_str=credential.seed,
            inbox_prefix=f"_INBOX.{credential.name}",
            allow_reconnect=True,
            max_reconnect_attempts=-1 if patient else 1,
            reconnect_to_server_handler=wait,
            connect_timeout=5,
            ping_interval=10,
            max_outstanding_pings=2,
            error_cb=said,
            reconnected_cb=came_back,
            disconnected_cb=gone,
            closed_cb=closed,
            pending_size=32 << 20,
        )
    )
    refusing = asyncio.create_task(refused.wait())
    try:
        await asyncio.wait([connecting, refusing], return_when=asyncio.FIRST_COMPLETED)
        if not connecting.done():
            raise TaskError(
                f"the broker {credential.url} refuses the credential of {credential.name}"
            )
        await connecting
    except nats.errors.NoServersError as problem:
        raise TaskError(f"the broker {credential.url} cannot be reached: {problem}") from None
    except TROUBLE as problem:
        raise TaskError(f"the broker {credential.url} cannot be reached: {problem}") from None
    finally:
        connecting.cancel()
        if not (
            connecting.done() and not connecting.cancelled() and connecting.exception() is None
        ):
            refusing.cancel()
    # The client itself would knock for ever with a credential that was taken back.
    ending = asyncio.create_task(_close_when(refusing, client))
    _KEPT.add(ending)
    ending.add_done_callback(_KEPT.discard)
    return client


async def _close_when(refusing: asyncio.Task[bool], client: Client) -> None:
    while not client.is_closed:
        if (await asyncio.wait([refusing], timeout=1.0))[0]:
            await close(client)
    refusing.cancel()


_KEPT: set[asyncio.Task[None]] = set()
"""asyncio forgets tasks that nobody holds."""


async def close(client: Client) -> None:
    """Closes quietly, whatever state the connection is in."""
    # The client stumbles over a transport that has gone in many ways; none is news to us.
    with contextlib.suppress(Exception):
        async with asyncio.timeout(CLOSE_SECONDS):
            await client.close()
