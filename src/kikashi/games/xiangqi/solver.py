"""The mate searches: 連將殺 (checks only), 停著殺 (with quiet moves), and mates of any kind."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from kikashi import _native
from kikashi.games.xiangqi.rules import xiangqi_of
from kikashi.games.xiangqi.twin import native_position
from kikashi.law import GameError, Move, Position

By: TypeAlias = Literal["checks", "quiet", "any"]
Answers: TypeAlias = Literal["spend", "free"]
Node: TypeAlias = list[object]
"""A node of a certificate: see docs/reference/xiangqi.md."""

ORDERINGS = ("plain", "null-moves", "knowledge")
REFUTATION_NODES = 200_000
"""A refutation with more nodes is not written: its verdict says 'searched, not certified'."""
SIDES = ("red", "black")


@dataclass(frozen=True)
class Mate:
    """What a mate search found."""

    verdict: Literal["win", "no", "unknown"]
    by: By
    side: str
    """The attacker: the side to move."""
    quiet: int
    answers: Answers
    turns: int | None
    """Of a win: the attacker's moves. Of a NO: none within so many; None: none at all."""
    perpetual: bool
    """Of a win by 'any': it rests on the rule against perpetual check; its turns then leave out
    answers to checks."""
    refuted: int
    """No mate of this class within so many moves, as far as was searched."""
    shortest: bool
    """A win, and no faster one of this class exists."""
    line: tuple[Move, ...]
    nodes: int
    seconds: float
    ending: str
    """Which limit ended the run, or 'finished'."""
    table_entries: int
    proof: list[Node] = field(repr=False)
    """Of a win; the root comes last."""
    refutation: list[Node] = field(repr=False)
    """Of 'not within `refuted` moves', if it was asked for and is not too large."""

    def claim(self) -> Mapping[str, object]:
        """What `proof` proves."""
        if self.perpetual:
            return {"kind": "win", "side": self.side, "turns": self.turns}
        return {"kind": "mate", **self._class(), "turns": self.turns}

    def refutation_claim(self) -> Mapping[str, object]:
        """What `refutation` proves."""
        return {"kind": "no-mate", **self._class(), "turns": self.refuted}

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
    verdict, length, refuted = _read(found["answer"], found["turns"], found["shortest"], turns)
    return Mate(
        verdict=verdict,
        by=by,  # type: ignore[arg-type]  # one of the three, as was seen above
        side=SIDES[law.to_move],
        quiet=found["quiet"] if by == "any" else allowed,
        answers="free" if answers == "free" else "spend",
        turns=length,
        perpetual=found["perpetual"],
        refuted=refuted,
        shortest=found["shortest"],
        line=tuple(found["line"]),
        nodes=found["nodes"],
        seconds=found["seconds"],
        ending=found["ending"],
        table_entries=found["entries"],
        proof=found["proof"],
        refutation=found["refutation"],
    )


def _read(
    answer: str, turns: int, shortest: bool, asked: int | None
) -> tuple[Literal["win", "no", "unknown"], int | None, int]:
    """Verdict, its number of moves, and within how many moves there is surely none."""
    if answer == "wins":
        return "win", turns, turns - 1 if shortest else 0
    if answer == "never":
        return "no", None, turns
    if answer == "fails" and asked is not None:
        return "no", asked, turns
    return "unknown", None, turns
