"""Accounts in the page: made from a guest, left and come back to, changed and deleted."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web.boards import begin
from tests.web.conftest import Visitor

pytestmark = pytest.mark.browser

PASSWORD = "plum blossom six"


def test_a_guest_makes_an_account_comes_back_and_deletes_it(visitor: Visitor) -> None:
    page = visitor.open("?game=gomoku")
    begin(page, "Both sides")
    page.get_by_role("link", name="Account").click()
    expect(page.get_by_role("heading", name="You are a guest")).to_be_visible()
    page.get_by_role("tab", name="Create an account").click()
    page.get_by_label("Login name").fill("ann")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Create an account").click()
    expect(page.get_by_role("heading", name="Signed in as ann")).to_be_visible()
    page.get_by_label("Name at your games").fill("Ann of the Plums")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Saved")).to_be_visible()
    page.get_by_role("button", name="Log out").click()
    expect(page.get_by_role("heading", name="You are a guest")).to_be_visible()

    page.get_by_label("Login name").fill("ann")
    page.get_by_label("Password").fill("not the password")
    page.get_by_role("button", name="Log in").click()
    expect(page.get_by_role("alert")).not_to_be_empty()
    visitor.forgive("401", "403")

    elsewhere = visitor.open("account", wait="h1")
    elsewhere.get_by_label("Login name").fill("ann")
    elsewhere.get_by_label("Password").fill(PASSWORD)
    elsewhere.get_by_role("button", name="Log in").click()
    expect(elsewhere.get_by_label("Name at your games")).to_have_value("Ann of the Plums")
    elsewhere.get_by_role("main").get_by_role("link", name="My games").click()
    expect(elsewhere.locator("li a.card")).to_have_count(1)
    elsewhere.go_back()
    elsewhere.locator("summary", has_text="Delete account").click()
    elsewhere.locator("details").get_by_label("Password").fill(PASSWORD)
    elsewhere.locator("details").get_by_role("button", name="Delete account").click()
    expect(elsewhere.get_by_role("heading", name="You are a guest")).to_be_visible()
