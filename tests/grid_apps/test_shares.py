"""Root splitting: shares are compared at one depth, repeat themselves, and nobody is believed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import pytest

from kikashi.games import room
from kikashi.grid import LocalExecutor, Outcome, Task, TaskError, do_task
from kikashi.grid.kinds import kind_of
from kikashi.grid.packing import packed
from kikashi.grid.voting import GridPlayer, Shared, merge_shares
from kikashi.law import GameError
from kikashi.law.winning_set_room import stones_of
from kikashi.search import solve
from tests.grid_apps.by_hand import ByHand

FOUR = "h8 a1 h9 a3 h10 a5 h11 a7"
QUIET = "h8 i9 h9 h10"
SHARE = "play.share"
WON = 999_995


def shared(
    turn: str, value: int, *depths: tuple[int, str, int], reason: str = "searched"
) -> Shared:
    return Shared([turn], value, [(d, [t], v) for d, t, v in depths], reason, 1)


def asked(position: str = QUIET, game: str = "gomoku", **more: Any) -> dict[str, Any]:
    start = room(game).from_text(position)
    here = {"game": game, "position": start.to_text(), "options": dict(start.options)}
    return {**here, "player": "10", "nodes": 300, "place": 0, "places": 3, **more}


def done(payload: Mapping[str, Any]) -> Mapping[str, Any]:
    return do_task(Task(SHARE, payload), lambda _nodes, _seconds: True)


def first(*shares: Shared) -> str:
    return merge_shares(shares)[0].turn[0]


def test_shares_are_compared_at_the_greatest_depth_that_all_have_completed() -> None:
    """b2 looks better at depth 3, where nobody else has been."""
    deep = shared("b2", 90, (1, "b1", 10), (2, "b1", 20), (3, "b2", 90))
    assert first(shared("a1", 0, (1, "a9", 80), (2, "a1", 30)), deep) == "a1"
    assert first(shared("a1", 0, (1, "a9", 5), (2, "a1", 15)), deep) == "b1"


def test_without_a_common_depth_shares_say_what_they_like_in_the_end() -> None:
    assert first(shared("a1", 40), shared("b2", 50, (1, "b1", 900))) == "b2"


def test_among_equals_the_first_place_comes_first() -> None:
    assert first(shared("a1", 7), shared("b2", 7)) == "a1"


def test_a_share_that_loses_is_not_heard_unless_all_lose() -> None:
    short, long = (shared(t, v, reason="lost") for t, v in (("a1", 4 - WON), ("b2", 20 - WON)))
    assert first(short, shared("c3", -500, (1, "c3", -500)), long) == "c3"
    assert first(short, long) == "b2"


def test_a_result_that_is_sure_needs_no_more_depth() -> None:
    won = shared("a1", WON, (1, "a1", WON))
    assert first(shared("b2", 9, (1, "b2", 5), (2, "b2", 9)), won) == "a1"
    lost = shared("a1", -WON, (1, "a1", -WON))
    assert first(lost, shared("b2", 9, (1, "b2", 5), (2, "b3", 9))) == "b3"


@pytest.mark.native
@pytest.mark.parametrize(("game", "position"), [("gomoku", QUIET), ("connect6", "j10")])
def test_two_machines_say_the_same_so_that_a_quorum_can_compare_them(
    game: str, position: str
) -> None:
    kind = kind_of(SHARE)
    assert not kind.opinion
    for place in range(3):
        payload = asked(position, game, place=place)
        one, two = (kind.packed_value(done(payload)) for _ in range(2))
        assert kind.digest(one) == kind.digest(two)
        assert kind.judge is not None
        assert kind.judge(payload, kind.unpacked_value(one)) is None  # nothing to be proved


@pytest.mark.native
def test_shares_are_of_different_turns_and_every_turn_is_in_one() -> None:
    """With as many places as turns at the root each share has one turn of its own."""
    turns = {tuple(done(asked(place=place, places=40))["turn"]) for place in range(40)}
    assert len(turns) == 40


@pytest.mark.native
@pytest.mark.parametrize("machines", [1, 2, 5])
def test_machines_together_find_the_winning_turn_and_its_proof(machines: int) -> None:
    with LocalExecutor(2) as executor:
        player = GridPlayer(executor, voters=machines, nodes=300)
        found = player.choose_turn(room("gomoku").from_text(FOUR).view_of_mover(), 20.0)
        player.close()
    assert found.moves[0] in ("h7", "h12")
    assert found.verdict is not None
    assert found.verdict.certificate is not None
    assert found.verdict.certificate.check().sentence == "black wins within 1 turn"


@pytest.mark.native
def test_a_turn_of_two_stones_is_whole_and_bounded_by_nodes() -> None:
    position = room("connect6").from_text("j10")
    with LocalExecutor(2) as executor:
        player = GridPlayer(executor, voters=3, nodes=200)
        found = player.choose_turn(position.view_of_mover(), 20.0)
        player.close()
    assert len(found.moves) == 2
    assert 0 < found.nodes <= 3 * 260


class Odd(ByHand):
    """The first machine is honest, and the others say something else."""

    def __init__(self, told: Mapping[str, Any] | None) -> None:
        super().__init__()
        self.told = told

    def results(self) -> Iterator[Outcome]:
        for outcome in super().results():
            if outcome.ticket == 0:
                yield outcome
            elif self.told is None:
                yield Outcome(outcome.ticket, error="it went away")
            else:
                yield replace(outcome, value=self.told, error="")


def forged(**fields: Any) -> dict[str, Any]:
    told = {"turn": ["b1"], "value": WON, "depths": [], "reason": "forced-win", "nodes": 0}
    return {**told, **fields}


def proof_of_another_position() -> bytes:
    proof = solve(stones_of(room("gomoku").from_text(FOUR)), "vcf").certificate
    assert proof is not None
    return packed(proof)


@pytest.mark.native
def test_who_forges_a_proof_is_heard_about_nothing_and_who_is_away_is_not_missed() -> None:
    position = room("gomoku").from_text(QUIET)
    honest = done(asked(places=2))["turn"]
    lies = (
        forged(certificate=proof_of_another_position()),
        forged(turn=["h8"]),  # taken
        forged(turn=["nowhere"]),
        forged(turn=[]),
        {"turn": 5},  # what no broker should let through
        None,
    )
    for told in lies:
        player = GridPlayer(Odd(told), voters=2, nodes=300)
        found = player.choose_turn(position.view_of_mover(), 20.0)
        player.close()
        assert list(found.moves) == honest
        assert found.verdict is None


@pytest.mark.native
def test_the_judge_refuses_what_no_search_says() -> None:
    judge = kind_of(SHARE).judge
    assert judge is not None
    own = solve(stones_of(room("gomoku").from_text(FOUR)), "vcf")
    assert own.certificate is not None
    proof, turn = packed(own.certificate), list(own.line[0])
    won = asked(FOUR)
    checked = judge(won, forged(turn=turn, certificate=proof))
    assert checked is not None
    refused = [
        (won, forged(turn=["b1"], certificate=proof)),
        (won, forged(turn=turn, certificate=proof, nodes=5)),
        (won, forged(turn=turn, certificate=proof, depths=[[1, turn, 5]])),
        (asked(), forged(certificate=proof)),
        (asked(), forged(turn=["h8"])),
        (asked(), forged(depths=[[2, ["b1"], 5], [1, ["b1"], 5]])),
        (asked(), forged(depths=[[1, ["b1"], 5], [1, ["b1"], 6]])),
        (asked(), forged(depths=[[1, ["b1", "b2"], 5]])),
    ]
    for payload, value in refused:
        with pytest.raises(GameError):
            judge(payload, value)


def test_fields_that_do_not_fit_are_refused_at_the_door() -> None:
    kind = kind_of(SHARE)
    wrong = (
        {"value": 10**7},
        {"value": float("nan")},
        {"nodes": -1},
        {"nodes": 1 << 50},
        {"depths": [[0, ["b1"], 1]]},
        {"turn": ["b1"] * 65},
        {"depths": [[1, ["b1"] * 65, 1]]},
        {"depths": [[n, ["b1"], 1] for n in range(1, 200)]},
        {"turn": ["b" * 17]},
        {"more": 1},
    )
    for fields in wrong:
        with pytest.raises(TaskError, match="not right"):
            kind.unpacked_value(kind.packed_value(forged(**fields)))
    for fields in ({"nodes": 0}, {"places": 0}, {"place": -1}, {"seconds": 1.0}, {"seed": -1}):
        with pytest.raises(TaskError, match="not right"):
            kind.packed(asked(**fields))


@pytest.mark.native
@pytest.mark.parametrize("more", [{"place": 3}, {"player": "simple"}, {"player": "mcts"}])
def test_a_share_that_cannot_be_is_refused(more: dict[str, Any]) -> None:
    with pytest.raises(TaskError, match=r"place 3 of 3|not search by shares"):
        done(asked(**more))


def test_only_levels_that_search_by_shares_are_split_so() -> None:
    xiangqi, gomoku = room("xiangqi").start({}), room("gomoku").start({})
    usual, wanted = GridPlayer(ByHand()), GridPlayer(ByHand(), split="root")
    simple = GridPlayer(ByHand(), "simple")
    assert [usual.split_of(start) for start in (gomoku, xiangqi)] == ["root", "votes"]
    assert simple.split_of(gomoku) == "votes"
    with pytest.raises(GameError, match="does not search by shares"):
        wanted.split_of(xiangqi)
    for player in (usual, wanted, simple):
        player.close()


@pytest.mark.native
def test_what_is_shown_of_a_proved_win_comes_from_its_proof() -> None:
    """With a true certificate the liar tells another score, another reason and many nodes."""
    position = room("gomoku").from_text(FOUR)
    own = solve(stones_of(position), "vcf")
    assert own.certificate is not None
    turn, proof = list(own.line[0]), packed(own.certificate)
    told = forged(turn=turn, value=-7, reason="lost", nodes=1 << 39, certificate=proof)
    ballot = {"turns": [[turn, 1.0, -7.0]], "reason": "lost", "nodes": 1 << 39, "depth": 99}
    for split, value in (("root", told), ("votes", {**ballot, "certificate": proof})):
        player = GridPlayer(Liars(value), voters=1, nodes=300, split=split)
        found = player.choose_turn(position.view_of_mover(), 20.0)
        player.close()
        assert found.verdict is not None
        assert (found.score, found.reason, found.depth) == (999_999, "forced-win", 0)
        assert found.nodes == found.verdict.nodes < 10


class Liars(ByHand):
    """Everybody says the same, as soon as it is asked."""

    def __init__(self, told: Mapping[str, Any], seconds: float = 0.0) -> None:
        super().__init__()
        self.told, self.seconds = told, seconds

    def results(self) -> Iterator[Outcome]:
        while self.waiting:
            ticket, _ = self.waiting.popitem()
            yield Outcome(ticket, self.told, seconds=self.seconds)


@pytest.mark.parametrize(
    ("nodes", "seconds", "low", "high"),
    [
        (1 << 39, 1e-9, 1.0, 1.0),  # too short to measure anything
        (1 << 39, 1.0, 1.0, 2.0),
        (0, 1.0, 0.5, 1.0),
    ],
)
def test_nobody_sets_the_pace_of_the_next_turn_at_will(
    nodes: int, seconds: float, low: float, high: float
) -> None:
    position = room("gomoku").from_text(QUIET)
    told = {**forged(reason="searched"), "value": 0, "nodes": nodes}
    player = GridPlayer(Liars(told, seconds), voters=3)
    before = player.shares(position, 1.0)[0]["nodes"]
    player.choose_turn(position.view_of_mover(), 20.0)
    after = player.shares(position, 1.0)[0]["nodes"]
    player.close()
    assert low * before - 1 <= after <= high * before + 1


def test_where_most_are_late_the_next_turn_is_shorter() -> None:
    position = room("gomoku").from_text(QUIET)
    player = GridPlayer(Late(forged(reason="searched", value=0)), voters=3)
    before = player.shares(position, 1.0)[0]["nodes"]
    player.choose_turn(position.view_of_mover(), 20.0)
    assert player.shares(position, 1.0)[0]["nodes"] == pytest.approx(before / 2, abs=1)
    player.close()


class Late(Liars):
    """Only the first of all answers."""

    def results(self) -> Iterator[Outcome]:
        for outcome in super().results():
            yield outcome if outcome.ticket == 0 else Outcome(outcome.ticket, error="too late")
