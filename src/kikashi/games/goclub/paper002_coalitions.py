"""GoClub for three and in space, small boards: what each player can force, whatever others do."""

from __future__ import annotations

import json
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from kikashi.arena.fairness import first_moves
from kikashi.games.goclub import ROOM
from kikashi.papers.contract import Answer, Report, Settings, Table
from kikashi.search import Limits, solve
from kikashi.stones.coalitions import can_force
from kikashi.stones.settling import settle

ID = "002-coalitions"
PAPER = "002"
TITLE = "GoClub for three players and in space: what each player can force"
TITLE_ZH = "梅花棋三人與立體：各方必能做到什麼"
QUICK = 3
NODES, QUICK_NODES = 300_000, 20_000
SPACE_NODES = 100_000
THREE = (
    {"size": "3x3"},
    {"size": "4x4"},
    {"size": "3x3x3", "clubs": "axis"},
    {"size": "4x4x4", "clubs": "axis"},
    {"size": "3x3x3", "clubs": "cube"},
    {"size": "5x4"},
    {"size": "5x5"},
    {"size": "6x5"},
    {"size": "6x6"},
    {"size": "7x7"},
    {"size": "5x5x5", "clubs": "cube"},
    {"size": "5x5x5", "clubs": "axis"},
    {"size": "9x9"},
)
"""Forms for three, the quickly answered first."""
SPACE = (
    *({"size": f"{n}x{n}x{n}", "clubs": "axis"} for n in (3, 4, 5, 6)),
    *({"size": f"{n}x{n}x{n}", "clubs": "cube"} for n in (3, 5, 7)),
)
"""Forms for two in space. (With an even side of n a cube club fits wherever it does with n - 1.)"""
NAMES = ("first", "second", "third")
MISSING = (
    "The paper describes both forms and publishes no figure about them.",
    "Three players: every yes and no is the end of an exhaustive search, or of the sum that a "
    "reader can add up; it is searched, not certified, for the certificates' claims are for two "
    "players. What three players do who all want to win is not asked: only what one, or two "
    "together, can force against everything the others may do.",
)


def questions(player: int) -> dict[str, tuple[tuple[int, ...], tuple[int, ...]]]:
    """The team and who of it is meant to win, by what the row says of this player."""
    others = tuple(n for n in range(3) if n != player)
    return {
        "alone": ((player,), (player,)),
        "helped": ((player, (player + 1) % 3), (player,)),
        "helped by the other": ((player, (player + 2) % 3), (player,)),
        "beaten": (others, others),
    }


def held_by_one(form: dict[str, str], nodes: int) -> tuple[bool, int]:
    """Does one opponent keep one player, who moves first, from every club by blocking alone?

    Then it also does so beside a third player, on whichever side that one is: a stone of the third
    takes cells from the player alone, and one that stands where the opponent wants to block has
    blocked there.
    """
    start = ROOM.start(ROOM.normal_options({**form, "players": "2"}))
    found = settle(start, Limits(nodes=nodes), certified=False)
    weakly = found.facts["by_weak_game"]
    assert isinstance(weakly, list)
    return "white" in weakly, found.nodes


