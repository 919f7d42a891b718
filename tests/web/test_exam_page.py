"""The exam in a real browser, on a real studio that is killed and started again."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from kikashi.studio import serve
from tests.studio.solvers import quiet_turn
from tests.web import training
from tests.web.axe import problems
from tests.web.boards import PHONE
from tests.web.conftest import Visitor
from tests.web.training import answer_right, answer_wrong, sitting, told

pytestmark = pytest.mark.browser


@contextmanager
def studio(database: Path, port: int) -> Iterator[str]:
    """`kikashi studio` as people start it; at the end it is killed, as a power cut does it."""
    command = "from kikashi.cli import main; main()"
    options = ["--database", str(database), "--port", str(port)]
    run = subprocess.Popen(
        [sys.executable, "-u", "-c", command, "studio", *options],
        stdout=subprocess.PIPE,
        env=dict(os.environ),
        text=True,
    )
    try:
        assert run.stdout is not None
        found = re.search(r"http://\S+", run.stdout.readline())
        assert found
        yield found[0]
    finally:
        run.kill()
        run.communicate()


def begin(page: Page, name: str = "Lin") -> None:
    page.get_by_label(re.compile("Name on the certificate|證書上的姓名")).fill(name)
    page.get_by_role("button", name=re.compile("Begin the exam|開始檢定")).click()
    page.wait_for_url(re.compile("/exam/.+"))
    page.wait_for_selector("[role=gridcell]")


def goes_on(page: Page) -> None:
    page.get_by_role("button", name=re.compile("Next question|下一題")).click()


def test_a_sitting_survives_reload_and_restart_and_ends_with_a_certificate(
    browser: Browser, address: str, tmp_path: Path
) -> None:
    del address  # says that the page is built
    with serve.listen("127.0.0.1", 0) as free:
        port = free.getsockname()[1]
    with studio(tmp_path / "studio.db", port) as home:
        visitor = Visitor(browser, home)
        page = visitor.open("exam", wait="main h1")
        expect(page.get_by_role("row", name=re.compile("Kyu 10 2 4 3"))).to_be_visible()
        assert problems(page) == []
        begin(page)
        for _ in range(3):
            answer_right(page)
            expect(told(page)).to_have_text("Right.")
            goes_on(page)
        expect(page.get_by_role("heading", name="Kyu 9")).to_be_visible()
        answer_right(page)
        expect(told(page)).to_contain_text("Right so far")
        before = sitting(page)
        page.reload()
        expect(told(page)).to_contain_text("Right so far")
    with studio(tmp_path / "studio.db", port):
        page.reload()
        expect(told(page)).to_contain_text("Right so far")
        visitor.forgive("ERR_CONNECTION_")  # what the page asked for while nobody was there
        assert sitting(page) == before
        answer_right(page)
        expect(told(page)).to_have_text("Right.")
        goes_on(page)
        expect(page.get_by_text("1 of 3 right, 0 wrong")).to_be_visible()
        answer_wrong(page)
        expect(told(page)).to_contain_text("Wrong")
        goes_on(page)
        answer_wrong(page)
        expect(page.get_by_role("heading", name="Lin has reached kyu 10")).to_be_visible()
        failed = page.get_by_role("button", name=re.compile("^Puzzle .* wrong$"))
        expect(failed).to_have_count(2)
        page.get_by_role("tab", name="Solution").click()
        expect(page.get_by_role("heading", name="The winning turn")).to_be_visible()
        assert problems(page) == []
        page.get_by_role("link", name="See the certificate").click()
        expect(page.get_by_role("heading", name="Certificate")).to_be_visible()
        expect(page.get_by_text("Taken alone and unwatched")).to_be_visible()
        expect(page.locator("article")).to_contain_text("Lin")
        assert problems(page) == []
        printed = page.pdf(prefer_css_page_size=True)
        assert len(re.findall(rb"/Type\s*/Page\b", printed)) == 1, "one sheet of paper"
        page.emulate_media(media="print")
        expect(page.get_by_role("button", name="Print")).to_be_hidden()
        page.context.close()
        assert visitor.complaints == []


def test_the_exam_speaks_chinese_on_a_phone(visitor: Visitor) -> None:
    page = visitor.open("exam", wait="main h1", locale="zh-TW", **PHONE)
    expect(page.get_by_role("heading", name="規則")).to_be_visible()
    begin(page, "林先生")
    expect(page.locator("h1")).to_contain_text("請下出擋不住的一手")
    training.play(page, quiet_turn(training.question(page)), tap=True)
    expect(told(page)).to_contain_text("答錯")
    page.get_by_role("button", name="下一題").tap()
    page.get_by_role("button", name="在此結束檢定").tap()
    page.get_by_role("button", name="結束", exact=True).tap()
    expect(page.get_by_role("heading", name="林先生 這次未達 10 級")).to_be_visible()
    wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0, "nothing sticks out"
    assert problems(page) == []
