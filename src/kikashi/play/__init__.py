"""Playing: a game as it is played, its clock, and the players that need no search."""

from kikashi.play.clock import Allowance, Clock, TimeControl, allot
from kikashi.play.game import Game, Turn
from kikashi.play.players import HUMAN, Opinion, Player, computer, computer_names
from kikashi.play.simple import SimplePlayer

__all__ = [
    "HUMAN",
    "Allowance",
    "Clock",
    "Game",
    "Opinion",
    "Player",
    "SimplePlayer",
    "TimeControl",
    "Turn",
    "allot",
    "computer",
    "computer_names",
]
