"""Answers of the server that come when a test lets them."""

from __future__ import annotations

import re

from playwright.sync_api import Page, Route


class Held:
    """Requests to an address of the API, kept back until they are let go."""

    def __init__(self, page: Page, address: re.Pattern[str]) -> None:
        self._page = page
        self._waiting: list[Route] = []
        page.route(address, self._hold)

    def _hold(self, route: Route) -> None:
        self._waiting.append(route)

    def wait(self) -> None:
        for _ in range(400):
            if self._waiting:
                return
            self._page.wait_for_timeout(50)
        raise AssertionError("the page never asked")

    def let_go(self) -> None:
        for route in self._waiting:
            with self._page.expect_response(route.request.url):
                route.continue_()
        self._page.wait_for_timeout(100)  # for what the page does with the answer
