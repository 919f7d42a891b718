"""A game of Go in a real browser to its end: handicap, passes, dead stones, the count."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.web.axe import problems
from tests.web.boards import PHONE, begin, cell, status, turns, type_moves
from tests.web.conftest import Visitor

pytestmark = [pytest.mark.slow, pytest.mark.browser]

SMALL = "?game=go&o=size%3D5x5&o=komi%3D0.5"
WALLS = "c1 d1 c2 d2 c3 d3 c4 d4 c5 d5 pass a1 pass a2 pass pass"
"""White's two stones on the left are dead."""


def played(page: Page, moves: str) -> None:
    for number, move in enumerate(moves.split(), start=1):
        type_moves(page, move)
        turns(page, number)


def test_a_game_ends_by_marks_that_any_stone_takes_and_by_the_count(visitor: Visitor) -> None:
    page = visitor.open(SMALL)
    begin(page, "Both sides")
    played(page, WALLS)
    asked = page.locator(".asked")
    expect(asked).to_have_text(re.compile("marks dead stones.*White is ahead by 7.5 points"))
    cell(page, "a2").click()
    expect(page.locator("path.dead")).to_have_count(2)
    expect(asked).to_have_text(re.compile("Black is ahead by 4.5 points"))
    expect(page.locator("ol.moves li").last).to_contain_text("marks a1")
    page.get_by_role("button", name="Take back").click()
    expect(page.locator("path.dead")).to_have_count(0)
    page.get_by_role("button", name="Let the computer mark").click()
    expect(page.locator("path.dead")).to_have_count(2, timeout=60_000)  # a worker starts for it
    assert problems(page) == []
    page.get_by_role("button", name="Accept the dead stones").click()
    expect(asked).to_have_text(re.compile("Black has said which stones are dead"))
    page.get_by_role("button", name="Accept the dead stones").click()
    expect(status(page)).to_have_text("Black wins: by 4.5 points.")
    expect(page.get_by_text("Hints used")).to_have_count(0)


def test_friends_end_a_game_by_link_on_a_phone_in_chinese(visitor: Visitor) -> None:
    host = visitor.open(SMALL + "&o=handicap%3D2&o=placement%3Dfree", locale="zh-TW", **PHONE)
    host.get_by_label("邀請朋友").check()
    host.get_by_role("button", name="產生邀請連結").click()
    host.wait_for_url("**/game/*")
    guest = visitor.open(host.url.removeprefix(visitor.address + "/"))
    guest.get_by_role("button", name="Join the game").click()
    expect(host.locator(".asked")).to_have_text("黑方還要擺 2 個讓子。")
    for name in ("b2", "d4"):
        expect(cell(host, name)).to_have_class(re.compile("playable"))
        cell(host, name).tap()
        host.get_by_role("button", name=f"下在 {name}").tap()
    expect(host.locator(".asked")).to_have_count(0)
    guest.get_by_role("button", name="Pass", exact=True).click()
    expect(status(host)).to_contain_text("白方：虛手")
    host.get_by_role("button", name="虛手", exact=True).tap()
    expect(guest.locator(".asked")).to_contain_text("White marks dead stones")
    expect(guest.get_by_role("button", name="Let the computer mark")).to_be_visible()
    expect(host.get_by_role("button", name="請電腦標示")).to_have_count(0)
    cell(guest, "b2").click()
    guest.get_by_role("button", name="Accept the dead stones").click()
    expect(cell(host, "b2")).to_have_class(re.compile("playable"))
    cell(host, "b2").tap()
    host.get_by_role("button", name="b2 之棋為活").tap()
    expect(host.locator("path.dead")).to_have_count(0)
    host.get_by_role("button", name="同意死子").tap()
    guest.get_by_role("button", name="Accept the dead stones").click()
    expect(status(host)).to_contain_text("差 22.5 目")
    expect(status(guest)).to_contain_text("by 22.5 points")
    assert host.evaluate("document.documentElement.scrollWidth") <= 390
