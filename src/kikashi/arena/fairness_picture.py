"""The board coloured by who wins after a first stone there."""

from __future__ import annotations

from collections.abc import Sequence

from kikashi.arena.fairness import Finding
from kikashi.drawing import Marks, to_svg
from kikashi.drawing.scene import Mark, Stone
from kikashi.games import room
from kikashi.law import Position
from kikashi.words import say

SIDES = {"first": 0, "second": 1}


def picture(start: Position, findings: Sequence[Finding], language: str = "en") -> str:
    """An SVG: a stone of the side that wins (proved, or one half lies outside the interval).

    On it the first player's score in per cent; `!` says that it is proved, `=` a proved draw.
    """
    home = room(start.game)
    names = home.player_names(start.options)
    scene = home.scene(start.view_of_mover(), Marks(language=language))
    points = {point.cell: point for point in scene.points}
    stones, marks = [], []
    for finding in findings:
        side = SIDES.get(finding.leaning)
        colour = "" if side is None else names[side]
        for cell in finding.question.cells:
            point = points[cell]
            if colour:
                stones.append(Stone(cell, point.x, point.y, colour))
            marks.append(Mark("number", cell, point.x, point.y, colour, _text(finding)))
    note = say("fairness.picture", language)
    return to_svg(
        scene.changed(
            title=f"{home.title(start.options, language)}: {note}",
            description=note,
            labels=tuple(label for label in scene.labels if label.kind != "note"),
            stones=tuple(stones),
            marks=tuple(marks),
            choices=(),
        )
    )


def _text(finding: Finding) -> str:
    if finding.checked is not None:
        return "=" if finding.proved == "draw" else "!"
    return f"{100 * finding.tally.score:.0f}" if finding.tally.games else "?"
