"""After a game: what each move cost in points, an estimate of the search."""

from __future__ import annotations

import math

from kikashi.games.go.missed import missed
from kikashi.games.go.points_lost import review_moves
from kikashi.games.go.position import go_of
from kikashi.law import Move, View
from kikashi.law.puzzle_parts import Decision

WORK = 160_000
"""Simulations times points of the board for each search: about an eighth of a second."""
FEWEST, MOST = 100, 4_000
SPREAD = 45.0
"""Points that the leads of two searches of equal positions differ by, times the root of their
simulations, as measured on symmetric first moves."""
SURE = 2.5
"""Standard deviations of a difference: a smaller cost is not told as one."""
SAID = {
    "en": "{move} gives up about {lost:g} points beside {best} ({side} {chance}% to win after it). "
    "An estimate.",
    "zh-Hant": "與{best}相比，{move}約損失 {lost:g} 目（此後{side}勝率 {chance}%）。為估計值。",
}
FINE = {
    "en": "{move} is as good as what the search prefers ({side} {chance}% to win after it). "
    "An estimate.",
    "zh-Hant": "{move}不遜於搜尋所選（此後{side}勝率 {chance}%）。為估計值。",
}
MISSED = {
    "kill": {
        "en": " The group of {target} could have been killed here by {answer}: proved.",
        "zh-Hant": "此處下{answer}可殺 {target} 一塊：已證明。",
    },
    "live": {
        "en": " The group of {target} could have been saved here by {answer}: proved.",
        "zh-Hant": "此處下{answer}可救活 {target} 一塊：已證明。",
    },
}
SIDES = {"black": {"en": "Black", "zh-Hant": "黑方"}, "white": {"en": "White", "zh-Hant": "白方"}}
PASSES = {"en": "a pass", "zh-Hant": "虛手"}


def decision(seen: View, move: Move) -> Decision | None:
    """What a move cost its player beside the one that the search prefers."""
    if seen.whole is None or len(seen.legal_moves) < 2:
        return None
    position = go_of(seen.whole)
    simulations = min(MOST, max(FEWEST, WORK // len(position.on.names)))
    found = next(review_moves(position, (move,), simulations), None)
    if found is None:
        return None
    noise = SURE * SPREAD * math.sqrt(2 / simulations)
    lost = found.lost if found.lost >= noise else 0.0
    chance = round(100 * (found.black if found.side == "black" else 1 - found.black))
    said = {
        language: (SAID if lost else FINE)[language].format(
            move=_name(move, language),
            best=_name(found.best, language),
            lost=lost,
            side=SIDES[found.side][language],
            chance=chance,
        )
        for language in SAID
    }
    gone = missed(position, move) if position.agreement is None else None
    if gone is not None:
        said = {
            language: text
            + MISSED[gone.kind][language].format(target=gone.target, answer=gone.answer)
            for language, text in said.items()
        }
    return Decision(found.best if lost else move, lost, exact=False, said=said)


def _name(move: Move, language: str) -> str:
    return PASSES[language] if move == "pass" else move


__all__ = ["decision"]
