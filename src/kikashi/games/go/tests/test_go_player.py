"""The player: legal, repeatable, sees captures, knows dead stones, passes when it is over."""

from __future__ import annotations

from typing import Any

import pytest

from kikashi.games.go import ROOM
from kikashi.games.go.engine import Search, final_status, ladder, think
from kikashi.games.go.points_lost import review_moves
from kikashi.games.go.position import GoPosition, go_of
from kikashi.play.levels import make_player
from kikashi.search.playing import Budget

pytestmark = pytest.mark.native

WALLS = "setup black=c1,c2,c3,c4,c5,c6,c7 white=d1,d2,d3,d4,d5,d6,d7,a1 move=black"
"""On 7x7: Black owns the left, White the right; White's stone on a1 is dead."""
OPTIONS = {"size": "7", "komi": "-20.5"}


def searched(position: GoPosition, simulations: int, seed: int = 1, **more: Any) -> list[str]:
    style = ladder(position)[9].style
    budget = Budget(nodes=simulations, seed=seed, **more)
    return list(think(position.view_of_mover(), style, budget).moves)


def test_the_same_seed_and_simulations_give_the_same_tree() -> None:
    position = ROOM.from_text("e5 c3 g7", {"size": "9"})
    found = [Search(position).run(simulations=300, seed=7) for _ in range(2)]
    for one in found:
        del one["seconds"]
    assert found[0] == found[1]


def test_it_takes_a_string_in_atari_that_decides() -> None:
    text = "setup black=d5,e5,f5,e6,d4,f4 white=e4,e3,d3,f3,c4,c5,d6,g4,g5,f6 move=white"
    position = ROOM.from_text(text, {"size": "9"})
    assert searched(position, 400) == ["e7"]


def test_dead_stones_are_known_as_dead() -> None:
    position = ROOM.from_text(WALLS, OPTIONS)
    dead, counted = final_status(position)
    assert {position.on.names[cell] for cell in dead} == {"a1"}
    assert counted.text.startswith("B+")


def test_who_is_behind_passes_too_once_nothing_is_left() -> None:
    shut = WALLS.replace("c1,", "c1,a2,b1,b2,b3,b4,b5,b6,b7,").replace(",a1 ", " ")
    behind = ROOM.from_text(f"{shut} moves pass", OPTIONS)
    assert searched(behind, 200) == ["pass"], "and does not fill its own land point by point"
    counted = ROOM.from_text(f"{shut} moves pass", OPTIONS | {"rules": "tromp-taylor"})
    assert searched(counted, 200) != ["pass"], "where all stones count as alive, passing loses"


def test_it_proposes_dead_stones_without_agreeing() -> None:
    position = ROOM.from_text(f"{WALLS} moves pass pass", OPTIONS)
    settling = ROOM.settling(position)
    assert settling is not None
    assert settling.settlement(position) == ("dead-a1",)
    assert settling.settlement(position.play("dead-a1")) == ()
    assert ROOM.settling(ROOM.from_text(WALLS, OPTIONS)) is None


def test_who_answers_agrees_with_the_marks_that_were_proposed_where_much_is_open() -> None:
    open_yet = (
        "b5 f1 d2 a3 b2 c7 c6 c4 g4 a5 g1 d6 f2 b4 f7 g7 a7 f3 e1 g6 c1 g2 b3 d4 d5 g5 c2 e2 "
        "pass pass"
    )
    position = ROOM.from_text(open_yet, {"size": "7"})
    settling = ROOM.settling(position)
    assert settling is not None
    proposed = position.play_all([*settling.settlement(position), "agree"])
    assert searched(proposed, 50) == ["agree"]


def test_it_says_which_stones_are_dead_and_agrees() -> None:
    position = ROOM.from_text(f"{WALLS} moves pass pass", OPTIONS)
    assert position.agreement is not None
    assert searched(position, 50) == ["dead-a1"]
    marked = position.play("dead-a1")
    assert marked.to_move == position.to_move
    assert searched(marked, 50) == ["agree"]
    after = marked.play("agree")
    assert searched(after, 50) == ["agree"]
    assert after.play("agree").result() is not None


def test_it_passes_where_passing_wins_by_count() -> None:
    options = {"size": "5", "komi": "0.5", "dead": "none"}
    position = ROOM.from_text(
        "setup black=c1,c2,c3,c4,c5,b3 white=d1,d2,d3,d4,d5 move=black passes=1", options
    )
    assert searched(position, 200) == ["pass"]


SETTLED = (
    "f4 d3 d5 c5 c6 c4 e7 g7 g6 h7 e3 b6 b7 d6 c7 e5 f5 e4 e6 f8 d4 c2 e2 b5 b2 b3 h6 h9 e8 j8 j6 "
    "d2 e1 b1 c8 e9 d9 f9 h3 a7 b9 a8 b8 f7 h4 d1 pass a6 pass f6 pass j7"
)
"""On 9x9, Black to move: all looks owned, and a pass now loses the corner."""


def test_it_does_not_pass_where_the_opponent_would_gain_by_it() -> None:
    position = ROOM.from_text(SETTLED, {"size": "9", "komi": "7.5"})
    assert searched(position, 3_000) != ["pass"]


def test_it_passes_first_where_nothing_is_left() -> None:
    position = ROOM.from_text(
        "setup black=b1,b2,b3,b4,b5,a4,c1,c2,c3,c4,c5 white=d1,d2,d3,d4,d5,e2,e4 move=black",
        {"size": "5", "komi": "0.5"},
    )
    assert searched(position, 2_000) == ["pass"]


@pytest.mark.parametrize("rules", ["chinese", "japanese", "tromp-taylor"])
def test_whole_games_against_itself_come_to_an_end(rules: str) -> None:
    position = ROOM.start({"size": "5", "komi": "0.5", "rules": rules})
    player = make_player(position, 4, seed=3)
    while position.result() is None:
        moves = player.turn(position.view_of_mover()).moves
        position = position.play_all(list(moves))
    assert len(position.moves) < 200


def test_two_threads_search_one_tree() -> None:
    position = ROOM.start({"size": "9"})
    found = Search(position).run(simulations=400, threads=2, stop_early=False)
    assert found["simulations"] >= 400
    # Threads share the tree without locks: now and then a visit is lost, never many.
    assert found["visits"] > 300
    assert all(position.on.names[m["cell"]] for m in found["moves"] if m["cell"] >= 0)


def test_a_tree_is_kept_from_move_to_move() -> None:
    position = ROOM.start({"size": "9"})
    search = Search(position)
    best = search.run(simulations=500)["moves"][0]
    after = position.play(position.on.names[best["cell"]])
    search.go_to(after)
    found = search.run(simulations=1)
    assert found["visits"] >= best["visits"]


def test_ownership_and_score_are_those_of_the_board() -> None:
    position = ROOM.from_text(WALLS, OPTIONS)
    found = Search(position).run(simulations=200, tree=False)
    owned = dict(zip(position.on.names, found["ownership"], strict=True))
    assert owned["a3"] > 0.5
    assert owned["f4"] < -0.5


@pytest.mark.thorough
def test_a_review_names_the_move_that_gave_points_away() -> None:
    moves = ("e5", "c5", "c4", "d4", "d5", "d6", "b5", "a9", "c6")
    rows = list(review_moves(go_of(ROOM.start({"size": "9"})), moves, 400))
    assert [row.move for row in rows] == list(moves)
    assert max(rows, key=lambda row: row.lost).move == "a9", "the corner was worth nothing"
    assert rows[7].lost > 4
    assert rows == list(review_moves(go_of(ROOM.start({"size": "9"})), moves, 400))
