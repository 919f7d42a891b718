"""The analysis page in a real browser: tree, lines, proofs, review, records, setting up."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Locator, Page, expect

from kikashi.records import Record, read_collection
from tests.web.conftest import Visitor
from tests.web.test_accessibility import problems

pytestmark = pytest.mark.browser

OPEN_THREE = "h8.a1.h9.c14.h10.e5"
SLIP = "h8.a1.h9.c14.h10.e5.n1.e6.n3.e7.n5.e8.o8.e9"
TANGLED = "h13.j12.g11.i13.n10.m7.m8.h8.h14.n6.h6.m6"  # nobody decides it in a minute
MATE = quote("4k4/9/9/9/9/9/9/R8/1R7/3K5 w - - 0 1")
SGF = (
    "(;FF[4]CA[UTF-8]KG[gomoku]SZ[15]C[the start];B[hh]C[一步好棋]"
    "(;W[ii];B[gg])(;W[gi]C[or \\] this]))"
)
GOLEM = (
    "(;FF[4]EV[connect6.ch.26.1.1]PB[Alice]PW[Bob]SZ[19]SO[http://www.littlegolem.com]"
    ";B[j10];W[k9l11];B[i11i9])"
)
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
}


def study(visitor: Visitor, query: str = "game=gomoku", **context: Any) -> Page:
    page = visitor.open(f"analysis?{query}", **context)
    expect(page.get_by_role("tab").first).to_be_visible()
    return page


def cell(page: Page, name: str) -> Locator:
    return page.locator(f'[data-cell="{name}"]')


def place(page: Page, name: str) -> None:
    cell(page, name).click()
    expect(current(page)).to_have_text(re.compile(name))


def current(page: Page) -> Locator:
    return page.locator('.tree [aria-current="true"]')


def stones(page: Page, *names: str) -> None:
    for name in names:
        expect(cell(page, name)).to_have_attribute("aria-label", re.compile("stone|子"))


# --- the tree ----------------------------------------------------------------------------------


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


def test_the_address_is_the_position_and_the_line(visitor: Visitor) -> None:
    page = study(visitor, "game=connect6&moves=j10.k11.i11.l10.k9&at=3")
    expect(current(page)).to_have_text("i11")
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


# --- lines -------------------------------------------------------------------------------------


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


# --- proofs ------------------------------------------------------------------------------------


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
    expect(current(page)).to_have_text("d17")


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


# --- review ------------------------------------------------------------------------------------


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


# --- records -----------------------------------------------------------------------------------


def open_record(page: Page, text: str) -> Locator:
    page.keyboard.press("o")
    dialog = page.get_by_role("dialog", name="Open a record")
    dialog.get_by_label("Record or position").fill(text)
    dialog.get_by_role("button", name="Open", exact=True).click()
    return dialog


def saved(page: Page, form: str = "sgf") -> str:
    page.keyboard.press("s")
    dialog = page.get_by_role("dialog", name="Save the record")
    dialog.get_by_label("Format").select_option(form)
    text = dialog.get_by_label("The record")
    expect(text).not_to_have_value("")
    found = text.input_value()
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    return found


def test_an_sgf_goes_in_and_comes_out_the_same(visitor: Visitor) -> None:
    page = study(visitor, "game=connect6")
    expect(open_record(page, SGF)).to_be_hidden()
    expect(page.locator(".tree button")).to_have_count(4)
    expect(page.locator(".tree .comment").first).to_have_text("一步好棋")
    text = saved(page)
    before, after = (next(read_collection(t.encode())) for t in (SGF, text))
    assert isinstance(before, Record)
    assert before == after
    expect(open_record(page, text)).to_be_hidden()
    expect(page.locator(".tree button")).to_have_count(4)
    assert saved(page) == text


def test_a_record_is_saved_as_a_file_and_what_a_format_loses_is_said(
    visitor: Visitor, tmp_path: Path
) -> None:
    page = study(visitor, "game=gomoku&moves=h8.i9")
    page.keyboard.press("c")
    page.keyboard.type("words")
    page.keyboard.press("Escape")
    page.keyboard.press("s")
    dialog = page.get_by_role("dialog", name="Save the record")
    with page.expect_download() as download:
        dialog.get_by_role("button", name="Download").click()
    assert download.value.suggested_filename == "kikashi-gomoku.sgf"
    download.value.save_as(tmp_path / "game.sgf")
    (record,) = read_collection(tmp_path / "game.sgf")
    assert isinstance(record, Record)
    assert record.main_line[-1].comment == "words"
    dialog.get_by_label("Format").select_option("moves")
    expect(dialog.get_by_text("This format cannot hold: 1 comments")).to_be_visible()


def test_a_paste_from_little_golem_opens_with_its_names(visitor: Visitor) -> None:
    page = study(visitor)
    open_record(page, GOLEM)
    expect(page.get_by_role("heading", name="Alice – Bob")).to_be_visible()
    expect(page.get_by_role("combobox", name="Game")).to_have_value("connect6")
    expect(page.locator(".tree button")).to_have_count(5)


def test_of_several_games_one_is_chosen_and_a_broken_text_is_named(visitor: Visitor) -> None:
    page = study(visitor)
    dialog = open_record(page, "(;KG[gomoku];B[hh];W[hh])")
    expect(dialog.get_by_role("alert")).to_contain_text("move 2")
    dialog.get_by_label("Record or position").fill(f"{SGF}{GOLEM}")
    dialog.get_by_role("button", name="Open", exact=True).click()
    dialog.get_by_role("button", name=re.compile("Alice")).click()
    expect(page.locator(".tree button")).to_have_count(5)
    visitor.forgive("422")


def test_the_position_is_a_picture_and_a_link(visitor: Visitor) -> None:
    page = study(visitor, f"game=gomoku&moves={OPEN_THREE}")
    page.get_by_role("tab", name="Record").click()
    with page.expect_download() as drawn:
        page.get_by_role("button", name="PNG").click()
    assert Path(drawn.value.path()).read_bytes().startswith(b"\x89PNG")
    with page.expect_download() as vector:
        page.get_by_role("link", name="SVG").click()
    assert "<svg" in Path(vector.value.path()).read_text("utf-8")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy link").click()
    link = page.evaluate("() => navigator.clipboard.readText()")
    assert link.endswith(f"/analysis?game=gomoku&moves={OPEN_THREE}")


# --- setting up --------------------------------------------------------------------------------


def test_a_position_is_set_up_by_hand(visitor: Visitor) -> None:
    page = study(visitor, "game=gomoku&moves=h8.i9")
    page.keyboard.press("e")
    panel = page.get_by_role("region", name="Setting up")
    panel.get_by_role("button", name="Empty the board").click()
    for name in ("h8", "h9", "h10"):
        cell(page, name).click()
    panel.get_by_role("button", name="white stone").click()
    cell(page, "a1").click()
    cell(page, "a2").click()
    cell(page, "a2").click()  # once more: it is taken away
    panel.get_by_role("button", name="Black", exact=True).click()
    panel.get_by_role("button", name="Analyse this position").click()
    expect(page.get_by_text("Black to move")).to_be_visible()
    expect(cell(page, "a2")).to_have_attribute("aria-label", "a2, empty")
    page.keyboard.press("p")
    expect(page.get_by_text("Black wins within 2 turns")).to_be_visible()


def test_a_board_that_the_law_refuses_is_not_set_up(visitor: Visitor) -> None:
    page = study(visitor, "game=xiangqi")
    page.keyboard.press("e")
    panel = page.get_by_role("region", name="Setting up")
    panel.get_by_role("button", name="Eraser").click()
    cell(page, "e0").click()
    panel.get_by_role("button", name="Analyse this position").click()
    expect(page.get_by_text("needs exactly one general")).to_be_visible()
    expect(panel).to_be_visible()
    visitor.forgive("422")


# --- other ways to come ------------------------------------------------------------------------


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
