"""Files made to cost much: each is judged or refused within its limits, and the refusal says which.

Every one of these once held the checker for minutes or took gigabytes.
"""

from __future__ import annotations

import gzip
import json
import re
import subprocess
import sys
import time
from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from kikashi.games import room
from kikashi.grid import checking
from kikashi.grid.kinds import CheckedFile, task_kind
from kikashi.law import BadTextError, Position
from kikashi.proofs import (
    Caps,
    CertificateWriter,
    LimitError,
    Proof,
    RefusedError,
    check,
    check_stated,
)
from kikashi.proofs.limits import hard_limits
from kikashi.proofs.refusal import resident
from kikashi.search import Certificate, Verdict

LONG = 60.0
"""Seconds that nothing here takes, however busy the machine; what is cut off would never end."""


def header(**changes: object) -> bytes:
    fields = {
        "kikashi": "certificate",
        "version": 1,
        "game": "gomoku",
        "options": {"size": "15x15", "k": "5", "ring": "0"},
        "start": "setup black=- white=- move=black left=1",
        "claim": {"kind": "win", "side": "black", "turns": 1},
        "nodes": 1,
        "root": 0,
    }
    return json.dumps({**fields, **changes}).encode() + b"\n"


# --- texts ---------------------------------------------------------------------------------------


