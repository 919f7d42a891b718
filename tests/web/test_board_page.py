"""The board by keyboard, for screen readers, with pieces and in space."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from kikashi import games
from kikashi.drawing import Marks
from kikashi.law import View
from kikashi.studio import service
from tests.web.boards import begin, cell, status, turns
from tests.web.conftest import Visitor

pytestmark = pytest.mark.browser

SMALL = "?game=gomoku&o=size%3D5x5&o=k%3D3"
SPACE = "?game=goclub&o=size%3D3x3x3&o=clubs%3Daxis"
DRAWN = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
"""What the page has heard by now is on the screen."""
PIECES = [
    room.id
    for room in service.playable_rooms()
    for point in room.scene(room.start().view_of_mover()).points[:1]  # tables have none
    if len(room.start().legal_moves()[0]) == 2 * len(point.cell)
]


LIKED = [
    room.id
    for room in service.playable_rooms()
    if room.id in PIECES
    and any(face.forms for face in room.scene(room.start().view_of_mover()).faces)
]
"""Games whose pieces the page draws from characters, letters or figures."""


def _start(game: str) -> View:
    return games.room(game).start().view_of_mover()


def press(page: Page, keys: str) -> None:
    for key in keys.split():
        page.keyboard.press(key)


def test_a_game_is_set_up_played_and_won_by_keyboard_alone(visitor: Visitor) -> None:
    page = visitor.open(SMALL)
    press(page, "Tab Enter")  # 'skip to the content' goes to the board
    expect(page.locator(":focus")).to_have_attribute("data-cell", "c3")
    page.keyboard.press("Escape")
    both = page.get_by_label("Both sides")
    both.focus()
    page.keyboard.press("Space")
    expect(both).to_be_checked()
    page.keyboard.press("b")
    ways = ["Enter", "ArrowRight Enter", "ArrowLeft ArrowUp Enter", "End Enter"]
    ways.append("ArrowDown ArrowDown ArrowLeft ArrowLeft Enter")
    for number, way in enumerate(ways, start=1):
        press(page, way)
        turns(page, number)
        expect(page.locator(":focus")).to_have_attribute("aria-label", re.compile("stone"))
    expect(status(page)).to_contain_text("Black wins")
    press(page, "Escape u")
    expect(status(page)).to_contain_text("Black to move")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_contain_text("take back")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()
    page.keyboard.press("n")
    expect(page.get_by_role("heading", name="Place a stone.")).to_be_visible()


def test_the_board_is_a_grid_for_screen_readers(visitor: Visitor) -> None:
    page = visitor.open("?game=gomoku")
    board = page.get_by_role("grid")
    expect(board).to_have_attribute("aria-label", "Gomoku 15x15")
    expect(board.get_by_role("row")).to_have_count(15)
    expect(board.get_by_role("gridcell")).to_have_count(225)
    expect(page.locator("[role=gridcell][tabindex='0']")).to_have_count(1)


def test_every_game_opens_and_takes_a_move(visitor: Visitor) -> None:
    page = visitor.open()
    options = page.locator("select").first.locator("option")
    expect(options.first).to_be_attached()
    names = [option.get_attribute("value") or "" for option in options.all()]
    assert set(names) == {room.id for room in service.playable_rooms()}
    # Tables of cards and tiles have no cells; tests/web/test_play_page.py plays them.
    boards = [name for name in names if games.room(name).scene(_start(name)).points]
    assert len(boards) >= len(names) - 2
    for name in boards:
        page.goto(f"/?game={name}")
        page.wait_for_selector("[role=gridcell].playable")
        page.locator("[role=gridcell].playable").first.click()
        if name in PIECES:
            page.locator("[role=gridcell].playable[aria-label*='can go here']").first.click()
        page.wait_for_url("**/game/*")
        expect(page.locator("ol.moves li").first).to_be_visible()


@pytest.mark.parametrize("game", PIECES)
def test_a_piece_goes_from_cell_to_cell_by_mouse_and_by_key(visitor: Visitor, game: str) -> None:
    page = visitor.open(f"?game={game}")
    begin(page, "Both sides")
    first = cell(
        page, page.locator("[role=gridcell].playable").first.get_attribute("data-cell") or ""
    )
    first.click()
    expect(first).to_have_attribute("aria-selected", "true")
    expect(page.locator("circle.target").first).to_be_visible()
    first.click()
    expect(page.locator("circle.target")).to_have_count(0)
    first.click()
    target = page.locator("[role=gridcell][aria-label*='can go here']").first
    arrived = target.get_attribute("data-cell") or ""
    target.click()
    mover = games.room(game).player_names(games.room(game).start().options)[0]
    last = re.compile(f"{mover} .*last turn", re.IGNORECASE)
    expect(cell(page, arrived)).to_have_attribute("aria-label", last)
    turns(page, 1)
    own = page.locator("[role=gridcell].playable").first
    own.focus()
    page.keyboard.press("Enter")
    expect(page.locator("circle.target").first).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("circle.target")).to_have_count(0)
    page.keyboard.press("Enter")
    page.locator("[role=gridcell][aria-label*='can go here']").first.focus()
    page.keyboard.press("Enter")
    turns(page, 2)


@pytest.mark.parametrize("game", LIKED)
def test_pieces_are_shown_as_the_person_likes_them(visitor: Visitor, game: str) -> None:
    page = visitor.open("account", wait="h1")
    scene = games.room(game).scene(_start(game), Marks(pieces="characters"))
    count = len(scene.stones)
    for pieces, texts, figures in (
        ("character", count, 0),
        ("letter", count, 0),
        ("figure", 0, count),
    ):
        page.goto("/account")
        page.get_by_label("Piece set").select_option(pieces)
        page.goto(f"/?game={game}")
        page.wait_for_selector("[role=gridcell]")
        expect(page.locator("text.character")).to_have_count(texts)
        expect(page.locator("g.figure")).to_have_count(figures)
        if pieces == "character":
            shown = [face.forms["character"] for face in scene.faces]
            once = next(text for text in shown if shown.count(text) == 1)
            expect(page.locator("text.character", has_text=once).first).to_be_visible()


def test_a_board_in_space_is_turned_in_space_and_played_on_its_layers(visitor: Visitor) -> None:
    asked: list[str] = []
    page = visitor.open(SPACE)
    page.on("request", lambda request: asked.append(request.url))
    begin(page, "Both sides")
    expect(page.locator("[role=gridcell]")).to_have_count(27)
    cell(page, "b2b").click()
    turns(page, 1)
    assert not [url for url in asked if "space" in url], "three.js is loaded only when it is used"
    page.get_by_role("tab", name="In space").click()
    expect(page.locator("canvas")).to_be_visible()
    expect(page.get_by_role("img", name=re.compile("GoClub.*b2b"))).to_be_visible()
    assert [url for url in asked if "space" in url]
    expect(page.locator(".space .cell")).not_to_have_text(re.compile("Building"))
    canvas = page.locator("canvas").bounding_box()
    assert canvas is not None
    found = False
    for step in range(1, 20):
        page.mouse.move(
            canvas["x"] + canvas["width"] * (0.3 + step / 50), canvas["y"] + canvas["height"] * 0.45
        )
        page.evaluate(DRAWN)
        if page.locator(".space .cell").inner_text():
            found = True
            page.mouse.down()
            page.mouse.up()
            break
    assert found, "the pointer finds a free cell"
    turns(page, 2)
    visitor.forgive("GPU stall", "WebGL")


def test_without_webgl_the_layers_say_why_they_are_all_there_is(visitor: Visitor) -> None:
    page = visitor.open("about", wait="h1")
    page.add_init_script("HTMLCanvasElement.prototype.getContext = () => null")
    page.goto(f"/{SPACE}")
    page.wait_for_selector("[role=gridcell]")
    expect(page.get_by_text("no WebGL")).to_be_visible()
    expect(page.get_by_role("tab")).to_have_count(0)
    cell(page, "b2b").click()
    page.wait_for_url("**/game/*")
