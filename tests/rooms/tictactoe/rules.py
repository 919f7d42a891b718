"""The law of tic-tac-toe: three in a row on nine cells."""

from kikashi.law import Options, grid
from kikashi.law.winning_set_room import WinningSetRoom
from kikashi.law.winning_sets import Geometry


class TicTacToe(WinningSetRoom):
    id = "tictactoe"
    names = {"en": "Tic-tac-toe", "zh-Hant": "井字棋"}
    example = "b2 a1 c1 a3 a2"

    def geometry(self, options: Options) -> Geometry:
        return grid.line_game((3, 3), length=3)
