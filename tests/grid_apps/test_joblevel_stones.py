"""Job-level search for winning sets: what it proves passes the checker, and lies do not."""

from __future__ import annotations

import csv
import random
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import pytest

from kikashi.games import room
from kikashi.grid import LocalExecutor, Outcome, Task, TaskError, do_task
from kikashi.grid.joblevel import JobLevelSearch, Status
from kikashi.grid.packing import packed
from kikashi.law import GameError
from kikashi.law.winning_set_room import stones_of
from kikashi.law.winning_sets import COLOURS, StonePosition
from kikashi.proofs import Proof, RefusedError, check
from kikashi.search import Certificate, Limits, solve
from kikashi.stones.joblevel import StoneProblem
from kikashi.stones.joblevel.compose import Composer
from kikashi.stones.joblevel.cover import ReplyCover, with_part, zone_of
from kikashi.stones.joblevel.problem import OPENING_QUIET
from kikashi.stones.joblevel.tasks import ATTACK, DEFEND, judge
from tests.data import data
from tests.grid_apps.by_hand import ByHand

pytestmark = pytest.mark.thorough

SMALL = {"size": "8x8", "k": "4"}
BLIND = 30
"""Nodes a search: few enough that one search proves little on a small board."""


def scattered(seed: int, stones: int = 6) -> StonePosition:
    """A position of four in a row with stones at random."""
    chance = random.Random(seed)
    position = room("gomoku").start(room("gomoku").normal_options(SMALL))
    for _ in range(stones):
        position = position.play(chance.choice(position.legal_moves()))
    return stones_of(position)


def alone(position: StonePosition, nodes: int) -> set[str]:
    """What single searches say."""
    provers = room(position.game).capabilities(position.options).provers
    return {solve(position, by, Limits(nodes=nodes)).verdict for by in provers}


def ask(
    kind: str, position: StonePosition, free: int = 0, nodes: int = 2_000, **more: int
) -> Mapping[str, Any]:
    payload: dict[str, Any] = {
        "game": position.room,
        "position": position.to_text(),
        "options": dict(position.options),
        "free": free,
        "tried": False,
        "nodes": nodes,
        "looks": 30,
        "width": 16,
        **more,
    }
    return do_task(Task(kind, payload), lambda _nodes, _seconds: True)


@pytest.mark.native
def test_every_proof_passes_the_checker_and_some_are_beyond_one_search() -> None:
    beyond = 0
    for seed in range(9):
        problem = StoneProblem(scattered(seed), nodes=BLIND, looks=30)
        search = JobLevelSearch(problem)
        found = search.run(ByHand(capacity=1 + seed % 3), most_tasks=60)
        if found.status is Status.PROVED:
            checked = problem.certificate().check()
            assert checked.sentence.startswith(f"{problem.side} wins"), f"seed {seed}"
            beyond += "win" not in alone(problem.start, BLIND)
    assert beyond >= 3


@pytest.mark.native
def test_a_side_that_is_not_to_move_can_be_proved_to_win() -> None:
    found = 0
    for seed in range(30):
        position = scattered(seed, stones=9)
        problem = StoneProblem(position, 1 - position.mover, nodes=200)
        search = JobLevelSearch(problem)
        if search.run(ByHand(), most_tasks=10).status is Status.PROVED:
            claim = problem.certificate().check().claim.fields
            assert claim["side"] == COLOURS[1 - position.mover]
            found += 1
    assert found >= 2


@pytest.mark.native
def test_what_is_wanted_of_the_replies_is_what_the_checker_wants() -> None:
    """With all answers it accepts the node; without one it refuses, if that one is wanted."""
    seen = {True: 0, False: 0}
    for seed in range(60):
        position = scattered(seed, stones=7)
        cover = ReplyCover(position)
        answers: dict[int, Certificate] = {}
        while not cover.lost and (wanted := cover.wanted()) and len(answers) < 60:
            there = with_part(position, wanted[0])
            verdict = solve(there, "vcf", Limits(nodes=500))
            if verdict.certificate is None:
                break
            spare = cover.size - wanted[0].bit_count()
            answers[wanted[0]] = verdict.certificate
            nodes, root = verdict.certificate.nodes, verdict.certificate.root
            cover.answered(wanted[0], zone_of(there, nodes, root, spare) if spare else 0)
        if cover.lost or cover.wanted():
            continue
        reply_node(position, answers).check()
        for part in answers:
            fewer = {p: c for p, c in answers.items() if p != part}
            short = ReplyCover(position)
            for p in fewer:
                short.answered(p, cover.zones[p])
            accepted = is_accepted(reply_node(position, fewer))
            # Without the pass the checker has one more way: it tries every single reply.
            if part:
                assert accepted is not bool(short.wanted()), f"seed {seed}"
            seen[accepted] += 1
    assert seen[False] > 5, seen


def reply_node(position: StonePosition, answers: Mapping[int, Certificate]) -> Certificate:
    composer = Composer()
    numbers = {part: composer.include(c) for part, c in answers.items()}
    root = composer.reply(numbers, position.moves_left)
    side = COLOURS[1 - position.mover]
    claim = {"kind": "win", "side": side, "turns": composer.bound(root)}
    return Certificate(position, claim, composer.nodes, root)


def is_accepted(certificate: Certificate) -> bool:
    try:
        certificate.check()
    except RefusedError:
        return False
    return True


@pytest.mark.native
def test_the_same_job_gives_the_same_answer_and_names_only_legal_turns() -> None:
    for seed in range(6):
        position = scattered(seed)
        first, second = (ask(ATTACK, position, nodes=BLIND) for _ in range(2))
        assert first == second
        for turn, _ in first.get("turns", []):
            assert position.play_all(turn).occupied.bit_count() == 7


