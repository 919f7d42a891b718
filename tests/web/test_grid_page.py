"""The grid page: how to start a grid where there is none, and a real one at work."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from kikashi.grid.client import NatsExecutor
from kikashi.studio.settings import Settings
from tests.grid.running import Grid, people
from tests.grid.work import Work, doubles
from tests.studio.served import served
from tests.web.axe import problems
from tests.web.boards import PHONE
from tests.web.conftest import Visitor

pytestmark = pytest.mark.browser


def figure(page: Page, name: str, value: str) -> None:
    """Waits until a tile shows this."""
    expect(page.locator(f"[data-figure={name}] strong")).to_have_text(value)


def test_without_a_grid_the_page_says_how_to_start_one(visitor: Visitor) -> None:
    page = visitor.open("grid", wait="main code", permissions=["clipboard-write", "clipboard-read"])
    expect(page.get_by_text("This studio shows no grid yet")).to_be_visible()
    commands = page.locator("main code").all_text_contents()
    assert [command.split()[:3] for command in commands] == [
        ["kikashi", "grid", "broker"],
        ["kikashi", "grid", "invite"],
        ["kikashi", "grid", "join"],
        ["kikashi", "studio", "--grid"],
    ]
    page.get_by_role("button", name="Copy: kikashi grid invite").click()
    expect(page.get_by_text("Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == commands[1]


@pytest.fixture(scope="module")
def grid(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Grid, Path]]:
    with Grid(tmp_path_factory.mktemp("grid")) as made:
        anna, app = people(made, "anna", trusted=True)
        made.join(anna)
        yield made, app


def test_a_grid_at_work_is_shown_live_with_each_contribution(
    browser: Browser, grid: tuple[Grid, Path], tmp_path: Path
) -> None:
    made, app = grid
    settings = Settings(database=str(tmp_path / "studio.db"), starter=False, grid=made.dir)
    with served(settings) as address:
        visitor = Visitor(browser, address)
        page = visitor.open("grid", wait="[data-figure]", locale="zh-TW", **PHONE)
        figure(page, "pcs", "1")
        figure(page, "done", "0")
        with NatsExecutor(app) as executor:
            Work(doubles(7), executor).finish()
        figure(page, "done", "7")
        contribution = page.get_by_role("row", name=re.compile(r"^anna .*7 7 "))
        expect(contribution).to_be_visible()
        expect(page.get_by_text("等待任務")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
        assert problems(page) == []
        made.broker.kill()
        expect(page.get_by_text("中介沒有回應")).to_be_visible()
        made.start_broker()
        expect(contribution).to_be_visible()  # what volunteers have given is in the ledger
        page.context.close()
        assert visitor.complaints == []
