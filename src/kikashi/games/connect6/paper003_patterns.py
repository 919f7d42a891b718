"""Paper 003's patterns and its four evaluations: the worked examples again, with their slips."""

from __future__ import annotations

import time

from kikashi.papers.contract import Answer, Figure, Report, Settings, Table
from kikashi.stones import evaluation
from kikashi.stones.evaluation import Changes, Pattern, pattern, pattern_key

ID = "003-patterns"
PAPER = "003"
TITLE = "Connect6: patterns and the four evaluations"
TITLE_ZH = "六子棋：棋型與四個審局函數"
QUICK = 1
SHAPES: tuple[tuple[Pattern, str, int, int], ...] = (
    (Pattern.DEAD_TWO, "oo....", 100, 0),
    (Pattern.DEAD_THREE, "ooo...", 300, 0),
    (Pattern.LIVE_TWO, "..oo....", 400, 0),
    (Pattern.LIVE_TWO_DEAD_THREE, "o.oo....", 600, 0),
    (Pattern.LIVE_THREE, "..ooo...", 1000, 0),
    (Pattern.DEAD_FOUR, "oooo..", 2000, 1),
    (Pattern.DEAD_FIVE, "ooooo.", 2000, 1),
    (Pattern.LIVE_FOUR, "..oooo..", 4000, 2),
)
"""A pattern, a line that has it (our choice), and its published pattern and threat scores."""
KEY = (240633, 218880, 78, 7)
EXAMPLES: tuple[tuple[str, float, float, str], ...] = (
    (
        "MeinStein, figure 3.11",
        3566,
        float(evaluation.meinstein(Changes((2500, 0, 0, 300 - 2000), (0, 0, 0, 0)))),
        "300 - 2000 is -1700, not -1600",
    ),
    (
        "quiet, figure 3.12",
        3700,
        evaluation.quiet(Changes((2900, 0, 800, 0), (0, 0, 0, 0))),
        "",
    ),
    (
        "attacker, figure 3.13",
        12500,
        evaluation.attacker(Changes((4000 - 1000, 0, 0, 0), (2, 0, 0, 0))),
        "no pattern scores 1500 (a live three: 1000), and a live four is two threats, not one",
    ),
    (
        "defender, figure 3.14",
        10000,
        evaluation.defender(Changes((0, 0, 0, 0), (0, -1, 0, 0))),
        "the text computes -10000 x 1 and writes 10000",
    ),
    (
        "the defender's third stone, figure 3.15",
        300,
        evaluation.defender_extra(Changes((300, 0, 0, 0), (0, 0, 0, 0))),
        "",
    ),
)
"""Figure, published, ours by the published tables, and the slip."""
EXAMPLES_ZH = (
    "MeinStein 審局，圖 3.11",
    "無迫著審局，圖 3.12",
    "攻擊方審局，圖 3.13",
    "防守方審局，圖 3.14",
    "防守方的第三子，圖 3.15",
)
MISSING = (
    "The figures are lost; the numbers in the text are used. The threat that the defender's "
    "formula calls T3 is, as used, what my stone does to their threats, with a slip of the sign. "
    "Single-threat search by the two defenders, and the match of table 4.1, have a page of their "
    "own (`003-single-threats`).",
)


def run(settings: Settings, report: Report) -> Answer:
    """The same in every run."""
    del settings, report
    began = time.perf_counter()
    key, length = pattern_key(KEY[0], KEY[1], colour=0)
    shapes = []
    for name, line, score, threats in SHAPES:
        found, ours, threatens = pattern(
            int(line.replace("o", "1").replace(".", "0"), 2), len(line)
        )
        shapes.append(
            (
                name.name.lower().replace("_", " "),
                line,
                f"{score}/{threats}",
                f"{ours}/{threatens}",
                "yes" if (found, ours, threatens) == (name, score, threats) else "no",
            )
        )
    return Answer(
        tables=(
            Table("Patterns", ("pattern", "a line", "paper", "ours", "equal"), tuple(shapes)),
            Table(
                "The key of a window: A = 240633, B = 218880",
                ("", "key", "length"),
                (("paper", str(KEY[2]), str(KEY[3])), ("ours", str(key), str(length))),
            ),
            Table(
                "Worked examples",
                ("example", "paper", "by its own tables", "the slip"),
                tuple((name, f"{p:g}", f"{o:.0f}", slip or "-") for name, p, o, slip in EXAMPLES),
            ),
        ),
        command=f"kikashi papers run {ID}",
        seconds=time.perf_counter() - began,
        missing=MISSING,
        figures=tuple(
            Figure(name, p, round(o, 1), zh=zh)
            for (name, p, o, _), zh in zip(EXAMPLES, EXAMPLES_ZH, strict=True)
        ),
    )