@pytest.mark.native
def test_a_win_that_a_job_claims_is_judged_by_its_certificate() -> None:
    position = stones_of(room("gomoku").from_text("h8 a1 h9 a3 h10 a5 h11 a7"))
    payload = {"game": "gomoku", "options": dict(position.options), "position": position.to_text()}
    value = ask(ATTACK, position)
    assert value["verdict"] == "win"
    assert judge(payload, value, defending=False)
    with pytest.raises(RefusedError, match="demanded was"):
        judge({**payload, "position": position.to_text()}, value, defending=True)
    other = stones_of(room("gomoku").from_text("h8 a1 h9 a3 h10 a5 h12 a7"))
    with pytest.raises(RefusedError, match="its start is"):
        judge({**payload, "position": other.to_text()}, value, defending=False)
    with pytest.raises(RefusedError, match="needs a certificate"):
        judge(payload, {**value, "certificate": "?"}, defending=False)
    assert not judge(payload, {"verdict": "open"}, defending=False)


LIE = "h8 a1 h9 a3 h10 a5 h11 a7"


def lie() -> dict[str, Any]:
    """The claim of a win, with the certificate of another position."""
    certificate = solve(room("gomoku").from_text(LIE), "vcf").certificate
    assert certificate is not None
    return {"verdict": "win", "nodes": 1, "certificate": packed(certificate)}


class Liar(ByHand):
    """Claims that everything is won."""

    def results(self) -> Iterator[Outcome]:
        for outcome in super().results():
            yield replace(outcome, value=lie())


@pytest.mark.native
def test_a_liar_that_nobody_checked_is_found_in_the_end() -> None:
    problem = StoneProblem(stones_of(room("gomoku").from_text("h8 a1 i9 a3 h10 a5")))
    assert JobLevelSearch(problem).run(Liar()).status is Status.PROVED
    with pytest.raises(RefusedError):
        problem.certificate().check()


@pytest.mark.native
def test_a_proof_that_fails_with_stones_about_is_not_taken() -> None:
    """A win from a pass says nothing of replies; where it does not hold, the node is given up."""
    problem = StoneProblem(stones_of(room("gomoku").from_text("h8 a1 i9 a3 h10 a5")))
    key = problem._key(problem.start, 1)
    assert problem.expand(key, lie()).status is Status.DISPROVED


@pytest.mark.native
def test_a_job_that_is_told_to_stop_stops() -> None:
    position = scattered(1)
    payload = dict(StoneProblem(position).task(f"0 {position.to_text()}").payload)
    with pytest.raises(TaskError, match="stopped"):
        do_task(Task(ATTACK, payload), lambda _nodes, _seconds: False)


@pytest.mark.native
def test_a_defender_who_completes_a_set_has_refuted_the_turn() -> None:
    position = stones_of(room("gomoku").from_text("h8 a1 h9 a3 h10 a5 h11"))
    threatened = with_part(position, 0)  # black to move again: white must not have passed
    assert ask(DEFEND, threatened)["verdict"] == "loss"
    answered = ask(DEFEND, position)
    assert answered["verdict"] == "win"
    proof = Proof.read(answered["certificate"])
    assert not proof.is_turn(proof.root)


def test_questions_that_make_no_sense_are_refused() -> None:
    gomoku = room("gomoku")
    with pytest.raises(GameError, match="empty board"):
        StoneProblem(stones_of(gomoku.start()))
    with pytest.raises(GameError, match="game is over"):
        StoneProblem(stones_of(gomoku.from_text("h8 a1 h9 a3 h10 a5 h11 a7 h12")))
    with pytest.raises(GameError, match="at least one of its looks"):
        StoneProblem(scattered(1), looks=0)


@pytest.mark.native
def test_a_connect6_game_is_decided_a_turn_earlier_than_any_forcing_search_sees() -> None:
    """Game 2 of the sample, the winner's fifth turn from the end."""
    with data("connect6/human_games_sample2000.csv").open(newline="") as file:
        row = next(row for row in csv.DictReader(file) if row["game_id"] == "2")
    moves = row["moves"].split(",")
    turn = len(moves) // 2 - 2 * 4
    position = stones_of(room("connect6").start().play_all(moves[: 2 * turn - 1]))
    assert "win" not in alone(position, 20_000)
    problem = StoneProblem(position)
    with LocalExecutor(2) as executor:
        assert JobLevelSearch(problem).run(executor, most_tasks=30).status is Status.PROVED
    checked = problem.certificate().check()
    assert checked.sentence.startswith("white wins within")


@pytest.mark.native
def test_the_first_job_of_an_opening_also_searches_with_quiet_turns() -> None:
    opening = StoneProblem(stones_of(room("connect6").from_text("j10 a1 a2")))
    assert opening.task(opening.root).payload["quiet"] == OPENING_QUIET
    later = StoneProblem(stones_of(room("connect6").from_text("j10 a1 a2 k11 i11 s1 s2")))
    assert "quiet" not in later.task(later.root).payload
    rules = {"size": "9x9", "k": "6", "p": "2", "q": "1"}
    text = "setup black=d4,f5,e7 white=- move=black left=2"
    start = stones_of(room("connect").from_text(text, rules))
    assert ask(ATTACK, start, nodes=50)["verdict"] == "open"
    won = ask(ATTACK, start, nodes=50, quiet=1)
    assert won["verdict"] == "win"
    check(won["certificate"], start=start, claim={"kind": "win", "side": "black"})
