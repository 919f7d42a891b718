"""axe finds no serious problem on any page, in both themes and on a phone."""

from __future__ import annotations

import pytest

from tests.web.axe import problems
from tests.web.boards import PHONE, begin, cell, click, turns
from tests.web.conftest import Visitor

pytestmark = pytest.mark.browser

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
