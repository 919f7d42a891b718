"""Wins, holds and exact values: certificates that the judge accepts, and forgeries it refuses."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from kikashi import _native
from kikashi.games import room
from kikashi.games.banqi.plain_value import plain_value
from kikashi.games.banqi.position import BanqiPosition
from kikashi.games.banqi.provers import first_turns, methods, solve
from kikashi.games.banqi.slow import wins_within
from kikashi.games.banqi.twin import native_position
from kikashi.law import GameError
from kikashi.proofs import RefusedError
from kikashi.search import Certificate, Limits
from tests.proofs.dark_truths import Dark
from tests.proofs.room_liars import Liar

pytestmark = pytest.mark.native
BANQI = room("banqi")


def at(text: str, **options: str) -> BanqiPosition:
    position = BANQI.from_text(text, options)
    assert isinstance(position, BanqiPosition)
    return position


@pytest.mark.parametrize(
    ("text", "verdict", "turns"),
    [
        ("4/4/4/4/4/4/4/Kg2 first red 0", "win", 1),
        ("3n/4/4/4/4/4/4/GR2 first red 0", "win", 8),
        ("3n/4/4/4/4/4/4/G3 first red 0", "draw", None),
        ("3n/4/4/4/4/4/4/G3 second red 0", "loss", 9),
        ("4/4/4/4/4/1n2/1G2/1R2 first red 0", "win", 1),
    ],
)
def test_endgames_have_certificates_that_are_accepted(
    text: str, verdict: str, turns: int | None
) -> None:
    found = solve(at(text), "tables")
    assert (found.verdict, found.turns) == (verdict, turns)
    assert found.certificate is not None
    found.certificate.check()


def test_the_search_alone_finds_what_the_tables_know() -> None:
    position = at("4/4/4/4/3n/4/4/1GR1 first red 0")
    known = solve(position, "tables")
    found = _native.banqi_win(
        native_position(position),
        attacker=0,
        most_turns=12,
        refute=False,
        proof_nodes=1000,
        refutation_nodes=1000,
        tables=False,
        table_states=0,
        nodes=0,
        seconds=20.0,
    )
    assert (found["result"], found["turns"]) == ("win", known.turns)


def test_a_win_whatever_is_flipped_covers_every_outcome_and_a_faster_one_is_refuted() -> None:
    found = solve(at("4/4/4/4/4/1n2/1G2/1R1X first red 0 p"), "win", fastest=True)
    assert (found.verdict, found.turns, found.none_within) == ("win", 4, 3)
    assert found.certificate is not None
    assert found.refutation is not None
    found.certificate.check()
    found.refutation.check()
    assert any(node[0] == "c" for node in found.certificate.nodes)


def test_the_rules_of_a_draw_can_take_a_win_away() -> None:
    text = "3n/4/4/4/4/4/4/GR2 first red {quiet}"
    assert solve(at(text.format(quiet=0)), "win").verdict == "win"
    late = solve(at(text.format(quiet=170)), "win")
    assert late.verdict == "unknown"
    assert "draw" in late.note


def test_small_searches_agree_with_plain_python() -> None:
    seed = 5
    print(f"seed {seed}")
    chance = random.Random(seed)
    won = 0
    for _ in range(25):
        cells = chance.sample(range(8), 5)
        board = ["."] * 8
        for cell, piece in zip(cells, chance.sample("KGRCkgrc", 4), strict=False):
            board[cell] = piece
        board[cells[4]] = "X"
        rows = "/".join(
            "".join(board[n : n + 2]).replace("..", "2").replace(".", "1") for n in (6, 4, 2, 0)
        )
        bag = "KGRCkgrc"
        hidden = chance.choice([p for p in "KGRCkgrc" if p not in board])
        try:
            position = at(f"{rows} first red 0 {hidden}", size="2x4", bag=bag)
        except GameError:
            continue
        if position.result() is not None:
            continue
        for turns in (1, 2):
            verdict = solve(position, "win", turns=turns)
            assert (verdict.verdict == "win") == wins_within(position, turns), (position, turns)
            won += verdict.verdict == "win"
    assert won > 0


def forged(certificate: Certificate, nodes: list[list[object]], **claim: object) -> Certificate:
    return Certificate(certificate.start, {**certificate.claim, **claim}, nodes, certificate.root)


def test_forged_certificates_are_refused() -> None:
    found = solve(at("4/4/4/4/4/1n2/1G2/1R1X first red 0 p"), "win", fastest=True)
    good = found.certificate
    assert good is not None
    nodes = [list(node) for node in good.nodes]
    good.check()
    reply = next(n for n, node in enumerate(nodes) if node[0] == "r")
    chance = next(n for n, node in enumerate(nodes) if node[0] == "c")
    turn = next(n for n, node in enumerate(nodes) if node[0] == "t")

    def broken(number: int, *changed: object) -> Certificate:
        other = [list(node) for node in nodes]
        other[number] = list(changed)
        return forged(good, other)

    entries = nodes[reply][2]
    assert isinstance(entries, list)
    for bad in (
        broken(reply, "r", nodes[reply][1], entries[1:]),
        broken(chance, "c", nodes[chance][1], []),
        broken(chance, "o", nodes[chance][1], "p", None),
        broken(turn, "t", 0, *nodes[turn][2:]),
        broken(turn, "t", nodes[turn][1], "a8-a7", nodes[turn][3]),
        forged(good, nodes, turns=3),
        forged(good, nodes, side="second"),
        forged(good, nodes, kind="hold"),
        broken(good.root, *nodes[good.root][:3], good.root),
    ):
        with pytest.raises(RefusedError):
            bad.check()


def test_a_hold_that_loses_is_refused() -> None:
    held = solve(at("3n/4/4/4/4/4/4/G3 first red 0"), "tables").certificate
    assert held is not None
    held.check()
    nodes = [list(node) for node in held.nodes]
    other = next(n for n, node in enumerate(nodes) if node[0] == "r" and n)
    cut = nodes[other][2]
    assert isinstance(cut, list)
    nodes[other] = ["r", 0, cut[:-1]]
    with pytest.raises(RefusedError, match="not covered"):
        forged(held, nodes).check()
    with pytest.raises(RefusedError, match="long chases"):
        Certificate(
            at("3n/4/4/4/4/4/4/G3 first red 0", chase="loses"), held.claim, held.nodes, 0
        ).check()


def test_a_flip_that_surely_wins_at_once_is_no_refutation() -> None:
    """Only one piece lies face down, and once it is open Black cannot move."""
    position = at("pC/CX first red 0 P", size="2x2", bag="CCPp")
    assert solve(position, "win").turns == 1
    claim = {"kind": "no-win", "side": "first", "turns": 1}
    with pytest.raises(RefusedError, match="b1 wins at once"):
        Certificate(position, claim, [["r", 1, []]], 0).check()


def test_nothing_is_refuted_where_long_chases_lose() -> None:
    """Black can only chase the cannon and the guard for ever, which here wins for Red."""
    text, options = "1Cm/m1G first red 0", {"size": "3x2", "bag": "GCmmCN", "repetition": "2"}
    draws, loses = (at(text, **options, chase=chase) for chase in ("draws", "loses"))
    claim = {"kind": "no-win", "side": "first", "turns": 3}
    assert not Dark(draws, claim | {"kind": "win"}).true(draws, 3)
    assert Dark(loses, claim | {"kind": "win"}).true(loses, 3)
    good = Certificate(draws, claim, *Liar(Dark(draws, claim), random.Random(1)).lines())
    good.check()
    with pytest.raises(RefusedError, match="long chases"):
        Certificate(loses, claim, good.nodes, good.root).check()
    fastest = solve(loses, "win", fastest=True)
    assert (fastest.none_within, fastest.refutation) == (None, None)
    drawn = at("3n/4/4/4/4/4/4/G3 first red 0", chase="loses")
    assert solve(drawn, "tables").verdict == "unknown"


@pytest.mark.parametrize(
    ("size", "bag", "value"),
    [
        ("2x2", "KGkg", "-1"),
        ("2x2", "KPkp", None),
        ("2x2", "CPcp", None),
        pytest.param("1x5", "CPPcp", None, marks=pytest.mark.slow),
    ],
)
def test_exact_values_of_small_boards_are_those_of_a_second_plain_program(
    size: str, bag: str, value: str | None
) -> None:
    start = BANQI.start({"size": size, "bag": bag})
    found = solve(start, "value", Limits(seconds=60))
    assert found.verdict == "value"
    assert Fraction(str(found.facts["value"])) == plain_value(start)
    if value is not None:
        assert found.facts["value"] == value


def test_tables_agree_with_plain_iteration_on_a_small_board() -> None:
    """Every position of two against one on 2x4, in plain Python from the law."""
    options = {"size": "2x4", "bag": "KGMRkgmr"}
    for text in ("2/1r/2/GR first red 0", "2/1k/2/GR first red 0", "r1/2/2/1R first red 0"):
        position = at(text, **options)
        found = _native.banqi_table(native_position(position), 10**7, "")
        value = found["wins"] - found["lost"]
        assert plain_value(position) == value, text


def test_the_only_winning_first_act_is_found() -> None:
    position = at("4/4/4/4/3n/4/4/1GR1 first red 0")
    turns = solve(position, "win").turns
    assert turns is not None
    found = first_turns(position, turns)
    assert found.reached == "in-time"
    assert 1 <= len(found.in_time) <= 3


def test_no_exact_value_is_given_where_a_long_chase_loses() -> None:
    start = BANQI.start({"size": "2x2", "bag": "KGkg", "chase": "loses"})
    assert "value" not in methods(start)
    with pytest.raises(GameError, match="long chases lose"):
        solve(start, "value")
