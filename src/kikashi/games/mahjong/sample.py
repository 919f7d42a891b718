"""A whole table that a view allows: hidden draws get tiles, and silent players pass.

Every tile that a player showed later (a discard, a meld, a flower) was drawn before; the rest is
dealt at random from what the viewer does not see. What the others' silence tells (a claim not
made) is not weighed: a sample says what may be, not what is likely.
"""

from __future__ import annotations

from random import Random

from kikashi.games.mahjong.melds import Meld
from kikashi.games.mahjong.options import rules_of
from kikashi.games.mahjong.rules import MahjongPosition
from kikashi.games.mahjong.tiles import FIRST_FLOWER, NUMBERS, WORDS, tiles_from
from kikashi.law import GameError, Position, View

TRIES = 50


def sample(start: MahjongPosition, seen: View, random: Random) -> Position:
    """A position with this view; `start` is the first one of the game."""
    if seen.result is not None and not seen.text:
        raise GameError("there is nothing to imagine in a view without events")
    events = seen.text.split()
    for _ in range(TRIES):
        try:
            position = _replayed(start, events, _draws(events, seen, random), seen)
        except _MisfitError:
            continue
        if position.view(seen.player) == seen:
            return position
    raise GameError("no table was found that fits this view")


class _MisfitError(Exception):
    """A sample that the law does not let come about."""


def _draws(events: list[str], seen: View, random: Random) -> list[int]:
    """A tile for each draw of the last deal and of those before it, in order."""
    found: list[int] = []
    first = 0
    for number, event in enumerate([*events, "0@end"]):
        if event[1] == "@" and number > first:
            found += _draws_of_deal(events[first:number], seen, random)
            first = number
    return found


def _draws_of_deal(events: list[str], seen: View, random: Random) -> list[int]:
    tiles: list[int] = []
    open_slots: dict[int, list[int]] = {0: [], 1: [], 2: [], 3: []}
    pool = list(rules_of(dict(seen.options)).wall)
    target = -1
    for event in events:
        seat, sign, word = int(event[0]), event[1], event[2:]
        if sign in "+*":
            open_slots[seat].append(len(tiles))
            tiles.append(-1)
            if word != "?":
                _assign(tiles, pool, open_slots[seat], NUMBERS[word], last=True)
            continue
        needed: list[int] = []
        if sign in "-r":
            needed, target = [NUMBERS[word]], NUMBERS[word]
        elif sign == "!":
            needed = [NUMBERS[word]]
        elif sign == "#":
            needed = list(tiles_from(word))
        elif sign == ":" and word != "win":
            needed = _shown(word, target)
        if seat == seen.player:
            continue  # the viewer's own tiles are known as they were drawn
        for tile in needed:
            _assign(tiles, pool, open_slots[seat], tile, last=tile >= FIRST_FLOWER, random=random)
    rest = [tile for tile, count in enumerate(pool[:FIRST_FLOWER]) for _ in range(count)]
    random.shuffle(rest)
    return [tile if tile >= 0 else rest.pop() for tile in tiles]


def _shown(word: str, target: int) -> list[int]:
    kind, _, low = word.partition(":")
    if kind == "hidden":
        return [NUMBERS[low]] * 4
    if kind == "added":
        return [NUMBERS[low]]
    own = list(Meld(kind, NUMBERS[low] if low else target).tiles)
    own.remove(target)
    return own


def _assign(
    tiles: list[int],
    pool: list[int],
    slots: list[int],
    tile: int,
    *,
    last: bool,
    random: Random | None = None,
) -> None:
    """Says which earlier draw a tile came with; a flower came with the latest."""
    if not slots or not pool[tile]:
        raise _MisfitError
    place = len(slots) - 1 if last or random is None else random.randrange(len(slots))
    tiles[slots.pop(place)] = tile
    pool[tile] -= 1


def _replayed(
    start: MahjongPosition, events: list[str], draws: list[int], seen: View
) -> MahjongPosition:
    """The events as moves of the law, with a pass wherever somebody is asked and says nothing."""
    position = start
    given = iter(draws)
    own = seen.player
    pending = list(events)
    while pending:
        event = pending.pop(0)
        seat, sign, word = int(event[0]), event[1], event[2:]
        if sign in "@!#$" or (sign == ":" and word == "win" and position.deal.phase == "over"):
            continue
        if sign == "~":
            continue  # answered below, when the law asks
        claim = sign == ":" and position.deal.phase in ("claims", "rob")
        if position.deal.phase in ("claims", "rob"):
            position = _answered(position, event, own, events, len(events) - len(pending) - 1)
            if claim:
                continue
        if sign in "+*":
            position = _play(position, WORDS[next(given)])
        elif sign == "-":
            position = _play(position, word)
        elif sign == "r":
            position = _play(position, f"ready:{word}")
        elif sign == ":":
            position = _play(position, "win" if word == "win" else f"kong:{word.partition(':')[2]}")
        del seat
    if position.deal.phase in ("claims", "rob"):
        position = _still_asked(position, events, own)
    return position


def _answered(
    position: MahjongPosition, event: str, own: int, events: list[str], number: int
) -> MahjongPosition:
    """All answers that led to the next event: the claims that came through, passes, own words."""
    claims = {}
    for later in events[number:]:
        if later[1] != ":":
            if later[1] not in "#$":
                break
            continue
        claims[int(later[0])] = later[2:]
    said = ""
    for earlier in reversed(events[:number]):
        if earlier[1] != "~":
            break
        said = earlier[2:]
    while position.deal.phase in ("claims", "rob"):
        asked = position.to_move
        word = claims.get(asked, "pass")
        if asked == own and said:
            word = said
        position = _play(position, word)
    del event
    return position


def _still_asked(position: MahjongPosition, events: list[str], own: int) -> MahjongPosition:
    """Nothing happened since: the viewer may have answered, and is asked if not."""
    said = events[-1][2:] if events[-1][1] == "~" else ""
    asked = position.asked()
    if own in asked and not said:
        return position
    for who in asked:
        if who == own:
            return _play(position, said)
        if own not in asked:
            break
        position = _play(position, "pass")
    return position


def _play(position: MahjongPosition, word: str) -> MahjongPosition:
    if word not in position.legal_moves():
        raise _MisfitError
    return position.play(word)
