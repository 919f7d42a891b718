"""Paper 000, table 3-8: chances of a half flush by tiles missing and tiles left, beside ours."""

from __future__ import annotations

import time

from kikashi import _native
from kikashi.papers.contract import Answer, Figure, Plot, Report, Settings, Table

ID = "000-half-flush"
PAPER = "000"
TITLE = "Mahjong: chances of a half flush by Monte Carlo"
TITLE_ZH = "麻將：以蒙地卡羅估計混一色的機會"
QUICK = 100
PUBLISHED: dict[int, tuple[float, ...]] = {
    71: (0.014, 0.038, 0.093, 0.197, 0.352, 0.532, 0.711, 0.909, 0.949),
    70: (0.014, 0.038, 0.093, 0.197, 0.352, 0.532, 0.711, 0.909, 0.949),
    69: (0.014, 0.038, 0.093, 0.197, 0.352, 0.532, 0.711, 0.909, 0.949),
    68: (0.014, 0.037, 0.088, 0.197, 0.352, 0.532, 0.706, 0.900, 0.949),
    67: (0.013, 0.037, 0.088, 0.191, 0.352, 0.531, 0.694, 0.900, 0.949),
    55: (0.001, 0.005, 0.029, 0.114, 0.266, 0.424, 0.557, 0.651, 0.730),
    54: (0.001, 0.004, 0.024, 0.101, 0.249, 0.413, 0.550, 0.638, 0.719),
    53: (0.000, 0.003, 0.020, 0.093, 0.237, 0.395, 0.525, 0.626, 0.712),
}
"""By tiles left; columns are 9 to 1 tiles missing."""
TRIALS = 400
MISSING = (
    "The paper does not say how its hands were made nor how they were played: ours are complete "
    "half flushes with so many tiles changed for others, played by the least distance.",
    "Rows between 67 and 55 tiles left, and the tables of other special hands, are lost.",
    "The paper's example needs its own numbers: 0.532 x 6000 = 3192 against 0.8 x 3000 = 2400.",
)


def run(settings: Settings, report: Report) -> Answer:
    """Plays `--games` deals a cell (400 unless said)."""
    began = time.perf_counter()
    trials = settings.games or TRIALS
    rows = []
    bars: dict[str, dict[str, float]] = {"published": {}, "ours": {}}
    for number, (left, published) in enumerate(PUBLISHED.items(), start=1):
        report("half flush", number, len(PUBLISHED))
        ours = [_native.mahjong_flush(m, left, trials, 71 * m + left) for m in range(9, 0, -1)]
        rows.append((str(left), "published", *(f"{chance:.3f}" for chance in published)))
        rows.append((str(left), "ours", *(f"{chance:.3f}" for chance in ours)))
        if left == 71:
            bars["published"] = {str(9 - n): 100 * c for n, c in enumerate(published)}
            bars["ours"] = {str(9 - n): 100 * c for n, c in enumerate(ours)}
    columns = ("tiles left", "", *(f"{missing} missing" for missing in range(9, 0, -1)))
    title = "Wins before the tenth turn, the other seats never winning"
    return Answer(
        (Table(title, columns, tuple(rows)),),
        f"kikashi papers run {ID} --games {trials}",
        time.perf_counter() - began,
        MISSING,
        figures=tuple(
            Figure(
                f"half flush, 71 tiles left, {missing} missing",
                bars["published"][missing],
                won,
                "%",
                f"混一色，剩 71 張，缺 {missing} 張",
            )
            for missing, won in bars["ours"].items()
        ),
        plots=(Plot(bars, title, "tiles missing, 71 left", "deals won, per cent"),),
    )
