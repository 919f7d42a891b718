"""Certificates that once fooled or held up the checker."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest

from kikashi.games import room
from kikashi.law.winning_sets import Geometry, start
from kikashi.proofs import Caps, RefusedError, check_stated
from kikashi.stones.proofs import judge
from tests.cli.command_line import kikashi


def test_a_sum_may_not_begin_where_the_first_stone_is_limited() -> None:
    """Black may only play d; then White takes a and one of b and c."""
    rules = Geometry(
        cells=("a", "b", "c", "d"),
        coordinates=((0, 0), (1, 0), (2, 0), (3, 0)),
        sets=((0, 1), (0, 2)),
        first_cells=frozenset({3}),
    )
    header = {
        "kikashi": "certificate",
        "version": 1,
        "game": "gomoku",
        "options": {},
        "start": "setup black=- white=- move=black left=1",
        "claim": {"kind": "hold", "side": "black"},
        "nodes": 1,
        "root": 0,
    }
    lines = json.dumps(header) + '\n["e",0]\n'

    class Toy:
        def from_text(self, _text: str, _options: object) -> object:
            return start("gomoku", rules, {})

        def judging(self) -> object:
            return judge

    with pytest.raises(RefusedError, match="first stone is limited"):
        check_stated(lines.encode(), room_of=lambda _game: Toy())  # type: ignore[arg-type,return-value]


def test_threats_made_to_be_hard_to_count_cost_no_more_than_the_cap() -> None:
    """Six groups of eight sets of five private cells, two hubs and one stone: p = 7."""
    groups, private, hubs = 6, 5, 2
    sets, names = [], ["z", *(f"h{g}{n}" for g in range(groups) for n in range(hubs))]
    for g in range(groups):
        for s in range(8):
            mine = [f"p{g}{s}{n}" for n in range(private)]
            names += mine
            sets.append(["z", *mine, *(f"h{g}{n}" for n in range(hubs))])
    described = {
        "name": "hard",
        "cells": names,
        "coordinates": [[n % 20, n // 20] for n in range(len(names))],
        "sets": sets,
        "stones": 7,
        "first": 7,
    }
    header = {
        "kikashi": "certificate",
        "version": 1,
        "game": "sets",
        "options": room("sets").normal_options({"sets": json.dumps(described)}),
        "start": "setup black=z white=- move=black left=1",
        "claim": {"kind": "no-forcing-win", "side": "black", "by": "vcdt", "turns": 2},
        "nodes": 1,
        "root": 0,
    }
    lines = json.dumps(header) + '\n["r",2,[],[]]\n'
    began = time.process_time()
    with pytest.raises(RefusedError, match=r"seconds|steps"):
        check_stated(lines.encode(), caps=Caps(seconds=0.5))
    assert time.process_time() - began < 10


@pytest.mark.parametrize(
    "start", ["\\ud800", "setup black=- move=black left=\\ud800", "\\u001b[31m"]
)
def test_text_that_is_no_text_is_refused_without_a_traceback(start: str, tmp_path: Path) -> None:
    file = tmp_path / "odd.cert"
    head = '{"kikashi":"certificate","version":1,"game":"gomoku","options":{},"nodes":1,"root":0,'
    claim = '"claim":{"kind":"win","side":"black","turns":1}'
    file.write_text(f'{head}{claim},"start":"{start}"}}\n["t",1,[0],null]\n')
    for arguments in (("check", str(file), "--json"), ("check", str(file))):
        run = kikashi(*arguments)
        assert run.returncode == 1
        assert "Traceback" not in run.stderr
        assert "\x1b" not in run.stdout + run.stderr
