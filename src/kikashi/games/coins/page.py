"""The static page: choose a, r and s, and see the cones move. One file, no outside request."""

from __future__ import annotations

import msgspec

from kikashi.games.coins.errors import CoinError
from kikashi.games.coins.rules import require_class
from kikashi.games.coins.words import Language, asset, catalogue

# More cones than this cannot be told apart on a screen.
MOST_A = 60


def page_html(a: int = 7, r: int = 1, s: int = 3, language: Language = "en") -> str:
    """The page as one HTML text that opens at the class (r, s) of a.

    The rules are derived in the page by the same walk; the tests hold both derivations together.
    """
    require_class(a, r, s)
    if a > MOST_A:
        raise CoinError(f"The page shows a up to {MOST_A}, and {a} is larger.")
    start = {"a": a, "r": r, "s": s, "language": language, "most": MOST_A}
    pieces = {
        "/*STYLE*/": asset("page.css"),
        "/*WALK*/": asset("walk.js"),
        "/*SCRIPT*/": asset("page.js"),
        "/*WORDS*/": _in_script(catalogue("page")),
        "/*START*/": _in_script(start),
    }
    text = asset("page.html")
    for mark, piece in pieces.items():
        text = text.replace(mark, piece)
    return text


def _in_script(value: object) -> str:
    # Inside a script element only `</` could end it early.
    return msgspec.json.encode(value).decode().replace("</", "<\\/")
