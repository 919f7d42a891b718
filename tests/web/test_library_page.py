"""The library in a real browser: good, bad and half-bad files, search, plots, the factory."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.web.axe import problems
from tests.web.boards import cell
from tests.web.conftest import Visitor
from tests.web.library import SIX, bring

pytestmark = pytest.mark.browser


def test_a_half_broken_file_is_read_as_far_as_it_goes_and_made_puzzles_of(visitor: Visitor) -> None:
    page = visitor.open("library", wait="main h1")
    expect(page.get_by_text("No collection yet.")).to_be_visible()
    bring(page, "mixed.txt", "\n".join([*SIX, "j10 j10 k11"]))
    expect(page.get_by_text("6 games · 1 could not be read")).to_be_visible()
    expect(page.get_by_text(re.compile("Move \\d+ of 46"))).to_be_visible()
    page.get_by_role("button", name=re.compile("Game *2 ")).click()
    expect(page.get_by_text("Move 17 of 17")).to_be_visible()
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_text("Move 16 of 17")).to_be_visible()
    assert problems(page) == []
    page.get_by_role("tab", name="Not read").click()
    expect(page.get_by_text(re.compile("line 7, game 7, move 2:"))).to_be_visible()
    page.get_by_role("tab", name="Search by position").click()
    expect(page.get_by_text("6 games hold this position")).to_be_visible()
    cell(page, SIX[0].split()[0].lower()).click()
    expect(page.get_by_text(re.compile(r"\d games? holds? this position"))).to_be_visible()
    expect(page.get_by_role("link", name="Game 1")).to_be_visible()
    page.get_by_role("tab", name="Puzzles").click()
    page.get_by_role("button", name="Run the factory").click()
    expect(page.get_by_text(re.compile(r"Done: \d+ puzzles"))).to_be_visible(timeout=60_000)
    expect(page.get_by_role("figure")).to_contain_text("From positions to puzzles")
    page.get_by_role("tab", name="Statistics").click()
    expect(page.get_by_text("Puzzles made, by turns").first).to_be_visible()
    assert problems(page) == []
    page.get_by_role("tab", name="Puzzles").click()
    page.get_by_role("button", name="Solve them").click()
    page.wait_for_url(re.compile("/puzzles/.+"))
    page.wait_for_selector("[role=gridcell]")


def test_a_broken_file_gets_a_sentence_and_what_was_there_before_stays(visitor: Visitor) -> None:
    page = visitor.open("library", wait="main h1")
    bring(page, "good.txt", SIX[0])
    expect(page.get_by_text("1 game", exact=False).first).to_be_visible()
    page.get_by_role("link", name="All collections").click()
    bring(page, "broken.sgf", "(;GM[1]SZ[19];B[")
    expect(page.get_by_text("No game could be read from this file.")).to_be_visible()
    expect(page.locator("#collection-view li")).to_have_count(1)
    page.get_by_role("link", name="All collections").click()
    expect(page.get_by_text("not readable")).to_be_visible()
    expect(page.get_by_role("link", name="good.txt")).to_be_visible()
    page.get_by_role("link", name="broken.sgf").click()
    page.get_by_role("button", name="Delete").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    page.wait_for_url(re.compile("/library$"))
    expect(page.get_by_role("link", name="good.txt")).to_be_visible()
    expect(page.get_by_role("link", name="broken.sgf")).to_have_count(0)


def test_a_file_that_is_too_large_is_refused_before_it_travels(
    visitor: Visitor, tmp_path: Path
) -> None:
    page = visitor.open("library", wait="main h1", locale="zh-TW")
    large = tmp_path / "big.txt"
    with large.open("wb") as file:
        file.truncate(8 * 1024 * 1024 + 1)
    page.get_by_label("選擇檔案").set_input_files(large)
    expect(page.get_by_text("big.txt 超過 8 MiB")).to_be_visible()
