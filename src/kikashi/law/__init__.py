"""What laws are made of: the contract every game keeps, and the winning-set family.

Nothing here imports native code, so that the checker can stand on it alone.
"""

from kikashi.law.capabilities import Capabilities, ClaimKind, Option, Options
from kikashi.law.contract import (
    CHANCE,
    PUBLIC,
    BadOptionError,
    BadTextError,
    GameError,
    IllegalMoveError,
    Move,
    Outcome,
    Position,
    Result,
    View,
)
from kikashi.law.parts import Flag, Twin, needed, of_type
from kikashi.law.room import Room

__all__ = [
    "CHANCE",
    "PUBLIC",
    "BadOptionError",
    "BadTextError",
    "Capabilities",
    "ClaimKind",
    "Flag",
    "GameError",
    "IllegalMoveError",
    "Move",
    "Option",
    "Options",
    "Outcome",
    "Position",
    "Result",
    "Room",
    "Twin",
    "View",
    "needed",
    "of_type",
]
