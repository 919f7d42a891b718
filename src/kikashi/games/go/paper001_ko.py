"""Paper 001, sections 3.3 and 4.3: its search for life and death with ko beside ours.

The paper shows no table of positions, only diagrams of kos. Ours are the shapes with names and the
room's own problems of small groups. Where both searches end, they are compared, and each difference
is explained.
"""

from __future__ import annotations

import time

from kikashi.games import room
from kikashi.games.go.board import EMPTY
from kikashi.games.go.certify import certify
from kikashi.games.go.closed import closed_region
from kikashi.games.go.closed_reading import read_closed
from kikashi.games.go.ko_dag import solve_ko_dag
from kikashi.games.go.local import Reading
from kikashi.games.go.named_shapes import NAMED, position_of
from kikashi.games.go.position import COLOURS, GoPosition
from kikashi.games.go.problems import shipped
from kikashi.games.go.proving import claims_of
from kikashi.papers.contract import Answer, Report, Settings, Table

ID = "001-ko"
PAPER = "001"
TITLE = "Life and death with ko in Go: the paper's search beside ours"
TITLE_ZH = "圍棋的劫與死活：論文的搜尋與本程式對照"
QUICK = 6
MOST_EMPTY = 5
"""Of problems: more points take the paper's search, which keeps little between ways, too long."""
MOST_NODES = 3_000
MISSING = (
    "The page between the paper's pages 54 and 56 is lost, and with it how seki is found and what "
    "is done where one side alone wants a ko; what we do there is written in ko_dag.py.",
    "The paper gives no positions with their values: there is nothing of its own to be compared.",
)


def run(settings: Settings, report: Report) -> Answer:
    """Asks both searches about every position, for either side to move."""
    began = time.perf_counter()
    asked = _asked(settings.games or 30)
    rows: list[tuple[str, ...]] = []
    agree = ended = 0
    for number, (name, law, cell) in enumerate(asked, start=1):
        attacks = law.board[cell] != "XO"[law.to_move]
        ours = read_closed(law, cell)
        equal = solve_ko_dag(law, cell, "equal", MOST_NODES)
        unequal = solve_ko_dag(law, cell, "unequal", MOST_NODES)
        if ours is not None and equal is not None:
            ended += 1
            same = equal.code(attacks=attacks) == ours.code
            agree += same
            why = "" if same else explained(law, cell, ours)
        else:
            why = "a search did not end"
        rows.append(
            (
                name,
                COLOURS[law.to_move],
                equal.value if equal else "-",
                unequal.value if unequal else "-",
                _said(ours) if ours else "-",
                why,
            )
        )
        report("positions", number, len(asked))
    table = Table(
        f"{agree} of {ended} positions where both end agree",
        ("position", "to move", "paper, equal threats", "paper, unequal", "ours", "difference"),
        tuple(rows),
    )
    command = f"kikashi papers run {ID}" + (f" --games {settings.games}" if settings.games else "")
    return Answer((table,), command, time.perf_counter() - began, MISSING)


def _asked(most: int) -> list[tuple[str, GoPosition, int]]:
    """The named shapes for both sides, then small problems in their order."""
    home = room("go")
    found = []
    for name, (rows, target) in NAMED.items():
        for side in COLOURS:
            law = position_of(home, rows, side)
            found.append((name, law, law.on.index[target]))
    for number, problem in enumerate(shipped(), start=1):
        law = problem.start
        cell = law.on.index[problem.target]
        region = closed_region(law.board, law.on, cell)
        empties = sum(law.board[at] == EMPTY for at in region)
        if problem.kind in ("kill", "live") and region and empties <= MOST_EMPTY:
            found.append((f"problem {number}", law, cell))
    return found[:most]


def _said(found: Reading) -> str:
    if found.verdict != "ko":
        return found.verdict + (", seki" if found.seki else "")
    first = "opponent" if found.code == 2 else "mover"
    return f"ko, {first} threatens first, {found.threats or 'many'} more"


def explained(law: GoPosition, cell: int, ours: Reading) -> str:
    """Why the searches differ: our proof goes in circles, which the paper deletes, or counts
    threats, of which the paper's values hold two kos at most."""
    mover, other = claims_of(law, cell, ours, liberties=0)
    claim = mover or other
    made = None if claim is None else certify(law, claim, life=True)
    if made is None:
        return "our answer has no certificate in time; nothing is said"
    circles = any(node[0] == "a" for node in made.nodes)
    if circles and claim is not None and claim.kind == "live":
        return "our certificate goes round for ever; the paper deletes the move that closes it"
    if circles:
        return "each time round costs the defender a threat; the paper calls it a ko within a ko"
    return "our certificate counts the threats; the paper's value depends on the way to the node"
