"""The paper's claims about fours put to proof: 'square fours always win, T fours do not if ...'."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator

from kikashi.drawing import Marks, to_svg
from kikashi.games.goclub import ROOM
from kikashi.games.goclub.first_win import first_win
from kikashi.law.winning_set_room import stones_of
from kikashi.law.winning_sets import StonePosition
from kikashi.papers.contract import Answer, Report, Settings, Table
from kikashi.proofs import Proof
from kikashi.search import Limits
from kikashi.stones.forcing import solve
from kikashi.stones.joblevel.cover import with_part

ID = "002-fours"
PAPER = "002"
TITLE = "GoClub: square fours, T fours, and a live four by the fifth stone"
TITLE_ZH = "梅花棋：方四、T 四，與第五顆前的活四"
QUICK = 2
SIZE, MIDDLE = 19, 9
ARMS = ((1, 0), (1, 1), (2, 0), (2, 1), (2, 2), (3, 0))
SAMPLES, NODES, SEED = 30, 100_000, 4
NEAR = 3
"""White's other stones are drawn within so many lines of the four."""
MISSING = (
    "The paper draws its cases and does not say where White's stones lie. Ours: Black has the four "
    "and White as many stones less one, drawn near it; White has just stopped the four. 'won' is "
    "certified by the checker; 'not found' means that the search ended without a win, and no more.",
)


def fours(arm: tuple[int, int]) -> dict[str, tuple[list[tuple[int, int]], tuple[int, int]]]:
    """Black's stones and the cell that is left: square and T of a club in the middle."""
    p, q = arm
    petals = [(p, q), (-q, p), (-p, -q), (q, -p)]
    whole = [(MIDDLE, MIDDLE), *((MIDDLE + x, MIDDLE + y) for x, y in petals)]
    return {"square": (whole[1:], whole[0]), "T": (whole[:4], whole[4])}


def cases(
    arm: tuple[int, int], kind: str, samples: int, *, reverse: bool | None
) -> Iterator[StonePosition]:
    """Black to move; the four is stopped. `reverse`: is the T's mirror image blocked?

    The mirror image of a T lies on the other side of its bar: its centre is the T's centre, and
    its free petal the one that White has just taken, so that the club through the bar and the
    cell beyond is what Black would turn to.
    """
    rules = stones_of(ROOM.start({"size": f"{SIZE}x{SIZE}"})).rules
    number = {point: cell for cell, point in enumerate(rules.coordinates)}
    black, left = fours(arm)[kind]
    p, q = arm
    beyond = (MIDDLE + p - q, MIDDLE + q + p)  # from the middle by the first two petals
    reach = max(map(abs, arm)) + NEAR
    near = [
        (x, y)
        for x in range(MIDDLE - reach, MIDDLE + reach + 1)
        for y in range(MIDDLE - reach, MIDDLE + reach + 1)
        if (x, y) not in black and (x, y) != left and (x, y) != beyond
    ]
    source = random.Random(f"{SEED} {arm} {kind}")
    for _ in range(samples):
        white = [left, *source.sample(near, 3)]
        if reverse:
            white[1] = beyond
        names = [",".join(rules.cells[number[point]] for point in side) for side in (black, white)]
        yield ROOM.from_text(
            f"setup black={names[0]} white={names[1]} move=black left=1",
            {"size": f"{SIZE}x{SIZE}"},
        )


def run(settings: Settings, report: Report) -> Answer:
    """`--games N` draws N positions of each kind, and leaves the first claim out."""
    began = time.perf_counter()
    samples = settings.games or SAMPLES
    rows, pictures = [], {}
    kinds: tuple[tuple[str, str, bool | None], ...] = (
        ("square", "square", None),
        ("T", "T, the cell beyond its bar free", False),
        ("T", "T, the cell beyond its bar taken by White", True),
    )
    for place, arm in enumerate(ARMS):
        for kind, name, reverse in kinds:
            report("fours", place, len(ARMS))
            won = turns = 0
            for position in cases(arm, kind, samples, reverse=reverse):
                verdict = solve(position, "vct", Limits(nodes=NODES)).replayed()
                if verdict.verdict == "win" and verdict.checked is not None:
                    won += 1
                    turns = max(turns, verdict.turns or 0)
                elif name not in pictures:
                    scene = ROOM.scene(position.view_of_mover(), Marks())
                    pictures[name] = to_svg(scene)
            told = f"{won} of {samples}"
            rows.append((str(arm), name, told, str(samples - won), str(turns or "-")))
    tables = [
        Table(
            "Black to move after White has stopped the four",
            ("arm", "four", "won, certified", "not found", "turns at most"),
            tuple(rows),
        )
    ]
    if settings.games is None:
        tables.append(_by_stone(settings.jobs))
    return Answer(
        tables=tuple(tables),
        command=f"kikashi papers run {ID}" + (f" --games {samples}" if settings.games else ""),
        seconds=time.perf_counter() - began,
        missing=MISSING,
        pictures={f"{name}: no win found here": drawn for name, drawn in pictures.items()},
    )


def _by_stone(jobs: int) -> Table:
    """At which of its stones the first player of our certificate has its first live four."""
    found = first_win(SIZE, jobs)
    assert found is not None
    found.certificate.check()
    counted = first_fours(found.certificate.proof)
    return Table(
        "Our certified win from the centre: the stone that makes the first live four",
        ("stone of Black", "lines of the certificate", "paper"),
        tuple(
            (str(stone), f"{lines:,}", "at most the fifth" if stone == min(counted) else "")
            for stone, lines in sorted(counted.items())
        ),
    )


def first_fours(proof: Proof) -> dict[int, int]:
    """By the number of Black's stone: lines of the certificate that it first makes a four in."""
    start = stones_of(proof.start)
    counted: dict[int, int] = {}
    waiting = [(proof.root, start, 1)]
    while waiting:
        place, position, stone = waiting.pop()
        moves, below = proof.turn(place)
        after = position
        for move in moves:
            after = after.play(move)
        if below is None or after.is_over or after.fillable(position.mover):
            counted[stone] = counted.get(stone, 0) + 1
            continue
        for reply, answer in proof.replies(below):
            assert answer is not None
            part = sum(1 << position.rules.index[move] for move in reply)
            waiting.append((answer, with_part(after, part), stone + 1))
    return counted
