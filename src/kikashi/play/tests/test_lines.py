"""Several principal lines: first at once, then better; proved ones first; stopped when asked."""

from __future__ import annotations

import itertools

import pytest

from kikashi.games import room
from kikashi.games.banqi.engine import weighed
from kikashi.games.honeymoon.cards import DECK
from kikashi.law import CHANCE
from kikashi.play import lines
from kikashi.play.lines import Line, Report, _Study, chance_of, cut_short, evaluate, study
from kikashi.play.players import Opinion
from kikashi.play.reviewing import steps
from kikashi.records import Record
from kikashi.search import Limits, Verdict

pytestmark = pytest.mark.native

OPEN_THREE = "h8 a1 h9 c14 h10 e5"
MATE = "4k4/9/9/9/9/9/9/R8/1R7/3K5 w - - 0 1"


@pytest.fixture(autouse=True)
def _short_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is promised here does not depend on how long the last rounds look."""
    monkeypatch.setattr(lines, "LONGEST", 0.3)


def reports(game: str, text: str, count: int = 3, most: int = 14) -> list[Report]:
    """What is reported until so many reports came; then the search is stopped."""
    position = room(game).from_text(text) if text else room(game).start()
    found: list[Report] = []
    for report in study(position, count, lambda: len(found) >= most):
        found.append(report)
    return found


@pytest.mark.thorough
@pytest.mark.parametrize("game, text", [("connect6", "j10 k11 i11"), ("gomoku", "h8 i9 g9")])
def test_every_line_is_legal_and_the_best_comes_first(game: str, text: str) -> None:
    last = reports(game, text, most=12)[-1]
    assert len(last.lines) == 3
    chances = [line.chance for line in last.lines]
    assert chances == sorted(chances, key=lambda c: -(c or 0))
    for line in last.lines:
        position = room(game).from_text(text)
        for turn in line.turns:
            position = position.play_all(list(turn))
        assert len({frozenset(line.turns[0]) for line in last.lines}) == 3


def test_what_chance_may_bring_is_weighed_where_a_line_ends_in_it() -> None:
    last = reports("banqi", "", count=5, most=6)[-1]
    assert len(last.lines) > 1
    for line in last.lines:
        assert len(line.turns) == 1, "behind a flip nobody knows what lies there"
        assert 0.2 < (line.chance or 0) < 0.8


def test_a_record_with_chance_is_reviewed_by_the_turns_of_its_players() -> None:
    record = Record.from_moves("banqi", "a1 K b1 k a2 p")
    reviewed = [turn for step in steps(record, Limits(nodes=50)) for turn in step.judged]
    assert [(turn.player, turn.moves) for turn in reviewed] == [
        ("first", ("a1",)),
        ("second", ("b1",)),
        ("first", ("a2",)),
    ]


def test_nothing_is_studied_where_chance_is_to_move() -> None:
    assert reports("honeymoon", "") == []
    assert evaluate(room("honeymoon").start(), 1.0, lambda: False) == (None, None)


def test_the_first_report_has_a_line_already() -> None:
    first = reports("connect6", "j10 k11 i11", most=1)[0]
    assert len(first.lines) == 1
    assert first.lines[0].win is None
    assert 0 < (first.lines[0].chance or 0) < 1


@pytest.mark.thorough
def test_a_proved_win_stands_first_and_was_checked() -> None:
    found = reports("gomoku", OPEN_THREE)
    best = found[-1].lines[0]
    assert best.win is not None
    assert best.chance == 1.0
    assert best.win.certificate is not None
    assert best.win.certificate.check().claim.fields["kind"] == "win"
    assert all(line.chance != 1.0 for line in found[-1].lines if line.win is None)


@pytest.mark.thorough
def test_a_turn_that_loses_by_force_carries_the_opponents_proof() -> None:
    # White must stop the open three; a stone in the corner lets Black win.
    found = reports("gomoku", OPEN_THREE.rpartition(" ")[0], count=5)
    losing = [line for line in found[-1].lines if line.loss is not None]
    for line in losing:
        assert line.loss is not None
        assert line.loss.side == "black"
        assert line.turns[1:] == line.loss.line


def test_where_pieces_move_a_proof_comes_first_and_opinions_claim_nothing() -> None:
    found = reports("xiangqi", MATE)
    assert [line.win is not None for line in found[-1].lines] == [True, False, False]
    quiet = reports("xiangqi", "h2e2")
    assert quiet[-1].lines
    assert all(line.win is None for line in quiet[-1].lines)


def test_with_three_players_the_living_sets_are_counted() -> None:
    start = room("goclub").start({"size": "7x7", "players": "3"})
    (only,) = study(start.play("d4"), 3, lambda: False)
    assert len(only.lines) == 3
    assert only.verdicts == ()


def test_a_finished_game_has_no_lines() -> None:
    assert reports("gomoku", "h8 a1 h9 a2 h10 a3 h11 a4 h12") == []
    assert evaluate(room("gomoku").from_text("h8 a1 h9 a2 h10 a3 h11 a4 h12"), 0.01, bool) == (
        None,
        None,
    )


def test_only_finished_rounds_are_reported_once_every_line_was_looked_at(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seen: list[str] = []
    asked = _Study(room("gomoku").from_text("h8 i9"), 3, lambda: False)
    asked.lines = {frozenset({m}): Line(((m,),), 0.5, 4) for m in ("g9", "g7", "j8", "h10")}
    asked.round = 1
    monkeypatch.setattr(asked, "_root", lambda _: seen.append("root"))
    monkeypatch.setattr(asked, "_follow", lambda turn, _: seen.extend(turn))
    for _ in asked._look(0.01):
        seen.append("report")
    assert seen[0] == "root"
    assert sorted(seen[1:-1]) == sorted(["g9", "g7", "j8", "h10"])
    assert seen[-1] == "report"


def test_only_a_search_that_time_cut_short_is_asked_again() -> None:
    def verdict(answer: str, ending: str) -> Verdict:
        return Verdict("gomoku", answer, "vct", "black", None, (), 1, 0.0, ending)

    assert cut_short(verdict("unknown", "seconds"))
    assert not cut_short(verdict("unknown", "finished"))
    assert not cut_short(verdict("unknown", "memory"))
    assert not cut_short(verdict("no", "seconds"))


def test_chances_are_even_at_zero_and_never_run_over() -> None:
    assert chance_of(0) == 0.5
    assert chance_of(100) == pytest.approx(0.731, abs=1e-3)
    assert 0 < chance_of(-(10**9)) < chance_of(10**9) < 1


def test_a_review_that_is_stopped_keeps_the_turns_it_judged() -> None:
    record = Record.from_moves("gomoku", "h8 a1 h9 c14 h10 e5 n1 e6 n3 e7 n5 e8 o8 e9")
    limits = Limits(nodes=2000)
    whole = [turn for step in steps(record, limits) for turn in step.judged]
    assert [turn.number for turn in whole] == list(range(1, 15))
    part = list(itertools.islice(steps(record, limits), 6))
    judged = [turn for step in part for turn in step.judged]
    assert judged == whole[: len(judged)]
    assert len(judged) == 4
    asked = 0

    def stop(_nodes: int, _seconds: float) -> bool:
        nonlocal asked
        asked += 1
        return False

    tangled = Record.from_moves("gomoku", "h13 j12 g11 i13 n10 m7 m8 h8 h14 n6 h6 m6")
    stopped = list(steps(tangled, Limits(seconds=60), progress=stop))
    assert asked
    assert len(stopped) < 13


class _Says:
    """A player whose score is known beforehand."""

    def __init__(self, score: int) -> None:
        self._score = score

    def choose_turn(self, *_: object) -> Opinion:
        return Opinion((), "searched", self._score)


def test_a_share_of_wins_is_told_as_that_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    for score, chance in ((-280, 0.36), (0, 0.5), (100, 0.55)):
        monkeypatch.setattr(lines, "analyst", lambda _, score=score: _Says(score))
        found, _ = evaluate(room("go").start({"size": "5x5"}), 0.1, lambda: False)
        assert found == pytest.approx(chance)


def test_what_a_search_calls_its_chance_is_the_chance_that_is_shown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    position = room("banqi").from_text("r2n/4/4/4/4/4/4/GR2 first red 0")
    acts = weighed(position, nodes=300)
    assert any(abs(act.chance - 0.5) > 0.1 for act in acts)
    for act in acts:
        monkeypatch.setattr(lines, "analyst", lambda _, score=act.value: _Says(score))
        found, _ = evaluate(position, 0.1, lambda: False)
        assert found == pytest.approx(act.chance, abs=0.01)


def test_tricks_are_no_logits() -> None:
    """Four tricks of eight are even, and were told as a win."""
    position = room("honeymoon").from_text(
        "first=A2.A2.A2.A2 second=K3.K3.K3.K3 trump=none lead=first"
    )
    found, _ = evaluate(position, 0.5, lambda: False)
    assert found is not None
    assert 0.4 < found < 0.8


def test_a_bid_that_cannot_be_made_is_not_told_as_even() -> None:
    """After seven no trumps the other side can only pass, and that was never looked at."""
    deal = [*DECK[:26], "7N"]
    found, _ = evaluate(room("honeymoon").start().play_all(deal), 0.5, lambda: False)
    assert found is not None
    assert found > 0.7, "whoever passes defends against all thirteen tricks"


def test_among_four_players_nobody_is_told_a_chance() -> None:
    position = room("mahjong").start()
    while position.to_move == CHANCE:
        position = position.play(position.outcomes()[0].move)
    assert evaluate(position, 0.1, lambda: False) == (None, None)
