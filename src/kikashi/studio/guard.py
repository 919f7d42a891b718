"""What every request passes: the hosts it may ask for, its size, the headers of the answer.

A page on another site can send requests to loopback, and a name it owns can be made to point here
(DNS rebinding); so Host and Origin are checked on loopback too.
"""

from __future__ import annotations

import ipaddress
import logging
from collections.abc import Iterable
from urllib.parse import urlsplit

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kikashi.studio import problems
from kikashi.studio.people import SAFE_METHODS, TOKEN_HEADER, client_address
from kikashi.studio.rates import Rates
from kikashi.studio.settings import is_loopback
from kikashi.studio.state import Studio

LOG = logging.getLogger(__name__)

LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})
WILDCARDS = frozenset({"0.0.0.0", "::"})

MAX_BODY = 64 * 1024
"""Bytes: more than the longest game needs."""
LARGER_BODIES = {
    "/api/library/collections": 8 << 20,
    "/api/analysis/records/read": 1 << 20,
    "/api/analysis/records/write": 1 << 20,
}
"""Paths to which people bring whole files."""

HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self'; font-src 'self'; connect-src 'self'; manifest-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}

RAW_HEADERS = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]
"""As they are sent; nothing below the guard sets any of them."""


TOO_OFTEN = "you ask more often than this studio can answer everybody"


class AllowedHosts:
    """The names under which the studio answers."""

    def __init__(self, host: str = "127.0.0.1", further: Iterable[str] = ()) -> None:
        self._names = LOOPBACK | {host.lower()} | {name.lower() for name in further}
        # Bound to every address, it answers to any of them by number: a number cannot be rebound.
        self._any_number = host in WILDCARDS

    def allows(self, host: str) -> bool:
        """Whether a Host header (or the host of an Origin) may be answered."""
        name = _host_name(host)
        if name is None:
            return False
        return name in self._names or (self._any_number and _is_number(name))


def _host_name(host: str) -> str | None:
    try:
        return urlsplit(f"//{host}").hostname
    except ValueError:
        return None


def _is_number(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


class Guard:
    """ASGI middleware around the whole app."""

    def __init__(self, app: ASGIApp, hosts: AllowedHosts, studio: Studio) -> None:
        self._app = app
        self._hosts = hosts
        self._people = studio.people
        rates = studio.settings.rates
        self._persons = Rates(rates.person, rates.person_burst)
        self._addresses = Rates(rates.address, rates.address_burst)
        self._guests = Rates(rates.guests, rates.guests_burst)
        self._loopback_too = rates.loopback

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        answered = False

        async def guarded_send(message: Message) -> None:
            nonlocal answered
            if message["type"] == "http.response.start":
                answered = True
                headers = MutableHeaders(scope=message)
                headers.raw.extend(RAW_HEADERS)
                for cookie in scope.get("kikashi.cookies", ()):
                    headers.append("set-cookie", self._people.header(cookie))
                if "cache-control" not in headers:
                    # The built files carry a hash in their names; everything else may change.
                    hashed = scope["path"].startswith("/assets/") and message["status"] == 200
                    headers["cache-control"] = (
                        "public, max-age=31536000, immutable" if hashed else "no-cache"
                    )
            await send(message)

        headers = Headers(scope=scope)
        most = LARGER_BODIES.get(scope["path"], MAX_BODY)
        refusal = self._refusal(headers, most)
        if refusal is not None:
            await problems.response(*refusal)(scope, receive, guarded_send)
            return
        try:
            if scope["path"].startswith("/api/"):
                await self._identify(scope)
            await self._app(scope, _bounded(receive, most), guarded_send)
        except problems.Refusal as refused:
            answer = problems.response(
                refused.status, refused.code, refused.detail, refused.headers
            )
            await answer(scope, receive, guarded_send)
        except Exception:
            # Here and not in the app, so that this answer too carries the headers.
            LOG.exception("%s %s failed", scope["method"], scope["path"])
            if not answered:
                detail = "the studio failed on this request; its log says why"
                broken = problems.response(500, "internal", detail)
                await broken(scope, receive, guarded_send)

    async def _identify(self, scope: Scope) -> None:
        """Puts the person into the scope; refuses an unsafe request without their token."""
        request = HTTPConnection(scope)
        address = client_address(request)
        # On loopback all people have one address, and it says nothing.
        counted = self._loopback_too or not is_loopback(address)
        if counted:
            self._addresses.limit(address, TOO_OFTEN)
        found = self._people.recall(request.cookies)
        if found is None:
            found = await run_in_threadpool(self._people.identify, request.cookies)
        person, cookies = found
        scope["kikashi.person"] = person
        scope["kikashi.cookies"] = cookies
        if not cookies:  # without a cookie everybody is somebody new: their address is all there is
            self._persons.limit(person.id, TOO_OFTEN)
        if scope["method"] in SAFE_METHODS:
            return
        if not self._people.token_is_right(person, request.headers.get(TOKEN_HEADER, "")):
            raise problems.Refusal(
                403, "wrong-token", "the header X-Kikashi-Token must be the token of GET /api/me"
            )
        if not person.known:
            if counted:
                self._guests.limit(address, TOO_OFTEN)
            await run_in_threadpool(self._people.remember, person)

    def _refusal(self, headers: Headers, most: int) -> tuple[int, str, str] | None:
        host = headers.get("host", "")
        if not self._hosts.allows(host):
            return 400, "wrong-host", f"the studio does not answer for the host {host[:80]!r}"
        origin = headers.get("origin")
        if origin is not None and not self._hosts.allows(urlsplit_netloc(origin)):
            return 403, "wrong-origin", f"requests from {origin[:80]!r} are not answered"
        length = headers.get("content-length", "0")
        if not (length.isascii() and length.isdigit()):
            return 400, "malformed", "the Content-Length is not a number"
        return _too_large(most) if int(length[:18]) > most else None


def _too_large(most: int) -> tuple[int, str, str]:
    return 413, "too-large", f"a request to this address may have at most {most} bytes"


def urlsplit_netloc(origin: str) -> str:
    """The host part of an Origin; empty where there is none ('null')."""
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return ""


def _bounded(receive: Receive, most: int) -> Receive:
    """Counts the bytes that really come, whatever the header said."""
    seen = 0

    async def counted() -> Message:
        nonlocal seen
        message = await receive()
        if message["type"] == "http.request":
            seen += len(message.get("body", b""))
            if seen > most:
                status, _, detail = _too_large(most)
                raise HTTPException(status, detail)
        return message

    return counted
