"""Chooses turns for bench/bench_before.py: one JSON line in, one out, in any checkout.

A question: {"game", "moves" (as played), "seconds" or "nodes", "seed", "style" (changes)}.
An answer: {"moves", "seconds" (of this process), "score", "reason", "depth", "nodes"}.
"""

from __future__ import annotations

import importlib
import json
import sys
import time
from dataclasses import replace
from typing import Any

from kikashi import games
from kikashi.play.levels import levels
from kikashi.search.playing import Budget


def answer(question: dict[str, Any]) -> dict[str, Any]:
    """The turn of the highest level, with its style changed as asked."""
    game = question["game"]
    room = games.room(game)
    position = room.start()
    if question["moves"]:
        position = position.play_all(question["moves"])
    level = levels(game)[-1]
    changes = dict(question.get("style", {}))
    style = replace(level.style, **changes)
    budget = Budget(
        nodes=question.get("nodes"), seconds=question.get("seconds"), seed=question["seed"]
    )
    engine: Any = room.part("engine")
    begun = time.process_time()
    if hasattr(position, "view_of_mover"):
        thought = engine.think(position.view_of_mover(), style, budget, None)
    else:  # a checkout from before views
        thought = _before_views(engine, position, style, budget)
    return {
        "moves": list(thought.moves),
        "seconds": time.process_time() - begun,
        "score": thought.score,
        "reason": thought.reason,
        "depth": thought.depth,
        "nodes": thought.nodes,
    }


def _before_views(engine: Any, position: Any, style: Any, budget: Budget) -> Any:
    if hasattr(engine, "think"):
        return engine.think(position, style, budget, None)
    think = importlib.import_module("kikashi.search.playing").think
    return think(position, engine.weights(position), style, budget)


def main() -> None:
    """Answers until its input ends."""
    for line in sys.stdin:
        print(json.dumps(answer(json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
