"""Draw a position as text for a terminal and as an SVG picture."""

from pathlib import Path
from tempfile import TemporaryDirectory

from kikashi.drawing import Marks, to_svg, to_terminal
from kikashi.games import room

gomoku = room("gomoku")
position = gomoku.from_text("e5 f6 e6 e7 d5", {"size": "9x9"})
scene = gomoku.scene(position.view_of_mover(), Marks(last=("d5",)))
print(to_terminal(scene))

with TemporaryDirectory() as folder:
    picture = Path(folder) / "board.svg"
    picture.write_text(to_svg(scene, theme="dark"), "utf-8")
    print(f"the picture has {picture.stat().st_size} bytes")
