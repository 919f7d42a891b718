"""A record with a variation: written in one dialect, read back, shown in another."""

from kikashi.games import room
from kikashi.records import Record, Refusal, position_argument, read_collection, write

record = Record.from_moves("connect6", "j10 k11 i11 l11 j12 j9 j13")
record.players = ("Ann", "Ben")
record.main_line[3].comment = "White keeps close."
record.main_line[3].add("h8", "Or Black plays here.").add("g7")

golem = write([record], "sgf-golem")
print(golem.decode())

for found in read_collection(golem + b"(;GM[511];B[JJ];W[JJ])"):
    if isinstance(found, Refusal):
        print(f"refused: {found}")
    else:
        print(f"{found}: {' '.join(found.moves)}")
        print(found.position_after(3))
        assert found == record
        assert found.position_after(3) == position_argument("j10 k11 i11", room("connect6"))
