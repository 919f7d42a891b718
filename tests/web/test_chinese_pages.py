"""No English sentence reaches a page in Chinese: shown, read out or refused."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from kikashi.studio.service import playable_rooms
from tests.web.conftest import Visitor

pytestmark = pytest.mark.browser

ENGLISH = re.compile(r"[A-Za-z]{2,}(?:[ ,;:'’-]+[A-Za-z]+){2,}")
RAW = re.compile(r"[\u4e00-\u9fff][a-z]{3,}[\u4e00-\u9fff]")
"""A word of the program between Chinese ones: a side, a reason or an option without its name."""
PAGES = ("", "puzzles", "exam", "library", "games", "account", "about", "nowhere")
SHOWN = """
() => [document.title, document.body.innerText,
  ...[...document.querySelectorAll('[aria-label], [title], [placeholder]')].flatMap((one) =>
    ['aria-label', 'title', 'placeholder'].map((name) => one.getAttribute(name) ?? ''))]
"""
SWITCH = "Switch to English"


def english(page: Page) -> set[str]:
    """English sentences of a page; the button to the other language speaks that one."""
    lines = {line for text in page.evaluate(SHOWN) for line in text.splitlines()}
    return {line for line in lines if ENGLISH.search(line) or RAW.search(line)} - {SWITCH}


@pytest.mark.parametrize("path", PAGES)
def test_a_page_in_chinese_has_no_english_sentence(visitor: Visitor, path: str) -> None:
    page = visitor.open(path, wait="main h1, [role=gridcell]", locale="zh-TW")
    page.wait_for_load_state("networkidle")
    assert english(page) == set()


def test_every_game_is_set_up_and_studied_without_an_english_word(visitor: Visitor) -> None:
    page = visitor.open("account", wait="h1", locale="zh-TW")
    for game in (room.id for room in playable_rooms()):
        page.goto(f"/?game={game}")
        page.get_by_text("規則選項").click()
        expect(page.locator("details[open] form")).to_be_visible()
        assert english(page) == set(), game
        page.goto(f"/analysis?game={game}")
        page.wait_for_load_state("networkidle")
        assert english(page) == set(), game


def test_a_refusal_of_the_server_is_told_in_chinese(visitor: Visitor) -> None:
    page = visitor.open(
        "?game=gomoku&start=nonsense", wait="[role=alert], [role=status]", locale="zh-TW"
    )
    expect(page.locator("main")).to_be_visible()
    expect(page.get_by_text("nonsense").first).to_be_visible()
    assert english(page) == set()
    visitor.forgive("422")
