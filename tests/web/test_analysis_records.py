"""Records and positions on the analysis page: opened, saved, shared, set up."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from kikashi.games import room
from kikashi.games.minishogi.kif import write_kif
from kikashi.games.minishogi.rules import minishogi_of
from kikashi.records import Record, read_collection
from tests.web.boards import cell
from tests.web.conftest import Visitor
from tests.web.studies import OPEN_THREE, study

pytestmark = pytest.mark.browser

SGF = (
    "(;FF[4]CA[UTF-8]KG[gomoku]SZ[15]C[the start];B[hh]C[一步好棋]"
    "(;W[ii];B[gg])(;W[gi]C[or \\] this]))"
)
GOLEM = (
    "(;FF[4]EV[connect6.ch.26.1.1]PB[Alice]PW[Bob]SZ[19]SO[http://www.littlegolem.com]"
    ";B[j10];W[k9l11];B[i11i9])"
)


# --- records ---------------------------------------------------------------------------------


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


def test_a_key_right_after_a_window_was_closed_is_heard(visitor: Visitor) -> None:
    page = study(visitor, "game=connect6")
    page.keyboard.press("s")
    format_of = page.get_by_role("dialog", name="Save the record").get_by_label("Format")
    expect(format_of).to_be_focused()
    page.keyboard.press("Escape")
    page.keyboard.press("o")  # the closed window may still hold the focus
    expect(page.get_by_role("dialog", name="Open a record")).to_be_visible()


def test_where_a_record_breaks_off_is_said_and_a_comment_may_stand_alone(visitor: Visitor) -> None:
    page = study(visitor, "game=go&o=size%3D9x9")
    # A node without a move among named ones: the server is asked for no empty name.
    broken = "(;GM[1]FF[4]SZ[9];B[ee];C[a word alone];W[cc];B[zz])"
    expect(open_record(page, broken)).to_be_hidden()
    expect(page.locator(".notice.problem")).to_contain_text("move 3")
    expect(page.locator(".tree .comment").first).to_have_text("a word alone")
    expect(page.locator(".tree button").nth(2)).to_contain_text("c7")
    page.wait_for_load_state("networkidle")


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
    expect(page.locator(".tree button")).to_have_count(3)  # five stones


def test_a_shogi_record_in_shift_jis_opens_with_its_names(visitor: Visitor, tmp_path: Path) -> None:
    home = room("minishogi")
    file = tmp_path / "game.kif"
    text = write_kif(minishogi_of(home.start()), ["2e3d", "4a3b"], ("林", "森"))
    file.write_bytes(text.encode("cp932"))
    page = study(visitor, "game=minishogi")
    page.keyboard.press("o")
    dialog = page.get_by_role("dialog", name="Open a record")
    dialog.get_by_label("File").set_input_files(file)
    expect(page.get_by_role("heading", name="林 – 森")).to_be_visible()
    expect(page.locator(".tree button")).to_have_count(2)


def test_of_several_games_one_is_chosen_and_a_broken_text_is_named(visitor: Visitor) -> None:
    page = study(visitor)
    dialog = open_record(page, "(;KG[gomoku];B[hh];W[hh])")
    expect(dialog.get_by_role("alert")).to_contain_text("move 2")
    dialog.get_by_label("Record or position").fill(f"{SGF}{GOLEM}")
    dialog.get_by_role("button", name="Open", exact=True).click()
    dialog.get_by_role("button", name=re.compile("Alice")).click()
    expect(page.locator(".tree button")).to_have_count(3)
    visitor.forgive("422")


def test_the_position_is_a_picture_and_a_link(visitor: Visitor) -> None:
    page = study(visitor, f"game=gomoku&moves={OPEN_THREE}")
    page.get_by_role("tab", name="Record").click()
    with page.expect_download() as drawn:
        page.get_by_role("button", name="PNG").click()
    picture = Path(drawn.value.path()).read_bytes()
    assert picture.startswith(b"\x89PNG")
    assert len(picture) < 700_000
    with page.expect_download() as vector:
        page.get_by_role("link", name="SVG").click()
    assert "<svg" in Path(vector.value.path()).read_text("utf-8")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy link").click()
    link = page.evaluate("() => navigator.clipboard.readText()")
    assert link.endswith(f"/analysis?game=gomoku&moves={OPEN_THREE}")


# --- setting up ------------------------------------------------------------------------------


def test_a_position_is_set_up_by_hand(visitor: Visitor) -> None:
    page = study(visitor, "game=gomoku&moves=h8.i9")
    page.keyboard.press("e")
    panel = page.get_by_role("region", name="Setting up")
    panel.get_by_role("button", name="Clear board").click()
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
