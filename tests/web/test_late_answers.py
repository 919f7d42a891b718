"""An answer that comes after its page was left changes nothing and complains of nothing."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, Route, expect

from tests.web.conftest import Visitor
from tests.web.test_library_page import SIX, bring

pytestmark = pytest.mark.browser


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


def test_a_collection_that_was_left(visitor: Visitor) -> None:
    page = visitor.open("library", wait="main h1")
    bring(page, "good.txt", SIX[0])
    page.get_by_role("link", name="All collections").click()
    held = Held(page, re.compile("/api/library/collections/[^/]+$"))
    page.get_by_role("link", name="good.txt").click()
    held.wait()
    page.go_back()
    expect(page.get_by_role("link", name="good.txt")).to_be_visible()
    held.let_go()
    assert page.url.endswith("/library")
