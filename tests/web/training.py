"""Players who solve puzzles on the page: they read the position and find the win by search."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Locator, Page, expect

from kikashi.law.winning_sets import StonePosition
from tests.studio.solvers import board, quiet_turn, winning_turn
from tests.web.boards import cell

PLAY = re.compile(r"^(Play [a-z]+\d|下 [a-z])")


def name_in(page: Page) -> str:
    """The last part of the page's path."""
    return page.url.partition("?")[0].rstrip("/").rsplit("/", 1)[-1]


def attempt(page: Page) -> dict[str, Any]:
    """The attempt that the page shows, as the API tells it."""
    answer = page.request.get(f"/api/puzzles/attempts/{name_in(page)}")
    assert answer.ok, answer.text()
    found: dict[str, Any] = answer.json()
    return found


def sitting(page: Page) -> dict[str, Any]:
    """The sitting that the page shows."""
    answer = page.request.get(f"/api/exam/sittings/{name_in(page)}")
    assert answer.ok, answer.text()
    found: dict[str, Any] = answer.json()
    return found


def told(page: Page) -> Locator:
    """What is said to the last turn."""
    return page.locator("p.told")


def lay(page: Page, turn: list[str], *, tap: bool = False) -> None:
    """Lays the stones of a turn on the board."""
    for move in turn:
        place = cell(page, move)
        place.tap() if tap else place.click()
        expect(place).to_have_attribute("aria-label", re.compile("stone|子"))


def play(page: Page, turn: list[str], *, tap: bool = False) -> None:
    """Lays a turn out and plays it."""
    lay(page, turn, tap=tap)
    button = page.get_by_role("button", name=PLAY)
    button.tap() if tap else button.click()


def solve(page: Page, *, tap: bool = False) -> int:
    """Solves the puzzle that is open; how many turns that took."""
    for number in range(1, 20):
        here = attempt(page)
        play(page, winning_turn(board(here["game"], here["position"])), tap=tap)
        expect(told(page)).to_have_class(re.compile("good"))
        expect(told(page)).not_to_have_text(re.compile("Looking|審視"))
        if attempt(page)["state"] == "solved":
            return number
        expect(
            page.get_by_role("button", name=re.compile("Play the turn|下這一手"))
        ).to_be_visible()
    raise AssertionError("no puzzle is so long")


def question(page: Page) -> StonePosition:
    """The board of the exam's question."""
    here = sitting(page)
    return board(here["game"], here["question"]["position"])


def answer_right(page: Page) -> None:
    """One turn of a right answer."""
    play(page, winning_turn(question(page)))


def answer_wrong(page: Page) -> None:
    """A turn that makes no threat."""
    play(page, quiet_turn(question(page)))
