"""Takes the pictures of the studio that the documents show, in both themes and on a phone.

Starts a studio of its own with an empty database, plays a little so that pages have something to
show, and writes docs/pictures/studio/NAME-THEME.png. Needs the built page and Debian's chromium.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from threading import Thread
from typing import Any

import uvicorn
from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from kikashi.studio import create_app, serve
from kikashi.studio.settings import Settings

HOUSE = Path(__file__).resolve().parent.parent
PICTURES = HOUSE / "docs" / "pictures" / "studio"
CHROMIUM = "/usr/bin/chromium"
FLAGS = ["--no-sandbox", "--headless", "--no-first-run", "--hide-scrollbars"]
WIDE: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
}
PALETTE: dict[str, Any] = {
    "colors": 256,
    "method": Image.Quantize.MAXCOVERAGE,
    "kmeans": 3,
    "dither": Image.Dither.NONE,
}
"""A quarter of the bytes; rare colours, such as the mark of the last turn, are kept."""
LONG = 30_000
"""Milliseconds: starter puzzles are laid into the new database first."""

Prepare = Callable[[Page], None]


@contextmanager
def studio(grid: Path | None) -> Iterator[str]:
    """A studio in this process, perhaps beside a grid; gives its address."""
    with (
        tempfile.TemporaryDirectory() as folder,
        serve.listen("127.0.0.1", None) as listener,
    ):
        settings = Settings(database=str(Path(folder) / "studio.db"), grid=grid)
        if not (settings.static / "index.html").is_file():
            sys.exit("the page is not built; `make setup` builds it")
        config = uvicorn.Config(create_app(settings), log_level="warning", lifespan="on")
        server = uvicorn.Server(config)
        thread = Thread(target=server.run, kwargs={"sockets": [listener]})
        thread.start()
        yield serve.address(listener)
        server.should_exit = True
        thread.join()


def front(page: Page) -> None:
    """The front page, as a newcomer finds it."""
    page.goto("/")
    page.wait_for_selector("[role=gridcell].playable")
    page.wait_for_selector("select")


def game(page: Page) -> None:
    """A game that is going on, with a hint and threats shown."""
    page.goto("/?game=connect6")
    play_alone(page, "j10 k11 i9 j11 j12 l12 h8 j13 k12")
    page.get_by_role("checkbox", name=words("Threats", "迫著")).check()
    page.wait_for_selector(".threats")


def won(page: Page) -> None:
    """A game that was won."""
    page.goto("/?game=gomoku")
    play_alone(page, "h8 h9 i9 g7 j10 k11 i8 g8 j8 k8 i10 i11 i7 i6 h10 j7 g10 k10 f10")


def pieces(page: Page) -> None:
    """A game of pieces, with one taken up."""
    page.goto("/?game=xiangqi")
    play_alone(page, "b2e2 b9c7 b0c2 a9b9")
    page.locator('[data-cell="h2"]').click()
    page.wait_for_selector("circle.target")


def space(page: Page) -> None:
    """A board in space."""
    page.goto("/?game=goclub&o=size=5x5x5&o=clubs=cube")
    play_alone(page, "c3c b2b d4d a1a d2b")
    page.get_by_role("tab").nth(1).click()
    page.wait_for_selector("canvas")
    page.wait_for_timeout(2500)  # the board in space is drawn when its script has come


def play_alone(page: Page, moves: str) -> None:
    """Plays both sides of the game that is set up."""
    page.get_by_label(words("Both sides", "同機對弈")).check()
    page.get_by_role("button", name=words("Start", "開始")).click()
    page.wait_for_url("**/game/*")
    for move in moves.split():
        field = page.get_by_label(words("Type a move", "輸入著手"))
        if page.locator(".result").count():
            return
        field.fill(move)
        field.press("Enter")
        # Where the game has a notation of its own, the plain move is told on hovering.
        page.locator(f'ol.moves :text("{move}"), ol.moves [title="{move}"]').first.wait_for()


def plain(path: str, wait: str = "main h1") -> Prepare:
    """A page that needs nothing done."""

    def prepare(page: Page) -> None:
        page.goto(path)
        page.wait_for_selector(wait)
        page.wait_for_load_state("networkidle")

    return prepare


PAGES: dict[str, Prepare] = {
    "front": front,
    "game": game,
    "won": won,
    "pieces": pieces,
    "space": space,
    "games": plain("/games", "li a.card"),
    "analysis": plain("/analysis", "[role=gridcell]"),
    "puzzles": plain("/puzzles"),
    "progress": plain("/puzzles/progress"),
    "exam": plain("/exam"),
    "library": plain("/library"),
    "grid": plain("/grid", "main .card"),
    "account": plain("/account"),
    "about": plain("/about"),
}
FEW = {"front", "game", "analysis", "puzzles", "exam"}
"""Pages that are also shown on a phone and in Chinese."""
_language = "en"


def words(english: str, chinese: str) -> str:
    """The word of the language that is being photographed."""
    return english if _language == "en" else chinese


def shown() -> str:
    """All documents: a picture that none of them names is not kept."""
    documents = [*HOUSE.glob("*.md"), *(HOUSE / "docs").rglob("*.md")]
    return "".join(document.read_text("utf-8") for document in documents)


def take(browser: Browser, address: str, name: str, wanted: set[str], **context: Any) -> None:
    """All wanted pages in one kind of browser; `name` ends the files' names."""
    with browser.new_context(base_url=address, reduced_motion="reduce", **context) as session:
        page = session.new_page()
        page.set_default_timeout(LONG)
        for title, prepare in PAGES.items():
            # The list of games shows those that were played for the pictures before it.
            if title not in wanted and not (title == "game" and "games" in wanted):
                continue
            prepare(page)
            if title in wanted:
                page.evaluate("scrollTo(0, 0)")
                picture = PICTURES / f"{title}-{name}.png"
                if picture.name not in shown():
                    continue
                with Image.open(BytesIO(page.screenshot())) as shot:
                    shot.convert("RGB").quantize(**PALETTE).save(picture, optimize=True)
                print(picture.name, flush=True)


def main() -> None:
    """Takes the pictures, or those of the pages that are named."""
    global _language  # noqa: PLW0603 - one photographer, one language at a time
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pages", nargs="*", choices=[*PAGES, []], help="only these pages")
    parser.add_argument("--grid", type=Path, help="the folder of a running broker, for its page")
    asked = parser.parse_args()
    wanted = set(asked.pages) or set(PAGES)
    PICTURES.mkdir(parents=True, exist_ok=True)
    with studio(asked.grid) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        for theme in ("light", "dark"):
            take(browser, address, theme, wanted, locale="en-US", color_scheme=theme, **WIDE)
        few = wanted & FEW
        take(browser, address, "phone", few, locale="en-US", color_scheme="light", **PHONE)
        _language = "zh-Hant"
        take(browser, address, "zh-Hant", few, locale="zh-TW", color_scheme="light", **WIDE)
        browser.close()


if __name__ == "__main__":
    main()
