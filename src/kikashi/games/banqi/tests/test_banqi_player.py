"""The player: legal acts in time, plain wins, tables, repeatable turns, and it beats the paper."""

from __future__ import annotations

import time
from pathlib import Path
from random import Random

import pytest

from kikashi import _native
from kikashi.games import room
from kikashi.games.banqi import kept_tables
from kikashi.games.banqi.engine import LADDER, think, think_as, weighed
from kikashi.games.banqi.position import BanqiPosition, banqi_of
from kikashi.games.banqi.twin import native_position
from kikashi.law import CHANCE, GameError, Position
from kikashi.search.playing import Budget, Style

pytestmark = pytest.mark.native
BANQI = room("banqi")
SWAP = str.maketrans("KGMRNCPkgmrncp", "kgmrncpKGMRNCP")


def chosen(text: str, **budget: object) -> str:
    seen = BANQI.from_text(text).view_of_mover()
    return think(seen, Style(), Budget(**(budget or {"nodes": 20_000}))).moves[0]  # type: ignore[arg-type]


def test_a_hanging_piece_is_taken_and_a_trade_that_loses_is_not() -> None:
    assert chosen("4/4/4/4/4/4/1gX1/1K2 first red 0 p") == "b1-b2"
    assert chosen("4/4/4/4/4/1p2/1gXX/1K2 first red 0 nn") != "b1-b2"


def test_endgames_are_played_to_their_end_by_the_tables() -> None:
    position = banqi_of(BANQI.from_text("r2n/4/4/4/4/4/4/GR2 first red 0"))
    plies = 0
    while position.result() is None:
        thought = think(position.view_of_mover(), Style(), Budget(nodes=20_000, seed=plies))
        position = position.play(thought.moves[0])
        plies += 1
        assert plies <= 45, "the table says 45 plies with the best of both"
    result = position.result()
    assert result is not None
    assert result.winner == 0


def test_tables_of_what_an_endgame_turns_into_are_made_while_it_is_played() -> None:
    chosen("1n1c/4/4/4/4/4/4/NP2 first red 0", nodes=1_000)
    for text in ("1n2/4/4/4/4/4/4/NP2 first red 0", "1n1c/4/4/4/4/4/4/P3 first red 0"):
        found = _native.banqi_table(native_position(banqi_of(BANQI.from_text(text))), 0, "")
        assert (found["missing"], found["ready"], found["known"]) == (0, True, True), text
    whole = "1n1c/4/4/4/4/4/4/NP2 first red 0"
    found = _native.banqi_table(native_position(banqi_of(BANQI.from_text(whole))), 0, "")
    assert found["missing"] > 500_000, "four pieces are too many for so few nodes"


def test_a_win_of_the_tables_that_takes_longer_than_the_plies_left_is_not_believed() -> None:
    text = "r2n/4/4/4/4/4/4/GR2 first red 0"
    found = _native.banqi_table(native_position(banqi_of(BANQI.from_text(text))), 1_000_000, "")
    assert (found["wins"], found["plies"]) == (True, 45)
    sure = 900_000
    for plies, won in (("45", True), ("40", False)):
        seen = BANQI.from_text(text, {"plies": plies}).view_of_mover()
        score = think(seen, Style(), Budget(nodes=3_000)).score
        assert (score > sure) == won, plies


def test_a_draw_is_worth_less_to_a_player_than_to_an_analysis() -> None:
    ending = BANQI.from_text("K3/4/4/4/4/4/4/3m first red 0")
    assert think(ending.view_of_mover(), Style(), Budget(nodes=2_000)).score == -30
    assert {act.chance for act in weighed(ending, nodes=2_000)} == {0.5}
    other = BANQI.from_text("k3/4/4/4/4/4/4/3M second red 0")
    assert think(other.view_of_mover(), Style(), Budget(nodes=2_000)).score == -30


