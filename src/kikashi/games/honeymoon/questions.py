"""Take n of m tricks: the trainer's problems for the house, with what every card takes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from kikashi.games.honeymoon import open_hands
from kikashi.games.honeymoon.drawing import card_name
from kikashi.games.honeymoon.line_themes import WORDS
from kikashi.games.honeymoon.provers import solve
from kikashi.games.honeymoon.table import table_of
from kikashi.games.honeymoon.trainer import FEWEST, Puzzle, puzzles
from kikashi.games.honeymoon.words import WORDS as ROOM_WORDS
from kikashi.law import GameError, Position, View
from kikashi.law.puzzle_parts import Grounds, Question, Valued

ASKED = {
    "en": "{side} leads and takes {tricks} of {left} tricks: by which card?",
    "zh-Hant": "{side}先出，取得 {left} 磴中的 {tricks} 磴：該出哪張？",
}
TAKES = {
    "en": "{card} takes {tricks} of {left}; {cost}.",
    "zh-Hant": "{card}：取得 {left} 磴中的 {tricks} 磴；{cost}。",
}
COSTS = {
    "en": ("the best", "one trick less", "{n} tricks less"),
    "zh-Hant": ("最佳", "少 1 磴", "少 {n} 磴"),
}
CERTIFIED = {
    "en": "That {tricks} of {left} tricks are taken, and not one more, has certificates, replayed "
    "by the checker. What each other card takes is the exact solver's word.",
    "zh-Hant": "能取得 {left} 磴中的 {tricks} 磴、且不能再多，有檢查器重播過的證書。"
    "其他各張的磴數出自精確求解器，未附證書。",
}
SEARCHED = {
    "en": "The exact solver's word; there is no checked certificate.",
    "zh-Hant": "出自精確求解器，沒有檢查過的證書。",
}
ORIGIN = "python -m kikashi.games.honeymoon.trainer"
EASIEST, PER_TRICK, NOT_A_WINNER = 1000.0, 110.0, 150.0
"""The scale of ratings, by tricks left and whether the answer only cashes a winner: chosen, not
fitted."""


def questions() -> Iterator[Question]:
    """The trainer's problems, one step of the ladder for each number of tricks."""
    for puzzle in puzzles():
        yield Question(
            puzzle.text,
            puzzle.left - FEWEST + 1,
            _difficulty(puzzle),
            dict.fromkeys(puzzle.tags, 1),
            f"{ORIGIN}, {puzzle.number}",
        )


def _difficulty(puzzle: Puzzle) -> float:
    cashes = "cash" in puzzle.tags
    return EASIEST + PER_TRICK * (puzzle.left - FEWEST) + (0.0 if cashes else NOT_A_WINNER)


def ask(position: Position) -> Mapping[str, str]:
    """Tells how many tricks there are to take."""
    table = table_of(position)
    best = open_hands.card_values(table.state)[0]
    name = f"colour.{('first', 'second')[table.to_move]}"
    left = len(table.state.hands[table.to_move])
    return {
        language: text.format(side=ROOM_WORDS[name][language], tricks=best.tricks, left=left)
        for language, text in ASKED.items()
    }


def choices(seen: View) -> tuple[Valued, ...]:
    """Every card that may be played with the tricks that it takes; of two open hands only."""
    if seen.whole is None:
        raise GameError("only of two open hands is it known what each card takes")
    state = table_of(seen.whole).state
    values = open_hands.card_values(state)
    left = len(state.hands[state.to_move])
    return tuple(
        Valued(
            one.card,
            (one.tricks,),
            {
                language: text.format(
                    card=card_name(one.card, language),
                    tricks=one.tricks,
                    left=left,
                    cost=cost_said(values[0].tricks - one.tricks, language),
                )
                for language, text in TAKES.items()
            },
        )
        for one in values
    )


def cost_said(cost: int, language: str) -> str:
    """What a card gives away, in words."""
    return COSTS[language][min(cost, 2)].format(n=cost)


def grounds(position: Position) -> Grounds:
    """Both bounds of the number of tricks are certified; the rest is the solver's word."""
    table = table_of(position)
    verdict = solve(table)
    if verdict.certificate is None or verdict.refutation is None:
        return Grounds(SEARCHED)
    proofs = (verdict.certificate, verdict.refutation)
    left = len(table.state.hands[table.to_move])
    tricks = open_hands.card_values(table.state)[0].tricks
    said = {key: text.format(tricks=tricks, left=left) for key, text in CERTIFIED.items()}
    return Grounds(SEARCHED, tuple((proof.to_bytes(), proof.claim) for proof in proofs), said)


__all__ = ["WORDS", "ask", "choices", "grounds", "questions"]
