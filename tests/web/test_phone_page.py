"""A newcomer with a phone: the board is in sight when a game begins, and all of it is there."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.web.boards import PHONE, begin, turns, type_moves
from tests.web.conftest import Visitor

pytestmark = [pytest.mark.slow, pytest.mark.browser]


def bottom_of(page: Page, selector: str) -> float:
    box = page.locator(selector).first.bounding_box()
    assert box is not None
    return box["y"] + box["height"]


def top_of(page: Page, selector: str) -> float:
    box = page.locator(selector).first.bounding_box()
    assert box is not None
    return box["y"]


def test_a_game_begun_below_the_board_is_shown_with_its_board(visitor: Visitor) -> None:
    page = visitor.open("?game=banqi", **PHONE)
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    begin(page, "Computer")
    expect(page.get_by_role("button", name="Resign")).to_be_attached()
    page.wait_for_function("scrollY === 0")
    # The tall board ends above the bar at the bottom.
    assert bottom_of(page, "svg.board") <= top_of(page, "nav")
    # Dark chess has no threats to be shown.
    expect(page.get_by_label("Coordinates")).to_be_attached()
    expect(page.get_by_label("Threats")).to_have_count(0)


@pytest.mark.parametrize(("width", "height"), [(360, 640), (320, 568)])
def test_a_piece_in_ones_hand_ends_above_the_bar_of_a_small_phone(
    visitor: Visitor, width: int, height: int
) -> None:
    small = {**PHONE, "viewport": {"width": width, "height": height}}
    page = visitor.open("?game=minishogi", **small)
    begin(page, "Both sides")
    for number, move in enumerate(("2e4c", "4a3b", "4c3b", "3a3b"), start=1):
        type_moves(page, move)
        turns(page, number)
    hand = '[data-place="hand-black-B"]'
    expect(page.locator(hand)).to_be_attached()
    page.evaluate("scrollTo(0, 0)")
    assert bottom_of(page, hand) <= top_of(page, "nav")


def test_at_a_table_for_four_ones_own_hand_comes_first(visitor: Visitor) -> None:
    page = visitor.open("?game=mahjong", wait=".table", **PHONE)
    expect(page.locator(".status")).to_have_text("Take a seat.")
    begin(page, "Computer")
    expect(page.locator(".south button").first).to_be_visible()
    assert top_of(page, ".south") < top_of(page, ".north")
    assert bottom_of(page, ".south") < PHONE["viewport"]["height"]


@pytest.mark.parametrize(("language", "name"), [("en-US", "Analysis"), ("zh-TW", "研究")])
def test_nothing_of_the_analysis_page_is_wider_than_a_narrow_phone(
    visitor: Visitor, language: str, name: str
) -> None:
    narrow = {**PHONE, "viewport": {"width": 320, "height": 568}, "locale": language}
    page = visitor.open("analysis?game=minishogi", **narrow)
    expect(page.get_by_role("heading", name=name)).to_be_attached()
    assert page.evaluate("document.documentElement.scrollWidth") == 320
