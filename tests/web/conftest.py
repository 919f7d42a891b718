"""A real studio and a real browser for the tests of the page."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from kikashi.studio.settings import Settings
from tests.needs import cannot_run
from tests.studio.served import served

# A busy machine is no broken page: what is waited for comes, or is missed after a long while.
expect.set_options(timeout=20_000)


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A studio that runs in this process."""
    database = tmp_path_factory.mktemp("studio") / "studio.db"
    settings = Settings(database=str(database))
    if not (settings.static / "index.html").is_file():
        cannot_run("the page is not built; `make setup` builds it")
    with served(settings) as where:
        yield where


class Visitor:
    """Opens pages and remembers everything that should never happen on one."""

    def __init__(self, browser: Browser, address: str) -> None:
        self._browser = browser
        self.address = address
        self.complaints: list[str] = []

    def open(self, path: str = "", *, wait: str = "[role=gridcell]", **context: Any) -> Page:
        """A page in a browser of its own (another guest), once `wait` is there."""
        settings: dict[str, Any] = {
            "base_url": self.address,
            "locale": "en-US",
            "reduced_motion": "reduce",
            "viewport": {"width": 1280, "height": 860},
        }
        return self.tab(self._browser.new_context(**settings | context), path, wait=wait)

    def tab(self, context: BrowserContext, path: str, *, wait: str = "[role=gridcell]") -> Page:
        """Another page of the same person."""
        page = context.new_page()
        page.set_default_timeout(20_000)
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("request", self._request)
        page.on("response", self._response)
        page.goto(f"{self.address}/{path}")
        page.wait_for_selector(wait)
        return page

    def forgive(self, *parts: str) -> None:
        """Takes back complaints that a test caused on purpose: each names one of these parts."""
        self.complaints = [c for c in self.complaints if not any(part in c for part in parts)]

    def _console(self, message: Any) -> None:
        # Without a graphics card chromium draws in software, and at times remarks that it is slow.
        slow = "GL Driver Message" in message.text and "Performance" in message.text
        if message.type in ("error", "warning") and not slow:
            self.complaints.append(message.text)

    def _request(self, request: Any) -> None:
        if not request.url.startswith(self.address):
            self.complaints.append(f"a request to elsewhere: {request.url}")

    def _response(self, response: Any) -> None:
        if response.status >= 400:
            self.complaints.append(f"{response.status} from {response.url}")


@pytest.fixture
def visitor(browser: Browser, address: str) -> Iterator[Visitor]:
    visitor = Visitor(browser, address)
    yield visitor
    for context in browser.contexts:
        context.close()
    assert visitor.complaints == []
