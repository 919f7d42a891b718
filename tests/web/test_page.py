"""The page in a real browser: games are played to the end by mouse, key and finger."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Visitor

pytestmark = pytest.mark.browser

PEOPLE = "#game=gomoku&seats=human.human"
WIN = ["h8", "a1", "h9", "a2", "h10", "a3", "h11", "a4", "h12"]


def click(page: Page, name: str) -> None:
    page.locator(f'[data-cell="{name}"]').click()
    expect(page.locator(f'[data-cell="{name}"]')).to_have_attribute(
        "aria-label", re.compile("stone|子")
    )


def status(page: Page) -> str:
    return page.locator(".status").inner_text()


def test_two_people_play_gomoku_to_a_win_by_mouse(visitor: Visitor) -> None:
    page = visitor.open(PEOPLE)
    assert "Black to move" in status(page)
    for name in WIN:
        click(page, name)
    expect(page.locator(".status")).to_contain_text("Black wins")
    expect(page.locator(".trail.win")).to_have_count(1)
    page.locator('[data-cell="o15"]').click()
    expect(page.locator('[data-cell="o15"]')).to_have_attribute("aria-label", "o15, empty")


def test_a_game_is_won_by_keyboard_alone(visitor: Visitor) -> None:
    page = visitor.open("#game=gomoku&o=size%3D5x5&o=k%3D3&seats=human.human")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")  # 'skip to the board'
    focused = page.locator(":focus")
    expect(focused).to_have_attribute("data-cell", "c3")
    for keys in (["Enter"], ["ArrowRight", "Enter"], ["ArrowLeft", "ArrowUp", "Enter"]):
        for key in keys:
            page.keyboard.press(key)
        expect(page.locator(":focus")).to_have_attribute("aria-label", re.compile("stone"))
    for keys in (["End", "Enter"], ["ArrowDown", "ArrowDown", "ArrowLeft", "ArrowLeft", "Enter"]):
        for key in keys:
            page.keyboard.press(key)
        expect(page.locator(":focus")).to_have_attribute("aria-label", re.compile("stone"))
    expect(page.locator(".status")).to_contain_text("Black wins")
    page.keyboard.press("u")
    expect(page.locator(".status")).to_contain_text("Black to move")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()


def test_the_simple_player_answers_and_both_turns_can_be_taken_back(visitor: Visitor) -> None:
    page = visitor.open()
    expect(page.get_by_label("White", exact=False).first).to_have_value("simple")
    click(page, "h8")
    expect(page.locator("aside ol li")).to_have_count(2)
    expect(page.locator(".status")).to_contain_text("Black to move")
    page.get_by_role("button", name="Take back").click()
    expect(page.get_by_text("No moves yet")).to_be_visible()
    expect(page.get_by_role("button", name="Take back")).to_be_disabled()


def test_the_first_stone_of_a_connect6_turn_is_pending_and_comes_back(visitor: Visitor) -> None:
    page = visitor.open("#game=connect6&seats=human.human")
    click(page, "j10")
    assert "stone 1 of 2" in status(page)
    click(page, "k11")
    expect(page.locator(".status")).to_contain_text("White to move: stone 2 of 2")
    expect(page.locator("circle.pending")).to_have_count(1)
    expect(page.locator('[data-cell="k11"]')).to_have_attribute(
        "aria-label", "k11, white stone, this turn, can be taken back"
    )
    page.get_by_role("button", name="Take back").click()
    expect(page.locator("circle.pending")).to_have_count(0)
    click(page, "i11")
    click(page, "l11")
    expect(page.locator(".status")).to_contain_text("Black to move: stone 1 of 2")
    expect(page.locator("circle.last")).to_have_count(2)


def test_the_page_speaks_the_language_of_the_browser_and_can_switch(visitor: Visitor) -> None:
    page = visitor.open(PEOPLE, locale="zh-TW")
    assert "輪到黑方" in status(page)
    assert page.locator("html").get_attribute("lang") == "zh-Hant"
    for name in WIN:
        click(page, name)
    expect(page.locator(".status")).to_contain_text("黑方獲勝")
    page.get_by_role("button", name="Switch to English").click()
    expect(page.locator(".status")).to_contain_text("Black wins")
    page.reload()
    expect(page.locator(".status")).to_contain_text("Black wins")


def test_on_a_phone_a_stone_is_chosen_first_and_then_placed(visitor: Visitor) -> None:
    phone = {"width": 390, "height": 844}
    page = visitor.open(PEOPLE, viewport=phone, has_touch=True, is_mobile=True)
    target = page.locator('[data-cell="h8"]')
    target.tap()
    expect(page.locator("circle.ghost.chosen")).to_have_count(1)
    expect(target).to_have_attribute("aria-label", "h8, empty")
    page.get_by_role("button", name="Place on h8").tap()
    expect(target).to_have_attribute("aria-label", "h8, black stone, last turn")
    second = page.locator('[data-cell="i9"]')
    second.tap()
    second.tap()
    expect(second).to_have_attribute("aria-label", "i9, white stone, last turn")
    width = page.evaluate("document.documentElement.scrollWidth")
    assert width <= phone["width"], "the page must not scroll sideways"


def test_a_link_brings_the_game_back(visitor: Visitor) -> None:
    page = visitor.open(PEOPLE)
    click(page, "h8")
    click(page, "i9")
    expect(page).to_have_url(re.compile("moves=h8.i9"))
    again = visitor.open(page.url.removeprefix(f"{visitor.address}/"))
    expect(again.locator("aside ol li")).to_have_count(2)


def test_threats_and_numbers_are_shown_on_demand(visitor: Visitor) -> None:
    page = visitor.open(f"{PEOPLE}&moves=h8.i9.h9.h10.g8.i8.i10.f7.j11")
    page.get_by_label("Show threats").check()
    expect(page.locator("circle.threat-cell")).to_have_count(1)
    expect(page.locator(".threats")).to_contain_text("Black: 1 winning set one turn from full")
    page.get_by_label("Show numbers").check()
    expect(page.locator("text.number")).to_have_count(9)


def test_every_game_opens_and_takes_a_stone(visitor: Visitor) -> None:
    page = visitor.open()
    chips = page.locator("nav button")
    for number in range(chips.count()):
        chips.nth(number).click()
        expect(chips.nth(number)).to_have_attribute("aria-pressed", "true")
        first = page.locator("[role=gridcell].playable").first
        name = first.get_attribute("data-cell")
        first.click()
        expect(page.locator(f'[data-cell="{name}"]')).to_have_attribute(
            "aria-label", re.compile("black stone")
        )


def test_the_rules_and_their_options_are_at_hand(visitor: Visitor) -> None:
    page = visitor.open(PEOPLE)
    page.get_by_text("Rules", exact=True).click()
    expect(page.locator("details[open]")).to_contain_text("Black")
    page.get_by_text("Rule options").click()
    page.locator("input[name=size]").fill("9x9")
    page.get_by_role("button", name="Start with these rules").click()
    expect(page.locator("[role=gridcell]")).to_have_count(81)


def test_the_board_is_a_grid_for_screen_readers(visitor: Visitor) -> None:
    page = visitor.open(PEOPLE)
    board = page.get_by_role("grid")
    expect(board).to_have_attribute("aria-label", "Gomoku 15x15")
    expect(board.get_by_role("row")).to_have_count(15)
    expect(board.get_by_role("gridcell")).to_have_count(225)
    expect(page.locator("[role=gridcell][tabindex='0']")).to_have_count(1)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_theme_follows_the_system_until_one_is_chosen(visitor: Visitor, scheme: str) -> None:
    page = visitor.open(PEOPLE, color_scheme=scheme)

    def background() -> str:
        colour = page.evaluate("getComputedStyle(document.body).backgroundColor")
        return "light" if colour == "rgb(251, 248, 242)" else "dark"

    assert background() == scheme
    page.get_by_role("button", name="Theme: automatic").click()
    assert background() == "light"
    page.get_by_role("button", name="Theme: light").click()
    assert background() == "dark"
    page.reload()
    page.wait_for_selector("[role=gridcell]")
    assert background() == "dark"


def test_a_refusal_of_the_server_is_shown_and_the_game_stays(visitor: Visitor) -> None:
    page = visitor.open(PEOPLE)
    click(page, "h8")
    page.get_by_text("Rule options").click()
    page.locator("input[name=size]").fill("99x99")
    page.get_by_role("button", name="Start with these rules").click()
    expect(page.get_by_role("alert")).to_contain_text("from 3 to 25")
    click(page, "i9")
    expect(page.locator("aside ol li")).to_have_count(2)
    refused = [c for c in visitor.complaints if "422" in c]
    assert len(refused) == len(visitor.complaints)
    visitor.complaints.clear()
