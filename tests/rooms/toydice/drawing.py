"""Two cups on a table, as the viewer knows them: one's own die, and both after a call."""

from __future__ import annotations

from functools import cache

from kikashi.games.toydice.words import WORDS

from kikashi.drawing import Choice, Face, Item, Label, Marks, Scene, Seat, Tray, seat_place
from kikashi.law import View

SAY = {
    "title": {"en": "Two cups", "zh-Hant": "兩個骰盅"},
    "die": {"en": "a {roll}", "zh-Hant": "{roll} 點"},
    "cup": {"en": "Under the cup", "zh-Hant": "骰盅下"},
    "fold": {"en": "Fold", "zh-Hant": "放棄"},
    "raise": {"en": "Raise", "zh-Hant": "加注"},
    "call": {"en": "Call", "zh-Hant": "攤牌"},
}
SPOTS = {"1": ((10, 10),), "2": ((5, 5), (15, 15)), "3": ((5, 5), (10, 10), (15, 15))}


@cache
def faces() -> tuple[Face, ...]:
    """The three sides of a die that come up."""
    return tuple(
        Face(
            roll,
            {language: words.format(roll=roll) for language, words in SAY["die"].items()},
            roll,
            "".join(f'<circle cx="{x}" cy="{y}" r="2.4" fill="currentColor"/>' for x, y in spots),
        )
        for roll, spots in SPOTS.items()
    )


def scene(seen: View, marks: Marks | None = None) -> Scene:
    language = marks.language if marks else "en"
    words = seen.text.split()
    rolls = [word for word in words if word == "?" or word.isdigit()]
    title = SAY["title"][language]
    said = " ".join(SAY[word][language] for word in words if word in SAY) or title
    return Scene(
        width=200,
        height=60,
        title=title,
        description=said,
        labels=(Label(20, 30, said),),
        choices=tuple(Choice(word, SAY[word][language], "call") for word in seen.legal_moves),
        faces=faces(),
        trays=tuple(
            Tray(
                f"cup{player}",
                "hand",
                player,
                SAY["cup"][language],
                (Item("", "" if roll == "?" else roll),),
            )
            for player, roll in enumerate(rolls)
        ),
        seats=tuple(
            Seat(
                player,
                WORDS[f"colour.{name}"][language],
                seat_place(player, seen.player, 2),
                seen.to_move == player and seen.result is None,
            )
            for player, name in enumerate(("first", "second"))
        ),
        language=language,
    )
