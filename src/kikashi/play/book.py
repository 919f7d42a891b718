"""Playing from the book: which of its turns are sound, and one of them by lot.

Games of computers prove nothing. So a turn is played from the book only where it was played often,
where those games do not say that another one is better, and where nothing was found against it
when the book was made (`kikashi.play.openings`). Among those the lot falls by how often they were
played, and in a symmetric position on any of their pictures: no two games need begin alike.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from random import Random

from kikashi.law import View
from kikashi.play.openings import CERTIFIED, DOUBTED, REFUTED, Opening, has_book, openings
from kikashi.play.players import Opinion

FROM_LEVEL = 8
"""The levels from here on play from the book: those below are to err in the opening too."""
LEAST_GAMES = 12
"""Games after a turn that say something."""
MOST_MOVES = 16
"""No book goes deeper; a game beyond it is not looked up."""
Z95 = 1.96
REASON = "book"
PICTURES = 8
"""A board has no more symmetries."""


def knows(game: str, level: int) -> bool:
    """Whether a level has a book for a game."""
    return level >= FROM_LEVEL and has_book(game)


def from_book(seen: View, seed: int) -> Opinion | None:
    """A turn of the book, by lot; None where it has none that is sound. A seed repeats itself."""
    position = seen.whole
    if position is None or len(seen.history) > MOST_MOVES or not has_book(seen.game):
        return None
    lot = Random(f"{seed} {position.to_text()}")
    found = sound(openings(position, lot.randrange(PICTURES)), seen.player)
    if not found:
        return None
    chosen = lot.choices(found, [max(1, one.games) for one in found])[0]
    return Opinion(chosen.moves, REASON, book=chosen)


def sound(found: Sequence[Opening], player: int) -> tuple[Opening, ...]:
    """The turns that the player to move may play: certified wins alone, where there are any.

    Else the lower bound of a turn's score (Wilson's, 95%) may lie below that of the best by no more
    than the best's own lies below its score: more could not be chance. The best is looked for among
    all turns but refuted ones, whose games are known to be wrong. Where it is doubted, games and
    search disagree: then a turn must also have done no worse than all games from here together, or
    the best of what is left would be played however poor it is.
    """
    won = [one for one in found if one.mark == CERTIFIED]
    if won:
        fastest = min(one.turns for one in won)
        return tuple(one for one in won if one.turns == fastest)
    known = [one for one in found if one.mark != REFUTED and one.games >= LEAST_GAMES]
    if not known:
        return ()
    best = max(known, key=lambda one: lower_bound(one, player))
    bar = 2 * lower_bound(best, player) - best.score(player)
    least = _score_of_all(known, player) if best.mark == DOUBTED else 0.0
    return tuple(
        one
        for one in known
        if not one.mark and lower_bound(one, player) >= bar and one.score(player) >= least
    )


def _score_of_all(found: Sequence[Opening], player: int) -> float:
    """What a player got of the games after all these turns together."""
    return sum(one.score(player) * one.games for one in found) / sum(one.games for one in found)


def lower_bound(one: Opening, player: int) -> float:
    """The score of a player after a turn that is reached at least, with 95% (Wilson)."""
    games, share, z = one.games, one.score(player), Z95
    if not games:
        return 0.0
    middle = share + z * z / (2 * games)
    half = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games**2))
    return max(0.0, (middle - half) / (1 + z * z / games))


__all__ = ["FROM_LEVEL", "LEAST_GAMES", "REASON", "from_book", "knows", "lower_bound", "sound"]
