"""A certificate is hostile input: whatever it holds, the answer is a refusal that says why."""

from __future__ import annotations

import contextlib
import gzip
import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from kikashi import games
from kikashi.law import GameError
from kikashi.proofs import Caps, CertificateWriter, RefusedError, check, check_stated, write
from tests.proofs.scenarios import position, scenarios

GOOD = scenarios()["win, a zone"]
HEAD, *NODES = (json.loads(line) for line in GOOD.splitlines())


def file(head: Any, nodes: list[Any]) -> bytes:
    return "".join(json.dumps(line) + "\n" for line in [head, *nodes]).encode()


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"kikashi": "recipe"}, "certificate"),
        ({"version": 2}, "version 2"),
        ({"version": True}, "version True"),
        ({"game": "chess"}, "no game 'chess'"),
        ({"game": 7}, "'game'"),
        ({"options": {"size": 4}}, "options"),
        ({"options": {"size": "999x999"}}, "each side"),
        ({"options": {"colour": "red"}}, "no option 'colour'"),
        ({"start": "z9"}, "no cell 'z9'"),
        ({"start": "setup black=a1,b1,c1 white=- move=black left=0"}, "already over"),
        ({"claim": []}, "claim"),
        ({"claim": {"kind": "luck"}}, "no claim of kind 'luck'"),
        ({"claim": {"kind": "win", "side": "red", "turns": 3}}, "black or white"),
        ({"claim": {"kind": "win", "side": "black", "turns": True}}, "turns"),
        ({"claim": {"kind": "win", "side": "black", "turns": 0}}, "turns"),
        ({"claim": {"kind": "win", "side": "black", "turns": 3, "by": "x"}}, "exactly"),
        ({"claim": {"kind": "draw"}}, "2 root"),
        ({"nodes": 0}, "0 nodes"),
        ({"nodes": 10**9}, "1000000000 nodes"),
        ({"nodes": len(NODES) + 1}, "ends after"),
        ({"nodes": len(NODES) - 1, "root": 0}, "more nodes"),
        ({"root": len(NODES)}, "only"),
        ({"root": -1}, "from 0 on"),
        ({"root": 1.0}, "from 0 on"),
        ({"roots": [0, 1]}, "either"),
        ({"extra": 1}, "'extra'"),
    ],
)
def test_a_bad_header_is_refused_with_a_reason(change: dict[str, Any], why: str) -> None:
    with pytest.raises(RefusedError, match=why):
        check_stated(file({**HEAD, **change}, NODES))


@pytest.mark.parametrize(
    ("node", "why"),
    [
        ([], "kind and its bound"),
        ({}, "kind and its bound"),
        ([1, 1], "kind and its bound"),
        (["t", -1, [0], None], "bound"),
        (["t", True, [0], None], "bound"),
        (["x", 1], "no kind 'x'"),
        (["p", 1, []], "no kind 'p'"),
        (["e", 1], "no kind 'e'"),
        (["t", 1, [], None], "at least one stone"),
        (["t", 1, [0, 0], None], "named twice"),
        (["t", 1, [16], None], "under 16"),
        (["t", 1, [True], None], "under 16"),
        (["t", 1, "ab", None], "list of numbers"),
        (["t", 1, [0], None, 1], "no symmetry"),
        (["t", 2, [0], 0], "earlier node"),
        (["t", 2, [0]], "parts"),
        (["r", 0, [], []], "at least 1"),
        (["r", 1, [[[0], 0]], []], "earlier node"),
        (["r", 1, {}, []], "lists"),
        (["r", 1, [[0]], []], "an entry is"),
    ],
)
def test_a_bad_node_is_refused_by_its_number(node: Any, why: str) -> None:
    with pytest.raises(RefusedError, match=f"node 0: .*{why}") as caught:
        check_stated(file(HEAD, [node, *NODES[1:]]))
    assert caught.value.node == 0


WIN = {"kind": "win", "side": "black", "turns": 3}
NO_FOURS = {"kind": "no-forcing-win", "side": "black", "by": "vcf", "turns": 3}
UNCOUNTED = {**NO_FOURS, "turns": None}


