"""Let the simple player play both sides of a small game, then take the last turn back."""

from kikashi.games import room
from kikashi.play import Game, computer

gomoku = room("gomoku")
game = Game(gomoku.start({"size": "7x7", "k": "4"}))
player = computer("simple", seed=1)
while game.result is None:
    for move in player.turn(game.position.view_of_mover()).moves:
        game.play(move)
print("moves:", " ".join(game.moves))
print("ended by:", game.result.reason, "- winner:", game.result.winner)

game.take_back_turn()
print("after taking back:", len(game.moves), "moves, over:", game.result is not None)
