"""Valid certificates of every kind, made by the small prover: what the attacks start from."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from functools import cache
from typing import Any

from kikashi import games
from kikashi.law.winning_sets import StonePosition
from tests.proofs.brute import least_of
from tests.proofs.prover import HoldProver, Tree, WinProver, certificate

COLOURS = ("black", "white")


def position(game: str, text: str, **options: str) -> StonePosition:
    found = games.room(game).from_text(text, options)
    assert isinstance(found, StonePosition)
    return found


def set_game(
    cells: str, sets: list[str], stones: int = 1, symmetries: list[str] | None = None
) -> dict[str, str]:
    """Options of the room `sets` for a game whose cells are single letters."""
    description = {
        "name": "a game made for a test",
        "cells": list(cells),
        "coordinates": [[number, 0] for number in range(len(cells))],
        "sets": [list(letters) for letters in sets],
        "stones": stones,
        "first": stones,
        "players": 2,
        "symmetries": [list(s) for s in symmetries or []],
    }
    return {"sets": json.dumps(description)}


def win(start: StonePosition, side: int, most: int, **how: Any) -> bytes:
    tree = WinProver(start.rules, **how).prove(start, side, most)
    assert tree is not None, "the small prover finds no win"
    claim = {"kind": "win", "side": COLOURS[side], "turns": tree.bound}
    return certificate(start, claim, tree)


def hold(start: StonePosition, side: int, **how: Any) -> bytes:
    claim = {"kind": "hold", "side": COLOURS[side]}
    return certificate(start, claim, _held(start, side, **how))


def draw(start: StonePosition, **how: Any) -> bytes:
    return certificate(start, {"kind": "draw"}, *(_held(start, side, **how) for side in (0, 1)))


def no_win(start: StonePosition, side: int, by: str, turns: int | None, **how: Any) -> bytes:
    least = least_of({"kind": "no-forcing-win", "by": by}, start.rules.stones)
    tree = _held(start, 1 - side, least=least, turns=turns, **how)
    if turns is not None:
        tree.bound = turns
    claim = {"kind": "no-forcing-win", "side": COLOURS[side], "by": by, "turns": turns}
    return certificate(start, claim, tree)


def _held(start: StonePosition, side: int, **how: Any) -> Tree:
    tree = HoldProver(start.rules, **how).prove(start, side)
    assert tree is not None, "the small prover cannot hold"
    return tree


NINE = {"size": "3x3", "k": "3"}


@cache
def scenarios() -> Mapping[str, bytes]:
    """By name; each small enough to be played out against every reply."""
    small = position("gomoku", "", size="4x4", k="3")
    nine = position("gomoku", "", **NINE)
    nested = position(
        "goclub",
        "setup black=a1,c2,e4,c5,e5 white=b1,c3,e3,c4,d4,a5,b5 move=white left=1",
        size="5x5",
    )
    singles = position(
        "connect",
        "setup black=b1,d1 white=c1,c3,d3,b4,d4,e5 move=black left=2",
        size="5x5",
        k="5",
        p="2",
    )
    pairs = position("connect", "c3 a1 e5", size="5x5", k="4", p="2", q="1")
    six = position(
        "connect6",
        "setup black=f1,c5,e5,c6 white=c1,a2,b2,d2,e2,f2,a3,e3,f3,b4,d4,e4,d5,a6,b6,e6,f6 "
        "move=black left=2",
        size="6x6",
    )
    fork = set_game("abcdefghi", ["abcd", "abce", "abcf", "abcg"], 3)
    three = position("sets", "setup black=- white=- move=black left=3", **fork)
    late = position("gomoku", "setup black=b2 white=a1 move=black left=1", **NINE)
    dead = position("gomoku", "setup black=a1,b3,c2 white=b1,b2,a3 move=black left=1", **NINE)
    two = position(
        "connect",
        "setup black=a2,c2,c3,b4 white=c1,b2,a4,c4,d4 move=black left=1",
        size="4x4",
        k="4",
        p="2",
    )
    ladder = set_game("abcdefghijk", ["abcd", "abef", "aghi", "ahij"], 2)
    doubles = position("sets", "setup black=- white=- move=black left=2", **ladder)
    return {
        "win, every reply by itself": win(small, 0, 3),
        "win, symmetry edges": win(small, 0, 3, symmetric=True),
        "win, a zone": win(small, 0, 3, zones=True),
        "win, nested zones": win(nested, 1, 4, zones=True),
        "win, nested zones and symmetries": win(nested, 1, 4, zones=True, symmetric=True),
        "win, a single threat, p = 2": win(singles, 1, 2, forcing=1, zones=True),
        "win, double threats": win(pairs, 0, 3, forcing=2),
        "win, connect6": win(six, 1, 2, forcing=1, zones=True),
        "win, three stones a turn": win(three, 0, 2),
        "win, the loser to move": win(small.play("b2"), 0, 2, zones=True),
        "hold, every reply by itself": hold(late, 1),
        "hold, symmetry edges": hold(nine, 1, symmetric=True),
        "hold, pairings": hold(late, 1, leaves="p"),
        "hold, sums": hold(late, 1, leaves="e"),
        "hold, two stones a turn": hold(doubles, 1, leaves="e"),
        "hold, dead cells": hold(dead, 1, dead=True),
        "hold, zones": hold(two, 1, zones=True),
        "draw": draw(late, leaves="p", symmetric=True),
        "no fours": no_win(late, 0, "vcf", None),
        "no fours within two turns": no_win(late, 0, "vcf", 2, zones=True),
        "no double threats": no_win(doubles, 0, "vcdt", None),
        "no single threats within two turns": no_win(doubles, 0, "vcst", 2, zones=True),
        "no win within two turns": no_win(late, 0, "any", 2, zones=True),
        "no win within three turns, two sets": no_win(late, 0, "any", 3, zones=True, leaves="d"),
        "no win within two turns, two sets": no_win(nine, 0, "any", 2, zones=True, leaves="d"),
    }


def random_game(dice: random.Random) -> StonePosition:
    """A position of a small game of random winning sets, with stones scattered on it."""
    while True:
        count = dice.randint(6, 11)
        stones = dice.choice([1, 1, 1, 2, 2, 3])
        width = max(dice.choice([2, 3, 3, 4]), stones + dice.choice([0, 1]), 2)
        cells = "abcdefghijk"[:count]
        sets = {
            "".join(sorted(dice.sample(cells, min(count, dice.choice([width, width, width + 1])))))
            for _ in range(dice.randint(3, 14))
        }
        options = set_game(cells, sorted(sets), stones)
        names: tuple[list[str], list[str]] = ([], [])
        for cell in dice.sample(cells, dice.randint(0, count // 2)):
            names[dice.random() < 0.4].append(cell)
        black, white = (",".join(n) or "-" for n in names)
        mover, left = dice.choice(COLOURS), dice.randint(1, stones)
        try:
            start = position(
                "sets", f"setup black={black} white={white} move={mover} left={left}", **options
            )
        except ValueError:
            continue
        if not start.is_over:
            return start
