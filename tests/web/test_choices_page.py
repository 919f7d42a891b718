"""Questions of one best choice in a real browser: chosen by mouse, told with every cost."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from kikashi.games import room
from kikashi.puzzles import choices
from kikashi.puzzles.model import BEST_CHOICE
from kikashi.puzzles.starter import starter_games
from tests.web.axe import problems
from tests.web.conftest import Visitor
from tests.web.training import attempt, told

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("game", starter_games(BEST_CHOICE))
def test_a_choice_is_made_and_every_cost_is_told(visitor: Visitor, game: str) -> None:
    page = visitor.open("puzzles", wait="main h1")
    page.get_by_role("button", name=re.compile(rf"^{room(game).names['en']}\b")).click()
    expect(page.get_by_role("button", name=re.compile("^the best choice"))).to_be_visible()
    page.get_by_role("button", name=re.compile("^Start$")).click()
    page.wait_for_url(re.compile("/puzzles/.+"))
    expect(page.locator("button.item, [data-cell]").first).to_be_visible()
    asked = attempt(page)
    position = room(game).from_text(asked["position"]["start"], asked["position"]["options"])
    (best,) = choices.best(position)[0]
    choice = next(c for c in asked["position"]["scene"]["choices"] if c["word"] == best)
    place = choice.get("start") or choice["end"]
    page.locator(f"button.item[data-place='{place}'], [data-cell='{place}']").click()
    play = page.locator(".turn button.primary")
    box = play.bounding_box()
    assert box is not None
    assert page.locator(".table.four").count() or box["y"] + box["height"] < 860, "in the window"
    expect(play).to_have_text(f"Play {room(game).move_name(best)}")
    play.click()
    expect(told(page)).to_contain_text("Right")
    expect(told(page)).to_be_in_viewport()
    page.get_by_role("button", name="See the solution").click()
    costs = page.get_by_role("list", name="What each choice costs").get_by_role("listitem")
    expect(costs).to_have_count(len(choices.explained(position)["choices"]))
    expect(costs.first).to_contain_text("chosen by you")
    for flag in choices.explained(position)["flags"]:
        setting = page.get_by_label(flag["help"]["en"])
        expect(setting).to_have_value(flag["default"])
        setting.select_option(next(one for one in flag["choices"] if one != flag["default"]))
        expect(page.get_by_text("the search's word")).to_be_visible()
        setting.select_option(flag["default"])
        expect(page.get_by_text("the search's word")).to_have_count(0)
    walked = page.get_by_role("group", name="The line so far")
    if any(turn["parent"] >= 0 for turn in choices.explained(position)["turns"]):
        page.keyboard.press("ArrowRight")  # what follows the choice is played on the board
        expect(walked.get_by_role("button")).to_have_count(2)
    else:
        expect(walked).to_have_count(0)
    assert problems(page) == []
