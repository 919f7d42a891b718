"""The puzzles in a real browser: solved, failed, repeated, made, by mouse, finger and keys."""

from __future__ import annotations

import re
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

from kikashi.games import room
from kikashi.search import Limits, solve
from kikashi.stones.holding import holding
from tests.studio.solvers import board, quiet_turn, winning_turn
from tests.web import training
from tests.web.axe import problems
from tests.web.boards import PHONE, cell
from tests.web.conftest import Visitor
from tests.web.training import attempt, told

pytestmark = pytest.mark.browser

GIVE = re.compile("^(Start|開始解題)$")
ARROWS = {(1, 0): "ArrowRight", (-1, 0): "ArrowLeft", (0, 1): "ArrowUp", (0, -1): "ArrowDown"}


def chosen(visitor: Visitor, *themes: str, longest: str = "", **context: object) -> Page:
    page = visitor.open("puzzles", wait="main h1", **context)
    for theme in themes:
        page.get_by_role("button", name=re.compile(f"^{theme}")).click()
    if longest:
        page.get_by_label("Turns: to").select_option(value=longest)
    page.get_by_role("button", name=GIVE).click()
    page.wait_for_selector("[role=gridcell]")
    return page


def test_a_puzzle_is_solved_its_solution_walked_and_the_next_one_a_key_away(
    visitor: Visitor,
) -> None:
    page = chosen(visitor, longest="3")
    expect(page.get_by_role("button", name="See the solution")).to_have_count(0)
    first = attempt(page)["id"]
    training.solve(page)
    expect(told(page)).to_contain_text("Solved")
    expect(page.locator("main")).to_contain_text(re.compile(r"Rating 1500 → 1\d{3}"))
    page.get_by_role("button", name="See the solution").click()
    expect(page.get_by_role("heading", name="The winning turn")).to_be_visible()
    for said in ("Proved: a win", "Proved: no win of its kind is faster"):
        proof = page.get_by_role("group", name=said)
        proof.get_by_role("button", name="Check it yourself").click()
        expect(proof.get_by_text("Your browser replayed all of it")).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("group", name="The line so far").get_by_role("button")).to_have_count(2)
    assert problems(page) == []
    page.keyboard.press("n")
    page.wait_for_url(re.compile(f"/puzzles/(?!{first})"))
    expect(told(page)).not_to_contain_text("Solved")


def test_a_failed_puzzle_waits_to_be_repeated_until_it_is_solved(visitor: Visitor) -> None:
    page = chosen(visitor, "parries first", longest="3")
    name = attempt(page)["puzzle"]
    training.play(page, quiet_turn(board("connect6", attempt(page)["position"])))
    expect(told(page)).to_contain_text("Wrong: it lets the other side win")
    expect(page.locator("main")).to_contain_text("−")
    page.reload()
    expect(told(page)).to_contain_text("Wrong")
    page.get_by_role("link", name="Other puzzles").click()
    expect(page.get_by_text("1 failed puzzle waits for you.")).to_be_visible()
    page.get_by_role("button", name="Repeat a failure").click()
    page.wait_for_selector("[role=gridcell]")
    assert attempt(page)["puzzle"] == name
    expect(page.get_by_text("A failure once more: not rated")).to_be_visible()
    training.solve(page)
    page.goto("/puzzles")
    expect(page.get_by_text("Nothing failed: nothing to repeat.")).to_be_visible()
    page.get_by_role("link", name="Progress and weak themes").click()
    expect(page.get_by_role("row", name=re.compile("parries first 1 0%"))).to_be_visible()
    assert problems(page) == []


def walk_to(page: Page, target: str) -> None:
    """Moves the board's cursor to a cell by arrow keys alone."""
    for _ in range(80):
        here = page.evaluate("document.activeElement?.dataset?.cell ?? ''")
        if here == target:
            return
        across = ord(target[0]) - ord(here[0])
        step = (
            (1 if across > 0 else -1, 0)
            if across
            else (0, 1 if int(target[1:]) > int(here[1:]) else -1)
        )
        page.keyboard.press(ARROWS[step])
    raise AssertionError(f"{target} was not reached")


def test_a_puzzle_is_solved_by_keys_alone(visitor: Visitor) -> None:
    page = visitor.open("puzzles", wait="main h1")
    page.get_by_role("button", name="Gomoku").press("Enter")
    expect(page.get_by_role("button", name=GIVE)).to_be_enabled()
    page.keyboard.press("Escape")
    page.keyboard.press("n")
    page.wait_for_selector("[role=gridcell]")
    page.locator("a.skip").press("Enter")
    while attempt(page)["state"] == "open":
        before = len(attempt(page)["turns"])
        for move in winning_turn(board("gomoku", attempt(page)["position"])):
            walk_to(page, move)
            page.keyboard.press("Enter")
        expect(page.get_by_role("button", name=training.PLAY)).to_be_focused()
        page.keyboard.press("Enter")
        expect(told(page)).to_have_class(re.compile("good"))
        assert len(attempt(page)["turns"]) > before
    expect(told(page)).to_contain_text("Solved")
    page.keyboard.press("s")
    expect(page.get_by_role("heading", name="Solution")).to_be_visible()


def test_on_a_phone_and_in_chinese_a_finger_lays_a_turn_out_and_plays_it(visitor: Visitor) -> None:
    page = chosen(visitor, locale="zh-TW", **PHONE)
    expect(page.locator("h1")).to_contain_text(re.compile("手迫勝|擋不住"))
    turn = winning_turn(board("connect6", attempt(page)["position"]))
    training.lay(page, turn, tap=True)
    page.get_by_role("button", name="取回").tap()
    expect(cell(page, turn[-1])).to_have_attribute("aria-label", re.compile("空"))
    cell(page, turn[-1]).tap()
    page.get_by_role("button", name=training.PLAY).tap()
    expect(told(page)).to_have_class(re.compile("good"))
    wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0, "nothing sticks out"
    assert problems(page) == []