@pytest.mark.parametrize(
    ("claim", "nodes"),
    [
        pytest.param(WIN, [["t", 1, [0], None], ["t", 2, [5], 0]], id="turn after turn"),
        pytest.param(WIN, [["r", 1, [], []], ["t", 1, [5], 0]], id="a turn's bound does not fall"),
        pytest.param(WIN, [["r", 1, [], []], ["r", 1, [[[0], 0]], []]], id="reply after reply"),
        pytest.param(WIN, [["t", 2, [0], None], ["r", 1, [[[1], 0]], []]], id="a bound rises"),
        pytest.param(WIN, [["t", 2, [0], None], ["r", 1, [], [[[], 0]]]], id="in a zone entry"),
        pytest.param(
            NO_FOURS, [["t", 1, [0], None], ["r", 3, [[[1], 0]], []]], id="a turn skipped"
        ),
        pytest.param(NO_FOURS, [["r", 1, [], []], ["t", 2, [0], 0]], id="not the same turns to go"),
        pytest.param(UNCOUNTED, [["t", 1, [0], None], ["r", 1, [[[1], 0]], []]], id="no fall"),
    ],
)
def test_an_edge_against_the_order_of_turns_or_bounds_is_refused(
    claim: dict[str, Any], nodes: list[Any]
) -> None:
    data = file({**HEAD, "claim": claim, "nodes": 2, "root": 1}, nodes)
    with pytest.raises(RefusedError, match="node 1: child 0"):
        check_stated(data)


@pytest.mark.parametrize(
    "garbage",
    [
        b"",
        b"\n",
        b"\xff\xfe{",
        b"null",
        b"[" * 100_000,
        b'{"kikashi":' * 50_000,
        b"9" * 10_000,
        b'{"kikashi":"certificate","kikashi":"certificate"}',
        b"\x1f\x8b",
        b"\x1f\x8b" + b"\0" * 50,
        gzip.compress(GOOD, mtime=0)[:-20],
        gzip.compress(GOOD, mtime=0)[:-4] + b"1234",
        gzip.compress(b"\0" * 100_000, mtime=0),
    ],
    ids=lambda g: repr(g[:16]),
)
def test_garbage_is_refused(garbage: bytes) -> None:
    with pytest.raises(RefusedError):
        check_stated(garbage)


@settings(deadline=None, derandomize=True, max_examples=150)
@given(st.data())
def test_bytes_changed_anywhere_give_a_refusal_or_nothing_else(data: st.DataObject) -> None:
    spoiled = bytearray(data.draw(st.sampled_from([GOOD, gzip.compress(GOOD, mtime=0)])))
    for _ in range(data.draw(st.integers(1, 4))):
        spoiled[data.draw(st.integers(0, len(spoiled) - 1))] = data.draw(st.integers(0, 255))
    with contextlib.suppress(RefusedError):
        check_stated(bytes(spoiled))


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 20) | st.floats() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=12,
)


@settings(deadline=None, derandomize=True, max_examples=150)
@given(st.sampled_from(["t", "r", "p", "e"]), st.lists(JSON, max_size=4), st.data())
def test_any_json_as_a_node_gives_a_refusal(
    kind: str, rest: list[Any], data: st.DataObject
) -> None:
    assume(kind != "e" or rest)  # a bare 'e' may be right: nothing is left to win there
    name = data.draw(st.sampled_from(sorted(scenarios())))
    head, *nodes = (json.loads(line) for line in scenarios()[name].splitlines())
    nodes[-1] = [kind, nodes[-1][1], *rest]
    with pytest.raises(RefusedError):
        check_stated(file(head, nodes))


