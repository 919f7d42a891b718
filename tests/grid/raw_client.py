"""A client of the NATS server with a credential of the grid and manners of its own."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import nats
from nats.aio.client import Client

from kikashi.grid.people import SERVER_NAME, read_credential


@asynccontextmanager
async def raw(file: Path, role: str) -> AsyncIterator[tuple[Client, list[str]]]:
    """A bare connection with a valid credential, and the server's complaints about it."""
    credential = read_credential(file, role)
    errors: list[str] = []

    async def complain(problem: Exception) -> None:
        errors.append(str(problem))

    client = await nats.connect(
        credential.url,
        tls=credential.tls(),
        tls_hostname=SERVER_NAME,
        nkeys_seed_str=credential.seed,
        inbox_prefix=f"_INBOX.{credential.name}",
        error_cb=complain,
        allow_reconnect=False,
    )
    try:
        yield client, errors
    finally:
        with contextlib.suppress(nats.errors.Error, OSError):
            await client.close()