def test_a_mix_is_kept_and_a_position_becomes_a_puzzle_or_is_told_why_not(visitor: Visitor) -> None:
    page = visitor.open("puzzles", wait="main h1")
    page.get_by_role("button", name=re.compile("^counter-threat")).click()
    page.get_by_label("Name of this mix").fill("after lunch")
    page.get_by_role("button", name="Save this choice").click()
    page.reload()
    page.get_by_role("button", name="GoClub").click()
    page.get_by_role("button", name="after lunch", exact=True).click()
    expect(page.get_by_role("button", name=re.compile("counter-threat.*: wanted"))).to_be_visible()
    start = "setup black=a1,s19,a19,s1,j1 white=h10,i10,k8,k9 move=white left=2"
    page.goto(f"/puzzles/make?game=connect6&start={quote(start)}")
    page.wait_for_selector("[role=gridcell]")
    page.get_by_role("button", name="Make a puzzle of this position").click()
    expect(page.get_by_text("It is a puzzle of 4 turns.")).to_be_visible()
    page.get_by_role("button", name="Solve it").click()
    page.wait_for_url(re.compile("/puzzles/(?!make)"))
    page.wait_for_selector("[role=gridcell]")
    assert attempt(page)["rated"] is False
    page.go_back()
    page.wait_for_selector("[role=gridcell]")
    cell(page, "a5").click()
    cell(page, "s5").click()
    page.get_by_role("button", name="Make a puzzle of this position").click()
    expect(
        page.get_by_text("No puzzle: the search went through every forcing line")
    ).to_be_visible()
    assert problems(page) == []


def test_a_win_by_single_threats_and_the_only_defence_are_found(visitor: Visitor) -> None:
    page = visitor.open("puzzles", wait="main h1")
    page.get_by_role("button", name="Gomoku").click()
    page.get_by_role("button", name=re.compile("a win by fours and threes")).click()
    page.get_by_label("Turns: to").select_option(value="2")
    page.get_by_role("button", name=GIVE).click()
    page.wait_for_selector("[role=gridcell]")
    expect(page.locator("h1")).to_contain_text("win by fours and threes")
    while attempt(page)["state"] == "open":
        here = board("gomoku", attempt(page)["position"])
        training.play(page, list(solve(here, "vct", Limits(nodes=300_000)).line[0]))
        expect(told(page)).to_contain_text(re.compile("Right|Solved"))
    page.get_by_role("button", name="See the solution").click()
    expect(page.get_by_text("The main line of a proved win.")).to_be_visible()
    page.get_by_role("link", name="Other puzzles").click()
    page.get_by_role("button", name=re.compile("the only defence")).click()
    page.get_by_role("button", name=GIVE).click()
    page.wait_for_selector("[role=gridcell]")
    expect(page.locator("h1")).to_contain_text("find the only defence")
    here = board("gomoku", attempt(page)["position"])
    (only,) = holding(here, Limits(nodes=300_000)).turns
    training.play(page, list(only.stones))
    expect(told(page)).to_contain_text("this holds, and nothing else does")
    page.keyboard.press("s")
    expect(page.get_by_role("heading", name="The defence")).to_be_visible()
    assert problems(page) == []


def test_a_mate_of_pieces_is_made_a_puzzle_and_solved(visitor: Visitor) -> None:
    start = "3k5/9/4b4/9/9/9/9/9/R8/1R2K4 w - - 0 1"
    page = visitor.open(f"puzzles/make?game=xiangqi&start={quote(start)}")
    page.get_by_role("button", name="Make a puzzle of this position").click()
    page.get_by_role("button", name="Solve it").click()
    page.wait_for_url(re.compile("/puzzles/(?!make)"))
    page.wait_for_selector("[role=gridcell]")
    while attempt(page)["state"] == "open":
        position = attempt(page)["position"]
        here = room("xiangqi").from_text(position["text"], position["options"])
        (move,) = solve(here, limits=Limits(nodes=100_000), fastest=True).line[0]
        cell(page, move[:2]).click()
        cell(page, move[2:]).click()
        button = page.locator(".turn button.primary")
        expect(button).to_have_text(re.compile(r"^\s*Play [A-Z+=-]"))  # as people write it
        button.click()
        expect(told(page)).to_contain_text(re.compile("Right. The defence is|Solved"))
        expect(button.filter(has_text=re.compile(r"Play [A-Z+=-]"))).to_have_count(0)
    expect(told(page)).to_contain_text("Solved")


def test_a_puzzle_is_given_up_and_reported_by_keys(visitor: Visitor) -> None:
    page = chosen(visitor)
    expect(page.get_by_role("button", name="Give up")).to_be_visible()
    page.keyboard.press("b")
    expect(page.locator(":focus")).to_have_attribute("role", "gridcell")
    page.keyboard.press("Escape")
    page.keyboard.press("g")
    expect(told(page)).to_contain_text("Given up")
    expect(page.get_by_role("heading", name="The winning turn")).to_be_visible()
    expect(page.get_by_role("button", name="Report it as wrong")).to_be_visible()
    page.keyboard.press("w")
    page.get_by_label(re.compile("What is wrong")).fill("j10 wins too")
    page.get_by_role("button", name="Send").click()
    expect(page.get_by_text("Thank you.")).to_be_visible()
