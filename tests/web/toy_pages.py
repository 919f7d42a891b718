"""The toys on the page: dice under cups, and four seats with hidden hands and claims at once.

The toys are found only where KIKASHI_ROOMS names their folder, so pytest does not collect this file
by itself: tests/contract/test_toy_rooms.py runs it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from tests.web.axe import problems
from tests.web.boards import PHONE, choose, status
from tests.web.conftest import Visitor

TABLE = ".stage .table"
YOURS = re.compile("our turn|You ")


def path(page: Page) -> str:
    return f"/api/play/games/{page.url.rsplit('/', 1)[1]}"


def until(page: Page, good: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """The game as soon as it is as it should be; a while later it has failed."""
    for _ in range(400):
        here = told(page)
        if good(here):
            return here
        page.wait_for_timeout(50)
    raise AssertionError(f"the game stays as it is: {here['position']['text']}")


def told(page: Page) -> dict[str, Any]:
    """The game of the page as its API tells it to this person."""
    answer: dict[str, Any] = page.request.get(path(page)).json()
    return answer


def start(visitor: Visitor, game: str, opponent: str = "Computer", **context: Any) -> Page:
    page = visitor.open(f"?game={game}", wait=TABLE, **context)
    page.get_by_label(opponent).check()
    page.get_by_role("button", name=re.compile("Start|Create a link")).click()
    page.wait_for_url("**/game/*")
    return page


def test_a_game_of_four_is_played_to_its_end_by_mouse(visitor: Visitor) -> None:
    page = start(visitor, "toyclaims")
    expect(page.locator(f"{TABLE} .seat")).to_have_count(4)
    seen: set[str] = set()
    while not (here := until(page, lambda game: game["over"] or game["your_turn"]))["over"]:
        expect(status(page)).to_contain_text(YOURS)
        choices = here["position"]["scene"]["choices"]
        seen |= {choice.get("kind", "place") for choice in choices}
        choose(page, choices, choices[0]["word"])
        version = here["version"]
        until(page, lambda game, before=version: game["version"] > before)  # type: ignore[misc]
    expect(status(page)).to_contain_text("four tiles are discarded")
    assert "card" in seen
    expect(page.get_by_role("img", name="face down")).not_to_have_count(0)
    page.get_by_text("Chance", exact=True).click()
    expect(page.locator("[data-chance=seed]")).to_have_text(told(page)["chance"]["seed"])


def test_a_hand_is_played_by_keys_and_moves_are_typed_by_their_labels(visitor: Visitor) -> None:
    page = start(visitor, "toyclaims")
    expect(status(page)).to_contain_text(YOURS)
    listed = page.locator("ol.moves li").count()
    page.keyboard.press("b")
    hand = page.locator(f"{TABLE} .hand button")
    expect(hand.first).to_be_focused()
    page.keyboard.press("End")
    expect(hand.last).to_be_focused()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Home")
    expect(hand.first).to_be_focused()
    name = hand.first.get_attribute("aria-label") or ""
    assert re.match(r"tile [123]", name), "a screen reader hears the tile's name"
    page.keyboard.press("Enter")
    expect(page.locator("ol.moves li").nth(listed)).to_be_visible()
    page.goto("/?game=toydice")
    page.wait_for_selector(TABLE)
    page.get_by_role("button", name="Start").click()
    page.wait_for_url("**/game/*")
    page.get_by_label("Type a move").fill("FOLD")
    page.get_by_role("button", name="Play it").click()
    expect(status(page)).to_have_text("You lose: a fold.")


def test_a_finger_chooses_first_and_then_confirms(visitor: Visitor) -> None:
    page = start(visitor, "toyclaims", **PHONE)
    expect(status(page)).to_contain_text(YOURS)
    listed = page.locator("ol.moves li").count()
    page.locator(f"{TABLE} .hand button").first.tap()
    yes = page.locator(".confirm .primary")
    expect(yes).to_have_text(re.compile("Discard [123]"))
    assert page.locator("ol.moves li").count() == listed
    yes.tap()
    expect(page.locator("ol.moves li").nth(listed)).to_be_visible()


def test_friends_sit_round_the_table_and_empty_seats_are_filled(visitor: Visitor) -> None:
    page = start(visitor, "toyclaims", "Invite a friend")
    friend = visitor.open(page.url.split("/", 3)[3], wait=TABLE)
    friend.get_by_role("button", name="Join the game").click()
    expect(friend.get_by_role("img", name=re.compile("^tile"))).not_to_have_count(0)
    page.get_by_role("button", name=re.compile("^Fill the empty seats")).click()
    expect(status(page)).to_contain_text(YOURS)
    watcher = visitor.open(page.url.split("/", 3)[3], wait=TABLE)
    expect(watcher.get_by_role("img", name=re.compile("^tile"))).to_have_count(0)
    expect(watcher.locator(f"{TABLE} .seat")).to_have_count(4)
    expect(watcher.locator(".calls button, .tray button")).to_have_count(0)


def test_the_tables_have_no_serious_problem_in_both_themes_and_languages(visitor: Visitor) -> None:
    for game in ("toyclaims", "toydice"):
        for locale in ("en-US", "zh-TW"):
            page = visitor.open(f"?game={game}", wait=TABLE, locale=locale)
            page.locator(".side button.primary").click()
            page.wait_for_url("**/game/*")
            page.wait_for_selector(f"{TABLE} .tray")
            assert problems(page) == [], (game, locale)
            page.emulate_media(color_scheme="dark")
            assert problems(page, ["color-contrast"]) == [], (game, locale, "dark")
