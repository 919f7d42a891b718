"""Use the native twin of a law: play, take back, ask for threats, count sequences."""

from kikashi.games import room
from kikashi.law.winning_set_room import stones_of
from kikashi.stones.twin import twin

connect6 = room("connect6")
position = stones_of(connect6.from_text("j10 a1 b1 k10 l10 c1 s1 m10"))
fast = twin(position)
sets, stoppers = fast.threats(0)
print(f"Black could fill {len(sets)} sets next turn; {stoppers} stones stop them all")
assert (sets, stoppers) == position.threats(0)

small = twin(stones_of(connect6.start({"size": "8x8"})))
print("sequences of three stones on 8x8:", small.perft(3))
print("openings of two turns on 8x8:", small.perft(2, turns=True))
