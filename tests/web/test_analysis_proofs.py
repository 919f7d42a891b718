"""Proofs on the analysis page: asked for, stopped, played through."""

from __future__ import annotations

import re
from urllib.parse import quote

import pytest
from playwright.sync_api import expect

from tests.web.boards import cell
from tests.web.conftest import Visitor
from tests.web.studies import OPEN_THREE, current, study

pytestmark = pytest.mark.browser

TANGLED = "h13.j12.g11.i13.n10.m7.m8.h8.h14.n6.h6.m6"  # nobody decides it in a minute
MATE = quote("4k4/9/9/9/9/9/9/R8/1R7/3K5 w - - 0 1")
CHECKS_FOR_EVER = quote("3k5/9/9/9/2R6/9/R8/9/9/4K3r w - - 0 1")


def test_a_proof_is_played_through_against_any_defence(visitor: Visitor) -> None:
    page = study(visitor, f"game=gomoku&moves={OPEN_THREE}")
    page.get_by_role("tab", name="Proof").click()
    page.get_by_role("button", name="Prove it").click()
    expect(page.get_by_text("Black wins within 2 turns")).to_be_visible()
    expect(page.get_by_text("proved and checked")).to_be_visible()
    page.get_by_role("button", name="Play it through").click()
    panel = page.get_by_role("region", name="You defend")
    expect(panel).to_contain_text("Turns that Black still needs, at most: 1")
    cell(page, "o15").click()  # no defence at all
    expect(panel).to_contain_text("Black has won against this defence")
    expect(page.locator(".trail.win")).to_have_count(1)
    panel.get_by_role("button", name="Take back").click()
    expect(panel).to_contain_text("Turns that Black still needs")
    first = panel.locator("li").first.inner_text()
    other = {"h7": "h6", "h11": "h12", "h6": "h7", "h12": "h11"}[first]
    cell(page, other).click()  # the best there is
    expect(panel).to_contain_text("Black has won against this defence")
    expect(panel.locator("li")).to_have_count(3)
    panel.get_by_role("button", name="Put into the tree").click()
    expect(page.locator(".tree")).to_contain_text(other)
    expect(page.locator(".tree .comment")).to_contain_text("black wins within 2 turns")


def test_the_visitors_browser_replays_the_certificate_itself(visitor: Visitor) -> None:
    page = study(visitor, "game=connect6&moves=j10.a1.a2.k10.l10.b3.d17")
    page.keyboard.press("p")
    page.get_by_role("button", name="Check it yourself").click()
    expect(page.get_by_text("Your browser replayed all of it")).to_be_visible()


def test_the_visitors_browser_refuses_a_certificate_of_another_position(visitor: Visitor) -> None:
    page = study(visitor, f"game=gomoku&moves={OPEN_THREE}")
    page.keyboard.press("p")
    header = (
        '{"kikashi":"certificate","version":1,"game":"gomoku",'
        '"options":{"size":"3x3","k":"3","ring":"0"},'
        '"start":"setup black=a1,b1 white=a2,b3 move=black left=1",'
        '"claim":{"kind":"win","side":"black","turns":1},"nodes":1,"root":0}'
    )
    forged = f'{header}\n["t",1,[2],null]\n'.encode()
    page.route("**/certificate", lambda route: route.fulfill(body=forged))
    page.get_by_role("button", name="Check it yourself").click()
    expect(page.get_by_text("Your browser's checker refuses this certificate")).to_be_visible()


def test_a_connect6_proof_takes_whole_turns_and_gives_half_ones_back(visitor: Visitor) -> None:
    page = study(visitor, "game=connect6&moves=j10.a1.a2.k10.l10.b3.d17")
    page.keyboard.press("p")
    page.get_by_role("button", name="Play it through").click()
    panel = page.get_by_role("region", name="You defend")
    expect(panel.locator("li")).to_have_count(1)
    cell(page, "a19").click()
    expect(page.locator("circle.pending")).to_have_count(1)
    panel.get_by_role("button", name="Take back").click()
    expect(page.locator("circle.pending")).to_have_count(0)
    cell(page, "a19").click()
    expect(page.locator("circle.pending")).to_have_count(1)
    cell(page, "s19").click()
    expect(panel).to_contain_text("Black has won against this defence")
    panel.get_by_role("button", name="Leave").click()
    expect(current(page)).to_contain_text("b3 d17")


def test_a_mate_is_played_through_with_pieces(visitor: Visitor) -> None:
    page = study(visitor, f"game=xiangqi&start={MATE}")
    page.keyboard.press("p")
    expect(page.get_by_text("Red mates by checks only within 2 moves")).to_be_visible()
    page.get_by_role("button", name="Play it through").click()
    panel = page.get_by_role("region", name="You defend")
    expect(panel.locator("li")).to_have_count(1)
    cell(page, "e9").click()
    page.locator("[role=gridcell].playable:not([data-cell=e9])").first.click()
    expect(panel).to_contain_text("Red has won against this defence")


def test_a_win_by_the_rule_against_perpetual_check_does_not_count_answers(visitor: Visitor) -> None:
    page = study(visitor, f"game=xiangqi&start={CHECKS_FOR_EVER}")
    page.keyboard.press("p")
    page.get_by_role("button", name="Play it through").click()
    panel = page.get_by_role("region", name="You defend")
    expect(panel).to_contain_text("answers to your checks not counted")


def test_the_threat_is_shown_in_chinese(visitor: Visitor) -> None:
    page = study(visitor, "game=gomoku&moves=h8.a1.h9.c14.h10", locale="zh-TW")
    page.keyboard.press("x")
    expect(page.get_by_text("如果白方停一手：")).to_be_visible()
    expect(page.get_by_text("黑方在 2 手內獲勝")).to_be_visible()
    expect(page.locator("circle.preview")).to_have_count(3)
    page.get_by_role("button", name="Switch to English").click()
    expect(page.get_by_text("Black wins within 2 turns")).to_be_visible()


def test_a_search_that_is_stopped_has_decided_nothing(visitor: Visitor) -> None:
    page = study(visitor, f"game=gomoku&moves={TANGLED}")
    page.get_by_role("tab", name="Proof").click()
    page.get_by_label("Seconds").select_option("120")
    page.get_by_role("button", name="Prove it").click()
    expect(page.get_by_text("Searching: fours and threes")).to_be_visible()
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_text("Stopped. What was not finished is not decided.")).to_be_visible()
    expect(page.get_by_text("has no win by fours and threes")).to_have_count(0)
    job = next(j for j in page.request.get("/api/jobs").json() if j["kind"] == "analysis.prove")
    with page.expect_response(re.compile("/api/jobs/.*/events")) as told:
        page.evaluate("(id) => fetch(`/api/jobs/${id}/events`).then((r) => r.text())", job["id"])
    assert "event: cancelled" in told.value.text()
