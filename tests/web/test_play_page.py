"""Playing in a real browser: against levels, a friend by link, and alone, to the end."""

from __future__ import annotations

import re
import time
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from kikashi import games
from kikashi.law.winning_sets import StonePosition
from kikashi.play.levels import make_player
from kikashi.studio import service
from tests.web.boards import PHONE, begin, cell, choose, click, status, turns, type_moves
from tests.web.conftest import Visitor

pytestmark = pytest.mark.browser

ROOMS = {room.id: room.capabilities(room.normal_options(None)) for room in service.playable_rooms()}
# Games that a stronger player ends by force; Go's go on to the counting, which its own tests play.
LEVELS = [
    game
    for game, can in ROOMS.items()
    if can.levels and can.provers and not (can.chance or can.hidden)
]
LUCK = [game for game, can in ROOMS.items() if can.chance or can.hidden]
SMALL = {"go": "&o=size%3D7"}
"""Boards on which a whole game is a short one."""
GOMOKU_WIN = "h8 a1 h9 a2 h10 a3 h11 a4 h12"


def position_of(page: Page) -> dict[str, Any]:
    """The game of the page as its API tells it to this person."""
    name = page.url.rsplit("/", 1)[1]
    answer: dict[str, Any] = page.request.get(f"/api/play/games/{name}").json()
    return answer


def taken(page: Page, count: int) -> None:
    """Waits until the server has so many moves: the page lists a turn before it is taken."""
    end = time.monotonic() + 20
    while len(position_of(page)["position"]["moves"]) < count:
        assert time.monotonic() < end, f"the server has not taken move {count}"
        page.wait_for_timeout(50)


def test_a_newcomer_places_a_stone_at_once_and_the_computer_answers(visitor: Visitor) -> None:
    page = visitor.open()
    expect(status(page)).to_have_text("You are Black: your turn")
    click(page, "j10")
    page.wait_for_url("**/game/*")
    turns(page, 2)
    expect(status(page)).to_contain_text("Your turn: stone 1 of 2")
    page.get_by_role("button", name="Take back").click()
    expect(page.get_by_text("No moves yet.")).to_be_visible()
    page.reload()
    expect(page.get_by_text("No moves yet.")).to_be_visible()


def test_a_strong_computer_is_chosen_with_its_book_or_without(visitor: Visitor) -> None:
    page = visitor.open("?game=gomoku")
    book = page.get_by_label("First turns from its opening book")
    page.get_by_label("Level").select_option("level:2")
    expect(book).to_have_count(0)
    page.get_by_label("Level").select_option("level:9")
    expect(book).to_be_checked()
    book.uncheck()
    page.get_by_role("button", name="Start").click()
    page.wait_for_url("**/game/*")
    assert position_of(page)["seats"][1]["computer"] == "level:9/no-book"
    expect(page.get_by_text("Level 9: master, without a book").first).to_be_visible()


@pytest.mark.parametrize("game", LEVELS)
def test_a_game_is_won_against_level_1(visitor: Visitor, game: str) -> None:
    page = visitor.open(f"?game={game}{SMALL.get(game, '')}")
    page.get_by_label("Level").select_option("level:1")
    page.get_by_role("button", name="Start").click()
    page.wait_for_url("**/game/*")
    position, played = games.room(game).start(position_of(page)["position"]["options"]), 0
    while True:
        expect(status(page)).to_contain_text(re.compile("Your turn|your turn|You "))
        here = position_of(page)
        if here["over"]:
            break
        told = here["position"]
        position = position.play_all(told["moves"][played:])
        played = len(told["moves"])
        choices = told["scene"]["choices"]
        listed, shown = (
            page.locator("ol.moves li").count(),
            page.locator("ol.moves").all_text_contents(),
        )
        thought = make_player(position, 8, seed=len(told["moves"])).turn(position.view_of_mover())
        moves = thought.moves[: told["moves_left"]]  # of marks of dead stones each is a turn
        for move in moves:
            choose(page, choices, move)
        taken(page, played + len(moves))
        if position.play_all(moves).to_move == position.to_move:  # the list shows our mark
            expect(page.locator("ol.moves")).not_to_have_text(shown[0])
            continue
        # "Your turn" stands until the server has our stones, so wait for the answer's line.
        answered = page.locator("ol.moves li").nth(listed + 1)
        expect(answered.or_(page.get_by_role("link", name="Review the game")).first).to_be_visible()
    expect(status(page)).to_contain_text("You win")
    if isinstance(position, StonePosition):  # a mate has no line to draw
        expect(page.locator(".trail.win").first).to_be_attached()
    expect(page.get_by_role("link", name="Review the game")).to_have_attribute(
        "href", re.compile("^/analysis/")
    )
    page.goto("/games")
    expect(page.locator("li .tag.good")).to_have_text("won")


