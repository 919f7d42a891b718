"""Two cups on a table, as the viewer knows them: one's own die, and both after a call."""

from kikashi.drawing import Choice, Label, Marks, Panel, Point, Scene, Stone
from kikashi.law import View

WORDS = {
    "en": {"fold": "Fold", "raise": "Raise", "call": "Call"},
    "zh-Hant": {"fold": "放棄", "raise": "加注", "call": "攤牌"},
}


def scene(seen: View, marks: Marks | None = None) -> Scene:
    words = seen.text.split()
    rolls = [word for word in words if word == "?" or word.isdigit()]
    language = marks.language if marks else "en"
    title = {"en": "Two cups", "zh-Hant": "兩個骰盅"}[language]
    said = " ".join(word for word in words if word.isalpha())
    return Scene(
        width=200,
        height=160,
        title=title,
        description=said,
        panels=(Panel(20, 20, 160, 90),),
        points=tuple(Point(f"cup{n}", 60 + 80 * n, 65, 0, n, 0) for n in range(2)),
        stones=tuple(
            Stone(f"cup{n}", 60 + 80 * n, 65, "white", roll) for n, roll in enumerate(rolls)
        ),
        labels=(Label(20, 130, said or title),),
        choices=tuple(
            Choice(word, WORDS[language].get(word, word), "call") for word in seen.legal_moves
        ),
        language=language,
    )
