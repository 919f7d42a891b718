"""Thinking beside the conversation: an answer that is always legal, and always comes."""

from __future__ import annotations

import threading
import time

from kikashi.law import GameError, Move, Position, View
from kikashi.play import Opinion, Player, SimplePlayer
from kikashi.play.clock import Allowance
from kikashi.play.game import as_written, ends_turn
from kikashi.protocols.levels_door import Stop, choose_turn

PATIENCE = 1.0
"""Seconds that a player who was told to stop gets before we go on without it."""


class NoAnswerError(GameError):
    """A player who did not stop when it was told to."""


def think(
    player: Player,
    seen: View,
    allowed: Allowance | None = None,
    stop: Stop | None = None,
    patience: float = PATIENCE,
) -> Opinion:
    """A player's turn, thought of in a thread of its own; NoAnswerError if it does not come back.

    The player gets what it is allowed and its patience; `stop` ends it early.
    """
    stop = stop or Stop()
    found: list[Opinion] = []
    failed: list[Exception] = []
    done = threading.Event()

    def run() -> None:
        try:
            found.append(choose_turn(player, seen, allowed, stop))
        except Exception as problem:  # handed to whoever asked, in their thread
            failed.append(problem)
        done.set()

    # A daemon: a player that never comes back must not keep the program from ending.
    threading.Thread(target=run, daemon=True, name="thinking").start()
    latest = None if allowed is None else time.monotonic() + allowed.hard
    try:
        while not done.wait(0.005 if stop.is_set() else 0.05):
            now = time.monotonic()
            if stop.is_set() and (latest is None or latest > now + patience):
                latest = now
            if latest is not None and now > latest + patience:
                raise NoAnswerError("the player did not come back when its time was up")
    except NoAnswerError:
        stop.set()
        raise
    except BaseException:  # Ctrl-C: a program that ends while native code runs beside it aborts
        stop.set()
        done.wait(patience)
        raise
    if failed:
        raise failed[0]
    return found[0]


def legal_turn(position: Position, moves: tuple[Move, ...]) -> tuple[Move, ...] | None:
    """The moves if they are one whole legal turn here (written as the game writes them)."""
    before = position
    written: list[Move] = []
    for move in moves:
        try:
            after = before.play(move)
        except GameError:
            return None
        written.append(as_written(move, before))
        if ends_turn(before, after):
            return tuple(written) if len(written) == len(moves) else None
        before = after
    return None


def legal_answer(seen: View, moves: tuple[Move, ...]) -> tuple[Move, ...] | None:
    """The same for what a viewer answers: where they cannot know what follows, one move."""
    if seen.whole is not None:
        return legal_turn(seen.whole, moves)
    return moves if len(moves) == 1 and moves[0] in seen.legal_moves else None


def sure_turn(
    player: Player, seen: View, allowed: Allowance | None, stop: Stop
) -> tuple[Opinion, str]:
    """A legal turn whatever the player does, and what was wrong with the player's own, if any."""
    try:
        opinion = think(player, seen, allowed, stop)
        if legal_answer(seen, opinion.moves) is not None:
            return opinion, ""
        wrong = f"the player answered {' '.join(opinion.moves)[:60]!r}, which is no legal turn"
    except Exception as problem:  # an engine answers its host in any case
        wrong = str(problem) or type(problem).__name__
    return SimplePlayer(0).turn(seen), wrong
