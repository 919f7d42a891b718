"""What the house asks of a prover: the family's forcing searches."""

from __future__ import annotations

from kikashi.law import GameError, Position
from kikashi.law.parts import Flag
from kikashi.law.values import whole_number
from kikashi.law.winning_set_room import stones_of
from kikashi.search.limits import Limits, Progress
from kikashi.search.verdict import Verdict
from kikashi.stones import forcing
from kikashi.stones.answers import defences
from kikashi.stones.first_turns import first_turns
from kikashi.stones.forcing import methods, principal_line
from kikashi.stones.holding import after_defence, holding
from kikashi.stones.resistance import longest_line
from kikashi.stones.settling import DFPN, SWITCHES, settle


def _switches(text: str) -> tuple[str, ...]:
    names = tuple(name for name in text.split(",") if name)
    for name in names:
        if name not in SWITCHES:
            raise ValueError(f"there is no switch {name[:20]!r}; there are {', '.join(SWITCHES)}")
    return names


def _quiet_turns(text: str) -> int:
    try:
        return int(whole_number(0, forcing.MOST_QUIET)(text))
    except ValueError as error:
        raise ValueError(f"{error}, not {text[:20]!r}") from None


FLAGS = (
    Flag(
        "without",
        "",
        _switches,
        {
            "en": "What dfpn leaves out, with commas: " + ", ".join(SWITCHES),
            "zh-Hant": "dfpn 不使用的方法，以逗號分隔：" + "、".join(SWITCHES),
        },
    ),
    Flag(
        "quiet",
        "0",
        _quiet_turns,
        {
            "en": "vcst: so many turns may threaten nothing, 0 to 8",
            "zh-Hant": "vcst：最多幾手可以不含迫著，0 至 8",
        },
    ),
)


def solve(
    position: Position,
    by: str | None = None,
    limits: Limits | None = None,
    *,
    fastest: bool = False,
    most_turns: int = 0,
    quiet: int = 0,
    spare_stones: bool = True,
    without: tuple[str, ...] = (),
    threads: int = 1,
    checkpoint: str = "",
    progress: Progress | None = None,
) -> Verdict:
    """A forced win of class `by` for the side to move; by `dfpn`, who wins."""
    if by == DFPN:
        if fastest or most_turns or quiet:
            raise GameError("dfpn settles who wins, not how fast or by which turns")
        return settle(
            position,
            limits,
            without=without,
            threads=threads,
            checkpoint=checkpoint,
            progress=progress,
        )
    if without or checkpoint or threads != 1:
        raise GameError("threads, checkpoints and switches are for --by dfpn")
    return forcing.solve(
        position,
        by,
        limits,
        fastest=fastest,
        most_turns=most_turns,
        quiet_turns=quiet,
        spare_stones=spare_stones,
        progress=progress,
    )


def exact_methods(position: Position) -> tuple[str, ...]:
    """What settles who wins, where a turn is one stone."""
    stones = stones_of(position)
    return (DFPN,) if stones.players == 2 and stones.rules.stones == 1 else ()


def idle(position: Position) -> bool:
    """Nobody forces anything on an empty board, and the first stone may be limited."""
    return not stones_of(position).occupied


def forces(after: Position, player: int) -> bool:
    """Whether the turn leaves as many threats as a turn of the other side can stop, or more."""
    stones = stones_of(after)
    return stones.threats(player)[1] >= stones.rules.stones


def claims_of(side: str, by: str, turns: int) -> tuple[dict[str, object], dict[str, object]]:
    """What certificates of a shortest win must say: that it is one, and that none is shorter."""
    none = {"kind": "no-forcing-win", "side": side, "by": by, "turns": turns - 1}
    return {"kind": "win", "side": side, "turns": turns}, none


def has_choice(position: Position) -> bool:
    """Is there more than one way to stop what would be filled at once, or nothing of the kind?"""
    here = stones_of(position)
    attacker = 1 - here.mover
    return not here.fillable(attacker) or len(defences(here, attacker)) > 1


__all__ = [
    "FLAGS",
    "after_defence",
    "claims_of",
    "exact_methods",
    "first_turns",
    "forces",
    "has_choice",
    "holding",
    "idle",
    "longest_line",
    "methods",
    "principal_line",
    "solve",
]
