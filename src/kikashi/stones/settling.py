"""Who wins: df-pn over the weak game and the full one, with a certificate of the verdict."""

from __future__ import annotations

from collections.abc import Sequence

from kikashi import _native
from kikashi.games import room
from kikashi.law import GameError, Position
from kikashi.law.winning_set_room import stones_of
from kikashi.law.winning_sets import COLOURS, StonePosition, cells_of
from kikashi.search.limits import Limits, Progress
from kikashi.search.verdict import Certificate, Verdict
from kikashi.stones.forcing import principal_line
from kikashi.stones.twin import native_geometry
from kikashi.stones.words import WORDS
from kikashi.words import filled

DFPN = "dfpn"
SWITCHES = ("weak", "pairing", "sum", "dominated", "chains", "symmetry", "numbers")
"""What the solver uses and can be told to leave out."""
CERTIFIED_NODES = 3_000_000
"""A certificate larger than this is not written: no checker would read it."""


def settle(
    position: Position,
    limits: Limits | None = None,
    *,
    without: Sequence[str] = (),
    threads: int = 1,
    checkpoint: str = "",
    certified: bool = True,
    progress: Progress | None = None,
) -> Verdict:
    """The value of the game for the side to move: `win`, `loss`, `draw` or `unknown`.

    A draw is certified by both halves: neither side can win. Where only one half is known, the
    verdict is unknown and its certificate says which side holds. To write a certificate down takes
    one thread, and searches that only it needs: measurements can do without.
    """
    stones = stones_of(position)
    _refuse(stones)
    limits = limits or Limits()
    mover = stones.mover
    try:
        found = _native.settle(
            native_geometry(stones.rules),
            [list(cells_of(board)) for board in stones.boards],
            mover,
            [1 - mover, mover],
            list(without),
            CERTIFIED_NODES if certified else 0,
            threads,
            checkpoint,
            limits.nodes or 0,
            limits.seconds or 0.0,
            limits.memory // 2,  # a table that grows holds its old and its new half for a moment
            progress,
        )
    except RuntimeError as why:  # a checkpoint that cannot be read or written
        raise GameError(str(why)) from None
    return _verdict(stones, found)


def _refuse(position: StonePosition) -> None:
    if position.players != 2 or position.rules.stones != 1 or position.left != 1:
        raise GameError("dfpn settles games of two players and one stone a turn")
    if position.won_by is not None:
        raise GameError(f"{COLOURS[position.won_by]} has already won this game")
    if position.is_over:
        raise GameError("the board is full: this game is a draw")
    if position.rules.first_cells is not None and not position.occupied:
        raise GameError("the first stone is limited here; search after it has been placed")


def _verdict(position: StonePosition, found: dict[str, object]) -> Verdict:
    halves, nodes = found["halves"], found["proof"]
    spent, seconds = found["nodes"], found["seconds"]
    assert isinstance(halves, list)
    assert isinstance(nodes, list)
    assert isinstance(spent, int)
    assert isinstance(seconds, float)
    holders = (1 - position.mover, position.mover)
    lost = next((n for n, half in enumerate(halves) if half["holds"] is False), None)
    held = [n for n, half in enumerate(halves) if half["holds"]]
    word, winner = "unknown", None
    if lost is not None:
        winner = 1 - holders[lost]
        word = "win" if winner == position.mover else "loss"
    elif len(held) == 2:
        word = "draw"
    certificate = None
    turns = None
    if winner is not None and lost is not None:
        turns = int(halves[lost]["bound"])
        claim = {"kind": "win", "side": COLOURS[winner], "turns": turns}
        certificate = _certificate(position, claim, nodes, (halves[lost]["root"],))
    elif word == "draw":
        roots = tuple(halves[holders.index(side)]["root"] for side in (0, 1))
        certificate = _certificate(position, {"kind": "draw"}, nodes, roots)
    elif held:
        claim = {"kind": "hold", "side": COLOURS[holders[held[0]]]}
        certificate = _certificate(position, claim, nodes, (halves[held[0]]["root"],))
    line = principal_line(certificate.proof) if certificate and word == "win" else ()
    return Verdict(
        game=position.room,
        verdict=word,
        by=DFPN,
        side=COLOURS[position.mover],
        turns=turns if word == "win" else None,
        line=line,
        nodes=spent,
        seconds=seconds,
        ending=str(found["ending"]),
        certificate=certificate,
        note="" if certificate or word == "unknown" else "searched, not certified",
        facts={
            "loses_within": turns if word == "loss" else None,
            "cannot_lose": [COLOURS[holders[n]] for n in held],
            "by_weak_game": [COLOURS[holders[n]] for n in held if halves[n]["weak"]],
            "table_bytes": found["table_bytes"],
            "resumed": found["resumed"],
        },
        sentences=_sentences(position, word, winner, turns, [holders[n] for n in held]),
    )


def _certificate(
    position: StonePosition,
    claim: dict[str, object],
    nodes: list[list[object]],
    roots: Sequence[int],
) -> Certificate | None:
    if any(root < 0 for root in roots):
        return None
    return Certificate(position, claim, nodes, roots[0], tuple(roots))


def _sentences(
    position: StonePosition, word: str, winner: int | None, turns: int | None, held: list[int]
) -> dict[str, str]:
    name = f"settled.{word}"
    if word == "unknown" and held:
        name = "settled.holds"
    side = winner if winner is not None else held[0] if held else position.mover
    home = room(position.room)
    return {
        language: filled(text, side=home.colour(COLOURS[side], language), turns=turns)
        for language, text in WORDS[name].items()
    }
