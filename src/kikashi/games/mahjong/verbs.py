"""`kikashi mahjong hand`, `kikashi mahjong hands`: what a hand lacks, exactly."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer

from kikashi.cli import _common
from kikashi.games.mahjong.hands import Hand
from kikashi.games.mahjong.tiles import WORDS
from kikashi.games.mahjong.tournament import match as played_match
from kikashi.games.mahjong.trainer import judge, puzzles
from kikashi.games.mahjong.words import SAID
from kikashi.law import GameError

app = typer.Typer(no_args_is_help=True, help="Hands of Taiwanese mahjong: distance, useful tiles.")

MOST_LINE = 400
"""Characters of a line in a file of hands."""


def answer(text: str, melds: tuple[str, ...] = ()) -> dict[str, Any]:
    """What is said about one hand."""
    hand = Hand.read(text, melds)
    found: dict[str, Any] = {
        "hand": text,
        "distance": hand.distance,
        "useful": [
            {"tile": WORDS[one.tile], "left": one.left, "needs": list(one.needs)}
            for one in hand.useful
        ],
        "discards": [
            {
                "tile": WORDS[one.tile],
                "distance": one.distance,
                "useful": {WORDS[tile]: left for tile, left in one.useful},
                "left": one.left,
            }
            for one in hand.discards
        ],
    }
    if melds:
        found["melds"] = list(melds)
    return found


@app.command()
def hand(
    hand: Annotated[str, typer.Argument(help="Tiles such as 167788m67p139s22566z.")],
    meld: Annotated[list[str] | None, typer.Option(help="A meld laid down: 345p, 7777z.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object.")] = False,
) -> None:
    """The distance to a win (-1 complete, 0 ready), useful tiles, what each discard leaves.

    Example: kikashi mahjong hand 167788m67p139s22566z --json
    """
    found = answer(hand, tuple(meld or ()))
    if as_json:
        print(json.dumps(found))
        return
    print(_distance(found["distance"]))
    useful = [
        _say("one", tile=one["tile"], left=one["left"], need=_say(one["needs"][0]))
        for one in found["useful"]
    ]
    if useful:
        print(_say("useful", tiles=" ".join(useful)))
    for one in found["discards"]:
        print(_say("discard", **one, tiles=" ".join(one["useful"])))


def _say(key: str, **values: object) -> str:
    return SAID[key][_common.language()].format(**values)


def _distance(distance: int) -> str:
    key = "complete" if distance < 0 else "distance" if distance else "ready"
    return _say(key, distance=distance)


@app.command()
def hands(
    file: Annotated[str, typer.Argument(help="One hand a line; - reads standard input.")],
    as_json: Annotated[
        bool, typer.Option("--json/--words", help="One JSON object a line, or words.")
    ] = True,
) -> None:
    """What each hand of a file lacks, line by line; the first word of a line is the hand.

    Example: kikashi mahjong hands hands.txt > answers.jsonl
    """
    if file == "-":
        lines = sys.stdin
    else:
        path = Path(file)
        if not path.is_file():
            raise GameError(f"there is no file {file}")
        lines = path.open(encoding="utf-8")
    with lines:
        for number, line in enumerate(lines, start=1):
            words = line[:MOST_LINE].split()
            if not words or words[0].startswith("#"):
                continue
            try:
                found = answer(words[0])
                print(
                    json.dumps(found) if as_json else f"{words[0]}: {_distance(found['distance'])}"
                )
            except GameError as why:
                raise GameError(f"line {number}: {why}") from None


@app.command()
def match(  # noqa: PLR0917 - each is an option of the verb
    a: Annotated[str, typer.Argument(help="random, fastest, paper, expected, sampling:N, level:N")],
    b: Annotated[str, typer.Argument(help="The other player.")],
    walls: Annotated[int, typer.Option(help="Walls, each played in all seatings.")] = 100,
    seed: Annotated[int, typer.Option(help="Of the first wall.")] = 1,
    seating: Annotated[
        str, typer.Option(help="pairs: two and two in all six ways; one: A against three of B.")
    ] = "pairs",
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object.")] = False,
) -> None:
    """A and B at one table on equal walls: what A gets a deal, wins and deal-ins.

    Native and quick, for players of ours; `kikashi match mahjong` seats anybody.

    Example: kikashi mahjong match expected fastest --walls 500 --seating one
    """
    score = played_match(a, b, walls=walls, seed=seed, seating=seating)
    if as_json:
        print(json.dumps({"a": a, "b": b, "seating": seating, "seed": seed, **asdict(score)}))
        return
    print(_say("match", a=a, b=b, **asdict(score)))


@app.command()
def puzzle(
    number: Annotated[int, typer.Argument(help="Which one, from 1 on; the easiest first.")] = 1,
    answer: Annotated[str, typer.Option(help="A tile to discard, such as 7p.")] = "",
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object.")] = False,
) -> None:
    """Which discard is fastest? Shows a hand, or judges an answer to it.

    Example: kikashi mahjong puzzle 12 --answer 7p
    """
    if not 1 <= number <= len(puzzles()):
        raise GameError(f"the hands are 1 to {len(puzzles())}, not {number}")
    asked = puzzles()[number - 1]
    fields: dict[str, Any] = {"number": number, "hand": asked.hand}
    said = _say("puzzle", number=number, hand=asked.hand)
    if answer:
        judged = judge(asked, answer)
        chosen = judged.chosen
        fields |= {
            "answer": answer,
            "right": judged.right,
            "distance": chosen.distance,
            "left": chosen.left,
        }
        said = _say(
            "right" if judged.right else "wrong",
            tile=answer,
            distance=chosen.distance,
            left=chosen.left,
            best_distance=judged.best.distance,
            best_left=judged.best.left,
        )
    print(json.dumps(fields) if as_json else said)


__all__ = ["answer", "app"]
