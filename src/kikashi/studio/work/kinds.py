"""Kinds of work of the play page: a turn, a hint, a proposal, what decisions cost after the end."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kikashi import games
from kikashi.law import CHANCE, Position, needed
from kikashi.law.capabilities import LANGUAGES
from kikashi.play import viewing
from kikashi.play.clock import Allowance
from kikashi.play.players import why
from kikashi.protocols import levels_door
from kikashi.studio.work import Emit, Stop, kind


def position_of(payload: Mapping[str, Any]) -> Position:
    """The position that `game`, `options`, `start` and `moves` of a payload describe."""
    room = games.room(payload["game"])
    options = room.normal_options(payload["options"])
    start = room.from_text(payload["start"], options) if payload["start"] else room.start(options)
    return start.play_all(list(payload["moves"]))


class Asked(levels_door.Stop):
    """The `stop` of a job, as players take it."""

    def __init__(self, stop: Stop) -> None:
        super().__init__()
        self._stop = stop

    def is_set(self) -> bool:
        return self._stop()


@kind("play.turn", seconds=30, quick=True, heavy=False)
def turn(payload: Mapping[str, Any], _emit: Emit, stop: Stop) -> Mapping[str, Any]:
    """The rest of this turn by a computer player, who knows `view` and nothing else.

    `player`, `seed`, `seconds` (or null).
    """
    seen = viewing.from_plain(payload["view"])
    start = games.room(seen.game).start(dict(seen.options))
    player = levels_door.make_player(start, payload["player"], payload["seed"])
    seconds = payload["seconds"]
    allowed = None if seconds is None else Allowance(seconds)
    opinion = levels_door.choose_turn(player, seen, allowed, Asked(stop))
    return {
        "moves": list(opinion.moves),
        "reason": opinion.reason,
        "why": {language: why(opinion, seen, language) for language in LANGUAGES},
        "score": opinion.score,
    }


@kind("play.settlement", seconds=20, quick=True, heavy=False)
def settlement(payload: Mapping[str, Any], _emit: Emit, _stop: Stop) -> Mapping[str, Any]:
    """What the engine of a game proposes while its players agree how it is settled."""
    position = position_of(payload)
    part = games.room(position.game).settling(position)
    return {"moves": [] if part is None else list(part.settlement(position))}


@kind("play.decisions", seconds=120, quick=True, heavy=False)
def decisions(payload: Mapping[str, Any], emit: Emit, stop: Stop) -> Mapping[str, Any]:
    """What every decision of a game that is over cost, each from what its player knew then."""
    room = games.room(payload["game"])
    judged = needed(room.hindsight(), room.id, "hindsight")
    moves = payload["moves"]
    position = position_of({**payload, "moves": []})
    found = []
    for number, move in enumerate(moves):
        if stop():
            break
        mover = position.to_move
        if mover != CHANCE:
            decided = judged.decision(position.view(mover), move)
            if decided is not None:
                found.append(
                    {
                        "after": number,
                        "player": mover,
                        "move": move,
                        "best": decided.best,
                        "cost": decided.cost,
                        "exact": decided.exact,
                        "said": dict(decided.said),
                    }
                )
        position = position.play(move)
        emit("progress", {"done": number + 1, "of": len(moves)})
    return {"decisions": found}
