"""A connection to a broker: TLS, the nkey, its own inbox, and coming back after a break."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import random
import ssl
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

import nats.errors
from nats.aio.client import Client
from nats.aio.transport import TcpTransport

from kikashi.grid.contract import TaskError
from kikashi.grid.people import SERVER_NAME, Credential

LOG = logging.getLogger(__name__)

FIRST_WAIT = (0.1, 0.6)
"""Seconds before coming back after a break, drawn anew each time so that not all come at once."""
LONGEST_WAIT = 15.0
CLOSE_SECONDS = 3.0
REFUSALS = 2
"""So often the broker says no before it is believed."""
HANG_UPS = 4
"""So often it may hang up in the middle of a word: that is also how a refusal can end."""
SILENT = 3
"""So often nobody listens before another server of a cluster is tried."""
RETRY, LONGEST_RETRY, LONGEST_SOON = 0.2, 5.0, 0.8
"""Seconds between two tries to have a message stored: the first pause, the longest, and the longest
in a cluster, whose servers elect another keeper of a stream within 9 s: whoever then still sleeps
makes the pause longer for everyone."""
SOON = 15.0
"""So long the pauses in a cluster stay short."""
HANGING_UP = (ConnectionResetError, BrokenPipeError)
TROUBLE = (nats.errors.Error, OSError)
"""What a broken connection may raise; an asyncio time-out is an OSError."""
Heard = Callable[[], Awaitable[None]]
Closed = Callable[[str], Awaitable[None]]
Tell = Callable[[str], None]


def _no_news(record: logging.LogRecord) -> bool:
    return "eof_received() has no effect" not in record.getMessage()


# The client returns true there and asyncio warns of it at every end of a TLS connection.
logging.getLogger("asyncio").addFilter(_no_news)


class Door:
    """What a broker's address has answered, and whether knocking again can help."""

    def __init__(self, credential: Credential, tell: Tell | None) -> None:
        self._name, self._url = credential.name, " or ".join(credential.urls)
        self._most_refusals = REFUSALS * len(credential.urls)
        self._tell = tell or (lambda _text: None)
        self._told = False
        self._refusals = self._hang_ups = 0
        self.shut = asyncio.Event()
        """Set when only a person can help."""
        self.sentence = (
            f"the broker {self._url} does not take the credential of {self._name}: it may have "
            f"been revoked, or the broker was set up anew; its owner can invite {self._name} again"
        )
        """Why it is shut, in words to act on."""
        self._reason = "no answer"

    async def said(self, problem: Exception) -> None:
        """The client's word on a try that failed."""
        LOG.debug("connection of %s: %r", self._name, problem)
        if isinstance(problem, ssl.SSLCertVerificationError):
            self.sentence = (
                f"{self._url} shows the certificate of another broker than the one that invited "
                f"{self._name}; ask its owner for the right address or a new credential"
            )
            self.shut.set()
        elif "authorization violation" in str(problem).lower():
            self._refusals += 1
            if self._refusals >= self._most_refusals:
                self.shut.set()
        elif isinstance(problem, HANGING_UP) and self._hang_ups < HANG_UPS:
            self._hang_ups += 1
        else:
            self._reason = _reason(problem)
            self.lost(f"cannot be reached ({self._reason})")

    @property
    def away(self) -> str:
        """What is said when nobody waits any longer."""
        return (
            f"the broker {self._url} cannot be reached ({self._reason}); is it running, and is "
            "the address right?"
        )

    def lost(self, how: str = "has closed the connection") -> None:
        """Says once, until it is open again, that the broker is away."""
        if not self._told:
            self._told = True
            self._tell(f"the broker {self._url} {how}; trying again")

    def opened(self) -> None:
        """The broker lets us in."""
        self._told, self._refusals, self._hang_ups = False, 0, 0


def _reason(problem: Exception) -> str:
    if isinstance(problem, TimeoutError):
        return "no answer in time"
    if isinstance(problem, OSError) and not isinstance(problem, ssl.SSLError):
        # asyncio writes calls and addresses into its text; the number says it plainly.
        number = problem.errno or 0
        return os.strerror(number).lower() if number > 0 else problem.strerror or str(problem)
    if "expecting INFO" in str(problem):
        return "what answers there is no broker"
    if "EOF" in str(problem):
        return "it hangs up"
    return str(problem) or type(problem).__name__


