"""Chooses turns for bench/bench_before.py, one JSON line in, one out; runs in any checkout of Kikashi.

A question: {"game", "moves" (as played), "seconds" or "nodes", "seed", "style" (changes)}.
An answer: {"moves", "seconds" (of this process), "score", "reason", "depth", "nodes"}.
"""

from __future__ import annotations

import json
import sys
import time
from dataclasses import replace
from typing import Any

from kikashi import games
from kikashi.play.levels import levels
from kikashi.search.playing import Budget, think


def answer(question: dict[str, Any]) -> dict[str, Any]:
    """The turn of the highest level, with its style changed as asked."""
    game = question["game"]
    room = games.room(game)
    position = room.start()
    if question["moves"]:
        position = position.play_all(question["moves"])
    level = levels(game)[-1]
    style = replace(level.style, **question.get("style", {}))
    budget = Budget(
        nodes=question.get("nodes"), seconds=question.get("seconds"), seed=question["seed"]
    )
    engine = room.part("engine")
    begun = time.process_time()
    if hasattr(engine, "think"):
        thought = engine.think(position, style, budget, None)
    else:
        thought = think(position, engine.weights(position), style, budget)  # type: ignore[arg-type]
    return {
        "moves": list(thought.moves),
        "seconds": time.process_time() - begun,
        "score": thought.score,
        "reason": thought.reason,
        "depth": thought.depth,
        "nodes": thought.nodes,
    }


def main() -> None:
    """Answers until its input ends."""
    for line in sys.stdin:
        print(json.dumps(answer(json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
