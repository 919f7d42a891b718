"""Ask any game the same questions: what is here, whose turn, what is legal, who has won."""

from kikashi.drawing import Marks, to_terminal
from kikashi.games import room, rooms
from kikashi.law import IllegalMoveError
from kikashi.words import reason

# Every game is a room, and rooms are found, not listed.
for game in rooms():
    start = game.start()
    print(f"{game.names['en']} ({game.names['zh-Hant']}): {len(start.legal_moves())} first moves")

# The smallest GoClub board: two clubs, and whoever holds the centre has them both.
goclub = room("goclub")
position = goclub.from_text("b2 a2 a1 b1 c3 b3 c1", {"size": "3x3"})
print(to_terminal(goclub.scene(position.view_of_mover(), Marks(last=("c1",)))))

try:
    position.play("b2")
except IllegalMoveError as refusal:
    print(f"refused: {refusal}")

ended = position.play("c2").play("a3")
result = ended.result()
assert result is not None
print(f"payoffs {result.payoffs}: {reason(result.reason)} / {reason(result.reason, 'zh-Hant')}")
