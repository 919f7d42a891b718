"""axe finds no serious problem on any page, in both themes and on a phone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.needs import cannot_run
from tests.web.boards import PHONE, begin, cell, click, turns
from tests.web.conftest import Visitor

pytestmark = pytest.mark.browser

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
PAGES = [
    "",
    "?game=goclub&o=size%3D3x3x3&o=clubs%3Daxis",
    "?game=xiangqi",
    "games",
    "analysis",
    "puzzles",
    "puzzles/progress",
    "exam",
    "library",
    "account",
    "grid",
    "about",
    "nowhere",
]
SERIOUS = {"serious", "critical"}


def problems(page: Page, rules: list[str] | None = None) -> list[str]:
    """What axe complains about, with the element it means; by some rules alone, or by all."""
    if not AXE.is_file():
        cannot_run("axe-core is not installed; `make setup` installs it")
    # Through the debugger, which the page's own policy does not bind.
    page.evaluate(AXE.read_text(encoding="utf-8"))
    options = {"resultTypes": ["violations"]} | ({"runOnly": rules} if rules else {})
    found: dict[str, Any] = page.evaluate("(options) => axe.run(options)", options)
    return [
        f"{violation['id']}: {node['html'][:120]}"
        for violation in found["violations"]
        if violation["impact"] in SERIOUS
        for node in violation["nodes"]
    ]


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path or "front")
def test_a_page_has_no_serious_problem(visitor: Visitor, path: str) -> None:
    page = visitor.open(path, wait="main h1")
    assert problems(page) == []
    page.emulate_media(color_scheme="dark")
    assert problems(page, ["color-contrast"]) == [], "in the dark theme"


def test_a_game_and_its_keys_have_no_serious_problem_on_a_phone(visitor: Visitor) -> None:
    page = visitor.open("?game=gomoku", **PHONE)
    begin(page, "Both sides")
    for number, name in enumerate(["h8", "i9"], start=1):
        cell(page, name).tap()
        page.get_by_role("button", name="Place on").tap()
        turns(page, number)
    page.get_by_label("Threats").check()
    assert problems(page) == []


def test_the_list_of_keys_and_dialogs_have_no_serious_problem(visitor: Visitor) -> None:
    page = visitor.open("?game=gomoku")
    begin(page, "Both sides")
    click(page, "h8")
    page.keyboard.press("?")
    page.get_by_role("dialog").wait_for()
    assert problems(page) == []
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Resign").click()
    assert problems(page) == []
