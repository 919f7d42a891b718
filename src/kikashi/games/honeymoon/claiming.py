"""Claim the rest: all tricks that are left, accepted only where a checked certificate shows it."""

from __future__ import annotations

from kikashi.games import room
from kikashi.games.honeymoon import baseline, open_hands
from kikashi.games.honeymoon.cards import NO_TRUMP, write_hand
from kikashi.games.honeymoon.claims import TricksClaim
from kikashi.games.honeymoon.knowledge import knowledge_of
from kikashi.games.honeymoon.state import State
from kikashi.games.honeymoon.table import PLAYERS, Table, table_of
from kikashi.law import GameError, Move, View
from kikashi.proofs import check
from kikashi.search import Certificate

REFUSED = "it is not proved that you take all the tricks that are left; play on"


def may_claim(seen: View) -> bool:
    """On one's own turn in the play of the tricks."""
    if not seen.asked or seen.result is not None:
        return False
    if seen.whole is not None:
        return table_of(seen.whole).state.phase == "play"
    return knowledge_of(seen).phase == "play"


def rest(seen: View) -> tuple[Move, ...]:
    """Every card that is left, in an order of play in which the viewer takes each trick."""
    if not may_claim(seen):
        raise GameError("the rest is claimed on one's own turn, in the play of the tricks")
    whole = seen.whole
    state = table_of(whole).state if whole else baseline.state_of(knowledge_of(seen))
    claimant = state.to_move
    if open_hands.card_values(state)[0].tricks < len(state.hands[claimant]):
        raise GameError(REFUSED)
    moves: list[Move] = []
    if state.led:  # a claim is about the tricks after this one
        moves.append(baseline.best_card(state))
        state = _after_answer(state, moves[0])
    if not state.hands[claimant]:
        return tuple(moves)
    table = _open(state)
    _certify(table, claimant)
    while table.result() is None:
        mine = table.to_move == claimant
        moves.append(baseline.best_card(table.state) if mine else table.legal_moves()[-1])
        table = table.play(moves[-1])
    if table.state.tricks[1 - claimant]:
        raise GameError(REFUSED)
    return tuple(moves)


def _after_answer(state: State, card: Move) -> State:
    """Between two tricks; the claimant has taken this one, and leads."""
    hands = list(state.hands)
    hands[state.to_move] = hands[state.to_move] - {card}
    return State("play", (hands[0], hands[1]), to_move=state.to_move, trump=state.trump)


def _open(state: State) -> Table:
    trump = "none" if state.trump == NO_TRUMP else state.trump
    first, second = (write_hand(hand) for hand in state.hands)
    text = f"first={first} second={second} trump={trump} lead={PLAYERS[state.to_move]}"
    return table_of(room("honeymoon").from_text(text))


def _certify(table: Table, claimant: int) -> None:
    """The checker replays that all tricks are the claimant's; RefusedError is a GameError."""
    state = table.state
    left = len(state.hands[claimant])
    nodes = open_hands.proof(state.hands, state.trump, state.to_move, side=claimant, need=left)
    claim = dict(TricksClaim(PLAYERS[claimant], left, left).fields)
    if not nodes:
        raise GameError(REFUSED)
    proof = Certificate(table, claim, nodes, len(nodes) - 1)
    check(proof.to_bytes(), start=table, claim=claim)


__all__ = ["may_claim", "rest"]
