"""Games with seats and chance on a desk: the board has its room, and chance can be drawn for."""

from __future__ import annotations

import re
import time
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.boards import PHONE, begin, cell, status
from tests.web.conftest import Visitor
from tests.web.studies import current, study

pytestmark = [pytest.mark.slow, pytest.mark.browser]

DESK: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}


def edges(page: Page, selector: str) -> tuple[float, float]:
    """Where the first of them begins and ends, from the top of the window."""
    box = page.locator(selector).first.bounding_box()
    assert box is not None
    return box["y"], box["y"] + box["height"]


def test_seats_leave_the_board_its_room_and_all_of_it_is_in_the_window(visitor: Visitor) -> None:
    page = visitor.open("?game=go", **DESK)
    top, bottom = edges(page, "svg.board")
    assert bottom - top > 480
    assert edges(page, ".calls")[1] < 800
    page.goto("/?game=banqi")
    begin(page, "Computer")
    cell(page, "b3").click()
    expect(page.locator("section.seat .tray").first).to_be_visible()
    assert edges(page, "svg.board")[1] < 800
    # A deal is one entry of the list, and stands in its frame.
    page.goto("/?game=honeymoon")
    begin(page, "Computer")
    run = page.locator("ol.moves li button").first
    expect(run).to_contain_text("26 draws of chance")
    assert run.evaluate("one => one.scrollWidth <= one.clientWidth")


def test_where_chance_moves_it_is_drawn_for_or_told_what_came(visitor: Visitor) -> None:
    page = study(visitor, "game=banqi", **DESK)
    record = page.get_by_role("tab", name="Record").bounding_box()
    panel = page.get_by_role("tablist").bounding_box()
    assert record is not None
    assert panel is not None
    assert record["x"] + record["width"] <= panel["x"] + panel["width"] + 1, "no tab is hidden"
    cell(page, "b3").click()
    page.get_by_role("button", name="red cannon", exact=True).click()
    expect(current(page)).to_have_text(re.compile("red cannon"))
    expect(cell(page, "b3")).to_have_attribute("aria-label", re.compile("cannon"))
    cell(page, "c3").click()
    page.get_by_role("button", name="Draw", exact=True).click()
    expect(current(page)).to_have_text(re.compile("4 (red|black)"))
    page = visitor.open("analysis?game=honeymoon", wait=".table", locale="zh-TW", **DESK)
    expect(page.get_by_text("請抽牌")).to_be_visible()
    page.get_by_role("button", name="隨機抽出", exact=True).click()
    expect(page.locator(".stage .status").first).to_have_text("輪到先家")


def test_who_plays_the_far_side_sees_it_near_and_the_board_first(visitor: Visitor) -> None:
    host = visitor.open("?game=minishogi", **DESK)
    begin(host, "Invite a friend")
    guest = visitor.open(host.url.removeprefix(visitor.address + "/"), **PHONE)
    guest.get_by_role("button", name="Join the game").tap()
    expect(guest.get_by_role("button", name="Resign")).to_be_enabled()
    expect(guest.get_by_label("Flip board")).to_be_checked()
    assert edges(guest, '[data-cell="1a"]') > edges(guest, '[data-cell="1e"]')
    guest.wait_for_function("scrollY === 0")
    expect(status(host)).to_contain_text("your turn")
    assert edges(host, '[data-cell="1a"]') < edges(host, '[data-cell="1e"]')
    assert edges(host, ".steps")[1] < 800


def test_who_plays_tiles_by_key_keeps_the_cursor_among_them(visitor: Visitor) -> None:
    page = visitor.open("play?game=mahjong", wait=".setup, main button")
    page.get_by_role("button", name="Start", exact=True).click()
    page.wait_for_url("**/game/*")
    hand = page.locator(".tray button:focus, .calls button:focus")
    name = page.url.rsplit("/", 1)[1]

    def asked() -> bool:
        """Waits until this person is asked again; False at the end."""
        end = time.monotonic() + 60
        while time.monotonic() < end:
            game = page.request.get(f"/api/play/games/{name}").json()
            if game["over"] or game["your_turn"]:
                return not game["over"]
            page.wait_for_timeout(50)
        pytest.fail("nobody asks")

    assert asked()
    expect(page.locator(".tray button").first).to_be_visible()
    listed = page.locator("ol.moves li").count()
    page.keyboard.press("b")
    for _ in range(3):
        expect(hand).to_have_count(1)
        page.keyboard.press("Enter")
        expect(page.locator("ol.moves li")).not_to_have_count(listed)
        if not asked():
            break
        listed = page.locator("ol.moves li").count()
        # Nothing but what was played can have held the cursor, so it must come back by itself.
        expect(hand).to_have_count(1)