@pytest.mark.parametrize("game", LUCK)
def test_a_game_with_chance_or_hidden_hands_is_played_by_what_its_scene_offers(
    visitor: Visitor, game: str
) -> None:
    page = visitor.open(f"?game={game}", wait=".stage .table, [role=gridcell]")
    page.get_by_role("button", name="Start").click()
    page.wait_for_url("**/game/*")
    for _ in range(4):
        expect(status(page)).to_contain_text(re.compile("Your turn|your turn|You "))
        here = position_of(page)
        if here["over"]:
            break
        choices = here["position"]["scene"]["choices"]
        listed = page.locator("ol.moves li").count()
        choose(page, choices, choices[len(choices) // 2]["word"])
        taken(page, len(here["position"]["moves"]) + 1)
        expect(page.locator("ol.moves li").nth(listed)).to_be_visible()
    here = position_of(page)
    if here["chance"] is not None:
        page.get_by_text("Chance", exact=True).click()
        told = page.locator("[data-chance=commitment]")
        expect(told).to_have_text(here["chance"]["commitment"])


def test_the_first_stone_of_a_turn_is_pending_and_comes_back(visitor: Visitor) -> None:
    page = visitor.open("?game=connect6")
    begin(page, "Both sides")
    click(page, "j10")
    expect(status(page)).to_contain_text("White to move: stone 1 of 2")
    click(page, "k11")
    expect(status(page)).to_contain_text("White to move: stone 2 of 2")
    expect(page.locator("circle.pending")).to_have_count(1)
    expect(cell(page, "k11")).to_have_attribute(
        "aria-label", "k11, white stone, this turn, can be taken back"
    )
    page.get_by_role("button", name="Take the stone back").click()
    expect(page.locator("circle.pending")).to_have_count(0)
    click(page, "i11")
    click(page, "l11")
    expect(status(page)).to_contain_text("Black to move: stone 1 of 2")
    expect(page.locator("circle.last")).to_have_count(2)


def test_two_stones_placed_faster_than_the_server_answers_both_count(visitor: Visitor) -> None:
    page = visitor.open("?game=connect6")
    begin(page, "Both sides")
    type_moves(page, "j10")
    turns(page, 1)
    expect(status(page)).to_contain_text("White to move")
    type_moves(page, "k11 i11")
    expect(status(page)).to_contain_text("Black to move: stone 1 of 2")
    expect(page.locator("ol.moves li")).to_contain_text(["j10", "k11 i11"])


def test_who_plays_both_sides_need_not_wait_for_the_answer(visitor: Visitor) -> None:
    page = visitor.open("?game=gomoku")
    begin(page, "Both sides")
    held: list[Route] = []

    def hold_the_first(route: Route) -> None:
        if held:
            route.continue_()
        held.append(route)

    page.route("**/moves?*", hold_the_first)
    click(page, "h8")
    click(page, "i9")
    expect(cell(page, "i9")).to_have_attribute("aria-label", re.compile("white stone"))
    assert len(held) == 1, "the second stone waits for the answer to the first"
    held[0].continue_()
    expect(page.locator("ol.moves li")).to_contain_text(["h8", "i9"])
    expect(status(page)).to_contain_text("Black to move")


def test_a_hint_is_shown_and_marked_as_used(visitor: Visitor) -> None:
    page = visitor.open("?game=gomoku")
    click(page, "h8")
    turns(page, 2)
    page.get_by_role("button", name="Hint").click()
    expect(page.get_by_text("Suggested:")).to_be_visible()
    expect(page.locator("circle.best")).to_have_count(1)
    expect(page.get_by_text("Hints used: 1")).to_be_visible()
    page.keyboard.press("r")
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(status(page)).to_contain_text("You lose")
    page.goto("/games")
    expect(page.locator("li .tag.bad")).to_have_text("lost")
    expect(page.get_by_text("Hints used: 1")).to_be_visible()


def test_a_clock_runs_for_whoever_is_to_move(visitor: Visitor) -> None:
    page = visitor.open("?game=gomoku")
    page.get_by_label("Clock").select_option("60+1")
    begin(page, "Both sides")
    clocks = page.get_by_role("timer")
    expect(clocks).to_have_text(["1:00", "1:00"])
    click(page, "h8")
    expect(clocks.first).to_have_text(re.compile("1:01|1:00"))
    expect(clocks.nth(1)).to_have_text(re.compile("^0:5"))


def test_a_friend_comes_by_link_and_third_people_look_on(visitor: Visitor) -> None:
    ann = visitor.open("?game=gomoku")
    begin(ann, "Invite a friend")
    link = ann.get_by_label("Copy link").first.input_value()
    assert link == ann.url
    path = link.removeprefix(f"{visitor.address}/")
    bob = visitor.open(path)
    bob.get_by_role("button", name="Join the game").click()
    expect(bob.get_by_role("button", name="Join the game")).to_be_hidden()
    expect(status(ann)).to_contain_text("your turn")
    click(ann, "h8")
    expect(status(bob)).to_have_text("Black: h8. Your turn")
    click(bob, "i9")
    expect(cell(ann, "i9")).to_have_attribute("aria-label", "i9, white stone, last turn")
    third = visitor.open(path)
    expect(third.get_by_text("You are watching.")).to_be_visible()
    expect(third.get_by_role("button", name="Take back")).to_have_count(0)
    bob.get_by_role("button", name="Take back").click()
    expect(bob.get_by_text("You asked to take back")).to_be_visible()
    ann.get_by_role("button", name="Allow").click()
    expect(cell(bob, "i9")).to_have_attribute("aria-label", "i9, empty")
    expect(cell(third, "i9")).to_have_attribute("aria-label", "i9, empty")


def test_my_games_are_listed_and_go_on(visitor: Visitor) -> None:
    page = visitor.open("games", wait="h1")
    expect(page.get_by_text("You have no games yet")).to_be_visible()
    page.get_by_role("link", name="Play one").click()
    page.wait_for_selector("[role=gridcell]")
    begin(page, "Both sides")
    address = page.url
    page.get_by_role("link", name="My games").click()
    page.locator("li a.card").click()
    expect(page).to_have_url(address)
    other = visitor.open(address.removeprefix(f"{visitor.address}/"), wait=".empty")
    expect(other.get_by_text("it is not yours")).to_be_visible()
    visitor.forgive("404")


def test_one_can_look_back_by_keys_wheel_and_list(visitor: Visitor) -> None:
    page = visitor.open("?game=gomoku")
    begin(page, "Both sides")
    for move in GOMOKU_WIN.split():
        type_moves(page, move)
        expect(cell(page, move)).to_have_attribute("aria-label", re.compile("stone"))
    expect(status(page)).to_contain_text("Black wins: 5 in a row.")
    expect(page.locator(".trail.win")).to_have_count(1)
    page.locator("h2").first.click()
    page.keyboard.press("ArrowLeft")
    expect(status(page)).to_have_text("Turn 8 of 9")
    expect(cell(page, "h12")).to_have_attribute("aria-label", "h12, empty")
    page.keyboard.press("Home")
    expect(status(page)).to_have_text("Turn 0 of 9")
    page.locator("[role=grid]").hover()
    page.mouse.wheel(0, 120)
    expect(status(page)).to_have_text("Turn 1 of 9")
    page.locator("ol.moves button").nth(3).click()
    expect(status(page)).to_have_text("Turn 4 of 9")
    page.keyboard.press("End")
    expect(status(page)).to_contain_text("Black wins")


def test_threats_and_numbers_are_shown_on_demand(visitor: Visitor) -> None:
    page = visitor.open("?game=gomoku")
    begin(page, "Both sides")
    moves = ["h8", "a1", "h9", "a3", "h10", "a5", "h11"]
    for move in moves:
        type_moves(page, move)
        expect(cell(page, move)).to_have_attribute("aria-label", re.compile("stone"))
    page.get_by_label("Threats").check()
    expect(page.locator("circle.threat-cell")).to_have_count(2)
    expect(page.locator(".threats")).to_contain_text("Black: 2 × one turn from full")
    page.get_by_label("Numbers").check()
    expect(page.locator("text.number")).to_have_count(len(moves))
    page.get_by_label("Coordinates").uncheck()
    expect(page.locator("text.label.column")).to_have_count(0)
    page.get_by_label("Flip board").check()
    first, last = cell(page, "a1").bounding_box(), cell(page, "o15").bounding_box()
    assert first is not None
    assert last is not None
    assert first["x"] > last["x"]


def test_a_word_that_is_no_move_is_refused_where_it_was_typed(visitor: Visitor) -> None:
    page = visitor.open("?game=gomoku")
    begin(page, "Both sides")
    type_moves(page, "z99")
    expect(page.get_by_text("z99 is no move here")).to_be_visible()
    type_moves(page, "h8")
    turns(page, 1)


def test_who_listens_hears_the_answer_and_keeps_their_place(visitor: Visitor) -> None:
    page = visitor.open("?game=gomoku")
    page.get_by_label("Level").select_option("level:1")
    page.get_by_role("button", name="Start").click()
    page.wait_for_url("**/game/*")
    field = page.get_by_label("Type a move")
    field.fill("h8")
    field.press("Enter")
    turns(page, 2)
    expect(field).to_be_focused()
    answer = position_of(page)["position"]["moves"][1]
    expect(status(page)).to_have_text(f"White: {answer}. Your turn")


def test_a_move_is_typed_in_any_notation(visitor: Visitor) -> None:
    page = visitor.open("?game=xiangqi")
    begin(page, "Both sides")
    field = page.get_by_label("Type a move")
    for number, text in enumerate(("炮二平五", "H8+7", "h0g2"), start=1):
        field.fill(text)
        field.press("Enter")
        turns(page, number)


def test_moves_are_written_alike_everywhere_as_the_person_likes_it(visitor: Visitor) -> None:
    page = visitor.open("?game=xiangqi")
    begin(page, "Both sides")
    type_moves(page, "h2e2")
    listed = page.locator("ol.moves li")
    expect(listed).to_contain_text(["C2=5"])
    page.goto("/analysis?game=xiangqi&moves=h2e2.h9g7")
    tree = page.locator(".tree button")
    expect(tree).to_contain_text(["C2=5", "H8+7"])
    page.goto("/account")
    page.get_by_label("Move notation").select_option("zh-Hant")
    page.goto("/analysis?game=xiangqi&moves=h2e2.h9g7")
    expect(tree).to_contain_text(["炮二平五", "馬8進7"])
    page.goto("/account")
    page.get_by_label("Move notation").select_option("words")
    page.goto("/analysis?game=xiangqi&moves=h2e2.h9g7")
    expect(tree).to_contain_text(["h2e2", "h9g7"])


def test_against_the_first_levels_threats_are_shown_until_they_are_hidden(
    visitor: Visitor,
) -> None:
    page = visitor.open("?game=gomoku")
    page.get_by_label("Level").select_option("level:2")
    page.get_by_role("button", name="Start").click()
    page.wait_for_url("**/game/*")
    box = page.get_by_role("checkbox", name="Threats")
    expect(box).to_be_checked()
    box.uncheck()
    page.reload()
    expect(page.get_by_role("checkbox", name="Threats")).not_to_be_checked()


def test_friends_have_names_hear_no_and_play_again(visitor: Visitor) -> None:
    host = visitor.open("?game=gomoku&o=size%3D5x5&o=k%3D4")
    host.get_by_label("Invite a friend").check()
    host.get_by_label("Your name").fill("Ada")
    host.get_by_role("button", name="Create a link").click()
    host.wait_for_url("**/game/*")
    expect(status(host)).to_have_text("Waiting for your friend to join …")
    guest = visitor.open(host.url.removeprefix(visitor.address + "/"))
    expect(guest.get_by_text("Ada invites you")).to_be_visible()
    guest.get_by_label("Your name").fill("Bo")
    guest.get_by_role("button", name="Join the game").click()
    expect(host.get_by_text("Bo", exact=True)).to_be_visible()
    expect(host.get_by_text("online")).to_be_visible()
    type_moves(host, "a1")
    host.get_by_role("button", name="Take back").click()
    guest.get_by_role("button", name="Decline").click()
    expect(host.get_by_text("Your opponent declined")).to_be_visible()
    guest.get_by_role("button", name="Resign").click()
    guest.get_by_role("dialog").get_by_role("button", name="Resign").click()
    host.get_by_role("button", name="Rematch").click()
    guest.get_by_role("button", name="Join the rematch").click()
    expect(status(guest)).to_contain_text("You are Black: your turn")
    expect(status(host)).to_contain_text("Waiting for Bo")
    assert host.url == guest.url


def test_rule_options_are_choices_and_stay_after_a_reload(visitor: Visitor) -> None:
    page = visitor.open("?game=goclub")
    page.get_by_text("Rule options").click()
    page.locator("select[name=players]").select_option("3")
    page.wait_for_url("**o=players%3D3*")
    page.reload()
    page.get_by_text("Rule options").click()
    expect(page.locator("select[name=players]")).to_have_value("3")


def test_on_a_phone_a_stone_is_chosen_first_and_then_placed(visitor: Visitor) -> None:
    page = visitor.open("?game=gomoku", **PHONE)
    cell(page, "h8").tap()
    expect(page.locator("circle.ghost.chosen")).to_have_count(1)
    expect(cell(page, "h8")).to_have_attribute("aria-label", "h8, empty")
    cell(page, "g7").tap()
    page.get_by_role("button", name="Cancel").tap()
    expect(page.locator("circle.ghost")).to_have_count(0)
    cell(page, "h8").tap()
    page.get_by_role("button", name="Place on h8").tap()
    page.wait_for_url("**/game/*")
    turns(page, 2)
    expect(cell(page, "h8")).to_have_attribute("aria-label", re.compile("black stone"))
    second = page.locator("[role=gridcell].playable").first
    second.tap()
    second.tap()
    turns(page, 4)
    width = page.evaluate("document.documentElement.scrollWidth")
    assert width <= 390, "the page must not scroll sideways"


def test_rules_and_options_are_at_hand_and_a_refusal_leaves_the_board(visitor: Visitor) -> None:
    page = visitor.open("?game=gomoku")
    page.locator("summary", has_text="Rules").click()
    expect(page.locator("details[open]")).to_contain_text("Black")
    page.locator("summary", has_text="Rule options").click()
    page.locator("input[name=size]").fill("99x99")
    page.locator("input[name=size]").press("Enter")
    expect(page.locator(".notice.problem")).to_contain_text("from 3 to 25")
    expect(page.locator("[role=gridcell]")).to_have_count(225)
    page.locator("input[name=size]").fill("9x9")
    # Nobody has to say that the rules that stand there are meant.
    page.get_by_role("button", name="Start").click()
    page.wait_for_url("**/game/*")
    expect(page.locator("[role=gridcell]")).to_have_count(81)
    visitor.forgive("422")


def test_the_rules_are_drawn_too(visitor: Visitor) -> None:
    page = visitor.open("?game=connect6")
    page.get_by_text("Rules", exact=True).first.click()
    picture = page.get_by_role("img", name=re.compile("six in a row"))
    picture.scroll_into_view_if_needed()
    expect(picture).to_be_visible()
    page.wait_for_function("document.querySelector('figure img').naturalWidth > 100")
