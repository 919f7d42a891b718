"""Draws the pictures of `docs/images/` again: each is named after a game and shows its example.

A game gets a picture by its first drawing: python tools/draw_pictures.py GAME
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from kikashi.games import room

IMAGES = Path(__file__).resolve().parent.parent / "docs/images"


def draw(game: str, picture: Path) -> None:
    """Draws the example of a game with the command that people use."""
    kikashi = Path(sys.executable).with_name("kikashi")
    subprocess.run(
        [kikashi, "show", game, room(game).example, "--svg", picture],
        check=True,
        stdout=subprocess.DEVNULL,
    )


if __name__ == "__main__":
    for name in sorted({*sys.argv[1:], *(path.stem for path in IMAGES.glob("*.svg"))}):
        draw(name, IMAGES / f"{name}.svg")
