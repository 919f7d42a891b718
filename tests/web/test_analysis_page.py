"""The analysis page in a real browser: tree, lines, review, phone and keys."""

from __future__ import annotations

import re
from urllib.parse import quote

import pytest
from playwright.sync_api import expect

from tests.web.axe import problems
from tests.web.boards import PHONE, cell
from tests.web.conftest import Visitor
from tests.web.studies import OPEN_THREE, current, place, stones, study

pytestmark = pytest.mark.browser

SLIP = "h8.a1.h9.c14.h10.e5.n1.e6.n3.e7.n5.e8.o8.e9"
MATE = quote("4k4/9/9/9/9/9/9/R8/1R7/3K5 w - - 0 1")


# --- the tree --------------------------------------------------------------------------------


def test_arrows_walk_the_tree_and_switch_branches_and_a_reload_brings_it_back(
    visitor: Visitor,
) -> None:
    page = study(visitor)
    for name in ("h8", "i9", "g9"):
        place(page, name)
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect(current(page)).to_have_text(re.compile("h8"))
    place(page, "j8")
    place(page, "k8")
    expect(page.locator(".tree .aside")).to_have_text(re.compile(r"j8.*k8", re.DOTALL))
    page.keyboard.press("ArrowUp")
    expect(current(page)).to_have_text(re.compile("g9"))
    page.keyboard.press("ArrowDown")
    expect(current(page)).to_have_text(re.compile("k8"))
    stones(page, "h8", "j8", "k8")
    expect(cell(page, "i9")).to_have_attribute("aria-label", "i9, empty")
    page.keyboard.press("Home")
    expect(current(page)).to_have_count(0)
    page.keyboard.press("End")
    expect(current(page)).to_have_text(re.compile("k8"))
    page.keyboard.press("c")
    page.keyboard.type("a bold answer")
    page.keyboard.press("Escape")
    expect(page.locator(".tree .comment")).to_have_text("a bold answer")
    expect(page).to_have_url(re.compile(r"moves=h8\.j8\.k8"))
    page.reload()
    expect(page.locator(".tree .comment")).to_have_text("a bold answer")
    expect(page.locator(".tree button")).to_have_count(5)
    expect(current(page)).to_have_text(re.compile("k8"))


def test_connect6_is_listed_and_stepped_by_turn_and_a_variation_is_a_whole_turn(
    visitor: Visitor,
) -> None:
    page = study(visitor, "game=connect6&moves=j10.k11.i11.l12.h8&at=3")
    turns = page.locator(".tree button")
    expect(turns).to_have_count(3)
    expect(current(page)).to_have_text(re.compile(r"2\s*k11 i11"))
    page.keyboard.press("ArrowRight")
    expect(current(page)).to_have_text(re.compile(r"3\s*l12 h8"))
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect(current(page)).to_have_text(re.compile("j10"))
    expect(cell(page, "k11")).to_have_attribute("aria-label", "k11, empty")  # the board follows
    cell(page, "k11").click()
    expect(current(page)).to_have_text(re.compile("k11"))
    cell(page, "k9").click()
    expect(current(page)).to_have_text(re.compile("k11 k9"))
    expect(turns).to_have_text(
        [re.compile("j10"), re.compile("k11 i11"), re.compile("k11 k9"), re.compile("l12 h8")]
    )


def test_the_address_is_the_position_and_the_line(visitor: Visitor) -> None:
    page = study(visitor, "game=connect6&moves=j10.k11.i11.l10.k9&at=3")
    expect(current(page)).to_have_text(re.compile("k11 i11"))
    stones(page, "j10", "k11", "i11")
    expect(cell(page, "k9")).to_have_attribute("aria-label", "k9, empty")
    page.keyboard.press("End")
    stones(page, "l10", "k9")
    expect(page).to_have_url(re.compile(r"moves=j10\.k11\.i11\.l10\.k9$"))


def test_a_branch_is_promoted_removed_and_brought_back(visitor: Visitor) -> None:
    page = study(visitor, "game=gomoku&moves=h8.i9.g9")
    page.get_by_role("button", name="To the start").click()
    place(page, "a1")
    page.get_by_role("button", name="Make it the main line").click()
    expect(page.locator(".tree button").first).to_have_text(re.compile("a1"))
    page.keyboard.press("Delete")
    expect(page.locator(".tree button")).to_have_count(3)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".tree button")).to_have_count(4)


