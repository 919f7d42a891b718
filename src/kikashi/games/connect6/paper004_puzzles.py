"""Paper 004, sections 4.1 and appendix A: the funnel, both tables by length, the classes."""

from __future__ import annotations

import time
from collections.abc import Iterator

from kikashi.games.connect6.appendix004 import double_only
from kikashi.grid import LocalExecutor
from kikashi.papers.contract import Answer, Figure, PaperError, Plot, Report, Settings, Table
from kikashi.puzzles import Stats, Store, make, stats

ID = "004-puzzles"
PAPER = "004"
TITLE = "Connect6 puzzles made from records: funnel, lengths, classes"
TITLE_ZH = "由棋譜製成的六子棋題目：篩選、長度、類別"
QUICK = 20
GAME = "connect6"
FILE = "human_games_sample2000.csv"

FUNNEL = {"positions": 302_000, "wins": 52_702, "thinned": 25_314, "unique": 6_550}
FASTEST = (2300, 2125, 3741, 4701, 4476, 4045, 2507, 1046, 308, 51, 12, 2)
UNIQUE = (731, 592, 981, 567, 796, 1039, 966, 585, 234, 46, 11, 2)
"""By length 1 to 12."""
MINUTES_A_PUZZLE = 10

MISSING = (
    "The paper does not say whether its 6,550 are unique within their length or without limit; "
    "ours are unique within their length.",
    "The paper's games (Little Golem, before 2008) are not published: ours are other games, and "
    "fewer, so shares can be compared and counts cannot.",
    "The paper counts wins by single and double threats; ours are by double threats alone, whose "
    "search is complete. Rows of the appendix with single threats have no counterpart.",
    "The paper leaves open how it counts a turn with a spare stone; ours counts its key once.",
)


def run(settings: Settings, report: Report) -> Answer:
    """Makes puzzles of the sample games, or goes on with a run that was stopped."""
    if settings.data is None:
        raise PaperError("the records are needed: name their folder with --data")
    records = settings.data / GAME / FILE
    if not records.is_file():
        raise PaperError(f"there is no file {records}")
    settings.work.mkdir(parents=True, exist_ok=True)
    began = time.perf_counter()
    store = Store(settings.work / f"{ID}.db", create=True)
    with LocalExecutor(settings.jobs) as executor:
        make(store, [records], GAME, executor, report=report, games=settings.games)
    found = stats(store, GAME)
    store.close()
    seconds = time.perf_counter() - began
    few = f" --games {settings.games}" if settings.games else ""
    return Answer(
        tables=(_funnel(found), _lengths(found), _classes(found)),
        command=f"kikashi papers run {ID} --data DATA --jobs {settings.jobs}{few}",
        seconds=seconds,
        missing=MISSING,
        figures=tuple(_figures(found)),
        plots=(
            Plot(
                {
                    "paper 004": _shares(UNIQUE),
                    "ours": _shares([found.unique_by_length.get(n, 0) for n in range(1, 13)]),
                },
                "Puzzles with one answer, by length",
                "turns of the winner",
                "share of puzzles, per cent",
            ),
        ),
    )


def _shares(counts: tuple[int, ...] | list[int]) -> dict[str, float]:
    total = sum(counts) or 1
    return {str(n): 100 * c / total for n, c in enumerate(counts, start=1)}


def _share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f}%" if whole else "-"


def _counts(found: Stats) -> dict[str, int]:
    wins = found.verdicts.get("win in more than one turn", 0)
    return {
        "positions": found.positions,
        "wins": wins,
        "thinned": wins - found.contained,
        "unique": found.unique,
    }


def _figures(found: Stats) -> Iterator[Figure]:
    """What is left at each stage, in per cent of the positions."""
    ours = _counts(found)
    words = {
        "wins": ("positions with a forcing win", "有迫著必勝的盤面"),
        "thinned": ("those not contained in a longer one", "其中不含在更長題目裡的"),
        "unique": ("those whose first turn is unique", "其中第一手唯一的"),
    }
    for name, (en, zh) in words.items():
        theirs, own = (
            round(100 * counts[name] / max(1, counts["positions"]), 1) for counts in (FUNNEL, ours)
        )
        yield Figure(f"{en}, of all positions", theirs, own, "%", f"{zh}，佔全部盤面")


def _funnel(found: Stats) -> Table:
    ours = _counts(found)
    words = {
        "positions": "different positions",
        "wins": "with a forcing win",
        "thinned": "not contained in a longer one",
        "unique": "first turn unique",
    }
    rows, before = [], (0, 0)
    for name, published in FUNNEL.items():
        shares = (_share(published, before[0]), _share(ours[name], before[1]))
        rows.append((words[name], str(published), shares[0], str(ours[name]), shares[1]))
        before = (published, ours[name])
    columns = ("stage", "paper 004", "of the stage before", "ours", "of the stage before")
    return Table("The funnel", columns, tuple(rows))


def _lengths(found: Stats) -> Table:
    last = max(12, *found.by_length, 0)
    rows = []
    for n in range(1, last + 1):
        published = (FASTEST[n - 1], UNIQUE[n - 1]) if n <= 12 else (0, 0)
        ours = (found.by_length.get(n, 0), found.unique_by_length.get(n, 0))
        rows.append(
            (str(n), *map(str, (*published, *ours)), _share(*published[::-1]), _share(*ours[::-1]))
        )
    columns = (
        "length",
        "fastest, paper",
        "unique, paper",
        "fastest, ours",
        "unique, ours",
        "share unique, paper",
        "share unique, ours",
    )
    return Table("By the turns of the fastest win (paper, figures 23 and 24)", columns, tuple(rows))


def _classes(found: Stats) -> Table:
    names = ("plain-double", "plain-singles", "counter-double", "counter-singles")
    rows = []
    for n in range(2, 12):
        ours = found.classes.get(str(n), {})
        rows.append(
            (
                str(n),
                *(f"{p} / {ours.get(c, 0)}" for p, c in zip(double_only(n), names, strict=True)),
            )
        )
    columns = ("length", "no counter-threat", "three singles", "counter-threat", "both")
    title = "Unique puzzles of double threats alone by class, paper / ours (appendix A)"
    return Table(title, columns, tuple(rows))
