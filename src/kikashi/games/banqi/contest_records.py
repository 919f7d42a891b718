"""The text of the course's games, in and out: header, board, numbered moves, result line.

`1. b8(G) d8(c)` are two flips with what they showed, `a3-a6` is a move; the last line says how it
ended and the points of who moved first and second. Games follow one another, each behind a line
that begins with `# game`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from kikashi.games.banqi.position import BanqiPosition
from kikashi.games.banqi.rules import Banqi
from kikashi.games.banqi.texts import line_of_words, words_of
from kikashi.law import GameError, Move, Options

MOST_TEXT = 64 << 20
ENDS = {
    "NoMove": ("no-pieces", "no-move"),
    "NoEatFlipDraw": ("no-progress",),
    "PositionRepetitionDraw": ("repetition",),
}
WORDS = {reason: word for word, reasons in ENDS.items() for reason in reasons}
_MOVES = re.compile(r"\d+\.\s+(.*)")
_GAME = re.compile(r"^# game ", re.MULTILINE)


@dataclass(frozen=True)
class ContestGame:
    """One game as its record tells it."""

    name: str
    players: tuple[str, str]
    """Whoever sat down first and second at the table; who moved first is not said by the order."""
    moves: tuple[Move, ...]
    end: str
    """The first word of the result line."""
    points: tuple[float, float]
    """Of who moved first and of who moved second."""

    def difference(self, options: Options) -> str:
        """Where the law disagrees with the record; empty if nowhere."""
        try:
            position = Banqi().start(options).play_all(self.moves)
        except GameError as refusal:
            return str(refusal)
        result = position.result()
        if result is None:
            return f"the law sees no end after {len(self.moves)} moves; the record says {self.end}"
        first = self.points[0] - self.points[1]
        if result.payoffs[0] != (first > 0) - (first < 0):
            return f"the law says {result.payoffs}, the record {self.points}"
        if result.reason not in ENDS.get(self.end, ()):
            return f"the law says {result.reason}, the record {self.end}"
        return ""


def read(text: str) -> Iterator[ContestGame]:
    """All games of a text; GameError names the game that cannot be read."""
    if len(text) > MOST_TEXT:
        raise GameError(f"the text has more than {MOST_TEXT} characters")
    parts = _GAME.split(text)
    for number, part in enumerate(parts[1:] if len(parts) > 1 else parts, start=1):
        lines = [line.strip() for line in part.strip().splitlines()]
        if not lines:
            continue
        moves = " ".join(found[1] for line in lines if (found := _MOVES.fullmatch(line)))
        named = next((line.split(" vs ") for line in lines if " vs " in line), ["", ""])
        end, _, rest = lines[-1].partition(" ")
        scores = rest.split()[-1].split(",") if rest.split() else []
        try:
            points = (float(scores[0]), float(scores[1]))
        except (ValueError, IndexError):
            raise GameError(f"game {number} ends with {lines[-1][:60]!r}, not a result") from None
        yield ContestGame(
            lines[0], (named[0], named[-1]), words_of(moves), end.partition(",")[0], points
        )


def write(position: BanqiPosition, moves: tuple[Move, ...], players: tuple[str, str]) -> str:
    """A game as such a text; `position` is where the moves have led."""
    result = position.result()
    acts = line_of_words(moves).split()
    pairs = [" ".join(acts[at : at + 2]) for at in range(0, len(acts), 2)]
    form = position.settings.form
    lines = [" vs ".join(players), *[" ".join("X" * form.files)] * form.ranks]
    lines += [f"{number}. {pair}" for number, pair in enumerate(pairs, start=1)]
    if result is None:
        lines.append("Unfinished nobody 0,0")
    else:
        first, second = ((1 + payoff) / 2 for payoff in result.payoffs)
        who = "Draw" if result.winner is None else f"{players[result.winner]} wins"
        lines.append(f"{WORDS.get(result.reason, result.reason)} {who} {first:g},{second:g}")
    return "\n".join(lines) + "\n"
