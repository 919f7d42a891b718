"""Wins that a voter claims: the turn must be the one that its certificate begins with."""

from __future__ import annotations

from kikashi.games import room
from kikashi.law import GameError, Move, Position
from kikashi.proofs import Caps, Checked, Proof, Win, check
from kikashi.protocols.thinking import legal_turn

CHECKING = Caps(seconds=5.0)


def mover_of(position: Position) -> str:
    """The side to move, by name."""
    return room(position.game).player_names(position.options)[position.to_move]


def proved_turn(
    position: Position, certificate: bytes, turn: tuple[Move, ...]
) -> tuple[Checked, Proof]:
    """What shows that `turn` begins a win of the side to move; GameError where nothing does."""
    checked = check(certificate, start=position, claim=Win(mover_of(position)), caps=CHECKING)
    proof = Proof.read(certificate, position)
    first, _ = proof.turn(proof.root)
    if set(turn) != set(first) or legal_turn(position, turn) is None:
        raise GameError("the proof is true, but of another turn")
    return checked, proof
