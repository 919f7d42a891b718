"""A conversation with our own engine in the words of Cloudict."""

import io

from kikashi import games
from kikashi.play import SimplePlayer
from kikashi.protocols import engine

out = io.StringIO()
made = engine("cloudict", games.room("connect6").start(), lambda _: SimplePlayer(1), out)
made.run(io.StringIO("name\nnew black\nmove KKLL\nquit\n"))
print(out.getvalue(), end="")
