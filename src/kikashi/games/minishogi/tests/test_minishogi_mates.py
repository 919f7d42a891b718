"""Mates: 401 positions of a peer settled and certified, refutations, forged certificates."""

from __future__ import annotations

import copy
import csv
from collections.abc import Mapping, Sequence

import pytest

from kikashi.games.minishogi import ROOM
from kikashi.games.minishogi.futile import futile_moves, tsume_turns
from kikashi.games.minishogi.provers import first_turns
from kikashi.games.minishogi.provers import solve as prove
from kikashi.games.minishogi.rules import MinishogiPosition
from kikashi.games.minishogi.solver import solve
from kikashi.law import GameError
from kikashi.pieces.mates import Mate
from kikashi.pieces.slow import wins_within
from kikashi.proofs import CertificateWriter, RefusedError, check
from tests.data import data

pytestmark = pytest.mark.native

SHORTER = 14
"""Mates of the list that are shorter than the peer said."""
CERTIFIED_EVERY = 8
"""Of the list, every so many are also certified here; `bench/bench_minishogi.py` does all."""


def rows() -> list[tuple[MinishogiPosition, int, str]]:
    with data("minishogi/mates_fsf.csv").open(encoding="utf-8") as file:
        return [
            (ROOM.from_text(row["fen"]), int(row["mate_in"]), row["kind"])
            for row in csv.DictReader(file)
        ]


def certificate(
    position: MinishogiPosition, claim: Mapping[str, object], nodes: Sequence[list[object]]
) -> bytes:
    writer = CertificateWriter(position.game, position.options, position, claim)
    for node in nodes:
        writer.add(node)
    return writer.to_bytes()


def certify(position: MinishogiPosition, mate: Mate) -> None:
    claim = mate.claim()
    assert check(certificate(position, claim, mate.proof), claim=claim, start=position)


@pytest.mark.slow
def test_all_listed_mates_are_settled_and_none_takes_longer() -> None:
    shorter = 0
    for number, (here, listed, _) in enumerate(rows()):
        mate = solve(here, "any", seconds=20)
        assert mate.verdict == "win", here
        assert mate.shortest
        assert mate.turns is not None
        assert mate.turns <= listed, here
        shorter += mate.turns < listed
        if number % CERTIFIED_EVERY == 0 or mate.turns < listed:
            certify(here, mate)
    assert shorter == SHORTER


def test_mates_by_checks_are_as_short_as_the_law_finds_them() -> None:
    seen = 0
    for here, listed, kind in rows():
        if kind != "checks" or listed > 2:
            continue
        mate = solve(here, "checks", nodes=200_000)
        assert mate.verdict == "win"
        assert mate.turns is not None
        if seen % 6 == 0:
            assert wins_within(here, mate.turns)
            assert not wins_within(here, mate.turns - 1)
        seen += 1
    assert seen > 100


def test_a_shortest_mate_has_two_certificates() -> None:
    here = next(p for p, n, kind in rows() if n == 3 and kind == "checks")
    for by in ("checks", "any"):
        mate = solve(here, by, refute=True, seconds=20)
        assert mate.verdict == "win"
        assert mate.shortest
        assert mate.refuted == (mate.turns or 0) - 1
        certify(here, mate)
        claim = mate.refutation_claim()
        assert check(certificate(here, claim, mate.refutation), claim=claim, start=here)


def test_no_mate_is_said_of_its_class_only() -> None:
    start = ROOM.start()
    none = solve(start, "checks", nodes=100_000)
    assert (none.verdict, none.turns) == ("no", None)
    few = solve(start, "any", turns=2, refute=True)
    assert (few.verdict, few.turns, few.refuted) == ("no", 2, 2)
    claim = few.refutation_claim()
    assert check(certificate(start, claim, few.refutation), claim=claim, start=start)
    open_end = solve(start, "any", nodes=3_000)
    assert open_end.verdict == "unknown"
    assert open_end.ending == "nodes"


def test_forged_certificates_are_refused() -> None:
    here = next(p for p, n, kind in rows() if n == 3 and kind == "checks")
    mate = solve(here, "checks", refute=True)
    claim = mate.claim()
    for change in (
        {"turns": (mate.turns or 0) - 1},
        {"turns": True},
        {"side": "nobody"},
        {"kind": "no-mate"},
        {"by": "magic"},
        {"turns": 10**9},
    ):
        false = {**claim, **change}
        with pytest.raises((RefusedError, GameError)):
            check(certificate(here, false, mate.proof), claim=false, start=here)
    refused = 0
    for number, node in enumerate(mate.proof):
        for forged in _forgeries(node):
            nodes = copy.deepcopy(mate.proof)
            nodes[number] = forged
            with pytest.raises((RefusedError, GameError)):
                check(certificate(here, claim, nodes), claim=claim, start=here)
            refused += 1
        if refused > 60:
            break
    assert refused > 15


def _forgeries(node: list[object]) -> list[list[object]]:
    kind, bound, *rest = node
    assert isinstance(bound, int)
    if kind == "t":
        return [["t", bound, "5e5e", rest[1]], ["t", 0, *rest], ["t", bound, 7, rest[1]]]
    replies = rest[0]
    assert isinstance(replies, list)
    return [["r", bound, replies[1:]], ["r", bound, [*replies, replies[0]]], ["r", bound]]


def test_futile_interpositions_are_counted_as_collections_do() -> None:
    here = ROOM.from_text("r4/g1ks1/5/5/K1SGR[Bppb] b")
    line = ["5b4c", "B*5c", "5a5c", "5e4e", "4c5d", "4e3d", "2b3c"]
    assert here.play_all(line).result() is not None
    assert futile_moves(here, line) == (1,)
    assert tsume_turns(here, line) == 3
    verdict = prove(here, "checks")
    assert verdict.turns == 4
    if verdict.line == tuple((move,) for move in line):
        assert "takes 3 moves" in verdict.note


def test_an_interposition_whose_piece_mates_later_is_not_futile() -> None:
    here = ROOM.from_text("3k1/1B1sp/P4/1GB2/K1R2[GSr] w")
    line = ["3d4c", "R*3b", "4c3b", "2a1a", "R*2a"]
    assert here.play_all(line).result() is not None
    assert futile_moves(here, line) == ()
    assert tsume_turns(here, line) == 3


def test_first_turns_of_a_mate() -> None:
    here = next(p for p, n, kind in rows() if n == 2 and kind == "checks")
    found = first_turns(here, 2)
    assert found.found
    assert found.reached == "in-time" or found.cut


def test_bad_questions_are_refused() -> None:
    with pytest.raises(GameError, match="solved by"):
        solve(ROOM.start(), "magic")
    with pytest.raises(GameError, match="1 to 200"):
        solve(ROOM.start(), turns=0)
    with pytest.raises(GameError, match="over"):
        solve(ROOM.from_text("k4/G4/K4/5/5 w - 1"))
    with pytest.raises(GameError, match="no method"):
        prove(ROOM.start(), "magic")