def test_a_folder_that_cannot_be_written_keeps_no_tables(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("", "ascii")
    monkeypatch.setattr("platformdirs.user_cache_dir", lambda name: str(tmp_path / "file" / name))
    kept_tables.table_folder.cache_clear()
    try:
        assert kept_tables.table_folder() == ""
        assert chosen("4/4/4/4/4/4/1gX1/1K2 first red 0 p", seconds=0.05) == "b1-b2"
    finally:
        kept_tables.table_folder.cache_clear()


def test_tables_in_memory_are_bounded_and_made_again() -> None:
    def held(text: str) -> int:
        law = native_position(banqi_of(BANQI.from_text(text)))
        return int(_native.banqi_table(law, 0, "")["bytes"])

    one, other = "1n2/4/4/4/4/4/4/NP2 first red 0", "1m2/4/4/4/4/4/4/MP2 first red 0"
    chosen(one, nodes=1_000)
    before = held(one)
    assert before > 0
    _native.banqi_keep_tables(4, 8, before - 1)
    try:
        chosen(other, nodes=1_000)
        assert 0 < held(other) < before, "all that was there was given up for the new ones"
    finally:
        _native.banqi_keep_tables(4, 8, 512 << 20)
    assert chosen(one, nodes=1_000)
    assert held(one) > 0


def test_probing_flips_changes_what_is_searched_and_not_what_is_found() -> None:
    fewer = 0
    for text in (
        "GgPr/2Nc/p1Xm/R1X1/1GXP/C2g/X3/X1kP first red 0 KMnpp",
        "XXXX/XrXX/XXPX/X1XX/XXXg/XRXX/XX1X/XXcX first red 0 KGGMMRNNCCPPPkgmmrnncpppp",
        "4/4/4/4/4/1p2/1gXX/1K2 first red 0 nn",
    ):
        seen = BANQI.from_text(text).view_of_mover()
        style, budget = Style(most_depth=5), Budget(nodes=1_000_000, seed=2)
        plain, probed = (think(seen, style, budget, star2=on) for on in (False, True))
        assert (plain.moves, plain.score) == (probed.moves, probed.score), text
        fewer += probed.nodes != plain.nodes
    assert fewer > 0


def test_the_same_nodes_and_seed_give_the_same_turn() -> None:
    text = "GgPr/2Nc/p1Xm/R1X1/1GXP/C2g/X3/X1kP first red 0 KMnpp"
    seen = BANQI.from_text(text).view_of_mover()
    turns = [think(seen, Style(), Budget(nodes=30_000, seed=3)) for _ in range(2)]
    assert turns[0].moves == turns[1].moves
    assert (turns[0].score, turns[0].nodes) == (turns[1].score, turns[1].nodes)


def test_monte_carlo_tree_search_plays_too_and_repeats_itself() -> None:
    text = "GgPr/2Nc/p1Xm/R1X1/1GXP/C2g/X3/X1kP first red 0 KMnpp"
    seen = BANQI.from_text(text).view_of_mover()
    turns = [think_as("mcts", seen, Budget(nodes=2_000, seed=3)) for _ in range(2)]
    assert turns[0].moves == turns[1].moves
    assert turns[0].nodes == turns[1].nodes == 2_000
    hanging = BANQI.from_text("4/4/4/4/4/4/1gX1/1K2 first red 0 p").view_of_mover()
    assert think_as("mcts", hanging, Budget(nodes=2_000)).moves == ("b1-b2",)
    first = think_as("mcts", BANQI.start().view_of_mover(), Budget(nodes=100, seed=1))
    assert first.moves[0] in BANQI.start().legal_moves()


def test_colours_do_not_matter_to_the_evaluation() -> None:
    text = "GgPr/2Nc/p1Xm/R1X1/1GXP/C2g/X3/X1kP {} red 0 {}"
    one = banqi_of(BANQI.from_text(text.format("first", "KMnpp")))
    board, *_ = text.split()
    other = banqi_of(
        BANQI.from_text(f"{board.translate(SWAP)} second red 0 {'KMnpp'.translate(SWAP)}")
    )
    values = [_native.banqi_evaluate(native_position(law)) for law in (one, other)]
    assert values[0] == values[1]


def test_flips_are_weighed_by_what_they_may_turn_up() -> None:
    acts = weighed(BANQI.from_text("4/4/4/4/4/4/1gX1/1P2 first red 0 K"), 0.3)
    flip = next(act for act in acts if act.move == "c2")
    assert flip.outcomes == (("K", 1, flip.outcomes[0][2]),)
    assert all(0 <= act.chance <= 1 for act in acts)
    assert acts[0].chance == max(act.chance for act in acts)


def test_there_are_ten_rungs_and_no_turn_where_nobody_moves() -> None:
    assert len(LADDER) == 10
    with pytest.raises(GameError, match="chance"):
        think(BANQI.start().play("a1").view(0), Style(), Budget(nodes=100))


@pytest.mark.slow
def test_games_of_levels_and_of_the_papers_rules_have_legal_acts_alone() -> None:
    seed = 11
    print(f"seed {seed}")
    chance = Random(seed)
    late = 0.0
    score = 0.0
    for number in range(4):
        position: Position = BANQI.start({"plies": "60"})
        while position.result() is None:
            law = banqi_of(position)
            if position.to_move == CHANCE:
                outcomes = position.outcomes()
                weights = [outcome.weight for outcome in outcomes]
                position = position.play(chance.choices(outcomes, weights)[0].move)
                continue
            begun = time.process_time()
            if law.to_move == number % 2:
                move = think(law.view_of_mover(), Style(), Budget(seconds=0.05)).moves[0]
                late = max(late, time.process_time() - begun)
            else:
                move = think_as("paper000", law.view_of_mover(), Budget(seed=number)).moves[0]
            position = position.play(move)
        result = position.result()
        assert result is not None
        score += (1 + result.payoffs[number % 2]) / 2
    assert late < 0.5
    assert score >= 2.5, "the player beats the paper's rules"


def test_house_rules_have_no_computer_player() -> None:
    position = BANQI.start({"chain": "yes"})
    assert isinstance(position, BanqiPosition)
    assert BANQI.capabilities(position.options).levels == ()
    with pytest.raises(GameError, match="rules of contests"):
        think(position.view_of_mover(), Style(), Budget(nodes=100))
