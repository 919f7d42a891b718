"""A game is shown in the language that is wanted now, in whatever order its answers arrive."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.web.boards import begin, click, status
from tests.web.conftest import Visitor
from tests.web.held import Held

pytestmark = pytest.mark.browser


def test_a_move_whose_answer_was_asked_for_in_the_former_language(visitor: Visitor) -> None:
    page = visitor.open("?game=gomoku")
    begin(page, "Both sides")
    # A second page of the same person: whether somebody is here does not change with a stream.
    visitor.tab(page.context, page.url.removeprefix(f"{visitor.address}/"))
    answer = Held(page, re.compile("/api/play/games/[^/]+/moves"))
    click(page, "h8")
    answer.wait()
    stream = Held(page, re.compile("/api/play/games/[^/]+/events"))
    page.get_by_role("button", name="切換為中文").click()
    stream.wait()
    answer.let_go()  # in English, and the stream tells of the same move in Chinese afterwards
    stream.let_go()
    expect(page.get_by_role("grid")).to_have_attribute("aria-label", "五子棋 15x15")


def test_a_new_game_speaks_the_language_before_its_stream_does(visitor: Visitor) -> None:
    page = visitor.open("?game=gomoku", locale="zh-TW")
    held = Held(page, re.compile("/api/play/games/[^/]+/events"))
    page.get_by_role("button", name="開始").click()
    held.wait()
    expect(page.get_by_role("grid")).to_have_attribute("aria-label", "五子棋 15x15")
    expect(status(page)).to_contain_text("你執黑方")