async def connect(
    credential: Credential,
    *,
    name: str = "",
    back: Heard | None = None,
    closed: Closed | None = None,
    tell: Tell | None = None,
    patient: bool = True,
    first: float | None = None,
    settled: bool = False,
) -> Client:
    """Connects and stays connected; TaskError if the broker refuses the credential.

    `tell` hears in words that the broker is away. It is waited for without end, or, the first
    time, for `first` seconds. `closed` hears why the connection is closed for good. Of several
    servers any one is taken, or, when `settled`, the first.
    """
    tries, was_in = 0, False
    door = Door(credential, tell)
    client = Client()

    def wait(servers: list[Any], _info: dict[str, Any]) -> tuple[Any, float]:
        nonlocal tries
        tries += 1
        longest = min(LONGEST_WAIT, FIRST_WAIT[1] * 1.6 ** min(tries // len(servers), 20))
        here = client._current_server
        others = [one for one in servers if here is None or one.uri.netloc != here.uri.netloc]
        return random.choice(others or servers), random.uniform(FIRST_WAIT[0], longest)

    async def came_back() -> None:
        nonlocal tries
        tries = 0
        door.opened()
        if back is not None:
            await back()

    async def went() -> None:
        if not client.is_closed:
            door.lost()

    async def was_closed() -> None:
        nonlocal was_in
        if closed is not None and was_in:
            was_in = False  # heard once
            await closed(door.sentence)

    connecting = asyncio.create_task(
        client.connect(
            credential.urls,
            name=name or credential.name,
            tls=credential.tls(),
            tls_hostname=SERVER_NAME,
            nkeys_seed_str=credential.seed,
            inbox_prefix=f"_INBOX.{credential.name}",
            allow_reconnect=True,
            dont_randomize=settled,
            max_reconnect_attempts=-1 if patient else 1,
            reconnect_to_server_handler=wait,
            connect_timeout=5,
            ping_interval=10,
            max_outstanding_pings=2,
            error_cb=door.said,
            reconnected_cb=came_back,
            disconnected_cb=went,
            closed_cb=was_closed,
            pending_size=32 << 20,
        )
    )
    shut = asyncio.create_task(door.shut.wait())
    try:
        await asyncio.wait([connecting, shut], timeout=first, return_when=asyncio.FIRST_COMPLETED)
        if not connecting.done():
            raise TaskError(door.sentence if door.shut.is_set() else door.away)
        await connecting
        was_in = True
        door.opened()
    except TROUBLE:
        raise TaskError(door.away) from None
    finally:
        if not was_in:
            connecting.cancel()
            shut.cancel()
            await asyncio.gather(connecting, return_exceptions=True)
            await close(client)
    ending = asyncio.create_task(_watch(client, shut, was_closed))
    _KEPT.add(ending)
    ending.add_done_callback(_KEPT.discard)
    return client


async def _watch(client: Client, shut: asyncio.Task[bool], was_closed: Heard) -> None:
    """Ends what the client would not: it knocks for ever with a credential that was taken back,
    and tells nobody of its end when it stumbles over a broken connection while it closes.
    """
    while not client.is_closed:
        if (await asyncio.wait([shut], timeout=1.0))[0]:
            await close(client)
    shut.cancel()
    await was_closed()


def pauses(cluster: bool) -> Iterator[float]:
    """Seconds to wait before each further try of what could not be stored."""
    wait, gone = RETRY, 0.0
    while True:
        soon = cluster and gone < SOON
        yield min(wait, LONGEST_SOON if soon else LONGEST_RETRY)
        gone += min(wait, LONGEST_SOON)
        if not soon or wait < LONGEST_SOON:
            wait = min(LONGEST_RETRY, wait * 2)


class Patience:
    """Leaves a server of a cluster behind which nobody answers: its cable may be cut."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._silent = 0

    async def heard(self, problem: Exception | None = None) -> None:
        """How a question ended. Where the server says at once that nobody listens, another
        coordinator may be about to take over: that is waited for a while.
        """
        if problem is None:
            self._silent = 0
            return
        self._silent += 1 if isinstance(problem, nats.errors.NoRespondersError) else SILENT
        if self._silent >= SILENT:
            self._silent = 0
            await self.hop()

    async def hop(self) -> None:
        """Goes to another server, if there is one."""
        if len(self._client.servers) > 1 and self._client.is_connected:
            _abort(self._client)  # TLS would wait half a minute for the other end's goodbye
            await self._client.force_reconnect()


def _abort(client: Client) -> None:
    if isinstance(client._transport, TcpTransport):
        for writer in (client._transport._io_writer, client._transport._bare_io_writer):
            if writer is not None:
                writer.transport.abort()


_KEPT: set[asyncio.Task[None]] = set()
"""asyncio forgets tasks that nobody holds."""


async def close(client: Client) -> None:
    """Closes quietly, whatever state the connection is in."""
    # The client stumbles over a transport that has gone in many ways; none is news to us.
    with contextlib.suppress(Exception):
        async with asyncio.timeout(CLOSE_SECONDS):
            await client.close()
    _abort(client)  # cut off in a greeting, it is left open
    await asyncio.sleep(0)  # the loop lets go of it in its next round
