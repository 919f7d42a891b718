"""`kikashi honeymoon puzzle` and `apart`: problems of open hands, the paper's no-trump search."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Annotated

import typer

from kikashi.cli import _common
from kikashi.games import room
from kikashi.games.honeymoon import open_hands
from kikashi.games.honeymoon.line_themes import WORDS
from kikashi.games.honeymoon.suits_apart import estimate
from kikashi.games.honeymoon.table import table_of
from kikashi.games.honeymoon.trainer import Puzzle, judge, puzzles
from kikashi.games.honeymoon.words import SAID
from kikashi.law import GameError
from kikashi.words import listed

app = typer.Typer(no_args_is_help=True, help="Problems of honeymoon bridge.")


@app.callback()
def honeymoon() -> None:
    """Problems of honeymoon bridge."""


@app.command()
def puzzle(
    number: Annotated[int, typer.Argument(help="Which one, from 1 on; the easiest first.")] = 1,
    answer: Annotated[str, typer.Option(help="A card to lead, such as SA.")] = "",
    theme: Annotated[str, typer.Option(help="Counts only problems of this theme.")] = "",
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object.")] = False,
) -> None:
    """Shows a problem, or judges an answer to it: take n of m tricks, one card does it.

    Example: kikashi honeymoon puzzle 12 --answer C9
    """
    if theme and theme not in WORDS:
        raise GameError(f"there is no theme {theme[:20]!r}; there are: {', '.join(WORDS)}")
    found = [one for one in puzzles() if not theme or theme in one.tags]
    if not 1 <= number <= len(found):
        raise GameError(f"the problems are 1 to {len(found)}, not {number}")
    asked = found[number - 1]
    fields: dict[str, object] = {
        "number": asked.number,
        "position": asked.text,
        "tricks": asked.tricks,
        "left": asked.left,
    }
    if answer:
        judged = judge(asked, answer)
        fields |= {
            "answer": answer.upper(),
            "right": judged.right,
            "takes": judged.tricks,
            "themes": list(asked.tags),
        }
    print(json.dumps(fields) if as_json else _said(asked, fields))


@app.command()
def apart(
    position: Annotated[str, typer.Argument(help="first=... second=... trump=none lead=first")],
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object.")] = False,
) -> None:
    """The paper's search without trumps, each suit on its own, beside the exact value.

    Example: kikashi honeymoon apart "first=AQ.K2.. second=KJ.A3.. trump=none lead=first"
    """
    state = table_of(room("honeymoon").from_text(position)).state
    guess = estimate(state)
    exact = open_hands.tricks(state.hands, state.trump, state.to_move)
    if as_json:
        print(json.dumps({"apart": guess, "tricks": exact}))
    else:
        print(_say("apart", guess=guess, exact=exact))


def _said(asked: Puzzle, fields: dict[str, object]) -> str:
    if "right" not in fields:
        plain = asked.trump == "none"
        trump = _say("no-trumps") if plain else _say("trumps", suit=asked.trump)
        return _say("puzzle", **{**asdict(asked), "trump": trump})
    if not fields["right"]:
        return _say("wrong", card=fields["answer"], takes=fields["takes"], tricks=asked.tricks)
    language = _common.language()
    themes = listed([WORDS[name][language] for name in asked.tags], language)
    said = _say("right", card=fields["answer"], tricks=asked.tricks)
    return said + (_say("themes", themes=themes) if themes else "")


def _say(key: str, **values: object) -> str:
    return SAID[key][_common.language()].format(**values)


__all__ = ["app"]
