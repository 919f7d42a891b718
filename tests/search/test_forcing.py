"""The forcing searches against the law: complete where they say so, sound everywhere."""

from __future__ import annotations

import pytest

from kikashi.games import room
from kikashi.law import GameError
from kikashi.proofs import check_stated
from kikashi.search import Limits, Verdict, solve
from tests.search.plain import shortest_win
from tests.search.positions import BOARDS, random_position

SETTLED = {
    "n11 and m12 win": (
        "j10 l8 j11 l12 g10 i10 k11 l11 g11 l13 k12 m14 g8 k14 k13 k10 k15 n13 m13 o13 j13",
        {"n11", "m12"},
        8,
    ),
    "e8 and e7 win": (
        "j10 j9 k11 l10 k9 l8 j8 k8 j6 i11 h10 g11 j12 n12 n10 n11 o11 h8 m11 h7 o9 m12 o12 l11 m14"
        " f8 p12 l12 r12",
        {"e7", "e8"},
        7,
    ),
}


def proved(verdict: Verdict) -> None:
    """A win must pass the checker, and be the claim that the verdict makes."""
    assert verdict.certificate is not None
    checked = check_stated(verdict.certificate.to_bytes())
    assert checked.claim.fields == {"kind": "win", "side": verdict.side, "turns": verdict.turns}


@pytest.mark.parametrize("name", BOARDS)
def test_full_forcing_search_finds_the_shortest_win_or_there_is_none(name: str) -> None:
    deepest = 3 if "three" in name or "clubs" in name else 4
    wins = 0
    for seed in range(40):
        position = random_position(name, seed)
        expected = shortest_win(position, deepest)
        verdict = solve(position, limits=Limits(seconds=60), fastest=True, most_turns=deepest)
        where = f"kikashi show {position.room} {position.to_text()!r} (seed {seed})"
        assert (verdict.verdict, verdict.turns) == ("win" if expected else "no", expected), where
        if expected:
            wins += 1
            proved(verdict)
        if verdict.none_within:
            assert verdict.refutation is not None, where
            claim = check_stated(verdict.refutation.to_bytes()).claim.fields
            assert claim["turns"] == verdict.none_within, where
    assert 3 <= wins <= 37, "the positions must be of both kinds"


@pytest.mark.parametrize("name", [name for name in BOARDS if "three" not in name])
def test_partial_forcing_search_finds_every_full_win_and_proves_all_it_finds(name: str) -> None:
    for seed in range(100, 140):
        position = random_position(name, seed)
        full, partial = room(position.game).capabilities(position.options).provers
        verdict = solve(position, partial, Limits(nodes=20_000))
        if verdict.verdict == "win":
            proved(verdict)
        else:
            assert verdict.verdict == "unknown"
            assert solve(position, full, Limits(seconds=60)).verdict == "no"


def test_partial_search_wins_where_full_search_cannot() -> None:
    beyond = 0
    for seed in range(200, 260):
        position = random_position("one stone a turn, four in a row", seed)
        if solve(position, "vcf").verdict == "no":
            verdict = solve(position, "vct", Limits(nodes=20_000))
            if verdict.verdict == "win":
                beyond += 1
                proved(verdict)
    assert beyond > 0


@pytest.mark.parametrize("name", SETTLED)
def test_two_positions_on_which_programs_disagreed_are_settled(name: str) -> None:
    moves, first, turns = SETTLED[name]
    verdict = solve(room("connect6").from_text(moves), "vcdt", fastest=True)
    assert (verdict.verdict, verdict.side, verdict.turns) == ("win", "white", turns)
    assert set(verdict.line[0]) == first
    proved(verdict)
    assert verdict.refutation is not None
    assert check_stated(verdict.refutation.to_bytes()).claim.fields["turns"] == turns - 1


def test_the_line_of_a_win_is_legal_and_ends_with_it() -> None:
    position = room("connect6").from_text(SETTLED["n11 and m12 win"][0])
    verdict = solve(position, "vcdt")
    for turn in verdict.line:
        for move in turn:
            position = position.play(move)
    result = position.result()
    assert result is not None
    assert result.winner == 1
    assert verdict.plies == len(verdict.line)


def test_equal_searches_visit_equally_many_nodes() -> None:
    position = room("connect6").from_text(SETTLED["e8 and e7 win"][0])
    first, second = (solve(position, "vcst", Limits(nodes=5_000)) for _ in range(2))
    assert first.nodes == second.nodes
    assert first.line == second.line


def test_limits_give_unknown_and_never_no() -> None:
    position = room("connect6").from_text(SETTLED["n11 and m12 win"][0])
    verdict = solve(position, "vcdt", Limits(nodes=50))
    assert (verdict.verdict, verdict.ending) == ("unknown", "nodes")
    assert verdict.nodes <= 51


@pytest.mark.timed
def test_a_stop_in_the_middle_gives_unknown_with_what_was_spent() -> None:
    position = room("connect6").from_text("j10 a1 a2 k10 l12 b3 d17 m9 h12")
    calls = []

    def stop(nodes: int, seconds: float) -> bool:
        calls.append((nodes, seconds))
        return False

    verdict = solve(position, "vcst", progress=stop)
    assert len(calls) == 1
    assert (verdict.verdict, verdict.ending) == ("unknown", "stopped")
    assert verdict.nodes >= calls[0][0]
    assert verdict.seconds - calls[0][1] < 0.05


@pytest.mark.parametrize(
    "game, text, options, words",
    [
        ("gomoku", "a1 b1 a2 b2 a3 b3 a4 b4 a5", {}, "black has already won"),
        ("goclub", "", {"players": "3"}, "no forcing search"),
        ("gomoku", "", {"ring": "2"}, "first stone is limited"),
    ],
)
def test_what_cannot_be_searched_is_refused_in_a_sentence(
    game: str, text: str, options: dict[str, str], words: str
) -> None:
    with pytest.raises(GameError, match=words):
        solve(room(game).from_text(text, options))


def test_a_method_of_another_game_is_refused_with_those_there_are() -> None:
    with pytest.raises(GameError, match="vcdt or vcst, not by 'vcf'"):
        solve(room("connect6").start(), "vcf")


def test_a_setup_with_unusual_counts_can_be_solved() -> None:
    text = "setup black=c3,d3,e3,f3 white=- move=black left=2"
    verdict = solve(room("connect6").from_text(text))
    assert (verdict.verdict, verdict.turns) == ("win", 1)
    proved(verdict)


def test_a_quiet_turn_first_wins_where_forcing_turns_alone_do_not() -> None:
    rules = {"size": "9x9", "k": "6", "p": "2", "q": "1"}
    start = room("connect").from_text("setup black=d4,f5,e7 white=- move=black left=2", rules)
    assert solve(start, "vcst").verdict == "unknown"
    won = solve(start, "vcst", Limits(nodes=100_000), quiet=1)
    assert won.verdict == "win"
    proved(won)


def test_quiet_turns_are_for_the_class_that_leaves_free_stones() -> None:
    start = room("connect6").from_text("j10 a1 a2")
    with pytest.raises(GameError, match="quiet turns are for vcst"):
        solve(start, "vcdt", quiet=1)
    with pytest.raises(GameError, match="at most 8 quiet turns"):
        solve(start, "vcst", quiet=9)
