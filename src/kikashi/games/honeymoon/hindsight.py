"""After a deal: what each card of the play cost, exactly, and each bid and exchange, estimated.

Everything is worked out from what the player could know when it was decided.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from kikashi.games.honeymoon import baseline, open_hands
from kikashi.games.honeymoon.cards import DECK, ORDER
from kikashi.games.honeymoon.drawing import bid_label, card_name
from kikashi.games.honeymoon.engine import (
    auction_values,
    bid_values,
    judge_cards,
    judge_draws,
)
from kikashi.games.honeymoon.knowledge import Knowledge, knowledge_of
from kikashi.games.honeymoon.state import State
from kikashi.games.honeymoon.table import table_of
from kikashi.law import Move, View
from kikashi.law.puzzle_parts import Decision

SAMPLES = 48
"""Deals that an estimate rests on: about a tenth of a second."""
DRAWS = 16
"""The same where the bidding of every deal is solved too."""
EXACT = {
    "en": "{move} takes {got} of the {left} tricks that are left; {best} takes {most}. Exact.",
    "zh-Hant": "{move}可取剩餘 {left} 磴中的 {got} 磴；{best}可取 {most} 磴。精確值。",
}
EXCHANGE = {
    "en": "{move} reaches its side of the contract in {got} of {left} deals that fit what was "
    "seen; {best} in {most}. An estimate.",
    "zh-Hant": "在 {left} 副符合所見的模擬牌中，{move}有 {got} 副達成己方目標，{best}有 {most} 副。"
    "為估計值。",
}
DRAW = {
    "en": "{move} is worth {got} a deal in {left} deals that fit what was seen, both sides bidding "
    "and playing without a mistake; {best} {most}. An estimate.",
    "zh-Hant": "在 {left} 副符合所見的模擬牌中，若雙方喊牌與打牌皆無誤，{move}平均值 {got}，"
    "{best}值 {most}。為估計值。",
}
AUCTION = {
    "en": "{move} is worth {got} if neither side errs any more; {best} {most}. Exact: both hands "
    "can be worked out.",
    "zh-Hant": "若雙方此後皆無誤，{move}值 {got}，{best}值 {most}。精確值：雙方手牌皆可推知。",
}
BIDDING = {
    "en": "{move} is worth {got} if it ends the bidding; {best} {most}, from -1 to 1 by {left} "
    "deals that fit what was seen. An estimate.",
    "zh-Hant": "若喊牌就此結束，{move}值 {got}，{best}值 {most}"
    "（-1 到 1，依 {left} 副符合所見的模擬牌）。為估計值。",
}


def decision(seen: View, move: Move) -> Decision | None:
    """What the viewer's card or bid cost; None where nothing else could be played."""
    if len(seen.legal_moves) < 2 or move not in seen.legal_moves:
        return None
    if seen.whole is not None:
        return _exact(table_of(seen.whole).state, move)
    known = knowledge_of(seen)
    if known.phase == "play":
        return _exact(baseline.state_of(known), move)
    random = Random(f"hindsight {seen.text}")
    classic = dict(seen.options)["form"] == "classic"
    if known.phase == "bidding" and classic:
        worth = {
            word: float(value)
            for word, (value, _) in auction_values(known, dict(seen.options)).items()
        }
        best = max(seen.legal_moves, key=worth.__getitem__)
        return _decided(AUCTION, move, best, worth, 0, exact=True)
    if known.phase == "bidding":
        rounds = iter((SAMPLES, 0))
        values = bid_values(known, seen, lambda: next(rounds), random)
        best = max(seen.legal_moves, key=values.__getitem__)
        return _decided(
            BIDDING,
            move,
            best,
            {word: round(value, 2) for word, value in values.items()},
            SAMPLES,
        )
    return _draw(known, seen, move, random) if classic else _exchange(known, seen, move, random)


def _exact(state: State, move: Move) -> Decision:
    values = {value.card: float(value.tricks) for value in open_hands.card_values(state)}
    best = baseline.best_card(state)
    left = len(state.hands[state.to_move])
    return _decided(EXACT, move, best, values, left, exact=True)


def _exchange(known: Knowledge, seen: View, move: Move, random: Random) -> Decision:
    made = {
        card: float(reached.bit_count())
        for card, _, reached in judge_cards(known, dict(seen.options), SAMPLES, random)
    }
    values = _each_card(seen, made)
    best = max(values, key=values.__getitem__)
    decided = _decided(EXCHANGE, move, best, values, SAMPLES)
    return Decision(decided.best, decided.cost / SAMPLES, exact=False, said=decided.said)


def _draw(known: Knowledge, seen: View, move: Move, random: Random) -> Decision:
    worth = {
        card: round(total / DRAWS, 2)
        for card, total in judge_draws(known, dict(seen.options), DRAWS, random)
    }
    values = _each_card(seen, worth)
    return _decided(DRAW, move, max(values, key=values.__getitem__), values, DRAWS)


def _each_card(seen: View, judged: Mapping[int, float]) -> dict[Move, float]:
    """Of equal cards the lowest was judged: it comes next in the order of the deck."""
    return {
        word: judged[min(card for card in judged if card >= ORDER[word])]
        for word in seen.legal_moves
    }


def _decided(
    texts: Mapping[str, str],
    move: Move,
    best: Move,
    values: Mapping[Move, float],
    left: int,
    *,
    exact: bool = False,
) -> Decision:
    got, most = values[move], values[best]
    better = best if most > got else move
    return Decision(
        better,
        max(0.0, most - got),
        exact,
        {
            language: text.format(
                move=_name(move, language),
                best=_name(better, language),
                got=f"{got:g}",
                most=f"{max(got, most):g}",
                left=left,
            )
            for language, text in texts.items()
        },
    )


def _name(move: Move, language: str) -> str:
    return card_name(move, language) if move in DECK else bid_label(move, language)


__all__ = ["decision"]
