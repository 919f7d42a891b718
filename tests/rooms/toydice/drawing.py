"""Two cups on a table; the dice show only after a call, since a picture may go to anybody."""

from kikashi.drawing import Label, Marks, Panel, Point, Scene, Stone
from kikashi.law import Position


def scene(position: Position, marks: Marks | None = None) -> Scene:
    words = position.to_text().split()
    called = words[-1:] == ["call"]
    rolls = [word for word in words if word.isdigit()]
    language = marks.language if marks else "en"
    title = {"en": "Two cups", "zh-Hant": "兩個骰盅"}[language]
    said = " ".join(word for word in words if not word.isdigit())
    return Scene(
        width=200,
        height=160,
        title=title,
        description=said,
        panels=(Panel(20, 20, 160, 90),),
        points=tuple(Point(f"cup{n}", 60 + 80 * n, 65, 0, n, 0) for n in range(2)),
        stones=tuple(
            Stone(f"cup{n}", 60 + 80 * n, 65, "white", roll if called else "?")
            for n, roll in enumerate(rolls)
        ),
        labels=(Label(20, 130, said or title),),
        language=language,
    )
