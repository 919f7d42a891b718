"""Tags: each with a position that has it and one that has it not."""

from __future__ import annotations

from kikashi.games import room
from kikashi.stones import tags as themes
from kikashi.stones.tags import Line, line_of


def connect6(black: str, white: str, *turns: str, move: str = "black") -> Line:
    position = room("connect6").from_text(f"setup black={black} white={white} move={move} left=2")
    return line_of(position, [turn.split() for turn in turns])


# A live two at h10 i10 becomes a live four: a double threat; then a column and a row at once.
DOUBLE = connect6("h10,i10,k7,k8", "a1,a3,c1", "j10 k10", "g10 l10", "k9 k11")
# A dead four against the edge: one stone stops it, so it is a single threat.
SINGLE = connect6("a10,b10,k7,k8", "p1,q3,r1", "c10 d10", "e10 s19", "k9 k10", "k6 k11")
# The same with a live three k7 k8 k9 standing by.
FOUR_THREE = connect6("a10,b10,k7,k8,k9", "p1,q3,r1,s5,s7", "c10 d10", "e10 s19", "k6 k10")


def test_single_threats_are_turns_that_leave_a_stone_free() -> None:
    assert themes.single_threats(SINGLE) == 1
    assert themes.single_threats(DOUBLE) == 0


def test_four_and_three_needs_a_live_three_beside_the_dead_four() -> None:
    assert themes.four_and_three(FOUR_THREE) == 1
    assert themes.four_and_three(SINGLE) == 0
    assert themes.four_and_three(DOUBLE) == 0


def test_a_counter_threat_is_a_defence_that_threatens() -> None:
    # White's stop at g10 makes four in the column g.
    counter = connect6("h10,i10,k7,k8", "g7,g8,g9", "j10 k10", "g10 l10", "k9 k11")
    assert themes.counter_threats(counter) == 1
    assert themes.counter_threats(DOUBLE) == 0


def test_three_singles_win_without_any_line_of_two_threats() -> None:
    # Three lines, each shut at one end, meet in the last turn.
    shut = connect6("a1,b1,c1,a5,b5,c5,d2,d3,d4", "r1,r3,r5,r7,q2,q4,q6,q8", "d1 d5")
    assert themes.three_singles(shut) == 1
    live = connect6("h10,i10,j10,k7,k8,k9", "a1,a3,c1,c5,e1", "k10 a19")
    assert themes.three_singles(live) == 0
    assert themes.three_singles(DOUBLE) == 0, "it does not end with more threats than two"


def test_a_quiet_first_turn_does_not_extend_the_longest_line() -> None:
    loud = connect6("h10,i10,j10,d3,e4", "a1,a3,c1,c5,r1", "k10 l10")
    quiet = connect6("h10,i10,j10,d3,e4", "a1,a3,c1,c5,r1", "f5 g6")
    assert themes.quiet_first(quiet) == 1
    assert themes.quiet_first(loud) == 0


def test_parries_counts_what_must_be_stopped() -> None:
    parry = connect6("h10,i10,k7,k8", "a1,b1,c1,d1", "e1 f1")
    assert themes.parries_first(parry) > 0
    assert themes.parries_first(DOUBLE) == 0


def test_stones_apart_lie_on_no_common_line() -> None:
    assert themes.apart(connect6("h10,i10,k7,k8", "a1,a3,c1", "j10 b19")) == 1
    assert themes.apart(DOUBLE) == 0


def test_edge_counts_stones_on_the_rim() -> None:
    assert themes.edge(connect6("a10,b10,k7,k8", "p2,q3,r4", "a11 a12")) == 2
    assert themes.edge(DOUBLE) == 0


def test_sets_on_one_line_are_one_and_clubs_stand_alone() -> None:
    start = room("connect6").start()
    rules = start.rules  # type: ignore[attr-defined]
    rows: dict[object, int] = {}
    for index in range(len(rules.sets)):
        line = themes.line_through(rules, index)
        rows[line] = rows.get(line, 0) + 1
    # 19 rows, 19 columns, and 27 diagonals each way that are long enough for six.
    assert len(rows) == 19 + 19 + 27 + 27
    clubs = room("goclub").start({"size": "9x9"}).rules  # type: ignore[attr-defined]
    lines = {themes.line_through(clubs, i) for i in range(len(clubs.sets))}
    assert len(lines) == len(clubs.sets)


def test_every_tag_of_a_room_has_words_in_both_languages() -> None:
    for game in ("connect6", "gomoku", "goclub"):
        part = room(game).part("themes")
        assert set(part.TAGS) == set(part.WORDS)
        assert all(set(words) == {"en", "zh-Hant"} for words in part.WORDS.values())
