"""One move by many machines: the votes are added up, and nobody is believed."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace

import pytest

from kikashi.games import room
from kikashi.grid import LocalExecutor, Outcome, TaskError
from kikashi.grid.kinds import kind_of
from kikashi.grid.packing import packed
from kikashi.grid.voting import Ballot, GridPlayer, merge
from kikashi.law import GameError
from kikashi.law.winning_set_room import stones_of
from kikashi.protocols.levels_door import Stop
from kikashi.search import solve
from tests.grid_apps.by_hand import ByHand

FOUR = "h8 a1 h9 a3 h10 a5 h11 a7"
QUIET = "h8 i9 h9 h10"


def ballot(*turns: tuple[str, float, float]) -> Ballot:
    return Ballot([([t], w, v) for t, w, v in turns], "searched", 1, 1)


def test_visits_of_all_machines_are_added_up_and_values_are_weighed() -> None:
    """The statistics of two searches that count visits: c leads in neither, and in the sum."""
    found = merge([ballot(("a1", 60, 1), ("c3", 50, 4)), ballot(("b2", 60, 2), ("c3", 50, 8))])
    assert [t.turn for t in found] == [("c3",), ("b2",), ("a1",)]
    assert (found[0].weight, found[0].value) == (100, 6)


def test_votes_come_first_and_values_decide_between_equals() -> None:
    votes = [ballot(("a1", 1, 50)), ballot(("b2", 1, 10)), ballot(("b2", 1, 20))]
    assert merge(votes)[0].turn == ("b2",)
    assert merge(votes[:2])[0].turn == ("a1",)


def test_ballots_are_merged_by_sum_majority_or_average() -> None:
    """a1 has the most visits in all, b2 the most ballots, c3 the largest shares."""
    ballots = [
        ballot(("a1", 900, 1), ("c3", 100, 1)),
        ballot(("b2", 50, 1), ("c3", 49, 1)),
        ballot(("b2", 51, 1), ("c3", 49, 1)),
        ballot(("c3", 99, 1), ("a1", 1, 1)),
    ]
    assert merge(ballots, "sum")[0].turn == ("a1",)
    assert merge(ballots, "majority")[0].turn == ("b2",)
    assert merge(ballots, "average")[0].turn == ("c3",)
    with pytest.raises(GameError, match="merged by"):
        merge(ballots, "lot")


@pytest.mark.native
@pytest.mark.parametrize("voters", [1, 2, 5])
def test_machines_together_find_the_winning_move_and_its_proof(voters: int) -> None:
    position = room("gomoku").from_text(FOUR)
    with LocalExecutor(2) as executor:
        player = GridPlayer(executor, "10", voters=voters, split="votes")
        found = player.choose_turn(position.view_of_mover(), 2.0)
        player.close()
    assert found.moves[0] in ("h7", "h12")
    assert found.verdict is not None
    assert found.verdict.certificate is not None
    assert found.verdict.certificate.check().sentence == "black wins within 1 turn"


@pytest.mark.native
def test_likely_turns_are_shared_among_the_voters_and_the_first_sees_everything() -> None:
    position = room("gomoku").from_text(QUIET)
    with LocalExecutor(1) as executor:
        player = GridPlayer(executor, "10", voters=4)
        first, *others = player.seats(position, 1.0)
        player.close()
    assert "among" not in first
    shared = [tuple(turn) for seat in others for turn in seat["among"]]
    assert len(shared) == len(set(shared)) == 6
    for turn in shared:
        position.play_all(turn)


@pytest.mark.native
def test_a_turn_of_two_stones_is_whole() -> None:
    position = room("connect6").from_text("j10")
    with LocalExecutor(2) as executor:
        player = GridPlayer(executor, "6", voters=3)
        found = player.choose_turn(position.view_of_mover(), 1.0)
        player.close()
    assert len(found.moves) == 2
    position.play_all(found.moves)


class Silent(ByHand):
    """Takes tasks and never does one until it is told to drop it."""

    def results(self) -> Iterator[Outcome]:
        while self.waiting:
            for ticket in [t for t in self.waiting if t in self.cancelled]:
                del self.waiting[ticket]
                yield Outcome(ticket, cancelled=True)
            time.sleep(0.005)


def test_a_grid_that_is_silent_is_waited_for_no_longer_than_the_clock_allows() -> None:
    silent = Silent(capacity=3)
    player = GridPlayer(silent, "1", voters=3, split="whole")
    with pytest.raises(GameError, match="nobody answered within"):
        player.choose_turn(room("gomoku").from_text(QUIET).view_of_mover(), 0.2)
    player.close()
    assert sorted(silent.cancelled) == [0, 1, 2]
    assert not silent.waiting


def test_a_request_to_stop_ends_the_wait() -> None:
    stop = Stop()
    stop.set()
    player = GridPlayer(Silent(), "1", voters=2, split="whole")
    with pytest.raises(GameError, match="no turn"):
        player.choose_turn(room("gomoku").from_text(QUIET).view_of_mover(), 60.0, stop)
    player.close()


class Forger(ByHand):
    """Claims a proved win by a1, with the proof of another position."""

    def results(self) -> Iterator[Outcome]:
        proof = solve(stones_of(room("gomoku").from_text(FOUR)), "vcf").certificate
        assert proof is not None
        for outcome in super().results():
            told = {"turns": [[["b1"], 1.0, 999_999.0]], "reason": "forced-win", "nodes": 1}
            yield replace(outcome, value={**told, "depth": 1, "certificate": packed(proof)})


@pytest.mark.native
def test_a_forged_proof_is_no_proof() -> None:
    player = GridPlayer(Forger(), "1", voters=1, split="votes")
    found = player.choose_turn(room("gomoku").from_text(QUIET).view_of_mover(), 5.0)
    player.close()
    assert found.verdict is None


class Rude(ByHand):
    """Names a cell that is taken."""

    def results(self) -> Iterator[Outcome]:
        for outcome in super().results():
            told = {"turns": [[["h8"], 1.0, 0.0]], "reason": "", "nodes": 1, "depth": 1}
            yield replace(outcome, value=told, error="")


def test_a_turn_that_is_not_legal_is_not_counted() -> None:
    player = GridPlayer(Rude(), "1", voters=1, split="votes")
    with pytest.raises(GameError, match="no turn"):
        player.choose_turn(room("gomoku").from_text(QUIET).view_of_mover(), 5.0)
    player.close()


@pytest.mark.native
def test_every_voter_may_think_about_the_whole_position_by_nodes_and_chance_of_its_own() -> None:
    position = room("gomoku").start({}).play("h8").play("h9")
    with LocalExecutor(1) as executor:
        whole = GridPlayer(executor, voters=3, split="whole", nodes=50)
        seats = whole.seats(position, 1.0)
        assert [("among" in seat, seat["seed"], seat["nodes"]) for seat in seats] == [
            (False, 0, 50),
            (False, 1, 50),
            (False, 2, 50),
        ]
        assert whole.choose_turn(position.view_of_mover(), 20.0).nodes <= 3 * 60
        whole.close()
        with pytest.raises(GameError, match="split by votes, whole, root"):
            GridPlayer(executor, split="odd")


def test_a_vote_without_voters_is_refused() -> None:
    with pytest.raises(GameError, match="at least one voter"):
        GridPlayer(ByHand(), voters=0)


@pytest.mark.parametrize(
    "turn",
    [
        [["b1"], float("nan"), 0.0],  # added to an honest turn it would take all its weight away
        [["b1"], float("inf"), 0.0],
        [["b1"], -5.0, 0.0],
        [["b1"], 1.0, float("nan")],
        [["b1"], 1.0, float("-inf")],
        [["b1"] * 65, 1.0, 0.0],
    ],
)
def test_weights_and_values_that_are_no_numbers_are_refused_at_the_door(turn: object) -> None:
    kind = kind_of("play.vote")
    told = {"turns": [turn], "reason": "searched", "nodes": 1, "depth": 1}
    with pytest.raises(TaskError, match="not right"):
        kind.unpacked_value(kind.packed_value(told))


def test_a_liar_is_not_louder_than_four_others() -> None:
    """It claims a million visits; five others have a hundred each."""
    honest = [ballot(("a1", 90, 5), ("c3", 10, 1))] * 5
    loud = ballot(("b2", 1e6, 9))
    found = merge([loud, *honest])
    assert found[0].turn == ("a1",)
    assert {t.turn: t.weight for t in found}["b2",] == 400


def test_an_answer_that_cannot_be_read_does_not_stop_the_turn() -> None:
    player = GridPlayer(Unreadable(), "1", voters=2, split="whole", nodes=20)
    found = player.choose_turn(room("gomoku").from_text(QUIET).view_of_mover(), 20.0)
    player.close()
    assert len(found.moves) == 1


class Unreadable(ByHand):
    """The second answer is of another shape."""

    def results(self) -> Iterator[Outcome]:
        for outcome in super().results():
            yield replace(outcome, value={"turns": 5}) if outcome.ticket == 1 else outcome
