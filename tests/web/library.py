"""Records for the library, and how a person brings them."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import FilePayload, Page

SIX = (Path(__file__).parent.parent / "puzzles" / "six_games.txt").read_text().splitlines()


def bring(page: Page, name: str, text: str) -> None:
    page.get_by_label("Game").first.select_option("connect6")
    file = FilePayload(name=name, mimeType="text/plain", buffer=text.encode())
    page.get_by_label("Choose a file").set_input_files(file)
    page.wait_for_url(re.compile("/library/.+"))
