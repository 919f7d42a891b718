"""Table 2.1 of paper 003: who wins Connect(m,n,k,p,q) where k - p is 3."""

from __future__ import annotations

import time

from kikashi.arena.fairness import Finding, Question, Study
from kikashi.games.connect import ROOM
from kikashi.papers.contract import Answer, Report, Settings, Table
from kikashi.papers.fairness_rows import COLUMNS, row

ID = "003-fairness"
PAPER = "003"
TITLE = "Fairness of Connect(m,n,k,p,q)"
TITLE_ZH = "Connect(m,n,k,p,q) 的公平性"
QUICK = 2
SIZE, CENTRE = "15x15", "h8"
GAMES, NODES, PROOF_NODES = 20, 100, 50_000
PUBLISHED = {
    (4, 1): ("B",),
    (5, 2): ("B", "B"),
    (6, 3): ("W", "W", "B"),
    (7, 4): ("W", "W", "FB", "B"),
    (8, 5): ("W", "W", "FB", "B", "B"),
    (9, 6): ("W", "W", "FW", "FW", "B", "B"),
}
"""By k and p, for q = 1, 2 ...: B and W win, FB and FW have the better game."""
MISSING = (
    "The table holds for boards without an edge; ours are played on 15x15, where the first stone "
    "lies in the centre. With three stones a turn or more our player is weak (its levels were made "
    "for one and two stones), so that its games are a poor estimate there.",
)


def questions() -> tuple[Question, ...]:
    """The games of the table, after the first stone."""
    found = []
    for (k, p), row_of in PUBLISHED.items():
        for q in range(1, len(row_of) + 1):
            rules = {"size": SIZE, "k": str(k), "p": str(p), "q": str(q)}
            start = ROOM.start(ROOM.normal_options(rules))
            found.append(Question(f"k={k} p={p} q={q}", start.play(CENTRE)))
    return tuple(found)


def run(settings: Settings, report: Report) -> Answer:
    """`--games N` plays N games each."""
    began = time.perf_counter()
    games = settings.games or GAMES
    settings.work.mkdir(parents=True, exist_ok=True)
    study = Study(
        questions(),
        games=games,
        nodes=NODES,
        proof_nodes=PROOF_NODES if settings.games is None else 2_000,
        keep=settings.work / f"{ID}-{'whole' if settings.games is None else 'quick'}.jsonl",
    )
    found = study.run(settings.jobs, lambda done, of: report("games", done, of))
    published = [word for words in PUBLISHED.values() for word in words]
    rows = tuple(
        (one.question.name, word, _agrees(word, one), *row(one))
        for word, one in zip(published, found, strict=True)
    )
    return Answer(
        tables=(
            Table("Table 2.1 beside ours", ("game", "paper", "do they agree?", *COLUMNS), rows),
        ),
        command=f"kikashi papers run {ID}" + (f" --games {games}" if settings.games else ""),
        seconds=time.perf_counter() - began,
        missing=MISSING,
    )


def _agrees(word: str, finding: Finding) -> str:
    leaning = finding.leaning
    if leaning not in ("first", "second"):
        return "open"
    return "yes" if (leaning == "first") == word.endswith("B") else "no"
