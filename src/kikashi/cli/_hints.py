"""The hint of `kikashi play`: what is proved first, then an opinion, and which is which."""

from __future__ import annotations

from collections.abc import Sequence

from kikashi.games import room
from kikashi.law import GameError, Position, View
from kikashi.play.analysing import Analysis, analyse
from kikashi.play.clock import Allowance
from kikashi.play.players import why
from kikashi.protocols.levels_door import make_player, player_names
from kikashi.protocols.thinking import think
from kikashi.search import Limits
from kikashi.search.verdict import Verdict
from kikashi.words import say

SECONDS = 0.5
"""For each search, and for the opinion."""


def hint(
    seen: View,
    names: Sequence[str],
    language: str,
    seed: int | None = None,
    *,
    book: bool = True,
) -> list[str]:
    """What a friend would whisper to the player whose view it is, knowing no more than they do."""
    if seen.result is not None:
        raise GameError("the game is over; there is no move to choose")
    said = []
    home, options = room(seen.game), dict(seen.options)
    if seen.whole is not None and home.capabilities(options).provers:
        position = seen.whole
        found = _last(position)
        if found.win is not None:
            key = "play.hint.win" if found.win.checked is not None else "play.hint.found"
            return [_line(key, found.win, names, position.to_move, language)]
        danger = next((v for v in found.danger if v.verdict == "win"), None)
        if danger is not None:
            said.append(_line("play.hint.danger", danger, names, position.to_move, language))
    start = home.start(options)
    strongest = player_names(start)[-1]
    opinion = think(make_player(start, strongest, seed, book=book), seen, Allowance(SECONDS))
    reason = why(opinion, seen, language)
    moves = " ".join(opinion.moves)
    return [*said, say("play.hint.opinion", language, moves=moves, reason=reason)]


def _last(position: Position) -> Analysis:
    *_, found = analyse(position, Limits(seconds=SECONDS, memory=256 << 20))
    return found


def _line(key: str, verdict: Verdict, names: Sequence[str], player: int, language: str) -> str:
    other, home = names[(player + 1) % len(names)], room(verdict.game)
    return say(
        key,
        language,
        side=home.colour(names[player], language),
        other=home.colour(other, language),
        turns=verdict.turns or 0,
        by=home.method(verdict.by, language),
        line=" ".join("+".join(turn) for turn in verdict.line),
    )
