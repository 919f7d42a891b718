"""The board as people see it at the end: what is asked, any stone marks its string, by how much."""

from __future__ import annotations

from kikashi.drawing import Marks
from kikashi.games.go import ROOM
from kikashi.games.go.position import GoPosition

WALLS = "setup black=c1,c2,c3,c4,c5 white=d1,d2,d3,d4,d5,a1,a2 move=black moves pass pass"


def table(text: str = WALLS, **options: str) -> GoPosition:
    return ROOM.from_text(text, {"size": "5", "komi": "0.5"} | options)


def test_any_stone_marks_its_string_and_no_stone_is_placed_by_it() -> None:
    scene = ROOM.scene(table().view_of_mover())
    marks = {choice.end: choice for choice in scene.choices if choice.kind == "mark"}
    assert marks["a1"].word == marks["a2"].word == "dead-a1"
    assert set(marks) == {stone.cell for stone in scene.stones}
    assert not [choice for choice in scene.choices if choice.kind == "place"]
    assert "is dead" in marks["a2"].label
    living = ROOM.scene(table().play("dead-a1").play("agree").view_of_mover())
    assert {c.label for c in living.choices if c.end == "a2"} == {"the string on a1 is alive"}


def test_a_stone_is_offered_by_its_point_alone() -> None:
    choices = ROOM.scene(table("").view_of_mover()).choices
    assert {choice.label for choice in choices if choice.kind == "place"} == {""}, (
        "a page says more"
    )


def test_what_is_asked_is_said_with_the_count() -> None:
    asked = table()
    assert ROOM.scene(asked.view_of_mover()).asked == (
        "Both have passed. Black marks dead stones, accepts them or plays on. "
        "Count: White is ahead by 7.5 points."
    )
    proposed = asked.play("dead-a1").play("agree")
    said = ROOM.scene(proposed.view_of_mover(), Marks(language="zh-Hant")).asked
    assert said.startswith("黑方已標示死子。白方同意")
    assert said.endswith("計算：黑方多 4.5 目。")
    assert ROOM.scene(asked.play("resume").view_of_mover()).asked == ""
    free = table("", handicap="2", placement="free")
    assert ROOM.scene(free.view_of_mover()).asked == "Black places 2 more handicap stones."
    assert ROOM.scene(free.play("b2").view_of_mover()).asked.endswith("1 more handicap stone.")


def test_a_game_that_was_counted_says_by_how_much() -> None:
    over = table().play("dead-a1").play("agree").play("agree")
    assert ROOM.ending(over, "counted") == "by 4.5 points"
    assert ROOM.ending(over, "counted", "zh-Hant") == "差 4.5 目", "the loser is told so too"
    assert ROOM.ending(over, "too-long") == "the game grew too long and has no result"


def test_passes_and_marks_are_listed_in_words() -> None:
    told = [ROOM.move_name(word, "zh-Hant") for word in ("pass", "dead-c3", "agree", "d4")]
    assert told == ["虛手", "標示 c3", "同意", "d4"]
    assert ROOM.move_name("dead-c3") == "marks c3"