def test_an_address_that_is_nonsense_is_refused_and_a_board_is_there(visitor: Visitor) -> None:
    page = study(visitor, "game=gomoku&moves=h8.h8")
    expect(page.get_by_text("move 2 (h8)")).to_be_visible()
    expect(page.locator("[role=gridcell]")).to_have_count(225)
    visitor.forgive("422")


# --- lines -----------------------------------------------------------------------------------


def test_engine_lines_stream_in_preview_on_hover_and_are_played(visitor: Visitor) -> None:
    page = study(visitor, f"game=gomoku&moves={OPEN_THREE}")
    page.keyboard.press("l")
    lines = page.locator("ol.lines button")
    expect(lines.first).to_contain_text("wins in 2, proved")
    expect(lines).to_have_count(3)
    expect(page.get_by_text("proved and checked").first).to_be_visible()
    expect(lines.nth(1)).to_contain_text("%")
    expect(page.locator("circle.best")).to_have_count(3)
    lines.first.hover()
    expect(page.locator("circle.preview")).to_have_count(3)
    page.mouse.move(2, 2)
    expect(page.locator("circle.preview")).to_have_count(0)
    page.get_by_role("combobox", name="Lines").select_option("5")
    expect(lines).to_have_count(5)
    page.keyboard.press(" ")
    expect(current(page)).to_have_text(re.compile("7"))
    page.keyboard.press("Escape")
    expect(page.get_by_label("Search lines")).not_to_be_checked()


def test_where_pieces_move_lines_are_arrows_and_a_proof_comes_first(visitor: Visitor) -> None:
    page = study(visitor, f"game=xiangqi&start={MATE}")
    page.keyboard.press("l")
    expect(page.locator("ol.lines button")).to_have_count(3)
    expect(page.locator("ol.lines li").first).to_contain_text("proved")
    expect(page.locator("line.arrow").first).to_be_attached()
    expect(page.get_by_label("Heat map")).to_be_disabled()


def test_threat_map_and_heat_map_are_drawn_on_demand(visitor: Visitor) -> None:
    page = study(visitor, f"game=gomoku&moves={OPEN_THREE}.h11.o1")
    page.keyboard.press("t")
    expect(page.locator("circle.threat-cell")).to_have_count(2)
    expect(page.get_by_text("Black: 2 × one turn from full")).to_be_visible()
    page.keyboard.press("h")
    expect(page.locator("circle.heat").first).to_be_attached()
    page.keyboard.press("h")
    expect(page.locator("circle.heat")).to_have_count(0)


# --- review ----------------------------------------------------------------------------------


def test_a_review_names_missed_and_allowed_wins_and_its_graph_can_be_clicked(
    visitor: Visitor,
) -> None:
    page = study(visitor, f"game=gomoku&moves={SLIP}")
    page.get_by_role("tab", name="Review").click()
    page.get_by_label("Seconds a search").select_option("0.2")
    page.get_by_role("button", name="Review the game").click()
    expect(page.get_by_role("progressbar")).to_be_visible()
    expect(page.get_by_role("progressbar")).to_have_count(0)
    finding = page.locator(".turns button").filter(has_text="n5")
    expect(finding).to_contain_text("missed")
    expect(finding).to_contain_text("Black missed a proved win in 2 turns")
    finding.click()
    expect(current(page)).to_have_text(re.compile("n5"))
    graph = page.get_by_role("img", name=re.compile("Chances of Black"))
    graph.locator(".u-over").click(position={"x": 4, "y": 20})
    expect(current(page)).to_have_count(0)
    page.get_by_role("button", name="Write into the comments").click()
    expect(page.locator(".tree .comment").first).to_contain_text("allows Black a proved win")
    expect(page.locator(".tree .aside").first).to_contain_text("h7")


def test_a_game_that_was_played_here_is_reviewed_by_its_link(visitor: Visitor) -> None:
    page = visitor.open("")
    token = page.request.get("/api/me").json()["token"]
    headers = {"X-Kikashi-Token": token}
    seats = ["me", "me"]
    made = page.request.post(
        "/api/play/games", data={"game": "gomoku", "seats": seats}, headers=headers
    )
    assert made.ok, made.text()
    game = made.json()["id"]
    for number, move in enumerate(SLIP.split(".")[:6]):
        played = page.request.post(
            f"/api/play/games/{game}/moves",
            data={"moves": [move], "after": number},
            headers=headers,
        )
        assert played.ok, played.text()
    page.goto(f"/analysis?play={game}&review=1")
    expect(page.locator(".tree button")).to_have_count(6)
    expect(page.locator(".turns button").filter(has_text="e5")).to_contain_text("allowed")


