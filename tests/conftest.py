"""The browser of the tests that look at a page."""

from __future__ import annotations

import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.needs import cannot_run

CHROMIUM = "/usr/bin/chromium"
# As root there is no sandbox; the rest keeps chromium from looking for hosts of its own.
FLAGS = [
    "--no-sandbox",
    "--headless",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


# A file at a time: while Playwright is there, its thread counts as one with a running event loop,
# and the tests of other files could start none.
@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Debian's chromium."""
    if shutil.which(CHROMIUM) is None:
        cannot_run("the Debian package chromium is not installed")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()
