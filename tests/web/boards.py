"""What tests of boards do again and again."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Locator, Page, expect

PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
}
STONE = re.compile("stone|子")


def cell(page: Page, name: str) -> Locator:
    """A cell of the board."""
    return page.locator(f'[data-cell="{name}"]')


def click(page: Page, name: str) -> None:
    """Places a stone by mouse and sees that it lies there."""
    cell(page, name).click()
    expect(cell(page, name)).to_have_attribute("aria-label", STONE)


def choose(page: Page, choices: list[dict[str, str]], word: str) -> None:
    """Makes one of the moves that a scene offers, by mouse: its places, or its button."""
    meant = next(choice for choice in choices if choice["word"] == word)
    start, end = meant.get("start", ""), meant.get("end", "")
    if not start and not end:
        page.locator(f'.calls [data-word="{word}"]').click()
    for place in filter(None, (start, end)):
        page.locator(f'[data-cell="{place}"], button[data-place="{place}"]').click()
    alike = [c for c in choices if (c.get("start", ""), c.get("end", "")) == (start, end)]
    if len(alike) > 1 and (start or end):
        dialog = page.get_by_role("dialog")
        dialog.get_by_role("button", name=meant.get("label", word), exact=True).click()


def status(page: Page) -> Locator:
    """The sentence above the board."""
    return page.locator(".status")


def type_moves(page: Page, moves: str) -> None:
    """Plays moves by their names."""
    page.get_by_label("Type a move").fill(moves)
    page.get_by_role("button", name="Play it").click()


def begin(page: Page, opponent: str) -> None:
    """Starts the game that is set up."""
    page.get_by_label(opponent).check()
    page.get_by_role("button", name=re.compile("Start|Create a link")).click()
    page.wait_for_url("**/game/*")


def turns(page: Page, count: int) -> None:
    """Waits until so many turns are listed."""
    expect(page.locator("ol.moves li")).to_have_count(count)