def run(settings: Settings, report: Report) -> Answer:
    """`--games N` asks about the first N forms of each kind, with fewer nodes; it can stop."""
    began = time.perf_counter()
    quick = settings.games is not None
    nodes = QUICK_NODES if quick else NODES
    settings.work.mkdir(parents=True, exist_ok=True)
    log = settings.work / f"{ID}-{nodes}.jsonl"
    known = _read(log)
    asked = [
        (_name(form), player, what)
        for form in THREE[: settings.games]
        for player in range(3)
        for what in questions(player)
    ]
    forms = {_name(form): form for form in THREE}

    def ask(piece: tuple[str, int, str]) -> tuple[tuple[str, int, str], list[object]]:
        name, player, what = piece
        start = ROOM.start(ROOM.normal_options({**forms[name], "players": "3"}))
        team, winners = questions(player)[what]
        found = can_force(start, team, winners, Limits(nodes=nodes))
        if found.forced is None and len(winners) == 1:
            held, more = held_by_one(forms[name], nodes)
            return piece, [False if held else None, found.nodes + more]
        return piece, [found.forced, found.nodes]

    todo = [piece for piece in asked if piece not in known]
    with ThreadPoolExecutor(settings.jobs) as crew:
        for number, (piece, found) in enumerate(crew.map(ask, todo), start=1):
            known[piece] = found
            with log.open("a", encoding="utf-8") as file:
                file.write(json.dumps([*piece, *found]) + "\n")
            report("three players", number, len(todo))
    rows = [
        _row(_name(form), player, known) for form in THREE[: settings.games] for player in range(3)
    ]
    space = []
    for number, form in enumerate(SPACE[: settings.games], start=1):
        space.append(_settled(form, settings.work))
        report("in space", number, len(SPACE[: settings.games]))
    return Answer(
        tables=(
            Table(
                "Three players, empty board: what one can force against the other two",
                (
                    *("form", "player", "wins against both", "wins if the next helps"),
                    *("wins if the one before helps", "is not beaten by both", "nodes"),
                ),
                tuple(rows),
            ),
            Table(
                "Two players in space, after every first move (symmetric ones once), certified",
                ("form", "clubs", "first moves", "draws", "open", "nodes", "bytes", "checked, s"),
                tuple(space),
            ),
        ),
        command=f"kikashi papers run {ID}" + (f" --games {settings.games}" if quick else ""),
        seconds=time.perf_counter() - began,
        missing=MISSING,
    )


def _name(form: dict[str, str]) -> str:
    return " ".join(form.values())


def _read(log: Path) -> dict[tuple[str, int, str], list[object]]:
    """What earlier runs with the same limit have answered."""
    known: dict[tuple[str, int, str], list[object]] = {}
    for line in log.read_text("utf-8").splitlines() if log.is_file() else ():
        try:
            name, player, what, forced, nodes = json.loads(line)
        except ValueError:
            continue  # half a line, of a run that was killed
        known[name, player, what] = [forced, nodes]
    return known


def _row(
    name: str, player: int, known: dict[tuple[str, int, str], list[object]]
) -> tuple[str, ...]:
    words = {True: "yes", False: "no", None: "open"}
    opposite = {True: "no", False: "yes", None: "open"}
    found = {what: known[name, player, what] for what in questions(player)}
    spent = sum(int(str(nodes)) for _, nodes in found.values())
    alone, helped, other, beaten = (forced for forced, _ in found.values())
    assert alone is None or isinstance(alone, bool)
    return (
        name,
        NAMES[player],
        *(words[forced if isinstance(forced, bool) else None] for forced in (alone, helped, other)),
        opposite[beaten if isinstance(beaten, bool) else None],
        f"{spent:,}",
    )


def _settled(form: dict[str, str], work: Path) -> tuple[str, ...]:
    """Every first move of a form for two, settled and checked."""
    start = ROOM.start(ROOM.normal_options(form))
    asked = first_moves(start)
    draws = nodes = size = 0
    seconds = 0.0
    for question in asked:
        verdict = solve(question.position, "dfpn", Limits(nodes=SPACE_NODES)).replayed()
        nodes += verdict.nodes
        if verdict.verdict != "draw" or verdict.checked is None or verdict.certificate is None:
            continue
        draws += 1
        seconds += verdict.checked.seconds
        path = work / f"{ID}-{form['size']}-{form['clubs']}-{question.name}.cert.gz"
        verdict.certificate.save(path)
        size += path.stat().st_size
    return (
        *(form["size"], form["clubs"], str(len(asked)), str(draws), str(len(asked) - draws)),
        *(f"{nodes:,}", f"{size:,}", f"{seconds:.1f}"),
    )