# --- other ways to come ----------------------------------------------------------------------


def test_a_win_is_proved_and_defended_against_by_keys_alone(visitor: Visitor) -> None:
    page = study(visitor, f"game=gomoku&moves={OPEN_THREE}")
    page.keyboard.press("p")
    through = page.get_by_role("button", name="Play it through")
    expect(through).to_be_visible()
    through.focus()
    page.keyboard.press("Enter")
    panel = page.get_by_role("region", name="You defend")
    expect(panel.locator("li")).to_have_count(1)
    page.keyboard.press("b")
    page.keyboard.press("End")
    page.keyboard.press("Enter")
    expect(panel).to_contain_text("Black has won against this defence")
    page.keyboard.press("Escape")  # leaves the board
    page.keyboard.press("Escape")  # leaves the proof
    expect(panel).to_be_hidden()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_contain_text("show the threat")


def test_on_a_phone_nothing_runs_over_the_edge(visitor: Visitor) -> None:
    page = study(visitor, "game=connect6&moves=j10.a1.a2.k10.l10.b3.d17", **PHONE)
    page.get_by_label("Search lines").check()
    expect(page.locator("ol.lines button").first).to_contain_text("proved")
    for name in ("Proof", "Review", "Record", "Lines"):
        page.get_by_role("tab", name=name).tap()
        width = page.evaluate("() => document.documentElement.scrollWidth")
        assert width <= PHONE["viewport"]["width"], name
    cell(page, "m10").tap()
    page.get_by_role("button", name="Place on m10").tap()
    expect(current(page)).to_have_text(re.compile("m10"))


def test_no_state_of_the_page_has_a_serious_problem_for_axe(visitor: Visitor) -> None:
    page = study(visitor, f"game=gomoku&moves={OPEN_THREE}")
    page.keyboard.press("l")
    expect(page.locator("ol.lines button").first).to_contain_text("proved")
    assert problems(page) == []
    page.keyboard.press("p")
    page.get_by_role("button", name="Play it through").click()
    expect(page.get_by_role("region", name="You defend").locator("li")).to_have_count(1)
    assert problems(page) == []
    page.keyboard.press("Escape")
    page.keyboard.press("e")
    expect(page.get_by_role("region", name="Setting up")).to_be_visible()
    assert problems(page) == []
    page.keyboard.press("Escape")
    page.get_by_role("tab", name="Review").click()
    page.keyboard.press("s")
    expect(page.get_by_role("dialog", name="Save the record")).to_be_visible()
    assert problems(page) == []


# --- openings --------------------------------------------------------------------------------


def test_a_certified_opening_is_told_as_one_in_both_languages(visitor: Visitor) -> None:
    page = study(visitor, "game=gomoku&moves=h8.a1.i9.o15")
    page.get_by_role("tab", name="Openings").click()
    panel = page.get_by_role("tabpanel")
    expect(panel.get_by_role("row").nth(1)).to_contain_text("wins")
    expect(panel).to_contain_text("The side to move wins within 17 turns by force")
    page.get_by_role("button", name="切換為中文").click()
    expect(page.get_by_role("tabpanel")).to_contain_text("行棋方 17 手內迫著必勝")


def test_openings_show_what_was_played_and_a_click_plays_it(visitor: Visitor) -> None:
    page = study(visitor)
    page.get_by_role("tab", name="Openings").click()
    first = page.get_by_role("tabpanel").get_by_role("row").nth(1)
    name = first.get_by_role("button").inner_text()
    expect(first.get_by_role("img")).to_have_attribute(
        "aria-label", re.compile(r"Black \d+% · White")
    )
    first.get_by_role("button").click()
    expect(current(page)).to_have_text(re.compile(name))
    expect(cell(page, name)).to_have_attribute("aria-label", re.compile(f"{name}, black"))
    expect(page.get_by_role("tabpanel").get_by_role("row").nth(1)).to_be_visible()
    assert problems(page) == []
