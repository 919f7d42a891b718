"""An answer that comes after its page was left changes nothing and complains of nothing."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.web.conftest import Visitor
from tests.web.held import Held
from tests.web.library import SIX, bring

pytestmark = pytest.mark.browser


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
