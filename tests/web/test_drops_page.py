"""Hands and drops on the page: by mouse, by finger, by key and typed; promotion is asked for."""

from __future__ import annotations

import re
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

from tests.web.boards import PHONE, cell
from tests.web.conftest import Visitor
from tests.web.studies import current, study

pytestmark = pytest.mark.browser

HELD = f"game=minishogi&start={quote('4k/S4/5/5/K4 b RP 1')}"


def held(page: Page, letter: str) -> str:
    place = f'button[data-place="hand-black-{letter}"]'
    expect(page.locator(place)).to_be_visible()
    return place


def test_a_piece_is_dropped_by_mouse(visitor: Visitor) -> None:
    page = study(visitor, HELD)
    page.locator(held(page, "R")).click()
    cell(page, "3c").click()
    expect(current(page)).to_have_text(re.compile(r"R\*3c"))
    expect(page.locator('[data-place="hand-black-R"]')).to_have_count(0)


def test_a_piece_is_dropped_by_key(visitor: Visitor) -> None:
    page = study(visitor, HELD)
    page.locator(held(page, "P")).focus()
    page.keyboard.press("Enter")
    cell(page, "3c").focus()
    page.keyboard.press("Enter")
    expect(current(page)).to_have_text(re.compile(r"P\*3c"))


def test_a_piece_is_dropped_by_finger_and_confirmed(visitor: Visitor) -> None:
    page = study(visitor, HELD, **PHONE)
    page.locator(held(page, "R")).tap()
    cell(page, "3c").tap()
    cell(page, "3c").tap()  # the second one confirms
    expect(current(page)).to_have_text(re.compile(r"R\*3c"))


def test_promotion_is_asked_for_where_there_is_a_choice(visitor: Visitor) -> None:
    page = study(visitor, HELD)
    cell(page, "5b").click()
    cell(page, "5a").click()
    page.get_by_role("dialog").get_by_role("button", name="S-5a=", exact=True).click()
    expect(current(page)).to_have_text(re.compile(r"S-5a=\s*$"))


def test_each_hand_lies_on_its_owners_side_and_turns_with_the_board(visitor: Visitor) -> None:
    page = study(visitor, HELD)

    def tops() -> list[float]:
        """Of Black's hand, the board and White's hand."""
        places = (
            page.get_by_role("group", name="Black in hand"),
            page.locator("svg.board"),
            page.get_by_role("group", name="White in hand"),
        )
        boxes = [place.bounding_box() for place in places]
        return [box["y"] for box in boxes if box is not None]

    black, board, white = tops()
    assert white < board < black
    page.get_by_label("Flip board").click()
    black, board, white = tops()
    assert black < board < white
