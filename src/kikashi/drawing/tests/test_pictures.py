"""Pictures: what is asked for is in them, words are escaped, bad marks are refused."""

from __future__ import annotations

import itertools
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from kikashi.drawing import Arrow, Label, Marks, Scene, to_svg, to_terminal
from kikashi.drawing.boards import box_size, panels_across, star_lines, way_through
from kikashi.games import room
from kikashi.law import GameError
from kikashi.stones.drawing import threat_marks

GOMOKU = room("gomoku")
FOUR = GOMOKU.from_text("h8 a1 h9 a2 h10 a3 h11")
EVERYTHING = Marks(
    last=("h11",),
    pending=("h10",),
    numbers={"h8": 1, "c3": 12},
    threats=threat_marks(FOUR),
    heat={"d4": 0.5, "e5": 7.0},
    arrows=(Arrow("a1", "c3"),),
    best=("h12", "h7"),
)


def picture(scene: Scene, theme: str = "light") -> ElementTree.Element:
    return ElementTree.fromstring(to_svg(scene, theme))


def test_threats_are_marked_with_their_cells_and_sets() -> None:
    (threats,) = threat_marks(FOUR)
    assert (threats.player, threats.level) == (0, 2)
    assert threats.cells == ("h7", "h12")
    assert threats.sets == (
        ("h7", "h8", "h9", "h10", "h11"),
        ("h8", "h9", "h10", "h11", "h12"),
    )


def test_a_game_that_is_over_has_no_threats_to_mark_but_shows_the_full_set() -> None:
    won = FOUR.play("a5").play("h12")
    assert threat_marks(won) == ()
    (trail,) = GOMOKU.scene(won.view_of_mover()).trails
    assert trail.kind == "win"
    assert len(trail.places) == 5


def test_every_kind_of_mark_reaches_the_scene_and_the_picture() -> None:
    scene = GOMOKU.scene(FOUR.view_of_mover(), EVERYTHING)
    kinds = {mark.kind for mark in scene.marks} | {trail.kind for trail in scene.trails}
    assert kinds == {"last", "pending", "number", "threat", "heat", "best", "arrow"}
    plain = len(list(picture(GOMOKU.scene(FOUR.view_of_mover())).iter()))
    assert len(list(picture(scene).iter())) >= plain + 12


def test_a_mark_outside_the_board_is_refused() -> None:
    for marks in (
        Marks(last=("zz1",)),
        Marks(heat={"zz1": 1.0}),
        Marks(arrows=(Arrow("a1", "zz1"),)),
        Marks(best=("zz1",)),
    ):
        with pytest.raises(GameError, match="'zz1', which is no cell"):
            GOMOKU.scene(FOUR.view_of_mover(), marks)


def test_words_in_a_picture_are_escaped() -> None:
    evil = '<script>alert("1")</script>&'
    scene = GOMOKU.scene(FOUR.view_of_mover()).changed(
        title=evil,
        description=evil,
        labels=(Label(1, 1, evil),),
        language='"x',
    )
    svg = to_svg(scene)
    assert "<script" not in svg
    assert picture(scene).findtext("{*}title") == evil


def test_a_picture_is_self_contained_and_speaks() -> None:
    svg = to_svg(GOMOKU.scene(FOUR.view_of_mover(), EVERYTHING))
    assert "href" not in svg
    assert svg.count("http") == 1, "the name of the SVG language alone"
    root = picture(GOMOKU.scene(FOUR.view_of_mover(), EVERYTHING))
    assert root.get("role") == "img"
    assert root.findtext("{*}title") == "Gomoku 15x15"
    said = root.findtext("{*}desc") or ""
    assert "White to move." in said
    assert "Black: h8, h9, h10, h11." in said
    assert "Last turn: h11." in said


def test_a_picture_speaks_chinese_when_asked() -> None:
    said = picture(GOMOKU.scene(FOUR.view_of_mover(), replace(EVERYTHING, language="zh-Hant")))
    assert said.get("lang") == "zh-Hant"
    assert "黑方：h8、h9、h10、h11。" in (said.findtext("{*}desc") or "")


def test_the_same_scene_gives_the_same_picture_and_themes_differ() -> None:
    scene = GOMOKU.scene(FOUR.view_of_mover(), EVERYTHING)
    assert to_svg(scene) == to_svg(scene)
    assert to_svg(scene) != to_svg(scene, "dark")
    with pytest.raises(ValueError, match="light, dark"):
        to_svg(scene, "sepia")