def wandering(moves: int) -> str:
    """Rooks that go round in circles of different length: no position comes thrice for long."""
    red = re.findall("..", "a0a1a2a3a4b4b3b2b1c1c0b0a0")
    black = re.findall("..", "i0i1i2i3i4i5h5h4h3h2h1g1g0h0i0")
    rounds = [[a + b for a, b in pairwise(points)] for points in (red, black)]
    line = [rounds[n % 2][n // 2 % len(rounds[n % 2])] for n in range(moves)]
    return "3ak4/4a4/9/9/9/9/9/9/4A4/R3KA2r w moves " + " ".join(line)


def test_a_text_longer_than_its_room_reads_is_refused_before_the_law_looks_at_it() -> None:
    xiangqi = room("xiangqi")
    began = time.process_time()
    data = header(
        game="xiangqi",
        options={"repetition": "asian"},
        start=wandering(28_000),
        claim={"kind": "win", "side": "red", "turns": 1},
    )
    with pytest.raises(RefusedError, match="at most 20000 characters"):
        check_stated(data + b'["t",1,"a0a1",null]\n')
    with pytest.raises(BadTextError, match="at most 20000 characters"):
        xiangqi.from_text("9" * (xiangqi.longest_text + 1))
    assert time.process_time() - began < 2


def test_the_longest_text_of_xiangqi_is_read_in_seconds() -> None:
    began = time.process_time()
    longest = wandering(3_900)
    assert len(longest) < room("xiangqi").longest_text
    with pytest.raises(BadTextError, match="the game is over"):
        room("xiangqi").from_text(longest)  # in the end a position did come thrice
    shuffle = wandering(160)
    assert room("xiangqi").from_text(shuffle).to_text()
    assert time.process_time() - began < 5


# --- memory --------------------------------------------------------------------------------------


def test_a_first_line_of_many_mebibytes_is_not_parsed() -> None:
    bomb = gzip.compress(b'{"kikashi":"certificate","x":[' + b"[]," * (10 << 20))
    assert len(bomb) < 200_000
    before = resident()
    with pytest.raises(LimitError, match="line 1 is longer than"):
        check_stated(bomb)
    assert resident() - before < 200 << 20


def test_replies_in_their_hundreds_of_thousands_are_refused_by_memory(tmp_path: Path) -> None:
    """Seven threats of six cells each: every partial reply of six stones was remembered."""
    cells = [f"c{n}" for n in range(49)]
    described = {
        "name": "many threats",
        "cells": cells,
        "coordinates": [[n % 7, n // 7] for n in range(49)],
        "sets": [cells[7 * n : 7 * n + 7] for n in range(7)],
        "stones": 6,
        "first": 6,
    }
    mine = ",".join(cells[::7])
    text = f"setup black={mine} white=- move=white left=6"
    start = room("sets").from_text(text, {"sets": json.dumps(described)})
    claim = {"kind": "win", "side": "black", "turns": 1}
    writer = CertificateWriter(start.game, start.options, start, claim)
    writer.reply(1)
    assert check_stated(writer.to_bytes()).sentence == "black wins within 1 turn"
    file = tmp_path / "many.json"
    file.write_bytes(writer.to_bytes())
    # In a process of its own: here memory of other tests lies about, ready to be used again.
    command = [sys.executable, "-c", "from kikashi.cli import main; main()", "check", str(file)]
    done = subprocess.run(
        [*command, "--memory", "4M"], capture_output=True, text=True, timeout=120, check=False
    )
    assert (done.returncode, "more than 4 MB of memory" in done.stderr) == (1, True)


@pytest.mark.parametrize(
    "caps, why",
    [(Caps(seconds=0.5), "longer than 0.5 seconds"), (Caps(memory=4 << 20), "more than 4 MB")],
    ids=["seconds", "memory"],
)
def test_a_few_nodes_of_go_that_hold_everywhere_are_refused_by_a_limit(
    caps: Caps, why: str
) -> None:
    """Of 38 liberties one is enough, so that every order of filling twenty would be replayed."""
    row = ",".join(f"{column}10" for column in "abcdefghjklmnopqrst")
    start = room("go").from_text(f"setup black={row} white=q3 move=black", {"size": "19"})
    claim = {"kind": "save", "side": "black", "target": "k10", "own": 0, "other": 3, "liberties": 1}
    writer = CertificateWriter(start.game, start.options, start, claim)
    writer.add(["l", 0])
    for bound in range(1, 40):
        writer.add(
            ["r", bound, [], bound - 1] if bound % 2 == 0 else ["m", bound, "pass", bound - 1]
        )
    with pytest.raises(LimitError, match=why):
        check(writer.to_bytes(), start=start, claim=claim, caps=caps)


def test_a_proof_that_is_only_walked_has_the_same_limits() -> None:
    bomb = gzip.compress(header(nodes=1000) + b'["r",1,[],[]]\n' * 10_000_000, 1)
    with pytest.raises(RefusedError):
        Proof.read(bomb)
    with pytest.raises(RefusedError, match="not JSON"):
        Proof.read(header() + b"[" * 100_000)


def test_limits_grow_with_the_packed_size_and_no_further_than_they_may() -> None:
    small, middle, large = (Caps.of(size) for size in (1 << 20, 32 << 20, 64 << 20))
    assert (small.seconds, small.memory) == (60, 512 << 20)
    assert 400 < middle.seconds < 600
    assert (large.seconds, large.memory, large.nodes) == (900, 4 << 30, 15_000_000)
    assert Caps.of(1 << 40).seconds == 900
    named = Caps.of(64 << 20, seconds=5, memory=1 << 20)
    assert (named.seconds, named.memory) == (5, 1 << 20)


# --- what a law does in between ------------------------------------------------------------------


def test_an_alarm_is_heard_inside_a_law(monkeypatch: pytest.MonkeyPatch) -> None:
    def never_ends(*_: object) -> Position:
        while True:
            pass

    monkeypatch.setattr(type(room("gomoku")), "from_text", never_ends)
    began = time.monotonic()
    caps = Caps(seconds=0.2)
    with pytest.raises(RefusedError, match=r"longer than 0\.2 seconds"), hard_limits(caps):
        check_stated(header() + b'["t",1,[0],null]\n', caps=caps)
    assert time.monotonic() - began < LONG


HUNGRY = """
from kikashi.games import room
from kikashi.proofs import Caps, check_stated
from kikashi.proofs.limits import hard_limits

def eats(*_):
    return [bytearray(1 << 20) for _ in range(1 << 20)]

type(room("gomoku")).from_text = eats
caps = Caps(memory=64 << 20)
try:
    with hard_limits(caps):
        eats()
except Exception as why:
    print(type(why).__name__, why)
"""


def test_memory_is_limited_inside_a_law() -> None:
    done = subprocess.run(
        [sys.executable, "-c", HUNGRY], capture_output=True, text=True, timeout=120, check=True
    )
    assert done.stdout == "LimitError checking needs more than 64 MB of memory\n"


def test_the_grids_checkers_have_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    def endless(_payload: Mapping[str, Any], _value: Mapping[str, Any]) -> CheckedFile:
        while True:
            pass

    @task_kind("test.endless-judge", judge=endless)
    def work(_payload: Mapping[str, Any], _go_on: object) -> Mapping[str, Any]:
        return {}

    monkeypatch.setattr(checking, "FILES", 0.2 / 60)
    began = time.monotonic()
    judged = checking._judge("test.endless-judge", b"\x80", b"\x80")
    assert (judged.proved, judged.too_much) == (False, True)
    assert "longer than 0.2 seconds" in judged.refusal
    assert time.monotonic() - began < LONG


def test_a_value_that_a_judge_stumbles_over_is_refused_and_its_task_ends() -> None:
    def stumbles(_payload: Mapping[str, Any], value: Mapping[str, Any]) -> CheckedFile:
        return CheckedFile([][len(value)])

    @task_kind("test.stumbling-judge", judge=stumbles)
    def work(_payload: Mapping[str, Any], _go_on: object) -> Mapping[str, Any]:
        return {}

    judged = checking._judge("test.stumbling-judge", b"\x80", b"\x80")
    assert (judged.proved, judged.too_much) == (False, False)
    assert "list index out of range" in judged.refusal


# --- what was searched here ----------------------------------------------------------------------


def test_a_search_is_replayed_under_hard_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lines, reviews and solutions all replay so: a law that never comes back is ended."""

    def stuck(_self: Certificate, _caps: Caps | None = None) -> None:
        while True:
            pass

    start = room("gomoku").start()
    proof = Certificate(start, {"kind": "win", "side": "black", "turns": 1}, [], 0)
    found = Verdict("gomoku", "win", "vcf", "black", 1, (), 0, 0.0, "finished", proof)
    monkeypatch.setattr(Certificate, "check", stuck)
    begun = time.monotonic()
    assert found.replayed(Caps(seconds=0.2)).checked is None
    assert time.monotonic() - begun < LONG
