"""The mate searches: 連將殺 (checks only), 停著殺 (with quiet moves), and mates of any kind."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from kikashi import _native
from kikashi.games.xiangqi.rules import xiangqi_of
from kikashi.games.xiangqi.twin import native_position
from kikashi.law import GameError, Position
from kikashi.pieces import mates

Answers: TypeAlias = Literal["spend", "free"]

ORDERINGS = ("plain", "null-moves", "knowledge")
REFUTATION_NODES = 200_000
"""A refutation with more nodes is not written: its verdict says 'searched, not certified'."""
SIDES = ("red", "black")


@dataclass(frozen=True, kw_only=True)
class Mate(mates.Mate):
    """What a search for mates found."""

    quiet: int
    answers: Answers
    perpetual: bool
    """Of a win by 'any': it rests on the rule against perpetual check; its turns then leave out
    answers to checks."""

    def claim(self) -> Mapping[str, object]:
        if self.perpetual:
            return {"kind": "win", "side": self.side, "turns": self.turns}
        return super().claim()

    def _class(self) -> dict[str, object]:
        by = "quiet" if self.by == "any" else self.by
        named: dict[str, object] = {"side": self.side, "by": by}
        if by == "quiet":
            named |= {"quiet": self.quiet, "answers": self.answers}
        return named


def solve(
    position: Position,
    by: str = "checks",
    *,
    quiet: int = 1,
    answers: str = "spend",
    turns: int | None = None,
    fastest: bool = True,
    refute: bool = False,
    ordering: str = "null-moves",
    table: bool = True,
    nodes: int = 0,
    seconds: float = 0.0,
    memory: int = 0,
    progress: Callable[[int, float], bool | None] | None = None,
) -> Mate:
    """Whether the side to move mates: by checks only, or with at most `quiet` quiet moves.

    With `turns` only mates within so many moves count. With `answers='free'` a forced answer to
    the defender's check costs no quiet move. `any` takes a mate with however many quiet moves, as
    long as it is proved; the claim names how many its proof has. It also takes a win where the
    defender can put the mate off only by checking for ever, which the law forbids; the claim says
    so. It never says no. `fastest` goes
    on until the win is the shortest one; `refute` also proves that no faster one exists. Limits of
    0 are none.
    """
    if by not in ("checks", "quiet", "any"):
        raise GameError(f"xiangqi is solved by 'checks', 'quiet' or 'any', not by {by!r}")
    if by == "any" and (turns is not None or refute):
        raise GameError("'any' looks for a mate of any length; 'quiet' has bounds and refutations")
    if answers not in ("spend", "free"):
        raise GameError(f"answers to checks 'spend' the allowance or are 'free', not {answers!r}")
    if ordering not in ORDERINGS:
        raise GameError(f"there is no ordering {ordering!r}; there are: {', '.join(ORDERINGS)}")
    if not 0 <= quiet <= 100:
        raise GameError(f"quiet moves are 0 to 100, not {quiet}")
    if turns is not None and not 1 <= turns <= 200:
        raise GameError(f"a mate is looked for within 1 to 200 moves, not {turns}")
    law = xiangqi_of(position)
    if law.result():
        raise GameError("the game is over; there is nothing to solve")
    allowed = quiet if by == "quiet" else 0
    found = _native.xiangqi_mate(
        native_position(law),
        any=by == "any",
        quiet=allowed,
        free_answers=by == "quiet" and answers == "free",
        ordering=ORDERINGS.index(ordering),
        table=table,
        most_turns=turns or 0,
        shortest=fastest,
        refute=refute,
        proof_nodes=REFUTATION_NODES,
        barred=sorted(law.seen_twice()),
        nodes=nodes,
        seconds=seconds,
        memory=memory,
        progress=progress,
    )
    verdict, length = mates.read_answer(found["answer"], found["turns"], turns)
    refuted = found["turns"]
    if verdict == "win":
        refuted = refuted - 1 if found["shortest"] else 0
    return Mate(
        verdict=verdict,
        by=by,
        side=SIDES[law.to_move],
        quiet=found["quiet"] if by == "any" else allowed,
        answers="free" if answers == "free" else "spend",
        turns=length,
        perpetual=found["perpetual"],
        refuted=refuted,
        **mates.run_of(found),
    )
