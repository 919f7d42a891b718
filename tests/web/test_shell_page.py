"""What holds on every page: languages, themes, keys, paths, print, and nothing that jumps."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.web.boards import PHONE, click, status
from tests.web.conftest import Visitor

pytestmark = pytest.mark.browser

AREAS = {"Play": "/", "Analysis": "/analysis", "Puzzles": "/puzzles", "Exam": "/exam"}
SHIFTS = """
window.shifted = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifted += entry.value;
}).observe({ type: 'layout-shift', buffered: true });
"""


def has_theme(page: Page, theme: str) -> None:
    colour = {"light": "rgb(246, 243, 236)", "dark": "rgb(22, 24, 27)"}[theme]
    expect(page.locator("body")).to_have_css("background-color", colour)


def test_the_page_speaks_the_language_of_the_browser_and_can_switch(visitor: Visitor) -> None:
    page = visitor.open("?game=gomoku", locale="zh-TW")
    expect(status(page)).to_have_text("你執黑方：輪到你")
    assert page.locator("html").get_attribute("lang") == "zh-Hant"
    expect(page.get_by_role("navigation")).to_contain_text("研究")
    expect(page.get_by_role("grid")).to_have_attribute("aria-label", "五子棋 15x15")
    click(page, "h8")
    page.wait_for_url("**/game/*")
    page.get_by_role("button", name="Switch to English").click()
    expect(page.get_by_role("grid")).to_have_attribute("aria-label", "Gomoku 15x15")
    page.reload()
    expect(page.get_by_role("navigation")).to_contain_text("Analysis")
    assert page.locator("html").get_attribute("lang") == "en"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_theme_follows_the_system_until_one_is_chosen(visitor: Visitor, scheme: str) -> None:
    page = visitor.open("about", wait="h1", color_scheme=scheme)
    has_theme(page, scheme)
    page.get_by_role("button", name="Theme: automatic").click()
    has_theme(page, "light")
    page.get_by_role("button", name="Theme: light").click()
    has_theme(page, "dark")
    page.reload()
    page.wait_for_selector("h1")
    has_theme(page, "dark")


def test_areas_are_reached_by_link_by_key_and_by_going_back(visitor: Visitor) -> None:
    page = visitor.open("about", wait="h1")
    for name, path in AREAS.items():
        page.get_by_role("navigation").get_by_role("link", name=name).click()
        expect(page).to_have_url(re.compile(f"{re.escape(visitor.address)}{path}"))
        expect(page.locator("nav [aria-current=page]")).to_have_text(name)
    page.go_back()
    expect(page.locator("nav [aria-current=page]")).to_have_text("Puzzles")
    page.keyboard.press("5")
    expect(page.locator("nav [aria-current=page]")).to_have_text("Library")
    page.goto("/nowhere/at/all")
    expect(page.get_by_role("heading", name="There is no page here")).to_be_visible()
    page.get_by_role("link", name="To the board").click()
    page.wait_for_selector("[role=gridcell]")


@pytest.mark.parametrize("phone", [False, True])
def test_nothing_jumps_while_the_front_page_loads(visitor: Visitor, phone: bool) -> None:
    page = visitor.open("about", wait="h1", **(PHONE if phone else {}))
    page.add_init_script(SHIFTS)
    page.goto("/")
    page.wait_for_selector("[role=gridcell]")
    page.evaluate("document.fonts.ready.then(() => true)")
    assert page.evaluate("window.shifted") < 0.01


def test_every_asset_comes_from_the_studio_and_the_icon_is_there(visitor: Visitor) -> None:
    page = visitor.open()
    icon = page.locator("link[rel=icon]").get_attribute("href")
    assert page.request.get(f"{visitor.address}{icon}").ok
    policy = page.request.get(visitor.address).headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy


def test_the_first_load_is_small(visitor: Visitor) -> None:
    page = visitor.open()
    page.wait_for_load_state("networkidle")
    sizes = page.evaluate(
        """() => Object.fromEntries(['navigation', 'resource']
        .flatMap((kind) => performance.getEntriesByType(kind))
        .map((one) => [one.name, one.encodedBodySize]))"""
    )
    # Letters come after the words, which are shown without them: they are not waited for.
    assert sum(size for name, size in sizes.items() if not name.endswith(".woff2")) < 150_000, sizes


def test_chinese_characters_come_with_the_page_and_only_where_they_are_shown(
    visitor: Visitor,
) -> None:
    page = visitor.open()
    page.evaluate("document.fonts.ready.then(() => true)")
    sizes = page.evaluate(
        """() => Object.fromEntries(performance.getEntriesByType('resource')
        .filter((one) => one.name.includes('/cjk'))
        .map((one) => [one.name, one.encodedBodySize]))"""
    )
    # An English page shows the name of the other language and the product's own word, no more.
    assert sum(sizes.values()) < 5_000, sizes
    loading = """async () => {
      const faces = await document.fonts.load('16px "Kikashi CJK"', "中將俥棋，");
      return faces.map((face) => face.status);
    }"""
    found = page.evaluate(loading)
    assert set(found) == {"loaded"}
    assert len(found) >= 4  # the switch, pieces, a rare one, a mark of punctuation


def test_on_paper_only_the_board_and_the_moves_are_left(visitor: Visitor) -> None:
    page = visitor.open("?game=gomoku")
    click(page, "h8")
    page.wait_for_url("**/game/*")
    page.emulate_media(media="print")
    expect(page.get_by_role("grid")).to_be_visible()
    expect(page.locator("ol.moves")).to_be_visible()
    for gone in ("nav", "footer", ".actions", ".steps"):
        expect(page.locator(gone).first).to_be_hidden()


def test_a_studio_that_does_not_answer_is_said_in_words(visitor: Visitor) -> None:
    page = visitor.open("?game=gomoku")
    page.route("**/api/play/games*", lambda route: route.abort())
    page.locator('[data-cell="h8"]').click()
    expect(page.get_by_text("The server does not answer.")).to_be_visible()
    expect(page.locator('[data-cell="h8"]')).to_have_attribute("aria-label", "h8, empty")
    visitor.forgive("ERR_FAILED")


def test_a_phone_on_its_side_shows_the_whole_board(visitor: Visitor) -> None:
    page = visitor.open("?game=connect6", viewport={"width": 844, "height": 390}, is_mobile=True)
    grid = page.locator("[role=grid]")
    grid.scroll_into_view_if_needed()
    box = grid.bounding_box()
    assert box is not None
    assert box["height"] <= 390
    for part in ("header", "nav"):
        assert page.locator(part).first.evaluate("e => getComputedStyle(e).position") == "static"


def test_a_page_that_was_opened_while_the_studio_was_away_comes_back(visitor: Visitor) -> None:
    page = visitor.open("about", wait="h1")
    page.route("**/api/**", lambda route: route.abort())
    page.goto(f"{visitor.address}/?game=gomoku")
    expect(page.get_by_text("trying again")).to_be_visible()
    page.unroute("**/api/**")
    expect(page.locator("[role=gridcell]").first).to_be_visible()
    expect(page.get_by_text("trying again")).to_be_hidden()
    visitor.forgive("ERR_FAILED")


def test_a_page_whose_parts_could_not_be_fetched_opens_once_the_studio_is_back(
    visitor: Visitor,
) -> None:
    page = visitor.open("?game=gomoku")
    page.route("**/*", lambda route: route.abort())
    page.get_by_role("navigation").get_by_role("link", name="Exam").click()
    expect(page.get_by_text("This page could not be loaded.")).to_be_visible()
    expect(page.get_by_text("trying again")).to_be_visible()
    page.unroute("**/*")
    expect(page.get_by_role("heading", name="Exam", exact=True)).to_be_visible()
    visitor.forgive("ERR_FAILED", "Failed to fetch")


def test_a_printed_analysis_holds_its_moves(visitor: Visitor) -> None:
    page = visitor.open("analysis?game=gomoku")
    page.get_by_label("Type a move").fill("h8")
    page.keyboard.press("Enter")
    move = page.locator(".tree button").first
    expect(move).to_be_visible()
    page.emulate_media(media="print")
    expect(move).to_be_visible()


def test_a_dialog_begins_in_its_first_field(visitor: Visitor) -> None:
    page = visitor.open("analysis?game=gomoku")
    page.keyboard.press("o")
    expect(page.get_by_role("dialog").locator("textarea")).to_be_focused()
