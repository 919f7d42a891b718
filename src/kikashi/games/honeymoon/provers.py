"""What the house asks of a room that can prove things: here the exact number of tricks."""

from __future__ import annotations

import time

from kikashi.games.honeymoon import open_hands
from kikashi.games.honeymoon.table import PLAYERS, Table, table_of
from kikashi.law import GameError, Move, Position
from kikashi.search import Certificate, Limits, Progress, Verdict

METHODS = ("play",)


def methods(position: Position) -> tuple[str, ...]:
    """One method: the play of two open hands."""
    return METHODS if table_of(position).state.phase == "play" else ()


def solve(
    position: Position,
    by: str | None = None,
    limits: Limits | None = None,  # noqa: ARG001 - a deal takes milliseconds
    *,
    progress: Progress | None = None,
) -> Verdict:
    """Exact tricks of both hands with the best card and what each other card gives away.

    The certificate shows that the side to move takes that many, the refutation that it cannot take
    one more. A deal takes milliseconds, so limits do not matter.
    """
    if by not in (None, *METHODS):
        raise GameError(f"honeymoon has no method {by!r}; it has: {', '.join(METHODS)}")
    table = table_of(position)
    state = table.state
    if state.phase != "play":
        raise GameError("only the play of two hands is solved: give first=, second=, trump=, lead=")
    if progress is not None:
        progress(0, 0.0)
    begun, before = time.monotonic(), open_hands.solver().nodes
    values = open_hands.card_values(state)
    best = values[0]
    mover, left = state.to_move, len(state.hands[state.to_move])
    first = best.tricks if mover == 0 else left - best.tricks
    line = best_line(table)
    proof, refutation = _certificates(table, best.tricks)
    return Verdict(
        game=table.game,
        verdict="value",
        by="play",
        side=PLAYERS[mover],
        turns=None,
        line=tuple((card,) for card in line),
        nodes=open_hands.solver().nodes - before,
        seconds=time.monotonic() - begun,
        ending="finished",
        certificate=proof,
        refutation=refutation,
        note=""
        if state.led or (proof and refutation)
        else f"Searched, not certified: the proof has more than {open_hands.MOST_NODES} nodes.",
        facts={
            "tricks": first,
            "costs": {value.card: best.tricks - value.tricks for value in values},
        },
        sentences={
            "en": f"The first hand takes {first} of {left} tricks; {PLAYERS[mover]} plays "
            f"{best.card}.",
            "zh-Hant": f"先家取得 {left} 磴中的 {first} 磴；"
            f"{'先家' if mover == 0 else '後家'}出 {best.card}。",
        },
    )


def best_line(table: Table) -> tuple[Move, ...]:
    """Perfect play of both to the end, the first of the best cards each time."""
    line = []
    position = table
    while position.result() is None:
        card = open_hands.card_values(position.state)[0].card
        line.append(card)
        position = position.play(card)
    return tuple(line)


def _certificates(table: Table, tricks: int) -> tuple[Certificate | None, Certificate | None]:
    """That the side to move takes so many tricks, and that the other takes all the others."""
    state = table.state
    if state.led:
        return None, None
    made = []
    left = len(state.hands[0])
    for side, need in ((state.to_move, tricks), (1 - state.to_move, left - tricks)):
        nodes = open_hands.proof(state.hands, state.trump, state.to_move, side=side, need=need)
        claim = {"kind": "tricks", "side": PLAYERS[side], "tricks": need, "left": left}
        made.append(Certificate(table, claim, nodes, len(nodes) - 1) if nodes else None)
    return made[0], made[1]