@pytest.mark.parametrize(
    ("caps", "why"),
    [
        (Caps(packed_bytes=100), "bytes; at most 100"),
        (Caps(bytes=300), "longer than 300 bytes"),
        (Caps(header_bytes=50), "line 1 is longer"),
        (Caps(line_bytes=5), "line 2 is longer"),
        (Caps(memory=-1), "MB of memory"),
        (Caps(nodes=5), "nodes"),
        (Caps(entries=2), "entries"),
        (Caps(depth=2), "deep"),
        (replace(Caps(), checks=1), "steps"),
        (replace(Caps(), seconds=0.0), "seconds"),
    ],
)
def test_each_cap_is_kept(caps: Caps, why: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kikashi.proofs.refusal.Budget.LOOK_EVERY", 1)
    with pytest.raises(RefusedError, match=why):
        check_stated(GOOD, caps=caps)


def test_a_bomb_is_refused_before_it_is_unpacked() -> None:
    bomb = gzip.compress(GOOD.splitlines()[0] + b"\n" + b"[" * (200 << 20), compresslevel=1)
    with pytest.raises(RefusedError, match="line 2 is longer"):
        check_stated(bomb)


def test_a_proof_deeper_than_pythons_stack_is_replayed() -> None:
    # Black takes x0, white must take y0, black takes x1 ...: 720 nodes on one path.
    count = 360
    assert 2 * count + 200 < sys.getrecursionlimit() < 4 * count
    description = {
        "name": "a long way",
        "cells": [f"{letter}{n}" for n in range(count) for letter in "xy"],
        "coordinates": [[n, 0] for n in range(2 * count)],
        "sets": [[f"x{n}", f"y{n}"] for n in range(count)],
    }
    start = position("sets", "", sets=json.dumps(description))
    claim = {"kind": "hold", "side": "black"}
    writer = CertificateWriter(start.game, start.options, start, claim)
    below = None
    for n in reversed(range(count)):
        bound = count - n
        if below is not None:
            below = writer.reply(bound, [([2 * n + 1], below)])
        else:
            below = writer.reply(bound)
        below = writer.turn(bound, [2 * n], below)
    data = writer.to_bytes()
    assert check_stated(data).sentence == "black does not lose"
    with pytest.raises(RefusedError, match="deep"):
        check_stated(data, caps=Caps(depth=700))


def test_work_that_explodes_is_stopped_by_the_cap_on_steps() -> None:
    # Seven stones a turn on a board of seventy cells: over a thousand million turns to look at.
    start = position(
        "connect", "setup black=- white=- move=white left=7", size="10x7", k="10", p="7", q="7"
    )
    claim = {"kind": "no-forcing-win", "side": "white", "by": "vcdt", "turns": 2}
    writer = CertificateWriter(start.game, start.options, start, claim)
    writer.reply(2)
    with pytest.raises(RefusedError, match="node 0: more than 20000 steps"):
        check_stated(writer.to_bytes(), caps=Caps(checks=20_000))


def test_the_claim_and_the_start_asked_for_are_compared_before_anything_is_replayed() -> None:
    spoiled = file(HEAD, [["never", 0]] * len(NODES))
    with pytest.raises(RefusedError, match="demanded was: white wins"):
        check_stated(spoiled, claim="white wins")
    elsewhere = position("gomoku", "a1", size="4x4", k="3")
    with pytest.raises(RefusedError, match="its start is"):
        check(spoiled, start=elsewhere, claim="black wins within 3 turns")
    with pytest.raises(RefusedError, match="no kind 'never'"):
        check_stated(spoiled, claim="black wins within 3 turns")


@pytest.mark.parametrize(
    "demand",
    [
        "black wins within 3 turns",
        "Black wins",
        '{"kind": "win", "side": "black", "turns": 3}',
        {"kind": "win", "side": "black", "turns": 3},
    ],
)
def test_a_claim_can_be_demanded_as_a_sentence_or_as_fields(demand: Any) -> None:
    assert check_stated(GOOD, claim=demand).sentence == "black wins within 3 turns"


@pytest.mark.parametrize("demand", ["black wins within 2 turns", "{", '{"kind": "draw"}', ""])
def test_another_claim_is_refused(demand: str) -> None:
    with pytest.raises(RefusedError):
        check_stated(GOOD, claim=demand)


def test_three_players_have_no_claims() -> None:
    start = games.room("goclub").start({"size": "5x5", "players": "3"})
    writer = CertificateWriter(start.game, start.options, start, {"kind": "hold", "side": "white"})
    writer.potential(0)
    with pytest.raises(RefusedError, match="two players"):
        check_stated(writer.to_bytes())


def test_the_first_stone_obeys_the_ring_rule() -> None:
    start = position("gomoku", "", size="4x4", k="3", ring="1")
    claim = {"kind": "hold", "side": "black"}
    for cell, refused in ((5, True), (0, False)):
        writer = CertificateWriter(start.game, start.options, start, claim)
        writer.turn(5, [cell], writer.reply(5))
        with pytest.raises(RefusedError) as caught:
            check_stated(writer.to_bytes())
        assert ("first stone" in str(caught.value)) == refused


def test_packed_and_plain_files_and_lines_say_the_same(tmp_path: Path) -> None:
    plain, packed = tmp_path / "win.json", tmp_path / "win.json.gz"
    start = position("gomoku", "", size="4x4", k="3")
    write(plain, start, HEAD["claim"], NODES)
    write(packed, start, HEAD["claim"], NODES)
    assert packed.read_bytes()[:2] == b"\x1f\x8b"
    assert plain.read_bytes() == gzip.decompress(packed.read_bytes())
    answers = {
        check_stated(plain).sentence,
        check_stated(packed).sentence,
        check_stated(gzip.compress(GOOD)).sentence,
    }
    assert answers == {"black wins within 3 turns"}


def test_a_writer_without_nodes_says_so() -> None:
    with pytest.raises(GameError, match="at least one node"):
        CertificateWriter("gomoku", {}, "", {"kind": "draw"}).to_bytes()


def test_sentences_exist_in_both_languages() -> None:
    for data in scenarios().values():
        claim = check_stated(data).claim
        assert claim.sentence("en").isascii()
        assert not claim.sentence("zh-Hant").isascii()
