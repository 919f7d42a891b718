"""Deals of mahjong for tests: walls by a seed, words by a chooser."""

from __future__ import annotations

import random
from collections.abc import Callable

from kikashi.games import room
from kikashi.games.mahjong.rules import MahjongPosition, mahjong_of

Chooser = Callable[[MahjongPosition, random.Random], str]

OPTIONS = {
    "flowers": ("yes", "no"),
    "left": ("16", "0", "14"),
    "winners": ("all", "first"),
    "passed": ("off", "on"),
    "ready": ("off", "on"),
    "tai": ("common", "modest", "bare"),
    "dealer": ("0", "1", "2", "3"),
    "streak": ("0", "2"),
    "round": ("0", "1", "2", "3"),
}


def some_options(chooser: random.Random) -> dict[str, str]:
    return {name: chooser.choice(values) for name, values in OPTIONS.items()}


def start(options: dict[str, str] | None = None) -> MahjongPosition:
    return mahjong_of(room("mahjong").start(options))


def drawn(position: MahjongPosition, chooser: random.Random) -> str:
    """What chance gives, as likely as it is."""
    outcomes = position.outcomes()
    return chooser.choices([o.move for o in outcomes], [o.weight for o in outcomes])[0]


def eager(position: MahjongPosition, chooser: random.Random) -> str:
    """Wins and claims where it can, declares often, else anything."""
    words = position.legal_moves()
    if "win" in words and chooser.random() < 0.9:
        return "win"
    claims = [word for word in words if word not in ("pass", "win") and not word[0].isdigit()]
    if claims and chooser.random() < 0.7:
        return chooser.choice(claims)
    return chooser.choice(words)


def played(
    position: MahjongPosition, chooser: random.Random, choose: Chooser = eager, steps: int = 4000
) -> MahjongPosition:
    """The game so many moves further, or at its end."""
    for _ in range(steps):
        if position.result() is not None:
            return position
        chance = bool(position.outcomes())
        position = position.play((drawn if chance else choose)(position, chooser))
    return position
