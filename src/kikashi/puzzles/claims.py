"""What puzzles ask of a room: its themes, and what certificates of a fastest win must claim."""

from __future__ import annotations

from typing import TypeAlias

from kikashi.games import room
from kikashi.law import needed
from kikashi.law.parts import Themes

Claim: TypeAlias = dict[str, object]


def themes_of(game: str) -> Themes:
    """The room's themes; GameError where no puzzles can be made of its games."""
    return needed(room(game).themes(), game, "puzzles")


def fastest_claims(game: str, side: str, by: str, turns: int) -> tuple[Claim, Claim]:
    """That there is a win in so many turns, and that none is faster."""
    return needed(room(game).first_turn_prover(), game, "puzzles").claims_of(side, by, turns)