def test_the_first_row_is_at_the_bottom_and_the_first_column_at_the_left() -> None:
    places = {point.cell: (point.x, point.y) for point in GOMOKU.scene(FOUR.view_of_mover()).points}
    assert places["a1"][1] > places["a2"][1]
    assert places["a1"][0] < places["b1"][0]


def test_the_terminal_shows_stones_last_turn_pending_threats_and_suggestions() -> None:
    small = {"size": "5x5", "k": "4"}
    position = GOMOKU.from_text("b2 a1 c2 a2 d2", small)
    marks = Marks(last=("d2",), pending=("a2",), best=("a3",), threats=threat_marks(position))
    text = to_terminal(GOMOKU.scene(position.view_of_mover(), marks))
    assert text == (
        "Gomoku 5x5\n"
        "5 · · · · ·\n"
        "4 · · · · ·\n"
        "3 1 · · · ·\n"
        "2[○]● ●(●)*\n"
        "1 ○ · · · ·\n"
        "  a b c d e\n"
        "White to move.\n"
        "Black can fill one winning set in one turn.\n"
    )


def test_a_board_in_space_is_shown_as_layers_side_by_side() -> None:
    goclub = room("goclub")
    scene = goclub.scene(
        goclub.from_text("b2b", {"size": "3x3x3", "clubs": "axis"}).view_of_mover()
    )
    assert [panel.caption for panel in scene.panels] == ["layer a", "layer b", "layer c"]
    assert len({panel.y for panel in scene.panels}) == 1
    lines = to_terminal(scene).splitlines()
    assert lines[1].split("layer")[1:] == [" a    ", " b    ", " c"]
    assert lines[3] == "2 · · ·    2 · ● ·    2 · · ·"


def test_figures_of_sets_in_space_stay_inside_their_layers() -> None:
    goclub = room("goclub")
    text = "setup black=b2b,a2b,c2b,b1b,b3b,b2a,b2c white=a1a move=black left=0"
    scene = goclub.scene(goclub.from_text(text, {"size": "3x3x3", "clubs": "axis"}).view_of_mover())
    assert len(scene.trails) == 3
    for trail in scene.trails:
        homes = {
            n
            for n, p in enumerate(scene.panels)
            for x, y in trail.places
            if p.x <= x <= p.x + p.width and p.y <= y <= p.y + p.height
        }
        assert len(homes) == 1


def test_boards_with_holes_are_drawn_as_discs_with_names() -> None:
    sets = room("sets")
    scene = sets.scene(sets.start().view_of_mover())
    assert {label.text for label in scene.labels if label.kind == "cell"} == set("abcdefg")
    assert len([disc for disc in scene.discs if disc.kind == "cell"]) == 7
    assert any(line.kind == "link" for line in scene.lines)


def test_words_under_a_small_board_fit_into_the_picture() -> None:
    small = GOMOKU.from_text("a1 c3 a2", {"size": "3x3", "k": "3"})
    scene = GOMOKU.scene(small.view_of_mover(), Marks(threats=threat_marks(small)))
    longest = max((label.text for label in scene.labels if label.kind == "note"), key=len)
    assert scene.width > 8 * len(longest)
    (panel,) = scene.panels
    assert panel.x == pytest.approx(scene.width - panel.x - panel.width), "the board is centred"


def test_pieces_of_the_layout() -> None:
    assert box_size([(0, 0), (1, 0), (0, 1), (1, 1)]) == (2, 2)
    assert box_size([(0, 0), (1, 0), (0, 1)]) is None
    assert [panels_across(n) for n in (1, 3, 5, 6, 7, 9)] == [1, 3, 5, 3, 4, 3]
    assert star_lines(19) == (3, 9, 15)
    assert star_lines(8) == (2, 5)
    assert star_lines(5) == ()
    assert way_through([(2.0, 2.0), (0.0, 0.0), (1.0, 1.0)]) == ((0, 0), (1, 1), (2, 2))
    star = way_through([(1.0, 1.0), (0.0, 1.0), (2.0, 1.0), (1.0, 0.0), (1.0, 2.0)])
    assert star[::2] == ((1, 1),) * 4
    ring = way_through([(0.0, 0.0), (2.0, 2.0), (2.0, 0.0), (0.0, 2.0)])
    assert ring[0] == ring[-1]
    assert all(a[0] == b[0] or a[1] == b[1] for a, b in itertools.pairwise(ring))
