"""What tests of the analysis page do again and again."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.web.boards import STONE, cell
from tests.web.conftest import Visitor

OPEN_THREE = "h8.a1.h9.c14.h10.e5"


def study(visitor: Visitor, query: str = "game=gomoku", **context: Any) -> Page:
    """The analysis page, ready."""
    page = visitor.open(f"analysis?{query}", **context)
    expect(page.get_by_role("tab").first).to_be_visible()
    return page


def place(page: Page, name: str) -> None:
    """Plays a move by mouse and sees that the tree stands on it."""
    cell(page, name).click()
    expect(current(page)).to_have_text(re.compile(name))


def current(page: Page) -> Locator:
    """The move of the tree that the board shows."""
    return page.locator('.tree [aria-current="true"]')


def stones(page: Page, *names: str) -> None:
    """Sees that a stone lies on each of these cells."""
    for name in names:
        expect(cell(page, name)).to_have_attribute("aria-label", STONE)
