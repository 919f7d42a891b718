"""What the house asks of a room that can prove: methods, and `solve` with a verdict.

`win` searches for a win of the side to move, whatever is flipped. `tables` says how a position
without face-down pieces ends, by endgame tables. `value` is the exact mean result of a small board.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from kikashi import _native
from kikashi.games.banqi.board import DOWN
from kikashi.games.banqi.kept_tables import table_folder
from kikashi.games.banqi.position import PLAYERS, BanqiPosition, banqi_of
from kikashi.games.banqi.rules import METHODS
from kikashi.games.banqi.twin import native_position
from kikashi.law import CHANCE, GameError, Move, Position
from kikashi.pieces.first_turns import first_turns_by
from kikashi.proofs import RefusedError
from kikashi.search import Certificate, Limits, Progress, Verdict
from kikashi.search.first_turns import CANDIDATE_NODES, FirstTurns

MOST_TURNS = 60
PROOF_NODES = 300_000
REFUTATION_NODES = 20_000
TABLE_STATES = 700_000
"""Four pieces and all below: a tenth of a second. `tables` makes larger ones."""
LARGE_TABLE_STATES = 700_000_000
TABLE_PIECES = 3
EXACT_CELLS = 12
NO_NO = "No win was found, but a long chase of the other side may be one; nothing is proved."


def methods(position: Position) -> tuple[str, ...]:
    """The methods for a position, the usual one first."""
    law = banqi_of(position)
    if law.settings.house_rules or law.to_move == CHANCE:
        return ()
    found: tuple[str, ...] = METHODS[:1] if law.colour is not None else ()
    if law.colour is not None and has_tables(law):
        found += METHODS[1:2]
    if len(law.board) <= EXACT_CELLS and not law.settings.chase_loses:
        found += METHODS[2:]
    return found


def has_tables(law: BanqiPosition) -> bool:
    """Whether endgame tables can be made for a position."""
    sides = [sum(piece in letters for piece in law.board) for letters in ("KGMRNCP", "kgmrncp")]
    return DOWN not in law.board and max(sides) <= TABLE_PIECES


def solve(
    position: Position,
    by: str | None = None,
    limits: Limits | None = None,
    *,
    progress: Progress | None = None,
    fastest: bool = False,
    turns: int | None = None,
    most_turns: int | None = None,
) -> Verdict:
    """A verdict about the side to move; `fastest` also asks for the proof that none is faster."""
    law = banqi_of(position)
    offered = methods(law)
    if law.result() is not None:
        raise GameError("the game is over; there is nothing to prove")
    if by == "value" and law.settings.chase_loses:
        raise GameError(
            "an exact value takes going round for ever as a draw, and here long chases lose; "
            "ask with chase=draws, or --by win"
        )
    if by not in (None, *offered):
        known = ", ".join(offered) or "none"
        raise GameError(f"this position of dark chess has no method {by!r}; it has: {known}")
    if not offered:
        raise GameError("nothing is proved while chance is to move, or under house rules")
    chosen = by or offered[0]
    limits = limits or Limits()
    if chosen == "value":
        return _value(law, limits, progress)
    if chosen == "tables":
        return _by_tables(law, limits, progress)
    return _win(law, limits, progress, fastest, turns or most_turns)


def _ask(
    law: BanqiPosition,
    attacker: int,
    limits: Limits,
    progress: Progress | None,
    *,
    refute: bool = False,
    most_turns: int | None = None,
    table_states: int = TABLE_STATES,
) -> Mapping[str, Any]:
    found: Mapping[str, Any] = _native.banqi_win(
        native_position(law),
        attacker=attacker,
        most_turns=min(most_turns or MOST_TURNS, MOST_TURNS),
        refute=refute,
        proof_nodes=PROOF_NODES,
        refutation_nodes=REFUTATION_NODES,
        tables=True,
        table_states=table_states if has_tables(law) else 0,
        nodes=limits.nodes or 0,
        seconds=limits.seconds or 0.0,
        progress=progress,
    )
    return found


def _win(
    law: BanqiPosition,
    limits: Limits,
    progress: Progress | None,
    fastest: bool,
    most_turns: int | None,
) -> Verdict:
    colour = law.colour
    if colour is None:
        raise GameError("before the first flip nobody has a colour, and nothing can be proved")
    found = _ask(law, colour, limits, progress, refute=fastest, most_turns=most_turns)
    side = PLAYERS[law.to_move]
    won = found["result"] == "win"
    certificate = _certificate(law, "win", side, found["turns"], found["proof"]) if won else None
    note = ""
    if won and not _holds(law, certificate):
        won, certificate = False, None
        note = "A win was found, but the rules of a draw may come first, or its proof is too large."
    decided = found["result"] == "never" or (found["ending"] == "finished" and not won and not note)
    refuted, refutation = found["refuted"], None
    if law.settings.chase_loses:
        # The search does not know who loses a repetition: a defender may be left nothing else.
        refuted, note = 0, note or (NO_NO if decided else "")
        decided = False
    elif found["refutation"]:
        refutation = _certificate(law, "no-win", side, refuted, found["refutation"])
    return Verdict(
        game="banqi",
        verdict="win" if won else "no" if decided else "unknown",
        by="win",
        side=side,
        turns=found["turns"] if won else None,
        line=tuple((move,) for move in found["line"]) if won else (),
        nodes=found["nodes"],
        seconds=found["seconds"],
        ending=found["ending"],
        certificate=certificate,
        none_within=refuted or None,
        refutation=refutation,
        note=note,
    )


def _holds(law: BanqiPosition, certificate: Certificate | None) -> bool:
    """Whether the checker accepts it; asked where rules of a draw can matter."""
    if certificate is None:
        return False
    if not law.past and law.setup.quiet + 2 * MOST_TURNS < (law.settings.plies or 1_000):
        return True
    try:
        certificate.check()
    except RefusedError:
        return False
    return True


def _certificate(
    law: BanqiPosition, kind: str, side: str, turns: int | None, nodes: list[list[object]]
) -> Certificate | None:
    if not nodes:
        return None
    claim: dict[str, object] = {"kind": kind, "side": side}
    if turns is not None:
        claim["turns"] = turns
    return Certificate(law, claim, nodes, 0 if kind == "hold" else len(nodes) - 1)


def _by_tables(law: BanqiPosition, limits: Limits, progress: Progress | None) -> Verdict:
    """Won, lost or drawn, each with its certificate where it is not too large."""
    colour = law.colour
    assert colour is not None
    begun = time.monotonic()
    native = native_position(law)
    table = _native.banqi_table(
        native, LARGE_TABLE_STATES, table_folder(), limits.seconds or 0.0, progress
    )
    side = PLAYERS[law.to_move]
    if not table["known"]:
        return _open(side, begun, "The endgame table was not finished in time.")
    facts: dict[str, object] = {"plies": table["plies"]}
    if not table["wins"] and not table["lost"]:
        if law.settings.chase_loses:
            return _open(side, begun, "The table has a draw, but long chases, which lose, may not.")
        held = _native.banqi_hold(
            native,
            holder=colour,
            most_nodes=PROOF_NODES,
            table_states=LARGE_TABLE_STATES,
            seconds=limits.seconds or 0.0,
            progress=progress,
        )
        certificate = _certificate(law, "hold", side, None, held["proof"])
        return Verdict(
            game="banqi",
            verdict="draw",
            by="tables",
            side=side,
            turns=None,
            line=(),
            nodes=0,
            seconds=time.monotonic() - begun,
            ending="finished",
            certificate=certificate,
            note="" if certificate else "known by the table, not certified",
        )
    attacker = colour if table["wins"] else 1 - colour
    winner = side if table["wins"] else PLAYERS[1 - law.to_move]
    found = _ask(law, attacker, limits, progress, table_states=LARGE_TABLE_STATES)
    certificate = _certificate(law, "win", winner, found["turns"], found["proof"])
    if found["result"] != "win" or not _holds(law, certificate):
        return _open(side, begun, "The table knows a win, but the rules of a draw may come first.")
    return Verdict(
        game="banqi",
        verdict="win" if table["wins"] else "loss",
        by="tables",
        side=side,
        turns=found["turns"],
        line=tuple((move,) for move in found["line"]),
        nodes=found["nodes"],
        seconds=time.monotonic() - begun,
        ending="finished",
        certificate=certificate,
        facts=facts,
    )


def _open(side: str, begun: float, note: str) -> Verdict:
    return Verdict(
        game="banqi",
        verdict="unknown",
        by="tables",
        side=side,
        turns=None,
        line=(),
        nodes=0,
        seconds=time.monotonic() - begun,
        ending="seconds",
        note=note,
    )


def _value(law: BanqiPosition, limits: Limits, progress: Progress | None) -> Verdict:
    """The mean result for the side to move under best play, as an exact fraction."""
    found = _native.banqi_value(native_position(law), limits.seconds or 0.0, progress)
    value = Fraction(found["numerator"], found["denominator"])
    acts = {move: str(Fraction(number, found["denominator"])) for move, number in found["acts"]}
    best = sorted(acts, key=lambda move: (-Fraction(acts[move]), move))
    done = found["done"]
    return Verdict(
        game="banqi",
        verdict="value" if done else "unknown",
        by="value",
        side=PLAYERS[law.to_move],
        turns=None,
        line=((best[0],),) if done and best else (),
        nodes=found["states"],
        seconds=found["seconds"],
        ending="finished" if done else "seconds",
        facts={"value": str(value), "move": best[0] if best else "", "values": acts}
        if done
        else {},
        note="won counts 1, drawn 0, lost -1" if done else "",
    )


def claims_of(side: str, by: str, turns: int) -> tuple[dict[str, object], dict[str, object]]:
    """What certificates of a fastest win must say: that it is one, and that none is faster."""
    del by
    named: dict[str, object] = {"side": side}
    return {"kind": "win", **named, "turns": turns}, {
        "kind": "no-win",
        **named,
        "turns": turns - 1,
    }


def first_turns(
    position: Position,
    turns: int,
    limits: Limits | None = None,
    *,
    reach: str = "in-time",
    most: int = 3,
    most_later: int = 1,
    candidate_nodes: int = CANDIDATE_NODES,
    certified_nodes: int = 0,  # noqa: ARG001 - a refutation is not certified here
    progress: Progress | None = None,
) -> FirstTurns:
    """Which first acts win, whatever is flipped, within `turns` turns, one more, or at all."""
    law = banqi_of(position)

    def wins(move: Move, bound: int | None) -> tuple[str, int]:
        return _wins(law, law.play(move), bound or MOST_TURNS, candidate_nodes, progress)

    return first_turns_by(
        wins, law.legal_moves(), turns, limits, reach=reach, most=most, most_later=most_later
    )


def _wins(
    law: BanqiPosition,
    after: BanqiPosition,
    turns: int,
    most_nodes: int,
    progress: Progress | None,
) -> tuple[str, int]:
    """Whether an act of the mover of `law` wins within so many turns, itself counted."""
    spent, unknown = 1, False
    reached = [after]
    if after.to_move == CHANCE:
        reached = [after.play(outcome.move) for outcome in after.outcomes()]
    for here in reached:
        result = here.result()
        if result is not None:
            if result.winner == law.to_move:
                continue
            return "no", spent
        if turns <= 1:
            return "no", spent
        colour = law.colour
        assert colour is not None
        left = max(1, most_nodes - spent) if most_nodes else None
        found = _ask(here, colour, Limits(nodes=left), progress, most_turns=turns - 1)
        spent += found["nodes"]
        if found["result"] == "win":
            continue
        if found["ending"] == "finished":
            return "no", spent
        unknown = True
    return "unknown" if unknown else "win", spent
